import { describe, expect, test } from "vitest";
import { cutTo } from "./plain-text.ts";

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
