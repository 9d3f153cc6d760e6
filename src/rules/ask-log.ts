/**
 * The log of asks: what Blue itself said about the round in work. Each entry is a file that is written once; what was asked of whom, which attempt counts
 * and what the panel was shown is read here and nowhere else. A panel, its asks and what was set aside are numbered by attempt; requests between the
 * rounds are numbered by whom they ask.
 */
import * as z from "zod";
import { expertKey } from "./names.ts";
import {
  askKinds,
  crossCheck,
  type Directive,
  decision,
  directive,
  hash,
  lines,
  type PanelMember,
  panel,
  revision,
  sealed,
} from "./records.ts";

/** `prev`: the head that the round answers. */
const entry = { ...sealed, prev: hash };

const panelEntry = z.strictObject({ ...entry, kind: z.literal("panel"), panel });

/** What the panel is shown, and whom it asks; frozen with the first prompt. */
const shown = z.strictObject({
  proposal: lines.nullable(),
  decision: decision.nullable(),
  /** Where neither of them is shown: the recommendations that stand. */
  recommendations: z.array(z.string()).nullable(),
  asked: z.enum(askKinds).nullable(),
  members: z.array(z.string()),
  revisions: z.array(revision),
  cross_checks: z.array(crossCheck),
});

/** One prompt: what the Judge added to it, and the SHA-256 of both its forms, the file and the one that a run is sent. */
const askedPrompt = directive.extend({ sha256: hash, answer_sha256: hash });

const askEntry = z.strictObject({
  ...entry,
  kind: z.literal("ask"),
  /** In the first ask of an attempt. */
  shown: shown.optional(),
  /** Only those that are new. */
  prompts: z.array(askedPrompt),
});

/** The first entry of every attempt after the first: why the one before it ended, and the panel that stays. */
const asideEntry = z.strictObject({
  ...entry,
  kind: z.literal("aside"),
  reason: z.string(),
  discarded_at: z.string(),
  /** Null: it could not be read, or none was seated. */
  panel: panel.nullable(),
});

export const attemptEntry = z.discriminatedUnion("kind", [panelEntry, askEntry, asideEntry]);

/** One run that was asked for outside the rounds: the prompt in its forms (a grader's has one), and the text it is about. */
export const requestEntry = z.strictObject({
  ...entry,
  kind: z.literal("request"),
  text: z.string(),
  answer_text: z.string().nullable(),
  before: z.string().nullable(),
});

/** Which text lies under which letter of a blind comparison, by its hash. */
export const packageEntry = z.strictObject({
  ...entry,
  kind: z.literal("package"),
  letters: z.record(z.string(), hash),
});

export type AttemptEntry = z.output<typeof attemptEntry>;
export type RequestEntry = z.output<typeof requestEntry>;
export type Shown = z.output<typeof shown>;
export type AskedPrompt = z.output<typeof askedPrompt>;

/** What the entries of one attempt add up to. */
export interface Asks {
  /** How many entries there are. */
  entries: number;
  /** The last one seated; undefined: none was for this round. */
  panel: PanelMember[] | undefined;
  /** Undefined until the first prompt of the attempt. */
  shown: Shown | undefined;
  /** In the order they were asked. */
  prompts: AskedPrompt[];
  /** Who was seated after the first ask, in that order. */
  joined: string[];
  /** The `self` of every ask. */
  hashes: string[];
}

export function foldAsks(entries: readonly AttemptEntry[]): Asks {
  const asks: Asks = {
    entries: entries.length,
    panel: undefined,
    shown: undefined,
    prompts: [],
    joined: [],
    hashes: [],
  };
  for (const one of entries) {
    if (one.kind === "ask") {
      asks.shown ??= one.shown;
      asks.prompts.push(...one.prompts);
      asks.hashes.push(one.self);
      continue;
    }
    const before = new Set((asks.panel ?? one.panel ?? []).map(({ name }) => name));
    if (asks.shown !== undefined)
      asks.joined.push(...(one.panel ?? []).map(({ name }) => name).filter((name) => !before.has(name)));
    asks.panel = one.panel ?? undefined;
  }
  return asks;
}

/** Whom the attempt asks: those it set out to ask, and those who were given a prompt beyond them. */
export function membersAsked({ shown: first, prompts }: Asks): string[] {
  return [...new Set([...(first?.members ?? []), ...prompts.map(({ expert }) => expert)])];
}

/** Of whom nothing is asked in this attempt; only a check leaves somebody out. */
export function notAsked(asks: Asks, members: readonly PanelMember[]): string[] {
  if (asks.shown?.asked !== "check") return [];
  const asked = new Set(membersAsked(asks).map(expertKey));
  return members.map(({ name }) => name).filter((name) => !asked.has(expertKey(name)));
}

export function promptsOf({ prompts }: Asks, expert: string): AskedPrompt[] {
  return prompts.filter((one) => expertKey(one.expert) === expertKey(expert));
}

/** All that the Judge added to prompts of the attempt, also what a later prompt left out: an expert may have read it. */
export function directivesIn({ prompts }: Pick<Asks, "prompts">): Directive[] {
  const said = new Map<string, string>();
  return prompts.flatMap(({ expert, directive: words, focus }) => {
    const added: Directive = { expert, directive: words, focus };
    const same = said.get(expert) === JSON.stringify(added);
    said.set(expert, JSON.stringify(added));
    return same || (words ?? focus) === null ? [] : [added];
  });
}
