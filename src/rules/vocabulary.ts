/**
 * The words of a dialogue, each in one place: types of item, references with what they may target, moves with what they take, stances with
 * whether each agrees. Patterns, schemas, the marker guide in prompts, the skill and the docs are derived from these tables; `npm run docs` writes the last two.
 */

/** `list` is where a round's input and export hold items of this type. */
export const itemTypes = {
  P: { name: "perspective", list: "perspectives", means: "something the others do not see" },
  R: { name: "recommendation", list: "recommendations", means: "what to do" },
  T: { name: "tension", list: "tensions", means: "a conflict or failing case that must be settled" },
  E: { name: "evidence", list: "evidence", means: "a fact, with its source" },
  C: { name: "claim", list: "claims", means: "a conclusion you can argue" },
} as const;

/** `target`: any item, an item of the type it stands in, or tensions only. */
export const references = {
  SUPPORT: { target: "any" },
  OPPOSE: { target: "any" },
  QUESTION: { target: "any" },
  DEPEND: { target: "any" },
  REFINE: { target: "same" },
  ADDRESS: { target: "tension" },
  RESOLVE: { target: "tension" },
  REOPEN: { target: "tension" },
} as const;

/** What the marker guide says of references with each kind of target. */
export const targetWords = {
  any: "about any item",
  same: "an earlier item of the same type, made better",
  tension: "tensions only",
} as const;

/** `takes`: what stands behind the move's name inside the brackets; `form` shows it. */
export const moves = {
  DEFEND: { takes: "items", form: " id" },
  CHALLENGE: { takes: "items", form: " id" },
  BRIDGE: { takes: "items", form: " id, id" },
  REQUEST: { takes: "topic", form: " topic" },
  CONCEDE: { takes: "items", form: " id" },
  CONVERGE: { takes: "nothing", form: "" },
} as const;

/** `agrees`: whether an expert who says so is convinced. A stance that does not agree costs the signal beside it. */
export const stances = {
  APPROVE: { agrees: true },
  REJECT: { agrees: false },
  CONDITIONAL: { agrees: false },
  HOLD: { agrees: false },
  ABSTAIN: { agrees: true },
} as const;

/** How bad the failing case of a tension is, worst first. Of merged tensions the worst counts. */
export const severities = ["critical", "major", "minor"] as const;
/** Every word that a draft may say for one: models write more than the three. */
const severityWords: SeverityWords = {
  ...{ critical: "critical", blocker: "critical", severe: "critical" },
  ...{ major: "major", high: "major", medium: "major" },
  ...{ minor: "minor", low: "minor", trivial: "minor" },
};
const firstSeverityWords: SeverityWords = Object.fromEntries(severities.map((word) => [word, word]));

/** What stands between a label and its severity, as models write it. */
export const bars = "|｜│∣¦";

export interface SeverityReading {
  words: SeverityWords;
  /** Any of the bars counts, an empty last cell is passed over, and the older dialect has severities. */
  anyBar: boolean;
}
/** How severities are read. */
export const severityReading: SeverityReading = { words: severityWords, anyBar: true };
/** How drafts were read before: a recorded round keeps what it recorded. */
export const olderSeverityReadings: readonly SeverityReading[] = [
  { words: severityWords, anyBar: false },
  { words: firstSeverityWords, anyBar: false },
];

/** A formal objection, and a coalition's alternative; each followed by its text. */
export const statements = {
  DISSENT: { kind: "dissent", needsLabel: false },
  "MINORITY VERDICT": { kind: "minority_verdict", needsLabel: true },
} as const;

/** The older dialect's words for references and moves. Its items are called by the names of their types. */
export const olderReferences = {
  REFINEMENT: "REFINE",
  RESOLVED: "RESOLVE",
  RESOLUTION: "RESOLVE",
  REOPENED: "REOPEN",
  ACKNOWLEDGED: "ADDRESS",
} as const satisfies Record<string, keyof typeof references>;
export const olderMoves = {
  CONCESSION: "CONCEDE",
  "CONVERGENCE CONFIRMED": "CONVERGE",
} as const satisfies Record<string, keyof typeof moves>;

export type ItemType = keyof typeof itemTypes;
export type RefKind = keyof typeof references;
export type MoveKind = keyof typeof moves;
export type Position = keyof typeof stances;
export type Severity = (typeof severities)[number];
type SeverityWords = Readonly<Record<string, Severity>>;

export const itemTypeLetters = keysOf(itemTypes);
export const refKinds = keysOf(references);
export const moveKinds = keysOf(moves);
export const positions = keysOf(stances);

/** The worst of them; null when none is given. */
export function worstOf(given: readonly (Severity | null | undefined)[]): Severity | null {
  return severities.find((severity) => given.includes(severity)) ?? null;
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): [Key, ...Key[]] {
  return Object.keys(table) as [Key, ...Key[]];
}
