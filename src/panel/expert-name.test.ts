import { expect, test } from "vitest";
import { formatLocalId, parseId } from "../rules/ids.ts";
import { pastryName } from "../rules/names.ts";
import { findNameProblem } from "./expert-name.ts";

test("every pastry name may be given, and names like them", () => {
  const names = Array.from({ length: 120 }, (_, n) => pastryName(n));
  for (const name of [...names, "muffin", "Pain-au-chocolat", "X", "R2-D2x", "Judged", "Panelle", "conchas"])
    expect([name, findNameProblem(name)]).toEqual([name, undefined]);
});

test.each([
  ["", "letters, digits and hyphens"],
  ["2good", "beginning with a letter"],
  ["-muffin", "beginning with a letter"],
  ["muffin-", "letters, digits and hyphens"],
  ["Pain au chocolat", "letters, digits and hyphens"],
  ["../muffin", "letters, digits and hyphens"],
  ["Muffin🧁", "letters, digits and hyphens"],
  ["\u212aouign", "letters, digits and hyphens"],
  ["a".repeat(41), "longer than 40"],
  ...["con", "AUX", "Nul", "prn", "com1", "LPT9"].map((name) => [name, "device"]),
  ...["panel", "Judge", "round", "verdict", "opening", "proposal", "dialogue", "scoreboard", "tensions"].map((name) => [
    name,
    "its own files",
  ]),
  ...["Expert-Pool", "guest", "guest-2", "round-3", "verdict-final", "draft-2", "discarded"].map((name) => [
    name,
    "its own files",
  ]),
  ...["Bridge", "reopen", "RE", "Move", "cite", "Dissent"].map((name) => [name, "markers begin with"]),
  ["P0101", "reads like the ID"],
  ["Muffin-T0001", "reads like the ID"],
])("%j is refused: it %s", (name, why) => {
  expect(findNameProblem(name)?.problem).toContain(why);
});

test("a refused name comes with one that would do", () => {
  expect(findNameProblem("Éclair au café")?.fix).toContain("`Eclairaucafe`");
  expect(findNameProblem("1-Muffin-")?.fix).toContain("`Muffin`");
  expect(findNameProblem("🧁")?.fix).toContain("Leave `name` out");
});

test("the longest name still makes local IDs that can be read", () => {
  const name = `A${"-b".repeat(19)}c`;
  expect(findNameProblem(name)).toBeUndefined();
  expect(parseId(formatLocalId(name, "P", 98, 123))).toMatchObject({ expert: name.toUpperCase(), round: 98, seq: 123 });
});
