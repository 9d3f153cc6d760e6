/**
 * What is published, as it is asked for: repositories, their decisions, and what one source is recalled by. The shape of its JSON is whatever its
 * publisher wrote: the caller parses it (operations/org/published-shape.ts).
 */
import type { Client } from "pg";
import { decidedPassages } from "../store/index/schema.ts";
import { mark } from "../store/search.ts";

/** Of each repository no more rows are read than this, so that one of them cannot fill the answer to everybody. */
const mostRows = 100_000;
const mostDecisions = 5_000;
/** Bytes, of their JSON. */
const largestDecisions = 8 * 1024 * 1024;

/** A table's rows, of each repository no more than `most`. `order` is that of its key. */
export function someOfEach(table: string, most = mostRows, order = ""): string {
  return `(SELECT t.* FROM blue.repositories CROSS JOIN LATERAL
    (SELECT * FROM blue.${table} o WHERE o.repository = repositories.name ${order} LIMIT ${most}) t)`;
}

export interface RepositoryRow {
  repository: string;
  superseded: unknown;
  damaged: unknown;
  /** How many are published. */
  decisions: number;
}

export async function readRepositories(client: Client): Promise<RepositoryRow[]> {
  const sql = `SELECT name AS repository, superseded, damaged, coalesce(decisions, 0) AS decisions FROM blue.repositories r
    LEFT JOIN (SELECT repository, count(*)::int AS decisions FROM ${someOfEach("decisions")} d GROUP BY 1) d ON d.repository = r.name
    ORDER BY name`;
  return (await client.query<RepositoryRow>(sql)).rows;
}

export interface DecisionRow {
  repository: string;
  commit: string;
  path: string;
  /** As `blue decisions` shows it. */
  shown: unknown;
}

/** The last by their ids where a repository has too many: those begin with a date or are numbered. */
export async function readDecisions(client: Client): Promise<DecisionRow[]> {
  const sql = `SELECT d.repository, r.commit, d.path, d.shown FROM (
      SELECT *, sum(octet_length(shown::text)) OVER (PARTITION BY repository ORDER BY id DESC) AS size
      FROM ${someOfEach("decisions", mostDecisions, "ORDER BY id DESC")} d
    ) d JOIN blue.repositories r ON r.name = d.repository
    WHERE size <= ${largestDecisions} ORDER BY d.repository, d.date DESC NULLS LAST, d.id`;
  return (await client.query<DecisionRow>(sql)).rows;
}

export interface RecalledRow {
  repository: string;
  commit: string;
  /** As `blue recall` answers, with all of its lists. */
  recalled: unknown;
  /** Of the decision; null where it is none in force. */
  health: string | null;
  /** Each passage of what it decided: what it is, and its text with the words that were asked marked. */
  decided: [what: string, text: string][];
}

/** In the order asked for. */
export async function readRecalled(
  client: Client,
  sources: readonly { repository: string; n: number }[],
  /** PostgreSQL's query for the words that were asked. */
  words: string,
): Promise<RecalledRow[]> {
  const sql = `SELECT s.repository, r.commit, s.recalled, CASE WHEN d.standing <> 'overruled' THEN d.health END AS health,
      ARRAY(
        SELECT ARRAY[p.what, ts_headline('english', left(p.body, 50000), $3::tsquery, 'HighlightAll=true, StartSel="${mark.start}", StopSel="${mark.end}"')]
        FROM blue.passages p WHERE p.repository = s.repository AND p.source = s.n AND p.words @@ $3::tsquery
          AND (s.dialogue_id IS NULL OR p.what = ANY($4::text[]))
      ) AS decided
    FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS u(repository, n, place)
    JOIN blue.sources s ON s.repository = u.repository AND s.n = u.n
    JOIN blue.repositories r ON r.name = s.repository
    LEFT JOIN blue.decisions d ON d.repository = s.repository AND d.id = s.recalled ->> 'id'
    ORDER BY u.place`;
  const values = [sources.map(({ repository }) => repository), sources.map(({ n }) => n), words, decidedPassages];
  return (await client.query<RecalledRow>(sql, values)).rows;
}
