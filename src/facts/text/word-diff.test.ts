import { describe, expect, test } from "vitest";
import { countWords, diffWords, steps } from "./word-diff.ts";

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

  test("compares code and bold words whole", () => {
    expect(diffWords("it calls `set a = 1` once", "it calls `set b = 1` once")).toEqual([
      { step: "same", text: "it calls " },
      { step: "removed", text: "`set a = 1`" },
      { step: "added", text: "`set b = 1`" },
      { step: "same", text: " once" },
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

test("equal words between two changes stay where they are many or long", () => {
  const kept = (middle: string) =>
    diffWords(`old ${middle} left`, `new ${middle} right`).filter(({ step }) => step === "same").length;
  expect(kept("one two three")).toBe(0);
  expect(kept("one two three four")).toBe(1);
  expect(kept("internationalisation untranslatable")).toBe(1);
});

test("what comes before the first change or after the last one is never joined, however short", () => {
  expect(diffWords("a old", "a new")).toEqual([
    { step: "same", text: "a " },
    { step: "removed", text: "old" },
    { step: "added", text: "new" },
  ]);
  expect(diffWords("old z", "new z").at(-1)).toEqual({ step: "same", text: " z" });
  expect(diffWords("same", "same")).toEqual([{ step: "same", text: "same" }]);
  expect(diffWords("", "new")).toEqual([{ step: "added", text: "new" }]);
});

test("steps keep the longest common sequence, and say what went before what came", () => {
  const told = (before: string, after: string) =>
    steps([...before], [...after])
      .map(({ step, value }) => `${{ same: "", added: "+", removed: "-" }[step]}${value}`)
      .join(" ");
  expect(told("abcde", "abXde")).toBe("a b -c +X d e");
  expect(told("abxcd", "bcyd")).toBe("-a b -x c +y d");
  expect(told("xaby", "aby")).toBe("-x a b y");
  expect(told("", "ab")).toBe("+a +b");
  expect(told("aa", "a")).toBe("a -a");
});

test("two texts too large to compare word by word are one rewritten into the other", () => {
  const many = (word: string) => Array.from({ length: 2500 }, (_, i) => `${word}${i}`);
  const found = steps(many("a"), many("b"));
  expect(found.filter(({ step }) => step === "removed")).toHaveLength(2500);
  expect(found.at(0)!.step).toBe("removed");
});

test("signs alone are no words", () => {
  expect(countWords("- a – b | c ·")).toBe(3);
});
