/**
 * The tables of the index: RFC 0057's with its `scoreboard` view, documents, and one full-text table over what was said and written. For lists,
 * searches and statistics; no gate reads them.
 */
import { createHash } from "node:crypto";
import { version } from "../../version.ts";
import type { SqlRow } from "../sqlite/database.ts";

export type Row = readonly [table: string, values: SqlRow];

/** Raise it when the same files give other rows. */
const rowsVersion = 12;

/** Passages that hold what was decided, as `what` of `search` names them: what was signed, and what became of objections and recommendations. */
export const settledItems = "final verdict, what it settled";
export const decidedPassages = ["final verdict", settledItems];

/** Rows of `search` that belong to source 7 are numbered from 7 × this. */
export const passagesPerSource = 2 ** 20;

export const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- A source is a document or the folder of a dialogue: what is read, and replaced, as a whole.
  CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    stamps TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;

  CREATE TABLE dialogues (
    dialogue_id TEXT PRIMARY KEY,
    source INTEGER NOT NULL UNIQUE,
    state TEXT NOT NULL,
    title TEXT,
    question TEXT,
    domain TEXT,
    max_rounds INTEGER,
    rotation TEXT,
    created_at TEXT,
    -- What is said of its verdict: in one line, in brief as JSON, and the line again where it is in force.
    line TEXT,
    brief TEXT,
    decided TEXT,
    -- The dialogue that it decides anew.
    reopens TEXT,
    -- For the list of all dialogues (rules/overview.ts).
    panel TEXT NOT NULL,
    last_change TEXT,
    runs INTEGER NOT NULL,
    tensions INTEGER NOT NULL,
    -- Whether the blind round's majority changed; null where there was none.
    majority_changed INTEGER,
    -- When it was opened, as far as that is known: how lists sort it.
    began TEXT NOT NULL,
    -- Its record files, a line each.
    records TEXT NOT NULL
  ) STRICT;

  -- RFC 0057's columns, types and defaults. Not STRICT, because a score may have a fraction.
  CREATE TABLE rounds (
    dialogue_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    registered_at TEXT NOT NULL,
    score INTEGER NOT NULL DEFAULT 0,
    score_wisdom INTEGER NOT NULL DEFAULT 0,
    score_consistency INTEGER NOT NULL DEFAULT 0,
    score_truth INTEGER NOT NULL DEFAULT 0,
    score_relationships INTEGER NOT NULL DEFAULT 0,
    open_tensions INTEGER NOT NULL DEFAULT 0,
    new_perspectives INTEGER NOT NULL DEFAULT 0,
    velocity INTEGER GENERATED ALWAYS AS (open_tensions + new_perspectives) STORED,
    converge_signals INTEGER NOT NULL DEFAULT 0,
    panel_size INTEGER NOT NULL DEFAULT 0,
    converge_percent REAL GENERATED ALWAYS AS (
      CASE WHEN panel_size > 0 THEN converge_signals * 100.0 / panel_size ELSE 0 END
    ) STORED,
    PRIMARY KEY (dialogue_id, round)
  );

  CREATE TABLE convergence_signals (
    dialogue_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    expert_name TEXT NOT NULL,
    signaled_at TEXT NOT NULL,
    PRIMARY KEY (dialogue_id, round, expert_name),
    FOREIGN KEY (dialogue_id) REFERENCES dialogues (dialogue_id)
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
    -- What became of it; null where nothing did.
    fate TEXT,
    PRIMARY KEY (dialogue_id, id)
  ) STRICT;

  CREATE TABLE verdicts (
    dialogue_id TEXT NOT NULL,
    path TEXT NOT NULL,
    round INTEGER,
    verdict_id TEXT NOT NULL,
    verdict_type TEXT NOT NULL,
    recommendation TEXT NOT NULL,
    forced INTEGER NOT NULL,
    warning TEXT,
    registered_at TEXT NOT NULL,
    PRIMARY KEY (dialogue_id, path)
  ) STRICT;

  CREATE TABLE cited_files (
    dialogue_id TEXT NOT NULL,
    path TEXT NOT NULL,
    citations INTEGER NOT NULL,
    PRIMARY KEY (dialogue_id, path)
  ) STRICT, WITHOUT ROWID;

  -- Which decided dialogue decides another one anew; the newest of several.
  CREATE VIEW superseding AS
  SELECT old.dialogue_id, max(new.dialogue_id) AS superseded_by
  FROM dialogues new JOIN dialogues old ON old.dialogue_id = new.reopens
  WHERE new.dialogue_id <> old.dialogue_id AND new.began >= old.began AND new.state = 'decided'
  GROUP BY old.dialogue_id;

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

  -- The names of the same in the commit that brought RFC 0057.
  CREATE VIEW alignment_scoreboard AS SELECT * FROM scoreboard;
  CREATE VIEW alignment_convergence_signals AS SELECT * FROM convergence_signals;

  CREATE TABLE documents (
    source INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    type TEXT NOT NULL,
    number INTEGER,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    date TEXT
  ) STRICT;
  CREATE INDEX documents_by_number ON documents (number, type);

  CREATE VIRTUAL TABLE search USING fts5 (
    name, title, decision, applies_when, body, path UNINDEXED, dialogue_id UNINDEXED, what UNINDEXED,
    tokenize = 'porter unicode61 remove_diacritics 2'
  );
`;

/** An index with another signature is thrown away. */
export const signature = createHash("sha256").update(`${version} ${rowsVersion} ${schema}`).digest("hex").slice(0, 16);
