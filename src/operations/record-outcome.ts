/** How a decision fared, said of a dialogue, an RFC or an ADR: the fields and what they share. */
import * as z from "zod";
import type { Context } from "../context.ts";
import { type Document, nameOf } from "../documents/document.ts";
import { type OutcomeEntry, outcomeLine } from "../pages/outcome-lines.ts";
import { type OutcomeRecord, outcomeWords } from "../rules/records.ts";
import { slugOf } from "../rules/slug.ts";
import { safeLine } from "../safe-text.ts";
import { publishOutcome } from "../store/outcomes.ts";
import { nextCall, nextSchema, renderNext } from "./next-call.ts";

export const outcomeFields = {
  outcome: z
    .enum(outcomeWords)
    .describe("`held`: it was right; `changed`: it had to be changed on the way; `failed`: it was wrong."),
  because: z.string().trim().min(1).max(2000).describe("What showed it."),
};

export const outcomeAnswer = z.strictObject({
  decision: z.string(),
  outcome: z.enum(outcomeWords),
  because: z.string(),
  path: z.string(),
  status: z.enum(["recorded", "already_recorded"]),
  next: nextSchema,
});

/** One outcome as lists show it. */
export const outcomeEntry = z.strictObject({ outcome: z.enum(outcomeWords), because: z.string(), on: z.string() });

export function entriesOf(outcomes: readonly OutcomeRecord[]): OutcomeEntry[] {
  return outcomes.map(({ outcome, because, found_at }) => ({ outcome, because, on: found_at.slice(0, 10) }));
}

export function renderOutcome(decidedOn: string | null, outcomes: readonly OutcomeEntry[] | undefined): string[] {
  return (outcomes ?? []).map((one) => `    ${safeLine(outcomeLine(decidedOn, one))}`);
}

/** The folder of a document's outcomes: its name outlives its status and its title. */
export function outcomeKey(document: Document): string {
  return slugOf(nameOf(document));
}

export function recordOutcome(
  { project, now, random }: Context,
  said: { decision: string; verdict: string | null; outcome: OutcomeRecord["outcome"]; because: string },
): z.output<typeof outcomeAnswer> {
  const { decision, verdict, outcome, because } = said;
  const body = {
    kind: "outcome" as const,
    prev: verdict,
    decision,
    found_at: now().toISOString(),
    outcome,
    because,
  };
  const { path, already } = publishOutcome(project, body, random);
  return {
    decision,
    outcome,
    because,
    path,
    status: already ? "already_recorded" : "recorded",
    next: nextCall("decisions", { outcomes: true }, "Shows how past decisions fared."),
  };
}

export function renderRecorded({ status, decision, outcome, path, next }: z.output<typeof outcomeAnswer>): string {
  const words = status === "recorded" ? "Recorded" : "Recorded already";
  return [`✓ ${words}: ${decision} ${outcome}`, `  ${path}`, renderNext(next)].join("\n");
}
