import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDecided, schemaPath } from "../../test/helpers/decided.ts";
import { treeOf } from "../../test/helpers/dialogue.ts";
import { runWords } from "../../test/helpers/faces.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { extraCommands } from "./extra-commands.ts";

interface Answer {
  path: string;
  files: number;
  dialogues: number;
  error_code?: string;
  message?: string;
  left_out?: string[] | null;
  warnings?: string[];
}

async function site(root: string, ...words: string[]) {
  const { code, out } = await runWords(root, ["--json", "site", ...words], { entries: extraCommands });
  return { code, ...(JSON.parse(out) as Answer) };
}

test("writes into `site` of the project, and again over what it wrote; what others put there stays", async () => {
  const { root, id } = await makeDecided();
  const first = await site(root);
  expect(first).toMatchObject({ code: 0, path: join(root, "site"), dialogues: 1, left_out: null });
  expect(readdirSync(join(root, "site")).sort()).toEqual(
    ["blue-data", "blue-site.json", "index.html", "page.css", "page.js"].sort(),
  );
  expect(readdirSync(join(root, "site/blue-data/dialogues"))).toEqual([`${id}.js`]);
  writeFileSync(join(root, "site/CNAME"), "decisions.example.org\n");
  writeFileSync(join(root, "site/blue-data/dialogues/stale.js"), "");
  expect(await site(root, "--public")).toMatchObject({ code: 0, left_out: expect.any(Array) });
  expect(readFileSync(join(root, "site/CNAME"), "utf8")).toBe("decisions.example.org\n");
  expect(existsSync(join(root, "site/blue-data/dialogues/stale.js"))).toBe(false);
  expect(JSON.parse(readFileSync(join(root, "site/blue-site.json"), "utf8"))).toMatchObject({ public: true });
});

test("a folder that holds files of others is refused, and nothing in it changes", async () => {
  const { root } = await makeDecided();
  const outside = makeFolder({ "full/index.html": "mine", "file.txt": "mine", "empty/": "" });
  symlinkSync(join(outside, "empty"), join(outside, "link"));
  const before = treeOf(outside);
  for (const name of ["full", "file.txt", "link"]) {
    const refused = await site(root, "--output", join(outside, name));
    expect([name, refused]).toMatchObject([name, { error_code: "invalid_input" }]);
    expect(refused.message).toContain("`output`");
  }
  expect(await site(root, "--output", root)).toMatchObject({ error_code: "invalid_input" });
  expect(await site(root, "--output", join(outside, "file.txt/below"))).toMatchObject({ error_code: "io_error" });
  expect(treeOf(outside)).toEqual(before);
  expect(await site(root, "--output", join(outside, "empty"))).toMatchObject({ code: 0 });
});

test("a site and a report in the project that git does not ignore are named; ignored, tracked or elsewhere they are not", async () => {
  const decided = await makeDecided();
  const { root, id } = decided;
  const report = async (...words: string[]) => {
    const { out } = await runWords(root, ["--json", "dialogue", "report", id, ...words], { entries: extraCommands });
    return (JSON.parse(out) as Answer).warnings;
  };
  const said = (path: string, flag: string) => [
    `Not ignored by git: ${path}. Add it to .gitignore, or give ${flag} a place outside the project.`,
  ];
  expect((await site(root)).warnings).toEqual(said("site", "--output"));
  expect(await report()).toEqual(said(`${id}.html`, "--out"));
  expect(await report("--out", join(makeFolder({}), "a.html"))).toEqual([]);
  decided.change(".gitignore", "*.log\nsite/\n");
  expect((await site(root)).warnings).toEqual([]);
  decided.commit();
  expect(await report()).toEqual([]);
});

test("writes through no link that lies in its folder", async () => {
  const { root } = await makeDecided();
  const outside = makeFolder({ "victim.html": "keep", "data/x.js": "keep", "site/blue-site.json": "{}" });
  symlinkSync(join(outside, "victim.html"), join(outside, "site/index.html"));
  symlinkSync(join(outside, "data"), join(outside, "site/blue-data"));
  expect(await site(root, "--output", join(outside, "site"))).toMatchObject({ code: 0 });
  expect(readFileSync(join(outside, "victim.html"), "utf8")).toBe("keep");
  expect(readdirSync(join(outside, "data"))).toEqual(["x.js"]);
});

test("a decision whose words are left only in its own site has rotted", async () => {
  const decided = await makeDecided();
  await site(decided.root);
  decided.change(schemaPath, ["-- nothing is left"]);
  expect(await decided.decisions()).toMatchObject({ counts: { rotted: 1 } });
});

test("says in the terminal where it is, what it holds and what it leaves out", async () => {
  const { root } = await makeDecided();
  const { out } = await runWords(root, ["--text", "site", "--public"], { entries: extraCommands });
  expect(out).toContain(`✓ ${join(root, "site/index.html")}`);
  expect(out).toContain("dialogues: 1, decisions in force: 1, documents: 0");
  expect(out).toContain("Left out:");
  expect(out).toContain("Drafts: ");
});

test("counts as in force what `decisions` does: nothing that is under way", async () => {
  const decided = await makeDecided();
  const rfc = `---\ntitle: Orders\nstatus: wip\ndialogue: ${decided.id}\n---\n\nDo it.\n`;
  decided.change(".blue/docs/rfcs/0001-orders.wip.md", rfc);
  const { out } = await runWords(decided.root, ["--text", "site"], { entries: extraCommands });
  expect(out).toContain("dialogues: 1, decisions in force: 0, documents: 1");
});
