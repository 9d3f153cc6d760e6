/** The smallest opening and panels a prompt can be written for. */
import { pastryName } from "../../src/deliberation/names.ts";
import type { OpeningRecord, PanelMember, RoundRecord } from "../../src/deliberation/records.ts";
import type { RoundBody } from "../../src/deliberation/register/compose-round.ts";
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
