/**
 * What the four kinds of record hold. A record's shape is a promise to every later version: fields may be added under a higher
 * `format`, none changes its meaning. Texts stand as arrays of lines, so that a diff reads.
 */
import * as z from "zod";
import { expertKey } from "./names.ts";
import { rotReasons } from "./rot-reasons.ts";
import { itemTypeLetters, moveKinds, positions, refKinds, severities } from "./vocabulary.ts";

/** The rules a dialogue is judged by, fixed in its opening. */
export const rulesVersion = 1;

export const tiers = ["Core", "Adjacent", "Wildcard"] as const;
export const rotations = ["graduated", "none", "wildcards", "full"] as const;
export const expertSources = ["pool", "retained", "created"] as const;
export const verdictTypes = ["interim", "final", "minority", "dissent"] as const;
/** How a dialogue ends without a decision: recorded as a verdict record of its own, `verdict-close.json`. */
export const closings = ["impasse", "abandoned", "reviewed"] as const;
/** How a dialogue goes: to a decision, or one blind look whose findings are the result. */
export const methods = ["dialogue", "review"] as const;
/** Whom a round asks, where it is not everybody as usual: those whose tensions the new text answers, or everybody for a signature. */
export const askKinds = ["check", "sign"] as const;

export const lines = z.array(z.string());
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const sealed = { format: z.literal(1), self: hash };

export const poolExpert = z.strictObject({
  role: z.string(),
  tier: z.enum(tiers),
  relevance: z.number().min(0).max(1),
  focus: z.string().nullable(),
  description: z.string().nullable(),
  model: z.string().nullable(),
});

/** It names a folder and files, so it is a plain word, however it is written. */
const seatName = z
  .string()
  .max(100)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i);

export const panelMember = z.strictObject({
  name: seatName,
  role: z.string(),
  tier: z.enum(tiers).nullable(),
  relevance: z.number().min(0).max(1).nullable(),
  focus: z.string().nullable(),
  description: z.string().nullable(),
  model: z.string().nullable(),
  source: z.enum(expertSources),
  /** Why a created expert was called. */
  reason: z.string().nullable(),
});

/** One voice has one seat, however its name is written. */
export function findNamedTwice(panel: readonly { name: string }[]): string | undefined {
  const keys = panel.map(({ name }) => expertKey(name));
  return panel.find((_, i) => keys.indexOf(keys[i]!) !== i)?.name;
}

export const panel = z
  .array(panelMember)
  .min(2)
  .refine((members) => findNamedTwice(members) === undefined, "seats somebody twice");

/** A file as it was when the dialogue took it up. */
const document = z.strictObject({ path: z.string(), sha256: hash });
/** With its words, because the first step of the diff starts from them. */
const subject = document.extend({ lines: lines.optional() });

export const openingRecord = z.strictObject({
  ...sealed,
  kind: z.literal("opening"),
  prev: z.null(),
  rules: z.literal(rulesVersion),
  dialogue: z.string(),
  created_at: z.iso.datetime(),
  title: z.string(),
  question: z.string().nullable(),
  constraint: z.string().nullable(),
  background: lines,
  domain: z.string().nullable(),
  subject: subject.nullable(),
  sources: z.array(document),
  rfc: z.string().nullable(),
  /** The decided dialogue whose decision is deliberated anew. */
  reopens: z.string().optional(),
  pool: z.array(poolExpert),
  settings: z.strictObject({
    panel_size: z.int().nullable(),
    rotation: z.enum(rotations),
    max_rounds: z.int().min(2).max(99),
    model: z.string().nullable(),
    template: z.string().nullable(),
    alignment: z.boolean(),
    method: z.enum(methods).optional(),
    /** Characters that the text under deliberation may have. */
    max_size: z.int().min(1).optional(),
    /** One more agent alone revises the subject, to compare. */
    control: z.boolean().optional(),
    /** After the blind round others try to refute its tensions before the author answers them. */
    cross_check: z.boolean().optional(),
  }),
  /** Sampling is reproducible from this. */
  seed: z.string().regex(/^[0-9a-f]{32}$/),
});

/** What a run of an agent took, as far as its runner says. */
export const runFacts = z.strictObject({
  model: z.string().optional(),
  /** Read and written, without what came from a cache. */
  tokens: z.int().optional(),
  seconds: z.number().optional(),
});

