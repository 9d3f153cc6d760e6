/** What is published, as it is asked for: repositories, their decisions, their dialogues, and what one source is recalled by. */
import type { Client } from "pg";

export interface RepositoryRow {
  name: string;
  commit: string;
  committed_at: Date;
  published_at: Date;
  dialogues: number;
  documents: number;
  superseded: { id: string; by: string }[];
  damaged: { id: string; why: string }[];
}

export async function readRepositories(client: Client): Promise<RepositoryRow[]> {
  const sql = `SELECT r.name, r.commit, r.committed_at, r.published_at, r.superseded, r.damaged,
      count(s.id) FILTER (WHERE s.dialogue_id IS NOT NULL)::int AS dialogues,
      count(s.id) FILTER (WHERE s.dialogue_id IS NULL)::int AS documents
    FROM blue.repositories r LEFT JOIN blue.sources s ON s.repository = r.id GROUP BY r.id ORDER BY r.name`;
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

export interface DialogueRow {
  repository: string;
  dialogue_id: string;
  state: string;
  title: string | null;
  question: string | null;
  domain: string | null;
  /** The last round's. */
  panel: { name: string; role: string }[];
  decided: string | null;
  created_at: Date | null;
  last_change: Date | null;
  rounds: number;
  runs: number;
  tensions: number;
}

export async function readDialogues(client: Client): Promise<DialogueRow[]> {
  const sql = `SELECT r.name AS repository, d.dialogue_id, d.state, d.title, d.question, d.domain, d.panel, d.decided,
      d.created_at, d.last_change, d.runs, d.tensions,
      (SELECT count(*) FROM blue.rounds o WHERE o.repository = d.repository AND o.source = d.source)::int AS rounds
    FROM blue.dialogues d JOIN blue.repositories r ON r.id = d.repository ORDER BY r.name, d.created_at, d.dialogue_id`;
  return (await client.query<DialogueRow>(sql)).rows;
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
