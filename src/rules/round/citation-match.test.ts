import fc from "fast-check";
import { expect, test } from "vitest";
import { makeCitable, matchCitation } from "./citation-match.ts";

const source = makeCitable(
  ["# Storage", "", "A record is written once", "  and never changed.", "", "\tThe index is disposable.", ""].join(
    "\n",
  ),
);
const match = (from: number | null, to: number | null, words: string | null) =>
  matchCitation(source, { from, to, words }).result;

test("words within the cited lines are found", () => {
  expect(match(3, 3, "written once")).toBe("found");
  expect(match(6, 6, "The index is disposable.")).toBe("found");
  expect(match(1, 6, "never changed")).toBe("found");
});

test("words that run over a line end are found when both lines are cited", () => {
  expect(match(3, 4, "written once and never")).toBe("found");
  expect(match(3, 4, "written   once\tand never")).toBe("found");
  expect(match(3, 3, "written once and never")).toBe("found_elsewhere");
  expect(match(4, 4, "written once and never")).toBe("found_elsewhere");
});

test("words on other lines of the file are found elsewhere", () => {
  expect(match(1, 2, "written once")).toBe("found_elsewhere");
  expect(match(5, 6, "written once")).toBe("found_elsewhere");
  expect(match(40, 50, "written once")).toBe("found_elsewhere");
  expect(matchCitation(source, { from: 1, to: 2, words: "and never" }).found_at).toBe(4);
  expect(matchCitation(source, { from: 1, to: 2, words: "once and never" }).found_at).toBe(3);
});

test("words that are not in the file are not found, and neither are words that only look alike", () => {
  expect(match(3, 3, "written twice")).toBe("not_found");
  expect(match(3, 3, "Written once")).toBe("not_found");
  expect(match(3, 4, "once, and never")).toBe("not_found");
  expect(match(null, null, "writtenonce")).toBe("not_found");
});

test("without lines the words may stand anywhere, and it is said where", () => {
  expect(matchCitation(source, { from: null, to: null, words: "never changed" })).toEqual({
    result: "found",
    found_at: 4,
  });
  expect(matchCitation(source, { from: 4, to: 4, words: "never changed" })).toEqual({ result: "found" });
  expect(match(null, null, "once and never changed. The index")).toBe("found");
});

test("without words the cited lines must exist", () => {
  expect(match(6, 6, null)).toBe("found");
  expect(match(1, 6, null)).toBe("found");
  expect(match(6, 7, null)).toBe("not_found");
  expect(match(7, 7, null)).toBe("not_found");
  expect(match(2, null, null)).toBe("found");
  expect(match(3, 3, " \t")).toBe("found");
  expect(match(null, null, null)).toBe("found");
});

test("lines beyond the end do not matter to words that stand within it", () => {
  expect(match(6, 99, "disposable")).toBe("found");
  expect(match(4, 5, "never changed.")).toBe("found");
});

test("a later occurrence within the cited lines counts, not only the first of the file", () => {
  const twice = makeCitable("once\ntwo\nonce\n");
  expect(matchCitation(twice, { from: 3, to: 3, words: "once" }).result).toBe("found");
  expect(matchCitation(twice, { from: 2, to: 2, words: "once" }).result).toBe("found_elsewhere");
});

test("line ends of every system and a byte order mark make no difference", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = makeCitable(`\uFEFFone${end}two${end}${end}three`);
    expect(matchCitation(text, { from: 1, to: 1, words: "one" }).result).toBe("found");
    expect(matchCitation(text, { from: 4, to: 4, words: "three" }).result).toBe("found");
    expect(matchCitation(text, { from: 5, to: 5, words: null }).result).toBe("not_found");
  }
});

test("an empty file has no lines", () => {
  expect(matchCitation(makeCitable(""), { from: 1, to: 1, words: null }).result).toBe("not_found");
  expect(matchCitation(makeCitable(""), { from: 1, to: 1, words: "x" }).result).toBe("not_found");
  expect(matchCitation(makeCitable(""), { from: null, to: null, words: null }).result).toBe("found");
});

test("the index of lines answers as a plain search through the cited lines would", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "\t") });
  const range = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 7 }), range, line, (lines, [from, more], words) => {
      fc.pre(words.trim() !== "");
      const fold = (text: string) => text.replace(/\s+/g, " ").trim();
      const inside = fold(lines.slice(from - 1, from + more).join("\n")).includes(fold(words));
      const anywhere = fold(lines.join("\n")).includes(fold(words));
      const expected = inside ? "found" : anywhere ? "found_elsewhere" : "not_found";
      expect(matchCitation(makeCitable(lines.join("\n")), { from, to: from + more, words }).result).toBe(expected);
    }),
  );
});

test("finds words whose quotes are written with a backslash", () => {
  const source = makeCitable('a\nstop.abort("budget");\n');
  const cited = { from: 2, to: 2, words: 'stop.abort(\\"budget\\");' };
  expect(matchCitation(source, cited).result).toBe("found");
  expect(matchCitation(source, { ...cited, words: 'stop.abort(\\"money\\");' }).result).toBe("not_found");
});
