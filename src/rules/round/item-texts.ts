/**
 * An item's own words, cut from the text its record keeps. For showing only: what counts was frozen when the round was registered, so no
 * later scanner can change a decision.
 */
import { scanDraft } from "../../drafts/scan-draft.ts";
import type { RoundRecord } from "../records.ts";

/** Local ID → body lines, for every marker of the given rounds. */
export function itemTexts(records: readonly RoundRecord[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { round, texts: drafts } of records) {
    for (const { expert, lines } of drafts) {
      if (lines.length === 0) continue;
      for (const item of scanDraft(lines, { expert, round }).items) texts.set(item.localId, item.text);
    }
  }
  return texts;
}
