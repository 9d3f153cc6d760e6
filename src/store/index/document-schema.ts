/** Documents in the index, and one search over them and the dialogues: title, decision and applicability weigh more than the body. */
export const documentTables = `
  DROP TRIGGER passages_added;
  DROP TRIGGER passages_removed;
  DROP TABLE search;
  DROP TABLE passages;

  CREATE TABLE documents (
    path TEXT PRIMARY KEY REFERENCES files (path) ON DELETE CASCADE,
    type TEXT NOT NULL,
    number INTEGER,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    date TEXT
  ) STRICT;
  CREATE INDEX documents_by_type ON documents (type, number);

  CREATE TABLE passages (
    rowid INTEGER PRIMARY KEY,
    path TEXT NOT NULL REFERENCES files (path) ON DELETE CASCADE,
    dialogue_id TEXT,
    what TEXT NOT NULL,
    title TEXT NOT NULL,
    decision TEXT NOT NULL DEFAULT '',
    applies_when TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX passages_by_path ON passages (path);
  CREATE VIRTUAL TABLE search USING fts5 (title, decision, applies_when, body, content = 'passages', content_rowid = 'rowid', tokenize = 'porter unicode61 remove_diacritics 2');
  CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
    INSERT INTO search (rowid, title, decision, applies_when, body) VALUES (new.rowid, new.title, new.decision, new.applies_when, new.body);
  END;
  CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
    INSERT INTO search (search, rowid, title, decision, applies_when, body) VALUES ('delete', old.rowid, old.title, old.decision, old.applies_when, old.body);
  END;
`;