const tokens = z.strictObject({ input: z.int(), cached: z.int(), output: z.int() }).nullable();
/** What one run cost, as far as anybody says. */
const cost = { tokens, usd: z.number().nullable(), seconds: z.number() };

/** The run that gave a text. What it saw and said is proved by hashes; which model it was is the runner's word. */
export const textRun = z.strictObject({
  runner: z.string(),
  version: z.string().nullable(),
  /** The model that was asked for; null: the runner's own default. */
  asked: z.string().nullable(),
  model: z.string().nullable(),
  /** Whether it was measured that such a run cannot get out of the files it was given. */
  confined: z.boolean(),
  /** Where the words went. */
  endpoint: z.string().nullable(),
  /** Of the list of files it could read; null: it saw none. */
  shelf_sha256: hash.nullable(),
  prompt_sha256: hash,
  /** Of the answer as it came, before anything was unwrapped or masked. */
  answer_sha256: hash,
  /** It was wholly one code fence. */
  unwrapped: z.boolean(),
  /** Values of keys that were blotted out. */
  masked: z.int(),
  tools: z.record(z.string(), z.int()),
  ...cost,
});

/** How a text came to be an expert's: its own file, a run of its own, or filed by someone, who is then counted in the Judge's hand. */
export const provenance = z.strictObject({
  source: z.enum(["draft", "adopted", "expert_write", "transcript", "hook", "guest", "runner"]),
  filed_by: z.string().nullable(),
  filed_at: z.string().nullable(),
  note: z.string().nullable(),
  /** When the file was last written. */
  written_at: z.string().optional(),
  ...runFacts.shape,
  /** It ended at its output limit: no signal in it counts. */
  cut: z.literal(true).optional(),
  /** Blue asked the panel, or the graders, and this does not answer a prompt that it wrote: no signal and no rank in it counts. */
  unasked: z.literal(true).optional(),
  run: textRun.optional(),
});

/** The reason on record for a line that code dismissed: a marker that cannot be read. */
export const unreadable = "unreadable";

/** What a player did for one head, beside the runs whose texts stand in the record. */
export const played = z.strictObject({
  /** Every other run, whether its answer was used or not. */
  runs: z.array(
    z.strictObject({
      purpose: z.string(),
      seat: z.string().nullable(),
      runner: z.string(),
      model: z.string().nullable(),
      /** `answer`, or how it failed. */
      ended: z.string(),
      used: z.boolean(),
      /** Words of a run without an answer that a person could see; they count nothing. */
      shown: lines.nullable(),
      ...cost,
    }),
  ),
  /** What the Judge asked for and the player left out, because it was refused. */
  left_out: z.array(z.string()),
  /** How many of the dismissed lines are the player's: markers that cannot be read. */
  unreadable: z.int(),
});

const expertText = z.strictObject({
  expert: z.string(),
  /** `not_asked`: in the panel, and nobody asked them this round; no signal. */
  state: z.enum(["present", "incomplete", "absent", "not_asked"]),
  lines,
  provenance: provenance.nullable(),
  /** Second texts stand beside the first; only the first is counted. */
  others: z.array(z.strictObject({ lines, provenance })),
});

/** The text as its author rewrote it before this round, and what the author answered to each open tension. */
export const revision = z.strictObject({
  /** By a fresh agent before any panel saw the text: it answers no tension, and `sheet` lists what it found. */
  alone: z.boolean(),
  lines,
  sheet: lines,
  /** In characters. */
  size: z.int(),
  provenance,
});
/** What somebody who raised nothing found of each open tension before the author answered it. */
export const crossCheck = z.strictObject({ by: z.string(), sheet: lines, provenance });
/** What the Judge asked of one expert in its prompt, beside what every prompt says. */
export const directive = z.strictObject({
  expert: z.string(),
  directive: lines.nullable(),
  /** In place of the focus that the panel gives. */
  focus: z.string().nullable(),
});
const directives = z.array(directive).optional();

