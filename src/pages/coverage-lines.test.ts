import { describe, expect, it } from "vitest";
import { lookOf } from "../../test/helpers/looks.ts";
import { coverageOfLook } from "../rules/coverage.ts";
import type { Severity } from "../rules/vocabulary.ts";
import { coverageMarkdown, coverageWords } from "./coverage-lines.ts";

const words = (k: number, counts: readonly number[]) => coverageMarkdown(coverageOfLook(lookOf(k, counts)))[0]!;

describe("what a blind panel missed is said", () => {
  it.each([
    [
      5,
      [21, 10, 5, 2, 0],
      "38 objections in the blind round, 21 of them seen by one expert only. This panel has probably missed between 9 and 110 more, perhaps around 35: it found about half. One more expert like these would bring about 3 new ones (up to 7), two about 6. **A further look pays.**",
    ],
    [
      3,
      [19, 3, 0],
      "22 objections in the blind round, 19 of them seen by one expert only. This panel has probably missed between 10 and 90 more, perhaps around 40: it found less than half. One more expert like these would bring about 5 new ones (up to 9), two about 9. **A further look pays.**",
    ],
    [
      4,
      [10, 6, 3, 1],
      "20 objections in the blind round, 10 of them seen by one expert only. This panel has probably missed between 2 and 70 more, perhaps around 15: it found about half. One more expert like these would bring about 2 (up to 4). **Your call.**",
    ],
    [
      8,
      [12, 9, 7, 5, 4, 2, 1, 0],
      "40 objections in the blind round, 12 of them seen by one expert only. This panel has probably missed between 4 and 80 more, perhaps around 15: it found about two thirds. One more expert like these would bring about 1 (up to 3). **Your call.**",
    ],
    [
      3,
      [0, 6, 6],
      "12 objections in the blind round, none of them seen by one expert only. This panel has probably missed between 0 and 5 more, perhaps around 1: it found most. One more expert like these would bring less than one (up to 2). **Your call.**",
    ],
    [
      5,
      [3, 5, 6, 8, 8],
      "30 objections in the blind round, 3 of them seen by one expert only. This panel has probably missed between 0 and 8 more, perhaps around 2: it found most. One more expert like these would bring less than one. **Enough, for experts of this kind.**",
    ],
  ])("%i experts, %j", (k, counts, text) => {
    expect(words(k, counts)).toBe(text);
  });

  it("too few: what it takes; and what it probably means where hardly two found the same", () => {
    const few = "Too few to tell how many were missed:";
    const takes = "(it takes 8 by 3, 3 of them found twice).";
    expect(words(3, [3, 3, 1])).toBe(`${few} 7 objections by 3 experts, 4 of them found twice ${takes}`);
    expect(words(2, [20, 2])).toBe(`${few} 22 objections by 2 experts, 2 of them found twice ${takes}`);
    expect(words(1, [1])).toBe(`${few} 1 objection by 1 expert, 0 of them found twice ${takes}`);
    expect(words(3, [20, 2, 0])).toBe(
      "20 of the 22 objections in the blind round were found by one expert alone, so others were probably missed: a further look probably pays.",
    );
    expect(words(3, [8, 0, 0])).toContain("All 8 objections in the blind round were found by one expert alone");
  });

  it("a finished search: no number around zero", () => {
    expect(words(5, [0, 0, 0, 0, 8])).toContain("between 0 and 2 more, perhaps none: it found most.");
  });

  it("not blind: whose texts, and no number", () => {
    expect(coverageWords({ advice: "not blind", not_asked: ["Muffin", "Scone"] })).toBe(
      "Not blind: Blue did not ask for the text of Muffin, Scone, so who found what twice says nothing here.",
    );
  });
});

describe("by severity", () => {
  const look = (k: number, counts: readonly number[], critical: number) => {
    const { experts, objections } = lookOf(k, counts);
    const severity = (i: number): Severity => (i < critical ? "critical" : "minor");
    return coverageOfLook({ experts, objections: objections.map((one, i) => ({ ...one, severity: severity(i) })) });
  };

  it("is a table of those that there are", () => {
    expect(coverageMarkdown(look(5, [21, 10, 5, 2, 0], 3))[1]).toBe(
      [
        "| Severity | Found | By One Expert Only | From One More Expert |",
        "|----------|-------|--------------------|----------------------|",
        "| critical | 3 | 3 | less than one |",
        "| minor | 35 | 18 | about 3 |",
      ].join("\n"),
    );
    expect(coverageMarkdown(look(3, [3, 3, 1], 7))[1]).toContain("| critical | 7 | 3 |");
  });

  it("is left out where no objection has one, or nothing was blind", () => {
    expect(coverageMarkdown(coverageOfLook(lookOf(5, [21, 10, 5, 2, 0])))).toHaveLength(1);
    expect(coverageMarkdown({ advice: "not blind", not_asked: ["Muffin"] })).toHaveLength(1);
  });

  it("a further look for a critical one alone is worded by its numbers", () => {
    expect(coverageWords(look(4, [10, 6, 3, 1], 3))).toContain("about 2 new ones (up to 4), two about 3. A further");
    expect(coverageWords(look(3, [5, 2, 1], 3))).toContain("about 1 new one (up to 3), two about 2. A further");
    expect(coverageWords(look(3, [2, 5, 3], 2))).toContain("less than one (up to 2), two less than one. A further");
  });
});
