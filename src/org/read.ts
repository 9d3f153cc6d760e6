/** What is published, as it is asked for: repositories, their decisions, and what one source is recalled by. */
import type { Client } from "pg";

export interface RepositoryRow {
  name: string;
  superseded: { id: string; by: string }[];
  damaged: { id: string; why: string }[];
}

export async function readRepositories(client: Client): Promise<RepositoryRow[]> {
  const sql = "SELECT name, superseded, damaged FROM blue.repositories ORDER BY name";
  return (await client.query<RepositoryRow>(sql)).rows;
}

export interface DecisionRow {
  repository: string;
  commit: string;
  path: string;
  /** As `blue decisions` shows it. */
  shown: unknown;
}

export async function readDecisions(client: Client): Promise<DecisionRow[]> {
  const sql = `SELECT r.name AS repository, r.commit, d.path, d.shown
    FROM blue.decisions d JOIN blue.repositories r ON r.id = d.repository ORDER BY r.name, d.date DESC NULLS LAST, d.id`;
  return (await client.query<DecisionRow>(sql)).rows;
}

export interface RecalledRow {
  repository: string;
  commit: string;
  /** As `blue recall` answers, with all of its lists. */
  recalled: unknown;
  /** Of the decision; null where it is none in force. */
  health: string | null;
}

/** In the order asked for. */
export async function readRecalled(
  client: Client,
  sources: readonly { repository: number; id: number }[],
): Promise<RecalledRow[]> {
  const sql = `SELECT r.name AS repository, r.commit, s.recalled, CASE WHEN d.standing <> 'overruled' THEN d.health END AS health
    FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS u(repository, id, n)
    JOIN blue.sources s ON s.repository = u.repository AND s.id = u.id
    JOIN blue.repositories r ON r.id = s.repository
    LEFT JOIN blue.decisions d ON d.repository = s.repository AND d.id = s.recalled ->> 'id'
    ORDER BY u.n`;
  const values = [sources.map(({ repository }) => repository), sources.map(({ id }) => id)];
  return (await client.query<RecalledRow>(sql, values)).rows;
}