/** Characters of the decision in one sentence, of its reason and of its risk. */
export const longestDecision = 300;
const sentence = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= longestDecision, `has more than ${longestDecision} characters`);
/** The decision in one sentence, as it stood above the text in every prompt. `judge`: given with the prompts, where no author wrote it. */
export const decision = z.strictObject({
  text: sentence,
  /** Why this and not something else, and what may still go wrong; only an author writes these. */
  why: sentence.optional(),
  risk: sentence.optional(),
  by: z.enum(["author", "judge"]),
});

/** Drafts of an unregistered round that the Judge set aside: named, and kept word for word. */
const discarded = z.strictObject({
  round: z.int(),
  discarded_at: z.string(),
  reason: z.string(),
  texts: z.array(z.strictObject({ expert: z.string(), lines })),
  directives,
});

const item = z.strictObject({
  id: z.string(),
  type: z.enum(itemTypeLetters),
  label: z.string(),
  /** What the expert called it, where the Judge gave it another label. */
  own_label: z.string().optional(),
  /** Of a tension: what its first marker says; those merged into it stand in `merged`. */
  severity: z.enum(severities).optional(),
  /** The markers it was made of; the first gave it its place. */
  sources: z.array(z.strictObject({ local_id: z.string(), expert: z.string(), line: z.int() })).min(1),
  /** For a perspective: neither a refinement of an earlier one nor merged into one. */
  new: z.boolean(),
});

const reference = z.strictObject({
  kind: z.enum(refKinds),
  by: z.string(),
  /** The item it stands in; null: the draft as a whole. */
  from: z.string().nullable(),
  target: z.string(),
  line: z.int(),
});

const move = z.strictObject({
  kind: z.enum(moveKinds),
  by: z.string(),
  from: z.string().nullable(),
  targets: z.array(z.string()),
  topic: z.string().nullable(),
  line: z.int(),
});

const stance = z.strictObject({
  by: z.string(),
  position: z.enum(positions),
  confidence: z.number().min(0).max(1).nullable(),
  text: z.string(),
  line: z.int(),
});

