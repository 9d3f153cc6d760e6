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

const hiding = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

describe("a safe text", () => {
  test("has no character that hides or reorders, and loses no other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(safeText(text)).not.toMatch(hiding);
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
