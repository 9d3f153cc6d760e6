/** Rounds as Blue makes them, without a disk: composed from texts and what the Judge hands in, one upon the other. */
import { expect } from "vitest";
import { extendLedger, foldLedger } from "../../src/rules/ledger.ts";
import { toLines } from "../../src/rules/lines.ts";
import type { OpeningRecord, PanelMember, Provenance, RoundRecord } from "../../src/rules/records.ts";
import { composeRound, type RoundMaterial } from "../../src/rules/round/compose-round.ts";
import type { RoundInput } from "../../src/rules/round/round-input.ts";
import { openingBody } from "./records.ts";

export const opening = { ...openingBody(), format: 1, self: "0".repeat(64) } as OpeningRecord;

export interface RoundSketch {
  /** By expert; who is not on the panel is a guest. */
  texts: Record<string, string>;
  judged?: Partial<RoundInput>;
  material?: Partial<RoundMaterial>;
}

export function composeRounds(panel: readonly PanelMember[], rounds: readonly RoundSketch[]): RoundRecord[] {
  let ledger = foldLedger(opening, []);
  return rounds.map(({ texts, judged, material }, round) => {
    const drafts = Object.entries(texts).map(([expert, text]) => {
      const source: Provenance["source"] = panel.some(({ name }) => name === expert) ? "draft" : "guest";
      const provenance = { source, filed_by: null, filed_at: null, note: null };
      return { expert, path: expert, lines: toLines(text), others: [], provenance };
    });
    const { body, errors } = composeRound(
      {
        ...{ ledger, round, panel, drafts, proposal: null, discarded: [], registeredAt: "2026-03-01T12:30:00Z" },
        checkCitation: () => ({ result: "found", blob: null }),
        ...material,
      },
      { score_components: { W: 1, C: 1, T: 1, R: 1 }, ...judged },
    );
    expect(errors).toEqual([]);
    const record: RoundRecord = { ...body, format: 1, self: String(round + 1).repeat(64) };
    ledger = extendLedger(ledger, record);
    return record;
  });
}
