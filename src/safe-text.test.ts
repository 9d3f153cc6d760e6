import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeJson, safeLine, safeText } from "./safe-text.ts";

test("line breaks and tabs stay, other control characters go", () => {
  expect(safeText("a\tb\nc\r\nd\0\x07\x7f\x85e")).toBe("a\tb\nc\nde");
});

test("escape sequences go whole", () => {
  expect(safeText("\x1b[31mred\x1b[0m \x1b]8;;https://example.org\x07link\x1b]8;;\x1b\\ \x1b[2J\x1bc")).toBe(
    "red link c",
  );
  expect(safeText("\x9b31mred")).toBe("31mred");
  expect(safeText("\x1b]0;never closed")).toBe("]0;never closed");
});

test("bidirectional controls go, emoji and their joiners stay", () => {
  expect(safeText("a\u202eb\u2066c\u200fd\u061ce")).toBe("abcde");
  expect(safeText("👩‍💻 💙 ✓ é")).toBe("👩‍💻 💙 ✓ é");
});

test("zero-width characters go", () => {
  expect(safeText("a\u200bb\u2060c\ufeffd\ufff9e")).toBe("abcde");
});

test.each([
  ["a soft hyphen", "\u00ad"],
  ["a grapheme joiner", "\u034f"],
  ["a Hangul filler", "\u115f"],
  ["another Hangul filler", "\u3164"],
  ["a half-width filler", "\uffa0"],
  ["a Mongolian vowel separator", "\u180e"],
  ["a non-joiner", "\u200c"],
  ["a joiner", "\u200d"],
  ["an invisible times", "\u2062"],
  ["an invisible separator", "\u2063"],
  ["a variation selector", "\ufe0f"],
  ["a further variation selector", "\u{e0100}"],
  ["a tag", "\u{e0041}"],
  ["a language tag", "\u{e0001}"],
  ["a musical control", "\u{1d173}"],
])("%s is invisible: text loses it, JSON escapes it", (_, character) => {
  expect(safeText(`a${character}b`)).toBe("ab");
  const json = safeJson(`a${character}b`);
  expect(json).toMatch(/^"a(?:\\u[0-9a-f]{4}){1,2}b"$/);
  expect(JSON.parse(json)).toBe(`a${character}b`);
});

test("joiners and selectors stay in an emoji, and nowhere else beside one", () => {
  for (const emoji of ["👩‍💻", "👩🏽‍🚒", "❤️‍🔥", "🏳️‍🌈", "✔️", "1️⃣", "👨‍👩‍👧‍👦"]) {
    expect(safeText(emoji)).toBe(emoji);
    expect(JSON.parse(safeJson(emoji))).toBe(emoji);
  }
  expect(safeText("💙\u200d\u200d.md")).toBe("💙.md");
  expect(safeText("💙\ufe0f\ufe0e\ufe0fx")).toBe("💙\ufe0fx");
  expect(safeText("1\ufe0f")).toBe("1");
  expect(safeText("💙\u{e0062}\u{e007f}")).toBe("💙");
});

test("plain text is as it was, and a line loses every blank that is not one space between words", () => {
  const plain = "!\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~";
  expect([safeText(`${plain}\t \n`), safeLine(`${plain} ${plain}`)]).toEqual([`${plain}\t \n`, `${plain} ${plain}`]);
  for (const blank of ["  ", "\t", "\n", "\u00a0", "\u3000", " \t "]) {
    expect(safeLine(`a${blank}b`)).toBe("a b");
    expect(safeLine(`${blank}a${blank}`)).toBe("a");
  }
  expect(safeLine(" a")).toBe("a");
  expect(safeLine("a ")).toBe("a");
});

test("a line has single spaces between its words, whatever stood there", () => {
  expect(safeLine("  a\t\u200b b\r\nc\u2028d\u00a0 e\0 ")).toBe("a b c d e");
});

test("a text made of openings is read once, not once per opening", () => {
  expect(safeText("\x1b]".repeat(500_000))).toBe("]".repeat(500_000));
});

test("JSON escapes what would act on a terminal and loses nothing", () => {
  const value = { text: "a\x1b[31m\x9b\u202eb\x7f💙\n" };
  const text = safeJson(value, 2);
  expect(safeText(text)).toBe(text);
  expect(text).toContain("\\u202e");
  expect(JSON.parse(text)).toEqual(value);
});

const hiding =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u00ad\u200c\u3164\u{e0000}-\u{e0fff}]/u;

describe("a safe text", () => {
  test("has no character that hides or reorders, and loses no other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(safeText(text)).not.toMatch(hiding);
        expect(safeText(safeText(text))).toBe(safeText(text));
      }),
    );
    for (const kept of ["a\tb", "é日本🧁", "👩‍💻", "ﬁ", "‑–—…"]) expect(safeText(kept)).toBe(kept);
  });

  test.each([
    ["a right-to-left override", "a\u202eb"],
    ["an isolate", "a\u2066b\u2069"],
    ["an escape sequence's start", "a\x1bb"],
    ["a backspace", "a\x08b"],
    ["a C1 control", "a\x9bb"],
    ["a line separator", "a\u2028b"],
    ["a carriage return", "a\rb"],
    ["a NUL", "a\0b"],
  ])("has no %s", (_, text) => {
    expect(safeText(text)).toBe("ab");
  });
});
