// Whose work is in the bundle: every package that esbuild took something from, with its licence. The build writes it into the package.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One heading for each package, `## name@version: licence`, above the text of its licence. A text that several share stands once. */
export function thirdPartyNotices(root, metafiles) {
  const used = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  const folders = new Set(used.flatMap((path) => path.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
  const headings = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
    const text =
      file === undefined ? "The package carries no text." : readFileSync(join(root, folder, file), "utf8").trim();
    headings.set(text, [...(headings.get(text) ?? []), `## ${name}@${version}: ${license}`]);
  }
  const parts = [...headings].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`);
  return `# Works of others in this package\n\n${parts.join("\n")}`;
}

/** The packages that such a text names. */
export function readNotices(text) {
  return [...text.matchAll(/^## (.+)@(.+): (.+)$/gm)].map(([, name, version, licence]) => ({ name, version, licence }));
}
