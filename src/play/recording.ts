/**
 * A recorded dialogue as the calls that made it: what was asked, what each expert wrote, what the Judge decided. Read back from its records, so
 * any dialogue is a recording.
 */
import type { OpeningRecord, RoundRecord, VerdictRecord } from "../rules/records.ts";

export interface Recording {
  opening: OpeningRecord;
  rounds: RoundRecord[];
  verdict: VerdictRecord | undefined;
}

export function createInput({ opening }: Recording): Record<string, unknown> {
  const { title, question, constraint, background, subject, sources, domain, pool, settings } = opening;
  return {
    title,
    ...(question === null ? {} : { question }),
    ...(constraint === null ? {} : { constraint }),
    ...(background.length === 0 ? {} : { background: background.join("\n") }),
    ...(subject === null ? {} : { subject: subject.path }),
    sources: sources.map(({ path }) => path),
    ...(pool.length === 0 ? {} : { expert_pool: { domain, experts: pool }, panel_size: settings.panel_size }),
    rotation: settings.rotation,
    max_rounds: settings.max_rounds,
  };
}

/** What Blue itself puts into a verdict's record. */
const ofBlue = new Set<string>(
  "format kind self prev dialogue round verdict_type registered_at discarded seen_by_panel played".split(" "),
);

/** All that the Judge said, whatever a verdict may say one day. */
export function verdictInput(verdict: VerdictRecord): Record<string, unknown> {
  const said = Object.entries(verdict).filter(([field, value]) => !ofBlue.has(field) && value !== null);
  return {
    ...Object.fromEntries(said),
    recommendation: verdict.recommendation.join("\n"),
    description: verdict.description.join("\n"),
    decisions: Object.fromEntries(verdict.decisions.map(({ topic, decision }) => [topic, decision])),
  };
}
