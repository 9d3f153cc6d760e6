/**
 * RFC 0057's tables and its `scoreboard` view, and a full-text index over what was said. For lists, searches and statistics: no gate reads them.
 */
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
