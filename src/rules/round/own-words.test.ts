import { describe, expect, it } from "vitest";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { ownWords } from "./own-words.ts";

function wordsOf(body: string): string[] {
  const draft = scanDraft(`[MUFFIN-P0101: a view]${body}\n\n---\n\n[MUFFIN-S0101: HOLD | 0.5]\nNo.\n`, {
    expert: "Muffin",
    round: 1,
  });
  return ownWords(draft.items[0]!, draft);
}

describe("an item's own words", () => {
  it("are its text without leading references and moves", () => {
    expect(wordsOf("\n[RE:SUPPORT P0001] [MOVE:CONCEDE R0002]\nFirst.\n\nSecond.")).toEqual(["First.", "", "Second."]);
    expect(wordsOf("\n- **[RE:OPPOSE R0001]** because it fails.")).toEqual(["because it fails."]);
    expect(wordsOf(" [RE:DEPEND E0001]\n\nFirst.\n[RE:SUPPORT P0001]")).toEqual(["", "First."]);
  });

  it("keep citations, and markers that do not count", () => {
    const kept = ['[CITE a.md#L1 "one"]', "As [RE:SUPPORT P0001] says.", "`[RE:SUPPORT P0001]`"];
    expect(wordsOf(`\n${kept.join("\n")}`)).toEqual(kept);
    expect(wordsOf("\n```\n[RE:SUPPORT P0001]\n```")).toEqual(["```", "[RE:SUPPORT P0001]", "```"]);
  });
});
