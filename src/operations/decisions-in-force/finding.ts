/** One thing found about a decision, and how findings are ordered and shown. */
import * as z from "zod";
import type { CarriedCitation } from "../../rules/rot.ts";
import { keyWords } from "../../rules/rot.ts";
import { type RotKey, rotReasons, sameRot } from "../../rules/rot-reasons.ts";
import type { Settlements } from "../../store/settlements.ts";
import type { DecisionInForce } from "./decision.ts";

/** Most certain first. */
export const certainties = ["rotted", "unclear", "touched"] as const;

export const findingSchema = z.strictObject({
  state: z.enum(certainties),
  reason: z.enum([...rotReasons, "changed"]),
  id: z.string().describe("`R0109.1`: the first citation of R0109; else the item, or what it is about."),
  label: z.string().describe("The sentence of the decision that rests on it."),
  path: z.string().nullable(),
  line: z.int().nullable(),
  words: z.string().nullable().describe("What was cited."),
  why: z.string(),
});

export type RotFinding = z.output<typeof findingSchema>;

export interface KeyedFinding extends RotFinding {
  /** What settling it names; null where there is nothing to settle. */
  key: RotKey | null;
}

export function ofCitation(
  decision: DecisionInForce,
  citation: CarriedCitation,
  state: RotFinding["state"],
  why: string,
  reason: "gone" | "superseded" = "gone",
): KeyedFinding {
  const { id, item, path, from, words } = citation;
  const key = reason === "gone" ? { reason, item, path, words: keyWords(citation) } : { reason, item, path };
  const label = decision.items.find((one) => one.id === item)?.label ?? "";
  return { state, reason, id, label, path, line: from, words, why, key };
}

export function ofSubject(decision: DecisionInForce, state: RotFinding["state"], why: string): KeyedFinding {
  const { path } = decision.subject!;
  const common = { id: "subject", label: decision.decided, path, line: null, words: null };
  return { state, reason: "subject", ...common, why, key: { reason: "subject", path } };
}

export function ofItem(decision: DecisionInForce, item: string): KeyedFinding {
  const label = decision.items.find(({ id }) => id === item)?.label ?? "";
  const why = "its author took it back before the verdict";
  const common = { id: item, label, path: null, line: null, words: null, why };
  return { state: "rotted", reason: "withdrawn", ...common, key: { reason: "withdrawn", item } };
}

export function ofUndecided(decision: DecisionInForce, dialogue: string): KeyedFinding {
  const { path } = decision.documents[0]!;
  const why = `it rests on the dialogue ${dialogue}, which has no verdict in force`;
  const common = { id: "undecided", label: decision.decided, path, line: 1, words: null, why };
  return { state: "rotted", reason: "undecided", ...common, key: { reason: "undecided", document: path } };
}

/** A record, document or settlement of the decision itself changed: for information. */
export function ofChanged(path: string, why: string): KeyedFinding {
  const common = { id: "changed", label: "", path, line: null, words: null, why };
  return { state: "touched", reason: "changed", ...common, key: null };
}

export function isSettled(settlements: Settlements["settled"], { key }: KeyedFinding): boolean {
  return key !== null && settlements.some(({ settled }) => settled.some((one) => sameRot(one, key)));
}

export function byCertainty(a: RotFinding, b: RotFinding): number {
  return certainties.indexOf(a.state) - certainties.indexOf(b.state);
}
