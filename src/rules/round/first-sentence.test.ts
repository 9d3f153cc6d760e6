import { describe, expect, it } from "vitest";
import { clipped, firstSentence } from "./first-sentence.ts";

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
