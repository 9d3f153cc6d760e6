import { describe, expect, test } from "vitest";
import { countWords, diffLines, diffWords, sizeOfChange, steps } from "./word-diff.ts";

describe("a word diff", () => {
  test("keeps what is equal and marks what was added and removed", () => {
    expect(diffWords("the export reads a copy", "the export reads a numbered copy")).toEqual([
      { step: "same", text: "the export reads a " },
      { step: "added", text: "numbered " },
      { step: "same", text: "copy" },
    ]);
  });

  test("joins changes that only a few equal words part", () => {
    const runs = diffWords(
      "one two three four five six seven eight nine ten",
      "one two three FOUR five SIX seven eight nine ten",
    );
    expect(runs).toEqual([
      { step: "same", text: "one two three " },
      { step: "removed", text: "four five six" },
      { step: "added", text: "FOUR five SIX" },
      { step: "same", text: " seven eight nine ten" },
    ]);
  });

  test("gives both texts back, whatever changed", () => {
    const before = "A refused checkout can be refused for ever; nobody is told.";
    const after = "A refused checkout is told at once: nobody waits for ever.";
    const runs = diffWords(before, after);
    const without = (step: string) =>
      runs
        .filter((run) => run.step !== step)
        .map(({ text }) => text)
        .join("");
    expect(without("added")).toBe(before);
    expect(without("removed")).toBe(after);
  });
});

describe("a diff of lines", () => {
  test("pairs a line with the one it resembles", () => {
    const changes = diffLines(
      ["# Title", "Exports read the live list page by page.", "Gone entirely and without a trace."],
      ["# Title", "Exports read a numbered copy page by page.", "Something else that nobody wrote before."],
    );
    expect(changes.map(({ kind }) => kind)).toEqual(["same", "changed", "added", "removed"]);
  });

  test("counts words, not lines", () => {
    const changes = diffLines(["one two three four five six"], ["one two three four five six seven eight"]);
    expect(sizeOfChange(changes)).toEqual({ added: 2, removed: 0 });
  });

  test("two texts too large to compare word by word are one rewritten into the other", () => {
    const many = (word: string) => Array.from({ length: 2500 }, (_, i) => `${word}${i}`);
    const found = steps(many("a"), many("b"));
    expect(found.filter(({ step }) => step === "removed")).toHaveLength(2500);
    expect(found.at(0)!.step).toBe("removed");
  });
});

test("signs alone are no words", () => {
  expect(countWords("- a – b | c ·")).toBe(3);
});
