import { describe, expect, test } from "vitest";
import { ProblemList } from "./problem-list.ts";
import { scanLimits } from "./scanned-draft.ts";

const finding = { code: "mid_sentence", message: "m", fix: "f", blocking: false } as const;

describe("the problems of a draft", () => {
  test("are in the order of their lines, block unless they say otherwise, and show a bounded, clean piece of the text", () => {
    const list = new ProblemList(scanLimits);
    const { blocking: _, ...blocks } = finding;
    list.report({ line: 3, raw: `a\t${"b".repeat(500)}` }, blocks);
    list.report({ line: 1, raw: "c" }, finding);
    list.report({ line: 2, raw: `${" ".repeat(400)}d` }, finding);
    expect(list.inOrder()).toEqual([
      { line: 1, raw: "c", ...finding },
      { line: 2, raw: "", ...finding },
      { line: 3, raw: `a ${"b".repeat(117)}…`, ...finding, blocking: true },
    ]);
    expect(list.full).toBe(false);
  });

  const end = (line: number, what: string) => ({
    line,
    raw: "",
    code: "too_many",
    message: `${what}; the draft was read up to here.`,
    fix: "Say less: one sharp insight beats ten paragraphs.",
    blocking: true,
  });

  test("end with one that says so when there are too many", () => {
    const list = new ProblemList({ ...scanLimits, problems: 2 });
    for (const line of [1, 2]) list.report({ line, raw: "" }, finding);
    expect(list.full).toBe(false);
    for (const line of [3, 4]) list.report({ line, raw: "x" }, finding);
    expect(list.full).toBe(true);
    expect(list.inOrder().slice(2)).toEqual([end(3, "More than 2 problems")]);
    expect(list.admit({ line: 5, raw: "" })).toBe(false);
  });

  test("end with one that says so when there are too many markers", () => {
    const list = new ProblemList({ ...scanLimits, markers: 2 });
    expect([1, 2, 3, 4].map((line) => list.admit({ line, raw: "x" }))).toEqual([true, true, false, false]);
    expect(list.inOrder()).toEqual([end(3, "More than 2 markers")]);
  });
});
