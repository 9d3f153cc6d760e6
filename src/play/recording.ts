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

const lists = { P: "perspectives", R: "recommendations", T: "tensions", E: "evidence", C: "claims" } as const;

/** The Judge's decisions of one round, as it would hand them in again. */
export function registerInput(record: RoundRecord): Record<string, unknown> {
  const input: Record<string, unknown> = {
    score_components: { W: record.scores.W, C: record.scores.C, T: record.scores.T, R: record.scores.R },
    expert_scores: record.scores.experts,
    summary: record.judge.join("\n"),
    dismissed: record.dismissed.map(({ local_id, expert, line, reason }) =>
      local_id === null ? { expert, line, reason } : { local_id, reason },
    ),
    absent: record.texts.filter(({ state }) => state === "absent").map(({ expert }) => expert),
    incomplete: record.texts
      .filter(({ state, expert }) => state === "incomplete" && record.panel.some(({ name }) => name === expert))
      .map(({ expert }) => expert),
  };
  for (const [type, list] of Object.entries(lists)) {
    input[list] = record.items
      .filter((item) => item.type === type)
      .map(({ label, sources: [lead, ...rest] }) => ({
        local_id: lead!.local_id,
        label,
        merges: rest.map(({ local_id }) => local_id),
      }));
  }
  const own = new Set(record.items.map(({ id }) => id));
  input.merged_into = record.merged
    .filter(({ into }) => !own.has(into))
    .map(({ local_id, into }) => ({ local_id, id: into }));
  input.tension_updates = [
    ...record.tensions.flatMap(({ id, change, item, note }): Record<string, unknown>[] => {
      if (change === "resolved") return [{ id, status: change, via: item, ...(note === null ? {} : { note }) }];
      return change === "accepted" ? [{ id, status: change, reason: note }] : [];
    }),
    ...record.owners.map(({ id, owner, resolution_path }) => ({
      id,
      ...(owner === null ? {} : { owner }),
      ...(resolution_path === null ? {} : { resolution_path }),
    })),
  ];
  return input;
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
    tensions_resolved: verdict.tensions_resolved,
    tensions_accepted: verdict.tensions_accepted,
    recommendations_adopted: verdict.recommendations_adopted,
    recommendations_rejected: verdict.recommendations_rejected,
    key_evidence: verdict.key_evidence,
    key_claims: verdict.key_claims,
    supporting_experts: verdict.supporting_experts,
  };
}
