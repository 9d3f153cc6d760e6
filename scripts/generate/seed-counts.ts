/** How many promises of the seeds are kept as printed and how many on purpose otherwise, counted in the tables of docs/proof/seeds.md. */
const words = ["differs", "not here"] as const;

export function seedCounts(page: string): string {
  const [, ...sections] = page.split(/^## /m);
  const counted = sections.map((section) => {
    const rows = [...section.matchAll(/^\| \d+ \| .* \|$/gm)].map(([row]) => row);
    const [differs, missing] = words.map((word) =>
      rows.filter((row) => row.includes(` ${word}: `) || row.includes(`>${word}: `)),
    );
    return {
      title: section.slice(0, section.indexOf("\n")),
      counts: [rows.length, rows.length - differs!.length - missing!.length, differs!.length, missing!.length],
    };
  });
  const sum = [0, 1, 2, 3].map((i) => counted.reduce((total, { counts }) => total + counts[i]!, 0));
  return [
    "| Document | Promises | As printed | Differ on purpose | Not here |",
    "|---|---|---|---|---|",
    ...counted.map(({ title, counts }) => `| ${title} | ${counts.join(" | ")} |`),
    `| All | ${sum.join(" | ")} |`,
  ].join("\n");
}
