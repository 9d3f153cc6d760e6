import { describe, expect, test } from "vitest";
import { makeFolder, type Tree } from "../test/helpers/project.ts";

const { findWrongImports } = await import(new URL("import-direction.mjs", import.meta.url).href);

const table = [["face"], ["store"], ["rules", "store/disk"], ["rules/words"], ["errors.ts"]];
const whole: Tree = {
  "face/main.ts": "",
  "store/store.ts": "",
  "store/disk/disk.ts": "",
  "rules/gate.ts": "",
  "rules/words/words.ts": "",
  "errors.ts": "",
};
const check = (tree: Tree, forbidden = {}) =>
  findWrongImports(makeFolder({ ...whole, ...tree }), table, Object.keys(forbidden).length > 0 ? [forbidden] : []);

describe("a direction", () => {
  test("is right from a room to itself and to any room of a line below", () => {
    const lines = ["../rules/gate.ts", "../rules/words/words.ts", "./disk/disk.ts", "../errors.ts", "./other.ts"];
    const text = lines.map((path) => `import { a } from "${path}";`).join("\n");
    expect(check({ "store/store.ts": text, "store/other.ts": "" })).toEqual([]);
  });

  test.each([
    ["upwards", "rules/gate.ts", 'import { a } from "../store/store.ts";', "store/store.ts (store)"],
    ["upwards within a folder", "rules/words/words.ts", 'import { a } from "../gate.ts";', "rules/gate.ts (rules)"],
    [
      "to a room of the same line",
      "rules/gate.ts",
      'import "../store/disk/disk.ts";',
      "store/disk/disk.ts (store/disk)",
    ],
    ["for a type", "errors.ts", 'import type { A } from "./face/main.ts";', "face/main.ts (face)"],
    ["by a call", "errors.ts", 'const a = () => import("./face/main.ts");', "face/main.ts (face)"],
    ["by an export", "errors.ts", 'export { a } from "./face/main.ts";', "face/main.ts (face)"],
    ["over several lines", "errors.ts", 'import {\n  a,\n  type B,\n} from "./face/main.ts";', "face/main.ts (face)"],
  ])("is wrong %s", (_, file, text, to) => {
    const found = check({ [file]: text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`must not import ${to}`);
  });

  test("is wrong where two rooms are kept apart, with the folders in them", () => {
    const tree = { "face/main.ts": 'import { a } from "../rules/words/words.ts";' };
    expect(check(tree)).toEqual([]);
    expect(check(tree, { from: ["face"], to: ["rules"] })).toEqual([
      "face/main.ts (face) must not import rules/words/words.ts (rules/words)",
    ]);
  });
});

describe("a cycle", () => {
  const ring = (from: string, to: string, how = "import { a }") => ({
    [`rules/${from}.ts`]: `${how} from "./${to}.ts";`,
  });

  test("of any length is found once", () => {
    const tree = { ...ring("a", "b"), ...ring("b", "c"), ...ring("c", "d"), ...ring("d", "a") };
    expect(check(tree)).toEqual(["cycle: rules/a.ts → rules/b.ts → rules/c.ts → rules/d.ts → rules/a.ts"]);
  });

  test("is none when a type or a call closes it", () => {
    expect(check({ ...ring("a", "b"), ...ring("b", "a", "import type { A }") })).toEqual([]);
    expect(check({ ...ring("a", "b"), "rules/b.ts": 'const a = () => import("./a.ts");' })).toEqual([]);
  });
});

test("the table and the folders agree", () => {
  expect(findWrongImports(makeFolder({ "errors.ts": "", "loose.ts": "" }), [["errors.ts"], ["gone"]])).toEqual([
    "gone is in the table only",
    "loose.ts is in no room of the table",
  ]);
});

test("a face imports neither the record of a verdict nor what judges it, and reads no field of one", () => {
  const hidden = {
    in: ["pages", "low.ts"],
    names: ["VerdictRecord", "decisionOf"],
    fields: /\bverdict[!?]?\.headline\b/,
  };
  const tree = {
    "pages/a.ts": 'import { type RoundRecord, type VerdictRecord } from "../rules/records.ts";\n',
    "pages/b.ts": 'import {\n  decisionOf,\n  ledgerAt,\n} from "../rules/standing.ts";\n',
    "pages/c.ts": "export const words = (verdict: { headline: string }) => verdict.headline;\n",
    "pages/d.ts": 'import type { OpeningRecord } from "../rules/records.ts";\n',
    "pages/e.ts": 'import type * as R from "../rules/records.ts";\n',
    "pages/f.ts": 'export const a = (one: import("../rules/records.ts").VerdictRecord) => one;\n',
    "rules/records.ts": "",
    "rules/standing.ts": 'import type { VerdictRecord } from "./records.ts";\n',
  };
  expect(findWrongImports(makeFolder(tree), [["pages"], ["rules"]], [], hidden)).toEqual([
    "pages/a.ts must not import VerdictRecord: facts say it",
    "pages/b.ts must not import decisionOf: facts say it",
    "pages/c.ts must not read a verdict's record: facts say it",
    ...["e", "f"].map((one) => `pages/${one}.ts must import by name what it takes of records: facts say the rest`),
  ]);
});

test("a room that works on what it is given imports nothing of Node's", () => {
  const tree = {
    "facts/a.ts": 'import { readFileSync } from "node:fs";\n',
    "facts/text/b.ts": 'const clock = () => import("node:os");\n',
    "facts/c.ts": 'import "node:process";\n',
    "facts/d.ts": 'import { hashOf } from "../rules/hash.ts";\n',
    "rules/hash.ts": 'import { createHash } from "node:crypto";\n',
  };
  expect(findWrongImports(makeFolder(tree), [["facts"], ["rules"]], [], undefined, ["facts"])).toEqual([
    "facts/a.ts must not import node:fs",
    "facts/c.ts must not import node:process",
    "facts/text/b.ts must not import node:os",
  ]);
});
