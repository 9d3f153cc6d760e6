/**
 * A recorded dialogue as the calls that made it: what was asked, what each expert wrote, what the Judge decided. Read back from its records, so
 * any dialogue is a recording.
 */
import { forEachList, type OpeningRecord, type RoundRecord, type VerdictRecord } from "../rules/records.ts";

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

export function verdictInput(verdict: VerdictRecord): Record<string, unknown> {
  const { recommendation, description, conditions, decisions, vote, confidence } = verdict;
  return {
    recommendation: recommendation.join("\n"),
    ...(description.length === 0 ? {} : { description: description.join("\n") }),
    conditions,
    decisions: Object.fromEntries(decisions.map(({ topic, decision }) => [topic, decision])),
    ...(vote === null ? {} : { vote }),
    ...(confidence === null ? {} : { confidence }),
    ...forEachList((list) => verdict[list]),
    supporting_experts: verdict.supporting_experts,
  };
}
