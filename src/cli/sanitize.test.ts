import { expect, test } from "vitest";
import { safeJson, sanitize } from "./sanitize.ts";

test("line breaks and tabs stay, other control characters go", () => {
  expect(sanitize("a\tb\nc\r\nd\0\x07\x7f\x85e")).toBe("a\tb\nc\nde");
});

test("escape sequences go whole", () => {
  expect(sanitize("\x1b[31mred\x1b[0m \x1b]8;;https://example.org\x07link\x1b]8;;\x1b\\ \x1b[2J\x1bc")).toBe(
    "red link c",
  );
  expect(sanitize("\x9b31mred")).toBe("31mred");
  expect(sanitize("\x1b]0;never closed")).toBe("]0;never closed");
});

test("bidirectional controls go, emoji and their joiners stay", () => {
  expect(sanitize("a\u202eb\u2066c\u200fd\u061ce")).toBe("abcde");
  expect(sanitize("👩‍💻 💙 ✓ é")).toBe("👩‍💻 💙 ✓ é");
});

test("a text made of openings is read once, not once per opening", () => {
  expect(sanitize("\x1b]".repeat(500_000))).toBe("]".repeat(500_000));
});

test("JSON escapes what would act on a terminal and loses nothing", () => {
  const value = { text: "a\x1b[31m\x9b\u202eb\x7f💙\n" };
  const text = safeJson(value, 2);
  expect(sanitize(text)).toBe(text);
  expect(text).toContain("\\u202e");
  expect(JSON.parse(text)).toEqual(value);
});
