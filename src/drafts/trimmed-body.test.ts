import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyLines, trimmedBody } from "./trimmed-body.ts";

/** The same, said with lines. */
function byLines(written: string): { lines: string[]; lastLine: number } {
  const lines = written.split("\n");
  lines[0] = (lines[0] ?? "").replace(/^:?\s*/, "");
  const separates = (line: string) => /^(?:-{3,}|\*{3,}|_{3,})?$/.test(line.trim());
  while (lines.length > 0 && separates(lines.at(-1)!)) lines.pop();
  const lastLine = Math.max(0, lines.length - 1);
  while (lines.length > 0 && lines[0]!.trim() === "") lines.shift();
  return { lines, lastLine };
}

const line = fc.constantFrom(
  "",
  " ",
  "\t",
  "a",
  " b ",
  ": c",
  ":",
  "---",
  " *** ",
  "__",
  "-----",
  "- --",
  "\u00a0",
  "--- d",
);

describe("the body of a block", () => {
  test("is its lines without blank ones at both ends and rules at the end, wherever in the text it stands", () => {
    const written = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(fc.string(), written, fc.constantFrom("", "\nnext", "\n\n---\n[X]"), (before, body, after) => {
        const text = `${before}${body}${after}`;
        const found = trimmedBody(text, before.length, before.length + body.length);
        expect({ lines: bodyLines(found), lastLine: found.lastLine }).toEqual(byLines(body));
      }),
      { numRuns: 1000 },
    );
  });

  test("may end where the text does, or seem to end before it begins", () => {
    expect(trimmedBody("[x] a\nb", 3, 8)).toEqual({ text: "a\nb", lastLine: 1 });
    expect(trimmedBody("[x] a\nb", 3, 0)).toEqual({ text: "", lastLine: 0 });
  });
});
