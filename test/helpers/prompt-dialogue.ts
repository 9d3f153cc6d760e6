/** The smallest opening, panels and rounds a prompt can be written for. */

import { expect } from "vitest";
import { foldLedger } from "../../src/rules/ledger.ts";
import { toLines } from "../../src/rules/lines.ts";
import { pastryName } from "../../src/rules/names.ts";
import type { OpeningRecord, PanelMember, RoundRecord } from "../../src/rules/records.ts";
import { composeRound, type RoundBody } from "../../src/rules/round/compose-round.ts";
import type { RoundInput } from "../../src/rules/round/round-input.ts";
import { sealRecord } from "../../src/store/record.ts";

export const opening = sealRecord({
  kind: "opening" as const,
  prev: null,
  rules: 1 as const,
  dialogue: "2026-02-03T1423Z-pagination",
  created_at: "2026-02-03T14:23:00.000Z",
  title: "Pagination",
  question: "Cursor or offset?",
  constraint: "Two developers.",
  background: ["A list of orders."],
  domain: null,
  subject: null,
  sources: [],
  rfc: null,
  pool: [],
  settings: {
    panel_size: 12,
    rotation: "graduated" as const,
    max_rounds: 10,
    model: null,
    template: null,
    alignment: true,
  },
  seed: "0".repeat(32),
}) as unknown as OpeningRecord;

export function panelOf(size: number): PanelMember[] {
  return Array.from({ length: size }, (_, n) => ({
    name: pastryName(n),
    role: `Role ${n}`,
    tier: "Core",
    relevance: 0.9,
    focus: `focus ${n}`,
    description: null,
    model: null,
    source: "pool",
    reason: null,
  }));
}

export function sealed(body: RoundBody): RoundRecord {
  return sealRecord(body) as unknown as RoundRecord;
}

/** The records and one more round: expert → draft, judged as `input` says. */
export function withRound(
  records: readonly RoundRecord[],
  drafts: ReadonlyMap<string, string>,
  input: Partial<RoundInput> = {},
): RoundRecord[] {
  const { body, errors } = composeRound(
    {
      ledger: foldLedger(opening, records),
      round: records.length,
      panel: panelOf(12).filter(({ name }) => drafts.has(name)),
      drafts: [...drafts].map(([expert, text]) => ({
        expert,
        path: `${expert}.md`,
        lines: toLines(text),
        provenance: { source: "draft" as const, filed_by: null, filed_at: null, note: null },
        others: [],
      })),
      proposal: null,
      discarded: [],
      registeredAt: "2026-02-03T14:23:00.000Z",
      checkCitation: () => ({ result: "found", blob: null }),
    },
    { score_components: { W: 1, C: 1, T: 1, R: 1 }, ...input },
  );
  expect(errors).toEqual([]);
  return [...records, sealed(body)];
}
