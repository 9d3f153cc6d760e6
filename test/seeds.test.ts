/** docs/proof/seeds.md promises a test for every promise of the seeds, or says why Blue differs. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findMissing, tablesOf } from "./helpers/promises.ts";

it("ADR 0014 states both conditions and the safety valve", () => {
  const adr = readFileSync(".blue/docs/adrs/0014-alignment-dialogue-agents.accepted.md", "utf8");
  for (const rule of [
    "requires ALL of",
    "**Velocity = 0**",
    "**Unanimous recognition**: 100 %",
    "**Max rounds**: after 10",
  ])
    expect(adr).toContain(rule);
});

const tables = tablesOf("docs/proof/seeds.md");

describe("the table of the seeds' promises", () => {
  it("counts the promises of each seed in order, and has them all", () => {
    for (const rows of tables) expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
    expect(tables).toHaveLength(5);
    expect(tables.flat().length).toBeGreaterThanOrEqual(180);
  });

  it("says of every difference how a caller gets on who knows only the seed", () => {
    const differing = tables
      .flatMap((rows) => rows.flatMap(({ proofs }) => proofs))
      .filter((one) => /^differs:/.test(one));
    expect(differing.length).toBeGreaterThan(20);
    expect(differing.filter((one) => !/^differs: .+; callers: .+/.test(one))).toEqual([]);
  });

  it("names a test that is run for every promise, or says that it is not here", () => {
    const unproved = tables.flat().filter(({ proofs }) => proofs.every((one) => one.startsWith("differs:")));
    expect(unproved.map(({ number, cells }) => `${number} ${cells[0]}`)).toEqual([]);
  });

  it("names only tests that exist, or says how Blue differs", () => {
    expect(findMissing(tables, ["differs", "not here"])).toEqual([]);
  });
});
