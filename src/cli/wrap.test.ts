import { expect, test } from "vitest";
import { textWidth } from "../operations/text/width.ts";
import { wrapLines } from "./wrap.ts";

const wrapped = (...lines: string[]) => wrapLines(lines.join("\n"), 30).split("\n");

test("a long line breaks between words, and what fits stays as it is", () => {
  expect(wrapped("short", "one two three four five six seven")).toEqual([
    "short",
    "one two three four five six",
    "seven",
  ]);
  expect(wrapped("", "  spaced   as it was")).toEqual(["", "  spaced   as it was"]);
});

test.each([
  ["✓ ", "  "],
  ["    ", "    "],
  ["  - ", "    "],
  ["  12. ", "      "],
  ["  T0001 ", "        "],
  ["  • T0001: ", "           "],
])("what follows %j stands below its words", (before, below) => {
  const [first, second] = wrapped(`${before}alpha beta gamma delta epsilon`);
  expect(first).toMatch(new RegExp(`^${before}alpha`));
  expect(second).toMatch(new RegExp(`^${below}\\w`));
});

test("what follows a row of columns is no row", () => {
  expect(wrapped("2026-one  decided  what was decided")[1]).toBe("  decided");
});

test("a character counts as wide as the terminal shows it", () => {
  const lines = wrapped("💙💙💙💙 漢字漢字 💙💙💙💙 漢字漢字 💙💙💙💙");
  expect(lines).toHaveLength(2);
  expect(lines.every((line) => textWidth(line) <= 30)).toBe(true);
});

test.each([
  ["a command of its own", "Next: blue dialogue verify --id 2026-01-01T0000Z-a"],
  ["a command with a label", "    Still holds?  blue dialogue settle some-dialogue --items R0001"],
  ["a path", "  /home/somebody/src/.blue/dialogues/2026/verdict.md"],
  ["a box", "│ one two three │ four five six seven │"],
  ["a row of a Markdown table", "| one two three | four five six seven |"],
])("%s is never broken", (_, line) => {
  expect(wrapped(line)).toEqual([line]);
});

test("a command within a sentence moves to the next line whole", () => {
  expect(wrapped("Look at it: `blue dialogue verify` says how.")).toEqual([
    "Look at it:",
    "`blue dialogue verify` says",
    "how.",
  ]);
});

test("code and diffs stay as they are, and what stands behind them does not", () => {
  const long = "one two three four five six seven eight";
  expect(wrapped("```sh", long, "```", long)).toEqual([
    "```sh",
    long,
    "```",
    "one two three four five six",
    "seven eight",
  ]);
  expect(wrapped("--- a", "+++ b", `+${long}`, "", long)).toEqual([
    "--- a",
    "+++ b",
    `+${long}`,
    "",
    "one two three four five six",
    "seven eight",
  ]);
});
