/**
 * RFC 0057's tables and its `scoreboard` view, filled from the records, and a full-text index over what was said. For lists, searches and
 * statistics: no gate reads them.
 */

import { itemTexts } from "../../deliberation/item-texts.ts";
import { openingRecord, roundRecord, verdictRecord } from "../../deliberation/records.ts";
import type { SqlRow } from "../sqlite/database.ts";
import type { ExtractedRow, Extractor } from "./scan.ts";

export const dialogueTables = `
  CREATE TABLE dialogues (
    dialogue_id TEXT PRIMARY KEY,
    path TEXT NOT NULL REFERENCES files (path) ON DELETE CASCADE,
    title TEXT NOT NULL,
    question TEXT,
    domain TEXT,
    max_rounds INTEGER NOT NULL,
    rotation TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE rounds (
    dialogue_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    path TEXT NOT NULL REFERENCES files (path) ON DELETE CASCADE,
    registered_at TEXT NOT NULL,
    score REAL NOT NULL,
    score_wisdom REAL NOT NULL,
    score_consistency REAL NOT NULL,
    score_truth REAL NOT NULL,
    score_relationships REAL NOT NULL,
    open_tensions INTEGER NOT NULL CHECK (open_tensions >= 0),
    new_perspectives INTEGER NOT NULL CHECK (new_perspectives >= 0),
    velocity INTEGER GENERATED ALWAYS AS (open_tensions + new_perspectives) STORED,
    converge_signals INTEGER NOT NULL CHECK (converge_signals BETWEEN 0 AND panel_size),
    panel_size INTEGER NOT NULL CHECK (panel_size > 0),
    converge_percent REAL GENERATED ALWAYS AS (converge_signals * 100.0 / panel_size) STORED,
    PRIMARY KEY (dialogue_id, round)
  ) STRICT;

  CREATE TABLE convergence_signals (
    dialogue_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    expert_name TEXT NOT NULL,
    signaled_at TEXT NOT NULL,
    path TEXT NOT NULL REFERENCES files (path) ON DELETE CASCADE,
    PRIMARY KEY (dialogue_id, round, expert_name)
  ) STRICT;
  CREATE INDEX idx_convergence_by_round ON convergence_signals (dialogue_id, round);

  CREATE TABLE items (
    dialogue_id TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    round INTEGER NOT NULL,
    label TEXT NOT NULL,
    content TEXT NOT NULL,
    contributors TEXT NOT NULL,
    path TEXT NOT NULL REFERENCES files (path) ON DELETE CASCADE,
    PRIMARY KEY (dialogue_id, id)
  ) STRICT;

  CREATE TABLE verdicts (
    dialogue_id TEXT NOT NULL,
    round INTEGER,
    verdict_id TEXT NOT NULL,
    verdict_type TEXT NOT NULL,
    recommendation TEXT NOT NULL,
    forced INTEGER NOT NULL,
    warning TEXT,
    registered_at TEXT NOT NULL,
    path TEXT PRIMARY KEY REFERENCES files (path) ON DELETE CASCADE
  ) STRICT;

  CREATE VIEW scoreboard AS
  SELECT
    r.dialogue_id, r.round,
    r.score_wisdom AS W, r.score_consistency AS C, r.score_truth AS T, r.score_relationships AS R,
    r.score AS total,
    r.open_tensions, r.new_perspectives, r.velocity, r.converge_signals, r.panel_size, r.converge_percent,
    SUM(r.score) OVER so_far AS cumulative_score,
    SUM(r.score_wisdom) OVER so_far AS cumulative_W,
    SUM(r.score_consistency) OVER so_far AS cumulative_C,
    SUM(r.score_truth) OVER so_far AS cumulative_T,
    SUM(r.score_relationships) OVER so_far AS cumulative_R
  FROM rounds r
  WINDOW so_far AS (PARTITION BY r.dialogue_id ORDER BY r.round)
  ORDER BY r.dialogue_id, r.round;

  CREATE TABLE passages (
    rowid INTEGER PRIMARY KEY,
    path TEXT NOT NULL REFERENCES files (path) ON DELETE CASCADE,
    dialogue_id TEXT NOT NULL,
    what TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX passages_by_path ON passages (path);
  CREATE VIRTUAL TABLE search USING fts5 (title, body, content = 'passages', content_rowid = 'rowid', tokenize = 'porter unicode61 remove_diacritics 2');
  CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
    INSERT INTO search (rowid, title, body) VALUES (new.rowid, new.title, new.body);
  END;
  CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
    INSERT INTO search (search, rowid, title, body) VALUES ('delete', old.rowid, old.title, old.body);
  END;
`;