const citation = z.strictObject({
  by: z.string(),
  item: z.string().nullable(),
  path: z.string(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  words: z.string().nullable(),
  result: z.enum(["found", "found_elsewhere", "not_found", "file_missing", "refused"]),
  /** Of words that are not on the cited lines, or cited without lines: the line where they begin. */
  found_at: z.int().optional(),
  /** SHA-256 of the file it was checked against. */
  blob: hash.nullable(),
  line: z.int(),
});

/** The note of a tension that the Judge closed by sending the count after it, without naming it. */
export const onlyResolver = "by the only resolver";

const tensionEvent = z.strictObject({
  id: z.string(),
  change: z.enum(["raised", "addressed", "resolved", "reopened", "accepted"]),
  /** Experts, or the Judge. */
  actors: z.array(z.string()),
  /** The item that caused it. */
  item: z.string().nullable(),
  note: z.string().nullable(),
});

export const roundRecord = z.strictObject({
  ...sealed,
  kind: z.literal("round"),
  prev: hash,
  dialogue: z.string(),
  round: z.int().min(0).max(98),
  registered_at: z.iso.datetime(),
  /** There only when `max_rounds` rounds were registered before this one. */
  past_limit: z.literal(true).optional(),
  panel,
  proposal: lines.nullable(),
  /** There only when the proposal came with the registration: that the panel was shown it is then the Judge's word. */
  proposal_shown: z.literal(false).optional(),
  decision: decision.optional(),
  /** There only where the prompts showed neither text nor sentence: the recommendations that stood then, to which a signal agrees. */
  recommendations: z.array(z.string()).optional(),
  /** SHA-256 of every entry of the log by which Blue asked this panel. Empty: Blue did not ask. A record without it is older than the log. */
  asks: z.array(hash).optional(),
  /** What was written between the last round and this one, oldest first; the last is what the panel was shown. */
  revisions: z.array(revision).optional(),
  cross_checks: z.array(crossCheck).optional(),
  asked: z.enum(askKinds).optional(),
  /** There only when the Judge gave some. */
  directives,
  texts: z.array(expertText),
  items: z.array(item),
  /** Local ID to global ID, merged ones included. */
  mapping: z.record(z.string(), z.string()),
  /** Markers that became part of another item by the Judge's decision. */
  merged: z.array(
    z.strictObject({
      local_id: z.string(),
      into: z.string(),
      severity: z.enum(severities).optional(),
      /** Blue proposed it; otherwise it is the Judge's own. */
      proposed: z.literal(true).optional(),
    }),
  ),
  dismissed: z.array(
    z.strictObject({ local_id: z.string().nullable(), expert: z.string(), line: z.int(), reason: z.string() }),
  ),
  refs: z.array(reference),
  moves: z.array(move),
  stances: z.array(stance),
  statements: z.array(
    z.strictObject({
      kind: z.enum(["dissent", "minority_verdict"]),
      by: z.string(),
      label: z.string().nullable(),
      lines,
      line: z.int(),
    }),
  ),
  citations: z.array(citation),
  /** Members whose own text of this round carries the signal, and why one does not count (`round/objections.ts`). */
  signals: z.array(z.strictObject({ by: z.string(), line: z.int(), counted: z.boolean(), why: z.string().nullable() })),
  tensions: z.array(tensionEvent),
  owners: z.array(
    z.strictObject({ id: z.string(), owner: z.string().nullable(), resolution_path: z.string().nullable() }),
  ),
  scores: z.strictObject({
    W: z.number(),
    C: z.number(),
    T: z.number(),
    R: z.number(),
    /** There only where the Judge gave the score alone; the four are then 0. */
    total: z.number().optional(),
    experts: z.record(z.string(), z.number()),
  }),
  /** The counts when the round was registered, for readers and the index. The gate computes them again from all records. */
  counts: z.strictObject({
    open_tensions: z.array(z.string()),
    new_perspectives: z.array(z.string()),
    signals: z.array(z.string()),
    panel_size: z.int(),
  }),
  /** What was set aside before this round was registered. */
  discarded: z.array(discarded),
  /** Of a blind round that experts joined after the first look: what each was predicted to bring, and brought. */
  later_looks: z
    .array(
      z.strictObject({
        expert: z.string(),
        predicted: z.strictObject({ mean: z.number(), low: z.int(), high: z.int() }),
        brought: z.int(),
      }),
    )
    .optional(),
  /** There only when the round was played from the command line. */
  played: played.optional(),
  /** The Judge's own words; becomes judge.md. */
  judge: lines,
});

/** The lists of items a verdict names, each of one type. */
export const verdictLists = {
  tensions_resolved: { type: "T", means: "If given, each must be resolved in the ledger." },
  tensions_accepted: { type: "T", means: "Must name every tension accepted unresolved." },
  recommendations_adopted: { type: "R", means: "IDs of recommendations, `R0203`." },
  recommendations_rejected: { type: "R", means: "IDs of recommendations." },
  key_evidence: { type: "E", means: "IDs of evidence it rests on, `E0101`." },
  key_claims: { type: "C", means: "IDs of claims it rests on, `C0101`." },
} as const;

export type VerdictList = keyof typeof verdictLists;

/** One value for each list of a verdict. */
export function forEachList<T>(make: (list: VerdictList) => T): Record<VerdictList, T> {
  const names = Object.keys(verdictLists) as VerdictList[];
  return Object.fromEntries(names.map((list) => [list, make(list)])) as Record<VerdictList, T>;
}

export const verdictRecord = z.strictObject({
  ...sealed,
  kind: z.literal("verdict"),
  prev: hash,
  dialogue: z.string(),
  /** Null only for a dialogue closed before its first round. */
  round: z.int().min(0).max(98).nullable(),
  verdict_id: z.string(),
  verdict_type: z.enum([...verdictTypes, ...closings]),
  registered_at: z.iso.datetime(),
  /** The decision in one sentence. */
  headline: z.string().optional(),
  recommendation: lines,
  description: lines,
  conditions: z.array(z.string()),
  vote: z.string().nullable(),
  confidence: z.string().nullable(),
  decisions: z.array(z.strictObject({ topic: z.string(), decision: z.string() })),
  ...forEachList(() => z.array(z.string())),
  supporting_experts: z.array(z.string()),
  /** What was set aside after the last round was registered. */
  discarded: z.array(discarded),
  forced: z.boolean(),
  warning: z.string().nullable(),
  /** Whether the recommendation is, word for word, the proposal that the last round's prompts showed. */
  seen_by_panel: z.boolean(),
  played: played.optional(),
});

/** That a decision holds although something it rests on changed: what, and why that does not count. It stands on one verdict and ends with it. */
export const settlementRecord = z.strictObject({
  ...sealed,
  kind: z.literal("settlement"),
  prev: hash,
  dialogue: z.string(),
  settled_at: z.iso.datetime(),
  /** The commit that the change was made against, so that the same reason can be given for a later change; null without git. */
  base: z.string().nullable().optional(),
  reason: z.string().min(1),
  settled: z
    .array(
      z.strictObject({
        reason: z.enum(rotReasons),
        item: z.string().optional(),
        path: z.string().optional(),
        words: z.string().optional(),
        document: z.string().optional(),
      }),
    )
    .min(1),
});

export const outcomeWords = ["held", "changed", "failed"] as const;
export type OutcomeWord = (typeof outcomeWords)[number];

/** How a decision fared, as somebody found it later. */
export const outcomeRecord = z.strictObject({
  ...sealed,
  kind: z.literal("outcome"),
  /** The verdict it is about; null: a document. */
  prev: hash.nullable(),
  decision: z.string(),
  found_at: z.iso.datetime(),
  outcome: z.enum(outcomeWords),
  because: z.string().min(1),
});

/** Where a text of a comparison comes from. `proposal` and `verdict`: words the Judge brought, not an author. */
export const textSources = ["subject", "polished", "rewritten", "proposal", "verdict", "control"] as const;

const letter = z.string().regex(/^[A-Z]{1,4}$/);

const comparedText = z.strictObject({
  letter,
  source: z.enum(textSources),
  /** The round it was written for. */
  round: z.int().nullable(),
  decided: z.boolean(),
  /** Agents that ran until it was written. */
  runs: z.int(),
  /** Of the text as its file holds it (`fileOf`). */
  sha256: hash,
});

const grade = z.strictObject({
  letter,
  rank: z.int(),
  ...{ critical: z.int(), major: z.int(), minor: z.int() },
});

/** What blind graders found in the texts of a decided dialogue; follows the verdict, and decides nothing. */
export const comparisonRecord = z.strictObject({
  ...sealed,
  kind: z.literal("comparison"),
  prev: hash,
  dialogue: z.string(),
  round: z.int().min(0).max(98),
  compared_at: z.iso.datetime(),
  texts: z.array(comparedText).min(2),
  /** All other texts stand in the records before. */
  control: revision.optional(),
  /** How many graders Blue asked; a record without it is older than the log of asks. */
  asked: z.int().optional(),
  /** Every sheet there was; one whose provenance says `unasked` was brought by the Judge and ranks nothing. */
  graders: z
    .array(
      z.strictObject({
        /** Word for word. */
        sheet: lines,
        provenance,
        grades: z.array(grade),
      }),
    )
    .min(1),
});

export type Tier = (typeof tiers)[number];
export type Rotation = (typeof rotations)[number];
export type PoolExpert = z.output<typeof poolExpert>;
export type PanelMember = z.output<typeof panelMember>;
export type TextRun = z.output<typeof textRun>;
export type Played = z.output<typeof played>;
export type RunFacts = z.output<typeof runFacts>;
export type Provenance = z.output<typeof provenance>;
export type OpeningRecord = z.output<typeof openingRecord>;
export type RoundRecord = z.output<typeof roundRecord>;
export type SettlementRecord = z.output<typeof settlementRecord>;
export type OutcomeRecord = z.output<typeof outcomeRecord>;
export type VerdictRecord = z.output<typeof verdictRecord>;
export type Revision = z.output<typeof revision>;
export type CrossCheck = z.output<typeof crossCheck>;
export type AskKind = (typeof askKinds)[number];
export type Decision = z.output<typeof decision>;
export type Directive = z.output<typeof directive>;
export type Discarded = z.output<typeof discarded>;
export type TensionEvent = z.output<typeof tensionEvent>;
export type ComparedText = z.output<typeof comparedText>;
export type Grade = z.output<typeof grade>;
export type ComparisonRecord = z.output<typeof comparisonRecord>;
export type DialogueRecord = OpeningRecord | RoundRecord | VerdictRecord;
