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

  test("compares bold words, names with dots and wide spaces whole", () => {
    const changed = (before: string, after: string) =>
      diffWords(before, after)
        .filter(({ step }) => step !== "same")
        .map(({ text }) => text);
    expect(changed("it is **kept for one** day", "it is **kept for two** days")).toEqual([
      ...["**kept for one** day", "**kept for two** days"],
    ]);
    expect(changed("it sets jobs.one now", "it sets jobs.only now")).toEqual(["jobs.one", "jobs.only"]);
    expect(changed("it sets src/a-b.old.ts now", "it sets src/a-b.new.ts now")).toEqual([
      ...["src/a-b.old.ts", "src/a-b.new.ts"],
    ]);
    expect(changed("one  two", "one two")).toEqual(["  ", " "]);
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
  expect(kept("internationalisation most")).toBe(0);
  expect(kept("internationalisation abroad")).toBe(1);
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
  const many = (word: string) => Array.from({ length: 2500 }, (_, i) => (i === 1000 ? "both" : `${word}${i}`));
  const found = steps(many("a"), many("b"));
  expect(found.filter(({ step }) => step === "removed")).toHaveLength(2500);
  expect(found.at(0)!.step).toBe("removed");
  expect(found.at(-1)).toEqual({ step: "added", value: "b2499" });
});

test("what such texts begin and end with is kept all the same", () => {
  const text = (word: string) => ["first", ...Array.from({ length: 2500 }, (_, i) => `${word}${i}`), "so", "last"];
  const same = steps(text("a"), text("b")).filter(({ step }) => step === "same");
  expect(same.map(({ value }) => value)).toEqual(["first", "so", "last"]);
});

test("steps give both lists back and keep as much as any subsequence could, whatever the lists", () => {
  const longest = (a: string, b: string): number =>
    a === "" || b === ""
      ? 0
      : a[0] === b[0]
        ? 1 + longest(a.slice(1), b.slice(1))
        : Math.max(longest(a.slice(1), b), longest(a, b.slice(1)));
  let seed = 7;
  const some = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const text = () => Array.from({ length: some(8) }, () => "abcd"[some(4)]).join("");
  for (let i = 0; i < 300; i++) {
    const [before, after] = [text(), text()];
    const found = steps([...before], [...after]);
    const of = (...kinds: string[]) => found.filter(({ step }) => kinds.includes(step)).map(({ value }) => value);
    expect(of("same", "removed").join("")).toBe(before);
    expect(of("same", "added").join("")).toBe(after);
    expect([before, after, of("same").length]).toEqual([before, after, longest(before, after)]);
  }
});

test("signs alone are no words", () => {
  expect(countWords("- a – b | c ·")).toBe(3);
});
