/** A decision as it is listed: what it rests on, its health, and what was found about it. */
import * as z from "zod";
import { canBeChecked } from "../../facts/rests.ts";
import { briefFacts } from "../../facts/schema.ts";
import { safeLine } from "../../safe-text.ts";
import type { Settlements } from "../../store/settlements.ts";
import { entriesOf, outcomeEntry } from "../record-outcome.ts";
import type { DecisionInForce } from "./decision.ts";
import { byCertainty, findingSchema, isSettled, type KeyedFinding } from "./finding.ts";

/** `unchecked`: it cites nothing outside itself that could be lost, so nobody can say that it holds. */
const healths = ["sound", "unclear", "rotted", "touched", "unchecked"] as const;

/** Of a verdict; a document has none of it. */
const briefOfVerdict = {
  how: briefFacts.how.optional(),
  signed: briefFacts.signed.optional(),
  open: briefFacts.open.optional(),
};

export const decisionSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(["verdict", "rfc", "adr"]),
  title: z.string(),
  decided: z.string().describe("In one line, with whatever a reader must know in brackets."),
  ...briefOfVerdict,
  date: z.string().nullable(),
  standing: z
    .enum(["judged", "under_way", "overruled"])
    .describe("`under_way`: an RFC is `wip`; shown, never failing."),
  documents: z.array(z.strictObject({ id: z.string(), status: z.string(), path: z.string() })),
  rests_on: z.strictObject({ items: z.int(), citations: z.int(), files: z.int() }),
  health: z.enum(healths),
  findings: z.array(findingSchema),
  settled: z.int().describe("Findings that somebody settled; they are not listed."),
  outcomes: z.array(outcomeEntry).optional().describe("How it fared, the latest first; left out where nobody said."),
  repository: z.string().optional().describe("With `scope`: where it is in force."),
  commit: z.string().optional(),
  path: z.string().optional(),
});

export type Shown = z.output<typeof decisionSchema>;

/** One that is under way or overruled is shown, and counts for nothing. */
export function countsAs({ standing, health }: Shown, as: Shown["health"]): boolean {
  return standing === "judged" && health === as;
}

/** What a change settles. */
export const settledSchema = z.strictObject({
  id: z.string(),
  path: z.string(),
  reason: z.string(),
  names: z
    .array(z.strictObject({ what: z.string(), stands: z.boolean() }))
    .describe("What it settles. `stands`: it is still there, so nothing is settled."),
  settles: z
    .boolean()
    .describe(
      "Whether it settles something that the change takes away and that no settlement before it in the list settles.",
    ),
});

export type Settled = z.output<typeof settledSchema>;

export function renderSettled({ id, path, reason, names, settles }: Settled): string {
  return [
    `~ ${id}  ${settles ? "settled by this change" : "settles nothing"}: ${safeLine(reason)}  (${safeLine(path)})`,
    ...names.map((one) => `    ${namedWords(one)}`),
  ].join("\n");
}

export function namedWords({ what, stands }: Settled["names"][number]): string {
  return `${safeLine(what)}${stands ? ": still there, so this settles nothing" : ""}`;
}

/** `settlements`: those that count, in this change (`JudgedChange.settledBy`) or here (`settled-here.ts`). */
export function shown(
  decision: DecisionInForce,
  found: readonly KeyedFinding[],
  settlements: Settlements["settled"],
): Shown {
  const open = found.filter((one) => !isSettled(settlements, one));
  const findings = open.map(({ key: _, ...finding }) => finding).sort(byCertainty);
  const rests_on = {
    items: decision.items.length,
    citations: decision.citations.length,
    files: new Set(decision.citations.map(({ path }) => path)).size,
  };
  return {
    id: decision.id,
    kind: decision.kind,
    title: decision.title,
    decided: decision.decided,
    ...decision.brief,
    date: decision.date,
    standing: decision.standing,
    documents: decision.documents.map(({ type, name, path, status }) => ({
      id: `${type.toUpperCase()} ${name.digits ?? name.slug}`,
      status,
      path,
    })),
    rests_on,
    health: findings[0]?.state ?? (canBeChecked(rests_on) ? "sound" : "unchecked"),
    findings,
    settled: found.length - open.length,
    ...(decision.outcomes.outcomes.length > 0 && { outcomes: entriesOf(decision.outcomes.outcomes) }),
  };
}
