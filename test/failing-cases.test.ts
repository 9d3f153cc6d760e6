/** docs/proof/failing-cases.md promises a test for every case: each that it names is there, under that title. */
import { describe, expect, it } from "vitest";
import { findMissing, tablesOf } from "./helpers/promises.ts";

const tables = tablesOf("docs/proof/failing-cases.md");

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
    expect(findMissing(tables, ["cannot happen", "not covered"])).toEqual([]);
  });
});
