import { describe, expect, it } from "vitest";
import { clipped, firstSentence, withoutMarkers } from "./first-sentence.ts";

describe("the first sentence of a text", () => {
  it("leaves references and citations out, also one whose words hold a bracket", () => {
    const text =
      '[RE:RESOLVE T0001] [MOVE:CONCEDE R0001]\n[CITE a.md#L1 "rows[0] and on"]\nKeep the\nindex. It is small.';
    expect(firstSentence(text)).toBe("Keep the index.");
  });

  it("is cut visibly when it is too long", () => {
    expect(firstSentence("word ".repeat(100), 20)).toBe("word word word word…");
    expect(clipped("🧁🧁🧁", 3)).toBe("🧁…");
  });

  it("is the whole text where no sentence ends", () => {
    expect(firstSentence("version 1.2 of it")).toBe("version 1.2 of it");
  });
});

describe("a text without its markers", () => {
  it.each([
    ['It has no guard [CITE a.md#L1 "x"].', "It has no guard."],
    ['One [CITE a.md#L1 "x"]\n  [RE:SUPPORT R0001], two (three [CITE b.md]).', "One, two (three)."],
    ['It is so. [CITE a.md#L1 "x"]. Then more.', "It is so. Then more."],
    ['[CITE a.md#L1 "x"]. It is so.', "It is so."],
    ['It stands in [CITE a.md#L1 "x"] .blue, and there.', "It stands in .blue, and there."],
    ["[RE:RESOLVE T0001] It is so.", "It is so."],
  ])("has no gap where one stood: %s", (text, words) => {
    expect(withoutMarkers(text)).toBe(words);
  });
});
