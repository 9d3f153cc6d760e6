/**
 * The words of a dialogue, each in one place: types of item, references with what they may target, moves with what they take, stances with
 * whether each agrees. Patterns, schemas, the marker guide in prompts, the skill's table and the docs are derived from these tables.
 */

/** `list` is where a round's input and export hold items of this type. */
export const itemTypes = {
  P: { name: "perspective", list: "perspectives", means: "a perspective: something the others may not see" },
  R: { name: "recommendation", list: "recommendations", means: "a recommendation: what should be done" },
  T: { name: "tension", list: "tensions", means: "a tension: an open question or conflict that blocks agreement" },
  E: { name: "evidence", list: "evidence", means: "evidence: a fact with its source" },
  C: { name: "claim", list: "claims", means: "a claim: a position that rests on evidence" },
} as const;

/** `target`: any item, an item of the type it stands in, or tensions only. */
export const references = {
  SUPPORT: { target: "any", means: "agrees with it" },
  OPPOSE: { target: "any", means: "disagrees with it" },
  QUESTION: { target: "any", means: "asks about it" },
  DEPEND: { target: "any", means: "needs it to hold" },
  REFINE: { target: "same", means: "replaces it with a better version, same type only" },
  ADDRESS: { target: "tension", means: "answers the tension in part" },
  RESOLVE: { target: "tension", means: "settles the tension" },
  REOPEN: { target: "tension", means: "says the tension is not settled" },
} as const;

/** `takes`: what stands behind the move's name inside the brackets. */
export const moves = {
  DEFEND: { takes: "items", means: "holds on to it" },
  CHALLENGE: { takes: "items", means: "asks its author to prove it" },
  BRIDGE: { takes: "items", means: "joins them" },
  REQUEST: { takes: "topic", means: "asks for something that is missing" },
  CONCEDE: { takes: "items", means: "gives it up; of your own item: withdraws it" },
  CONVERGE: { takes: "nothing", means: "I can live with this proposal" },
} as const;

/** `agrees`: whether whoever says so is convinced. A stance that does not agree costs the signal beside it. */
export const stances = {
  APPROVE: { agrees: true, means: "yes" },
  REJECT: { agrees: false, means: "no" },
  CONDITIONAL: { agrees: false, means: "only if; write the condition behind it" },
  HOLD: { agrees: false, means: "not yet" },
  ABSTAIN: { agrees: true, means: "no opinion, and no objection" },
} as const;

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

export const itemTypeLetters = keysOf(itemTypes);
export const refKinds = keysOf(references);
export const moveKinds = keysOf(moves);
export const positions = keysOf(stances);

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): [Key, ...Key[]] {
  return Object.keys(table) as [Key, ...Key[]];
}
