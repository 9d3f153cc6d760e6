/** What the page over all repositories says: of each what is in force, who decides what, and how long that takes; and their decisions, some at a time. */
import type { Client } from "pg";
import { type DecisionRow, someOfEach } from "./read.ts";

/** Of one repository; without a name, of all. */
export interface OverviewRow {
  name: string | null;
  commit: string | null;
  published_at: Date | null;
  damaged: number;
  open_dialogues: number;
  rotted: number;
  unclear: number;
  sound: number;
  unchecked: number;
  by_dialogue: number;
  by_rfc: number;
  by_adr: number;
  /** How many rounds each decided dialogue took, in order. */
  rounds: number[];
  /** From opening to verdict, in milliseconds, of the dialogues of which it is known. */
  median_time: number | null;
  timed: number;
}

/** A dialogue that was recorded afterwards has all its rounds within minutes: how long it took is not known. The page of one dialogue says the same. */
const leastPerRound = "interval '1 minute'";

export async function readOverview(client: Client): Promise<OverviewRow[]> {
  const sql = `WITH decided AS (
      SELECT d.repository, v.at - d.created_at AS time, o.rounds FROM ${someOfEach("dialogues")} d
      JOIN (SELECT repository, source, count(*)::int AS rounds FROM ${someOfEach("rounds")} o GROUP BY 1, 2) o USING (repository, source)
      JOIN (
        SELECT repository, source, max(registered_at) AS at FROM ${someOfEach("verdicts")} v WHERE verdict_type = 'final' GROUP BY 1, 2
      ) v USING (repository, source)
      WHERE d.state = 'decided'
    ), times AS (
      SELECT repository, array_agg(rounds ORDER BY rounds) AS rounds,
        count(*) FILTER (WHERE time > rounds * ${leastPerRound})::int AS timed,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM time) * 1000)
          FILTER (WHERE time > rounds * ${leastPerRound}) AS median_time
      FROM decided GROUP BY GROUPING SETS ((repository), ())
    ), in_force AS (
      SELECT repository,
        ${["rotted", "unclear", "sound", "unchecked"].map((health) => `count(*) FILTER (WHERE health = '${health}')::int AS ${health}`).join(", ")},
        count(*) FILTER (WHERE kind = 'verdict')::int AS by_dialogue,
        ${["rfc", "adr"].map((kind) => `count(*) FILTER (WHERE kind = '${kind}')::int AS by_${kind}`).join(", ")}
      FROM ${someOfEach("decisions")} d WHERE standing = 'judged' GROUP BY GROUPING SETS ((repository), ())
    ), opened AS (
      SELECT repository, count(*)::int AS open_dialogues FROM ${someOfEach("dialogues")} d WHERE state = 'open'
      GROUP BY GROUPING SETS ((repository), ())
    ), named AS (
      SELECT name, commit, published_at, jsonb_array_length(damaged) AS damaged FROM blue.repositories
      UNION ALL SELECT NULL, NULL, NULL, coalesce(sum(jsonb_array_length(damaged)), 0)::int FROM blue.repositories
    )
    SELECT n.name, n.commit, n.published_at, n.damaged, coalesce(o.open_dialogues, 0) AS open_dialogues,
      ${["rotted", "unclear", "sound", "unchecked", "by_dialogue", "by_rfc", "by_adr"].map((one) => `coalesce(f.${one}, 0) AS ${one}`).join(", ")},
      coalesce(t.rounds, '{}') AS rounds, coalesce(t.timed, 0) AS timed, t.median_time
    FROM named n
    ${["times t", "in_force f", "opened o"].map((one) => `LEFT JOIN ${one} ON ${one.at(-1)}.repository IS NOT DISTINCT FROM n.name`).join("\n    ")}
    ORDER BY n.name NULLS FIRST`;
  return (await client.query<OverviewRow>(sql)).rows;
}

/** Characters. */
const longestName = 200;

export interface DeciderRow {
  /** Null: over all repositories. */
  repository: string | null;
  what: "domain" | "role";
  name: string;
  /** Decided ones. */
  dialogues: number;
  /** Domains, or roles, that are named there. */
  of_kind: number;
}

/** What decided dialogues were about, and which roles sat on their last panels: the most frequent of each repository, and of all. */
export async function readDeciders(client: Client, most: number): Promise<DeciderRow[]> {
  const sql = `SELECT repository, what, name, dialogues, of_kind FROM (
      SELECT repository, what, name, count(*)::int AS dialogues,
        row_number() OVER (PARTITION BY repository, what ORDER BY count(*) DESC, name) AS place,
        count(*) OVER (PARTITION BY repository, what)::int AS of_kind
      FROM (
        SELECT repository, source, 'domain' AS what, left(domain, ${longestName}) AS name FROM ${someOfEach("dialogues")} d
        WHERE state = 'decided'
        UNION
        SELECT repository, source, 'role', left(member ->> 'role', ${longestName})
        FROM ${someOfEach("dialogues")} d, jsonb_array_elements(panel) member WHERE state = 'decided'
      ) named WHERE name <> ''
      GROUP BY GROUPING SETS ((repository, what, name), (what, name))
    ) c WHERE place <= $1 ORDER BY 1 NULLS FIRST, what, place`;
  return (await client.query<DeciderRow>(sql, [most])).rows;
}

export interface DecisionFilter {
  repository: string | undefined;
  health: string | undefined;
  /** All of them, in the repository's name, the id, the title or the decision. */
  words: readonly string[];
  limit: number;
  offset: number;
}

/** In the order of `blue decisions`: what fails first, then the newest. */
export async function readSomeDecisions(
  client: Client,
  { repository, health, words, limit, offset }: DecisionFilter,
): Promise<{ decisions: DecisionRow[]; total: number }> {
  const from = `FROM ${someOfEach("decisions")} d JOIN blue.repositories r ON r.name = d.repository
    WHERE ($1::text IS NULL OR r.name = $1) AND ($2::text IS NULL OR (d.standing = 'judged' AND d.health = $2))
      AND NOT EXISTS (SELECT FROM unnest($3::text[]) word
        WHERE position(lower(word) IN lower(concat_ws(' ', r.name, d.id, d.title, d.decided))) = 0)`;
  const values = [repository ?? null, health ?? null, words];
  const sql = `SELECT r.name AS repository, r.commit, d.path, d.shown ${from}
    ORDER BY array_position('{judged,under_way,overruled}', d.standing), array_position('{rotted,unclear,touched,sound,unchecked}', d.health),
      d.date DESC NULLS LAST, r.name, d.id
    LIMIT $4 OFFSET $5`;
  const { rows: decisions } = await client.query<DecisionRow>(sql, [...values, limit, offset]);
  const { rows } = await client.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, values);
  return { decisions, total: rows[0]!.total };
}
