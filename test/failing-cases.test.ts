/** docs/failing-cases.md promises a test for every case: each that it names is there, under that title. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(repository, "docs/failing-cases.md"), "utf8");

interface Case {
  number: number;
  cells: string[];
  proofs: string[];
}

const [, ...tables] = page.split(/^## /m).map((section) =>
  [...section.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, number, rest]): Case => {
    const cells = rest!.split(" | ");
    return { number: Number(number), cells, proofs: cells.at(-1)!.split("<br>") };
  }),
);

/** As the first argument of a call. */
function hasTitle(file: string, title: string): boolean {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\(\\s*(["'\`])${escaped}\\1,`).test(readFileSync(join(repository, file), "utf8"));
}

describe("the table of failing cases", () => {
  it("has every case once, in order, with its three cells", () => {
    const counted = (to: number) => Array.from({ length: to }, (_, i) => i + 1);
    expect(tables.map((cases) => cases.map(({ number }) => number))).toEqual([counted(84), counted(111)]);
    for (const { number, cells } of tables.flat()) {
      expect(cells.length, `case ${number}`).toBe(3);
      for (const cell of cells) expect(cell.trim(), `case ${number}`).not.toBe("");
    }
  });

  it("names only tests that exist, or says why there is none", () => {
    const wrong: string[] = [];
    for (const { number, proofs } of tables.flat()) {
      for (const proof of proofs) {
        if (/^(?:cannot happen|not covered): \S/.test(proof)) continue;
        const [, file, title] = /^((?:src|test)\/\S+\.ts) › (.+)$/.exec(proof) ?? [];
        if (file === undefined || !hasTitle(file, title!)) wrong.push(`${number}: ${proof}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
