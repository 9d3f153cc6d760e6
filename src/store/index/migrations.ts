/**
 * The index's schema as an append-only list. A migration is applied in one transaction together with the row that says so; one that has been
 * released is never edited. A database whose history is not a beginning of this list is refused, not repaired.
 */
import { BlueError } from "../../errors.ts";
import type { Database } from "../sqlite/database.ts";
import { dialogueTables } from "./dialogue-schema.ts";
import { documentTables } from "./document-schema.ts";

export interface Migration {
  id: number;
  name: string;
  sql: string;
}

/**
 * Every table that is filled from files has a column `path` that references `files` with ON DELETE CASCADE: taking a file out of `files` takes
 * out everything that was read from it.
 */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    name: "files and records",
    sql: `
      CREATE TABLE meta (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE files (
        path TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ms REAL NOT NULL,
        ctime_ms REAL NOT NULL,
        inode TEXT NOT NULL,
        hash TEXT NOT NULL,
        indexed_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE records (
        path TEXT PRIMARY KEY REFERENCES files (path) ON DELETE CASCADE,
        dialogue_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        round INTEGER,
        format INTEGER,
        self TEXT,
        prev TEXT,
        problem TEXT
      ) STRICT;
      CREATE INDEX records_of_dialogue ON records (dialogue_id, round, kind);
    `,
  },
  { id: 2, name: "dialogues, rounds, scoreboard, search", sql: dialogueTables },
  { id: 3, name: "documents", sql: documentTables },
  {
    id: 4,
    name: "rows of a file",
    // Without these, taking one file out looks through every row of each table.
    sql: `
      CREATE INDEX dialogues_by_path ON dialogues (path);
      CREATE INDEX rounds_by_path ON rounds (path);
      CREATE INDEX convergence_signals_by_path ON convergence_signals (path);
      CREATE INDEX items_by_path ON items (path);
    `,
  },
];

interface Applied {
  id: number;
  name: string;
}

/** Applies what is missing. */
export function migrate(database: Database, known: readonly Migration[], now: () => Date): void {
  for (const migration of pending(database, known)) {
    database.immediate(() => {
      if (!pending(database, known).some(({ id }) => id === migration.id)) return; // another process was faster
      database.exec(`
        CREATE TABLE IF NOT EXISTS schema_migrations (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          applied_at TEXT NOT NULL
        ) STRICT;
      `);
      database.exec(migration.sql);
      database.run(
        "INSERT INTO schema_migrations (id, name, applied_at) VALUES (?, ?, ?)",
        migration.id,
        migration.name,
        now().toISOString(),
      );
    });
  }
}

/** The highest migration applied; refuses a history that is not ours. */
export function schemaVersion(database: Database, known: readonly Migration[]): number {
  return known.length - pending(database, known).length;
}

function pending(database: Database, known: readonly Migration[]): readonly Migration[] {
  const applied = history(database);
  for (const [i, { id, name }] of applied.entries()) {
    const migration = known[i];
    if (migration?.id === id && migration.name === name) continue;
    const newest = known.at(-1)?.id ?? 0;
    const why =
      id > newest
        ? `was made by a newer Blue: it has migration ${id} (${name}), this Blue knows up to ${newest}`
        : `has another history than this Blue: its migration ${id} is "${name}", expected ${migration ? `${migration.id} "${migration.name}"` : "none"}`;
    throw new BlueError("index_unavailable", `The index .blue/blue.db ${why}`, {
      field: "index",
      value: id,
      constraint: "schema_version",
      suggestion:
        "Upgrade Blue, or delete the file .blue/blue.db: the index holds nothing of its own and is made again from the files.",
      context: {
        applied: applied.map((row) => ({ ...row })),
        known: known.map((row) => ({ id: row.id, name: row.name })),
      },
    });
  }
  return known.slice(applied.length);
}

function history(database: Database): Applied[] {
  const table = database.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'");
  return table === undefined ? [] : database.all<Applied>("SELECT id, name FROM schema_migrations ORDER BY id");
}
