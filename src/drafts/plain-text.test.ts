import { describe, expect, test } from "vitest";
import { BlueError } from "../errors.ts";
import { cutTo, normaliseText } from "./plain-text.ts";

function refusal(work: () => unknown): object {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof BlueError) {
      const { code, message, field, value, constraint, suggestion } = thrown;
      return { code, message, field, value, constraint, suggestion };
    }
  }
  throw new Error("it was not refused");
}

describe("a text", () => {
  test("has one kind of line end and no byte order mark", () => {
    expect(normaliseText("\ufeffa\r\nb\rc\n\r\nd", 100)).toBe("a\nb\nc\n\nd");
    expect(normaliseText("a\ufeff", 100)).toBe("a\ufeff");
  });

  test("may be as large as allowed, counted in bytes, and no larger", () => {
    expect(normaliseText("éé", 4)).toBe("éé");
    expect(refusal(() => normaliseText("éé", 3))).toEqual({
      code: "invalid_input",
      message: "The draft has 4 bytes; at most 3 are read.",
      field: "text",
      value: 4,
      constraint: "at most 3 bytes",
      suggestion: "Shorten the draft; long material belongs in a file that the draft cites.",
    });
  });

  test.each(["\0", "ab\0"])("is refused with a NUL in it: %j", (text) => {
    const at = text.length - 1;
    expect(refusal(() => normaliseText(text, 100))).toEqual({
      code: "invalid_input",
      message: `The draft is not text: it has a NUL at character ${at}.`,
      field: "text",
      value: at,
      constraint: "no NUL",
      suggestion: "Write the draft again as plain UTF-8 Markdown.",
    });
  });
});

describe("a text cut to a length", () => {
  test.each([
    ["abcd", 4, "abcd"],
    ["abcde", 4, "abc…"],
    ["ab🧁de", 4, "ab…"],
    ["a🧁cde", 4, "a🧁…"],
    ["ab\ud800de", 4, "ab…"],
    ["ab\udbffde", 4, "ab…"],
    ["ab\udc00de", 4, "ab\udc00…"],
    ["ab\ud7ffde", 4, "ab\ud7ff…"],
  ])("%j, %i: %j", (text, max, cut) => {
    expect(cutTo(text, max)).toBe(cut);
  });
});
