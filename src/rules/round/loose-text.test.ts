import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { howHeld, kindOf, LooseText, loosen, Quote, type TextKind } from "./loose-text.ts";
import { QuoteFinder } from "./quote-finder.ts";

const equal: [TextKind, string, string][] = [
  ["code", "const a = {\n  'b': 1,\n};", "const a = { b: 1 }"],
  ["code", "f(a, b)", "f(\n  a,\n  b,\n);"],
  ["code", "x => x", "(x) => x"],
  ["code", "it\\'s", 'it"s'],
  ["code", '<p>a{" "}b</p>', "<p>a b</p>"],
  ["code", 'type A =\n  | "a"\n  | "b"', "type A = 'a' | 'b'"],
  ["document", "* one\n* two", "- one\n- two"],
  ["document", "> a **bold** word", "a *bold* word"],
  ["document", "| a | b |\n|---|---|\n| c | d |", "|a|b|\n|:--|--:|\n|c|d|"],
  ["document", "a\nlong line", "a long\nline"],
  ["document", "# Title #1", "## Title #1"],
];
it.each(equal)("a formatter's work does not show: %s %j", (kind, before, after) => {
  expect(loosen(before, kind)).toBe(loosen(after, kind));
});

const different: [TextKind, string, string][] = [
  ["code", "a >= 5", "a = 5"],
  ["code", 'x ? "a" : b', "x ? a : b"],
  ["code", 'case "a": b', "case a: b"],
  ["code", "offset -5", "offset 5"],
  ["code", "maybe", "may be"],
  ["code", "a || b", "a | b"],
  ["document", "> 5 s", "5 s >"],
  ["document", "x >= 5", "x = 5"],
  ["document", ">= 5 seconds", "= 5 seconds"],
  ["document", "snake_case", "snakecase"],
  ["document", "must be complete", "may lag a day"],
];
it.each(different)("a change of meaning does: %s %j", (kind, before, after) => {
  expect(loosen(before, kind)).not.toBe(loosen(after, kind));
});

describe("words are held", () => {
  it.each([
    ["timeout = 30", "timeout = 30;", "whole"],
    ["timeout = 30", "timeout = 300", "cut"],
    ["timeout = 30", "timeout = 30.5", "cut"],
    ["5 seconds", "wait 30.5 seconds", "cut"],
    ["timeout = 30", "timeout = 40", undefined],
    ['say \\"hi\\"', 'say "hi"', "whole"],
  ])("%j in %j: %s", (words, text, held) => {
    expect(howHeld(new LooseText(text, "code"), new Quote(words))).toBe(held);
  });

  it("too few of them identify nothing, twenty characters do", () => {
    expect(new Quote("});").tooShort).toBe(true);
    expect(new Quote("timeout = 30").identifying).toBe(false);
    expect(new Quote("the timeout is thirty seconds").identifying).toBe(true);
  });

  it("a document is told from code by its name", () => {
    expect([kindOf("a/README.md"), kindOf("a.rst"), kindOf("a.ts")]).toEqual(["document", "document", "code"]);
  });
});

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const line = fc.array(word, { minLength: 4, maxLength: 8 }).map((words) => words.join(" "));

it("editing other lines, moving and breaking anew never lose a line; changing one of its letters does", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 6 }), line, fc.nat(5), (others, cited, at) => {
      const quote = new Quote(cited);
      const moved = [...others.slice(at), cited.replaceAll(" ", "\n  "), ...others.slice(0, at)].join("\n\n");
      for (const kind of ["code", "document"] as const) {
        expect(howHeld(new LooseText(moved, kind), quote)).toBe("whole");
        expect(howHeld(new LooseText(cited.replace(/[a-z]/, "0"), kind), quote)).toBeUndefined();
      }
    }),
  );
});

it("the finder of many quotes finds what is held whole, and nothing else", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.array(line, { maxLength: 8 }),
      word,
      (lines, others, short) => {
        const quotes = [...lines, ...others, short].map((words) => new Quote(words));
        for (const kind of ["code", "document"] as const) {
          const text = new LooseText(`${lines.join(";\n  ")} ${short}ness`, kind);
          const held = quotes.flatMap((quote, i) => (howHeld(text, quote) === "whole" ? [i] : []));
          expect([...new QuoteFinder(quotes).find(text)].sort((a, b) => a - b)).toEqual(held);
        }
      },
    ),
  );
});

const pieces = [
  "one",
  "Two",
  "3",
  "12.",
  "é",
  "e\u0301",
  "\u212a",
  "“",
  "'",
  '"',
  "\\",
  "_",
  "*",
  "-",
  "|",
  ">",
  "\n",
  " ",
  "\u00a0",
  ":",
  ",",
  "(",
  "語",
];

it("the finder misses no part of a text, whatever signs and breaks it has", () => {
  const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(text, fc.nat(30), fc.integer({ min: 1, max: 20 }), (all, from, length) => {
      const part = all.slice(from, from + length).join("");
      const quotes = [part, loosen(part, "code"), loosen(part, "document")].map((words) => new Quote(words));
      for (const kind of ["code", "document"] as const) {
        const loose = new LooseText(all.join(""), kind);
        const held = quotes.flatMap((quote, i) => (howHeld(loose, quote) === "whole" ? [i] : []));
        expect(new QuoteFinder(quotes).find(loose).sort()).toEqual(held);
      }
    }),
    { numRuns: 1000 },
  );
});
