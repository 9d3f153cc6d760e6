/** Makers of valid records: each body passes its schema as it stands, and a test overrides what it is about. */
import type { ComparisonRecord, OpeningRecord, RoundRecord, VerdictRecord } from "../../src/rules/records.ts";
import type { Rooted } from "../../src/store/paths.ts";
import { publishRecord } from "../../src/store/publish.ts";
import { type RecordBody, sealRecord } from "../../src/store/record.ts";
import { random } from "./project.ts";

export type Body<R> = Omit<R, "format" | "self"> & RecordBody;

export const dialogueId = "2026-03-01T1200Z-api-design";
export const dialogueFolder = `.blue/dialogues/${dialogueId}`;

export function openingBody(overrides: Partial<Body<OpeningRecord>> = {}): Body<OpeningRecord> {
  return {
    kind: "opening",
    prev: null,
    rules: 1,
    dialogue: dialogueId,
    created_at: "2026-03-01T12:00:00Z",
    title: "API design",
    question: "REST or RPC?",
    constraint: null,
    background: ["We have two clients.", "", "One is old."],
    domain: null,
    subject: null,
    sources: [],
    rfc: null,
    pool: [
      { role: "API Architect", tier: "Core", relevance: 0.95, focus: null, description: null, model: null },
      { role: "Operator", tier: "Adjacent", relevance: 0.6, focus: "on call", description: null, model: null },
    ],
    settings: {
      panel_size: 2,
      rotation: "graduated",
      max_rounds: 10,
      model: null,
      template: null,
      alignment: false,
    },
    seed: "0123456789abcdef0123456789abcdef",
    ...overrides,
  };
}

export function roundBody(round: number, prev: string, overrides: Partial<Body<RoundRecord>> = {}): Body<RoundRecord> {
  const member = { tier: "Core", relevance: 0.9, focus: null, description: null, model: null } as const;
  const digits = String(round).padStart(2, "0");
  const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
  return {
    kind: "round",
    prev,
    dialogue: dialogueId,
    round,
    registered_at: "2026-03-01T12:30:00Z",
    panel: [
      { name: "Muffin", role: "API Architect", source: "pool", reason: null, ...member },
      { name: "Scone", role: "Operator", source: "pool", reason: null, ...member },
    ],
    proposal: null,
    texts: [
      {
        expert: "Muffin",
        state: "present",
        lines: [`[MUFFIN-P${digits}01: plain verbs]`, "Clients already speak HTTP — “plain verbs” suffice."],
        provenance,
        others: [],
      },
      { expert: "Scone", state: "present", lines: ["[MOVE:CONVERGE]"], provenance, others: [] },
    ],
    items: [
      {
        id: `P${digits}01`,
        type: "P",
        label: "plain verbs",
        sources: [{ local_id: `MUFFIN-P${digits}01`, expert: "Muffin", line: 1 }],
        new: true,
      },
    ],
    mapping: { [`MUFFIN-P${digits}01`]: `P${digits}01` },
    merged: [],
    dismissed: [],
    discarded: [],
    counts: { open_tensions: [], new_perspectives: [], signals: [], panel_size: 2 },
    refs: [],
    moves: [{ kind: "CONVERGE", by: "Scone", from: null, targets: [], topic: null, line: 1 }],
    stances: [{ by: "Muffin", position: "APPROVE", confidence: 0.85, text: "Yes.", line: 3 }],
    statements: [],
    citations: [],
    signals: [{ by: "Scone", line: 1, counted: true, why: null }],
    tensions: [],
    owners: [],
    scores: { W: 3, C: 2, T: 1, R: 0.5, experts: { Muffin: 3, Scone: 3.5 } },
    judge: ["A calm round."],
    ...overrides,
  };
}

export function verdictBody(
  round: number | null,
  prev: string,
  overrides: Partial<Body<VerdictRecord>> = {},
): Body<VerdictRecord> {
  return {
    kind: "verdict",
    prev,
    dialogue: dialogueId,
    round,
    verdict_id: "final",
    verdict_type: "final",
    registered_at: "2026-03-01T13:00:00Z",
    recommendation: ["Use REST."],
    description: [],
    conditions: [],
    vote: null,
    confidence: null,
    decisions: [],
    tensions_resolved: [],
    tensions_accepted: [],
    recommendations_adopted: [],
    recommendations_rejected: [],
    key_evidence: [],
    key_claims: [],
    supporting_experts: ["Muffin", "Scone"],
    discarded: [],
    forced: false,
    warning: null,
    seen_by_panel: false,
    ...overrides,
  };
}

/** Of two texts by two graders; its hashes are of no text. */
export function comparisonBody(
  round: number,
  prev: string,
  overrides: Partial<Body<ComparisonRecord>> = {},
): Body<ComparisonRecord> {
  const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
  const defects = { critical: 0, major: 1, minor: 12 };
  const grades = [
    { letter: "A", rank: 1, ...defects },
    { letter: "B", rank: 2, ...defects },
  ];
  return {
    kind: "comparison",
    prev,
    dialogue: dialogueId,
    round,
    compared_at: "2026-03-01T14:00:00Z",
    texts: [
      { letter: "B", source: "control", round: null, decided: false, runs: 2, sha256: "b".repeat(64) },
      { letter: "A", source: "verdict", round, decided: true, runs: 9, sha256: "a".repeat(64) },
    ],
    control: { alone: true, lines: ["Use both."], sheet: ["major: slow"], size: 9, provenance },
    graders: [1, 2].map(() => ({ sheet: ["## A", "- major: slow"], provenance, grades })),
    ...overrides,
  };
}

export interface PublishedDialogue {
  opening: OpeningRecord;
  rounds: RoundRecord[];
  verdict: VerdictRecord | undefined;
}

/** A whole dialogue on disk, published as Blue does it: an opening, `rounds` rounds, and a final verdict on the last. */
export function publishDialogue(
  project: Rooted,
  { id = dialogueId, rounds = 2, verdict = rounds > 0 }: { id?: string; rounds?: number; verdict?: boolean } = {},
): PublishedDialogue {
  const folder = `.blue/dialogues/${id}`;
  const publish = <R>(path: string, body: Body<R>): R => {
    const { outcome } = publishRecord(project, `${folder}/${path}`, body, random);
    if (outcome !== "published") throw new Error(`${path} was taken`);
    return sealRecord(body) as unknown as R;
  };
  const opening = publish<OpeningRecord>("opening.json", openingBody({ dialogue: id }));
  const published: RoundRecord[] = [];
  for (let n = 0; n < rounds; n++) {
    const prev = (published.at(-1) ?? opening).self;
    published.push(publish<RoundRecord>(`round-${n}/round.json`, roundBody(n, prev, { dialogue: id })));
  }
  const last = published.at(-1);
  if (!verdict || last === undefined) return { opening, rounds: published, verdict: undefined };
  const path = `round-${last.round}/verdict-final.json`;
  return { opening, rounds: published, verdict: publish(path, verdictBody(last.round, last.self, { dialogue: id })) };
}
