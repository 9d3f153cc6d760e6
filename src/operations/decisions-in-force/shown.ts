/** A decision as it is listed: what it rests on, its health, and what was found about it. */
import * as z from "zod";
import { safeLine } from "../../safe-text.ts";
import type { DecisionInForce } from "./decision.ts";
import { byCertainty, findingSchema, isSettled, type KeyedFinding } from "./finding.ts";

const healths = ["sound", "unclear", "rotted", "touched"] as const;

export const decisionSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(["verdict", "rfc", "adr"]),
  title: z.string(),
  decided: z.string().describe("In one line."),
  date: z.string().nullable(),
  standing: z
    .enum(["judged", "under_way", "overruled"])
    .describe("`under_way`: an RFC is `wip`; shown, never failing."),
  documents: z.array(z.strictObject({ id: z.string(), status: z.string(), path: z.string() })),
  rests_on: z.strictObject({ items: z.int(), citations: z.int(), files: z.int() }),
  health: z.enum(healths),
  findings: z.array(findingSchema),
  settled: z.int().describe("Findings that somebody settled; they are not listed."),
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
export const settledSchema = z.strictObject({ id: z.string(), path: z.string(), reason: z.string() });

export function renderSettled({ id, path, reason }: z.output<typeof settledSchema>): string {
  return `~ ${id}  settled by this change: ${safeLine(reason)}  (${safeLine(path)})`;
}

export function shown(decision: DecisionInForce, found: readonly KeyedFinding[]): Shown {
  const open = found.filter((one) => !isSettled(decision, one));
  const findings = open.map(({ key: _, ...finding }) => finding).sort(byCertainty);
  return {
    id: decision.id,
    kind: decision.kind,
    title: decision.title,
    decided: decision.decided,
    date: decision.date,
    standing: decision.standing,
    documents: decision.documents.map(({ type, name, path, status }) => ({
      id: `${type.toUpperCase()} ${name.digits ?? name.slug}`,
      status,
      path,
    })),
    rests_on: {
      items: decision.items.length,
      citations: decision.citations.length,
      files: new Set(decision.citations.map(({ path }) => path)).size,
    },
    health: findings[0]?.state ?? "sound",
    findings,
    settled: found.length - open.length,
  };
}
