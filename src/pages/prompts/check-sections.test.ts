import { expect, test } from "vitest";
import { changesSection } from "./check-sections.ts";
import type { PromptMaterial } from "./expert-prompt.ts";

function changed(before: string[], after: string[]): string {
  const records = [{ proposal: before, texts: [{ expert: "Muffin", lines: ["Read."] }], citations: [] }];
  const ledger = { records, items: new Map() };
  const material = { ledger, member: { name: "Muffin" }, proposal: after.join("\n"), answers: [] };
  return changesSection(material as unknown as PromptMaterial)
    .split("\n\n")
    .slice(1)
    .join("\n\n");
}

/** So many paragraphs, a line each; those named say something else. */
const text = (count: number, other: readonly number[] = [], words = 60) =>
  Array.from({ length: count }, (_, i) => [
    `${other.includes(i) ? "Other" : "Old"} ${i} ${"word ".repeat(words)}`,
    "",
  ]).flat();

test("a change of some paragraphs is shown", () => {
  expect(changed(text(30), text(30, [3]))).toMatch(/^> @@ .*\n>\n> -Old 3 .*\n> \+Other 3 /);
  const many = changed(text(30), text(30, [1, 4, 7, 10, 13, 16, 19, 22, 25]));
  expect(many).toContain("+Other 25 ");
  expect(changed(["Same."], ["Same."])).toBe("Nothing.");
});

test("lines around a change are left out before the change is", () => {
  const lines = (other: readonly number[]) => text(20, other).filter((line) => line !== "");
  const shown = changed(lines([]), lines([2, 5, 8, 11, 14]));
  expect(shown).toContain("+Other 14 ");
  expect(shown).not.toContain("Old 3 ");
});

test("a change as long as the text is told by the measure of the verdict's page", () => {
  expect(changed(text(24), text(24, [...Array(24).keys()]))).toBe(
    "Nearly everything: it was rewritten. Read it as a new text.",
  );
  expect(changed(text(11), text(11, [0, 1, 2, 3, 4, 5, 6]))).toBe(
    "7 of 11 paragraphs and lists, and the changes are almost as long as the text: read it whole.",
  );
});