const openingPath = /^\.blue\/dialogues\/[^/]+\/opening\.json$/;
const roundPath = /^\.blue\/dialogues\/[^/]+\/round-\d+\/round\.json$/;
const verdictPath = /^\.blue\/dialogues\/[^/]+\/(?:round-\d+\/)?verdict-[a-z0-9-]+\.json$/;

/** Rows of one record; none for a record that cannot be read, which `records` names. */
export function dialogueExtractor(decode: (text: string, path: string) => unknown): Extractor {
  return {
    kind: "record",
    version: 1,
    accepts: (path) => openingPath.test(path) || roundPath.test(path) || verdictPath.test(path),
    extract(file) {
      let record: unknown;
      try {
        record = decode(file.bytes().toString("utf8"), file.path);
      } catch {
        return [];
      }
      const read = openingPath.test(file.path) ? openingRows : roundPath.test(file.path) ? roundRows : verdictRows;
      return read(record);
    },
  };
}

function openingRows(record: unknown): ExtractedRow[] {
  const parsed = openingRecord.safeParse(record);
  if (!parsed.success) return [];
  const { dialogue, title, question, constraint, background, domain, settings, created_at } = parsed.data;
  return [
    row("dialogues", {
      dialogue_id: dialogue,
      title,
      question,
      domain,
      max_rounds: settings.max_rounds,
      rotation: settings.rotation,
      created_at,
    }),
    passage(
      dialogue,
      "opening",
      title,
      [question, constraint, ...background].filter((part) => part !== null).join("\n"),
    ),
  ];
}

function roundRows(record: unknown): ExtractedRow[] {
  const parsed = roundRecord.safeParse(record);
  if (!parsed.success) return [];
  const { dialogue, round, registered_at, scores, counts, items, judge } = parsed.data;
  const texts = itemTexts([parsed.data]);
  const content = (localId: string) => (texts.get(localId) ?? []).join("\n");
  return [
    row("rounds", {
      dialogue_id: dialogue,
      round,
      registered_at,
      score: scores.W + scores.C + scores.T + scores.R,
      score_wisdom: scores.W,
      score_consistency: scores.C,
      score_truth: scores.T,
      score_relationships: scores.R,
      open_tensions: counts.open_tensions.length,
      new_perspectives: counts.new_perspectives.length,
      converge_signals: counts.signals.length,
      panel_size: counts.panel_size,
    }),
    ...counts.signals.map((name) =>
      row("convergence_signals", { dialogue_id: dialogue, round, expert_name: name, signaled_at: registered_at }),
    ),
    ...items.flatMap(({ id, type, label, sources }) => [
      row("items", {
        dialogue_id: dialogue,
        id,
        type,
        round,
        label,
        content: content(sources[0]!.local_id),
        contributors: sources.map(({ expert }) => expert).join(", "),
      }),
      passage(dialogue, id, label, sources.map(({ local_id }) => content(local_id)).join("\n")),
    ]),
    ...(judge.length > 0 ? [passage(dialogue, `round ${round}, the Judge`, `Round ${round}`, judge.join("\n"))] : []),
  ];
}

function verdictRows(record: unknown): ExtractedRow[] {
  const parsed = verdictRecord.safeParse(record);
  if (!parsed.success) return [];
  const {
    dialogue,
    round,
    verdict_id,
    verdict_type,
    recommendation,
    description,
    decisions,
    forced,
    warning,
    registered_at,
  } = parsed.data;
  const body = [
    ...recommendation,
    ...description,
    ...decisions.map(({ topic, decision }) => `${topic}: ${decision}`),
  ].join("\n");
  return [
    row("verdicts", {
      dialogue_id: dialogue,
      round,
      verdict_id,
      verdict_type,
      recommendation: recommendation.join("\n"),
      forced: forced ? 1 : 0,
      warning,
      registered_at,
    }),
    passage(dialogue, `${verdict_type} verdict`, `${verdict_type} verdict`, body),
  ];
}

function row(table: string, values: SqlRow): ExtractedRow {
  return { table, values };
}

function passage(dialogueId: string, what: string, title: string, body: string): ExtractedRow {
  return row("passages", { dialogue_id: dialogueId, what, title, body });
}
