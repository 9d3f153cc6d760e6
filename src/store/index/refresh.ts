/** Where the files and the index differ, and how the index takes that in. */
import { createHash } from "node:crypto";
import type { Rooted } from "../paths.ts";
import type { Database } from "../sqlite/database.ts";
import { passagesPerSource, type Row } from "./schema.ts";
import { findUnchanged, listSources, readSource } from "./source.ts";

/** How many dialogues and documents. */
export interface RefreshCounts {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
}

export function noCounts(): RefreshCounts {
  return { added: 0, changed: 0, removed: 0, unchanged: 0 };
}

export interface Known {
  id: number;
  stamps: string;
  hash: string;
}

/** Without `stamps` it is gone; without `fresh` only its stamps are new. */
export interface Change {
  path: string;
  known: Known | undefined;
  stamps?: string;
  fresh?: { rows: readonly Row[]; hash: string };
}

/** As one text: ten thousand rows of their own would cost WebAssembly a quarter of a second. */
export function knownSources(database: Database): Map<string, Known> {
  const sql = "SELECT json_group_array(json_array(path, id, stamps, hash)) AS json FROM sources";
  const rows = JSON.parse(database.get<{ json: string }>(sql)!.json) as [string, number, string, string][];
  return new Map(rows.map(([path, id, stamps, hash]) => [path, { id, stamps, hash }]));
}

/** Counts as it goes, so `counts` is complete when it has been run to its end. */
export function* findChanges(
  project: Rooted,
  known: ReadonlyMap<string, Known>,
  now: Date,
  counts: RefreshCounts,
): Generator<Change> {
  const gone = new Map(known);
  for (const path of listSources(project)) {
    const before = known.get(path);
    let stamps = before && findUnchanged(project, path, before.stamps, now);
    let fresh: Change["fresh"];
    if (stamps === undefined) {
      const read = readSource(project, path, now, before !== undefined);
      if (read === undefined) continue;
      stamps = read.stamps;
      const hash = createHash("sha256").update(JSON.stringify(read.rows)).digest("base64").slice(0, 22);
      if (hash !== before?.hash) fresh = { rows: read.rows, hash };
    }
    counts[fresh === undefined ? "unchanged" : before === undefined ? "added" : "changed"]++;
    if (fresh !== undefined || stamps !== before?.stamps)
      yield { path, known: before, stamps, ...(fresh && { fresh }) };
    gone.delete(path);
  }
  for (const [path, before] of gone) {
    counts.removed++;
    yield { path, known: before };
  }
}

export function applyChange(database: Database, { path, known, stamps, fresh }: Change): void {
  if (known !== undefined && stamps !== undefined && fresh === undefined) {
    database.run("UPDATE sources SET stamps = ? WHERE id = ?", stamps, known.id);
    return;
  }
  if (known !== undefined) removeRows(database, known.id);
  if (stamps === undefined || fresh === undefined) return;
  // Not by RETURNING: that makes FTS5 write out what it has gathered, for every source.
  database.run("INSERT INTO sources (path, stamps, hash) VALUES (?, ?, ?)", path, stamps, fresh.hash);
  const { id } = database.get<{ id: number }>("SELECT id FROM sources WHERE path = ?", path)!;
  for (const [i, row] of fresh.rows.entries()) insertRow(database, id, i, row);
}

/** Those that point to others first. */
const roundTables = ["convergence_signals", "rounds", "dialogues"];

/** The rounds of one dialogue, and nothing else of it: its stamps stay as they were, so the next question reads it and takes in the rest. */
export function applyRounds(database: Database, path: string, dialogue: string, rows: readonly Row[]): void {
  database.run("INSERT OR IGNORE INTO sources (path, stamps, hash) VALUES (?, '', '')", path);
  const { id } = database.get<{ id: number }>("SELECT id FROM sources WHERE path = ?", path)!;
  for (const table of roundTables) database.run(`DELETE FROM ${table} WHERE dialogue_id = ?`, dialogue);
  for (const [i, row] of rows.entries()) insertRow(database, id, i, row);
}

function removeRows(database: Database, id: number): void {
  const dialogue = database.get<{ dialogue_id: string }>("SELECT dialogue_id FROM dialogues WHERE source = ?", id);
  if (dialogue !== undefined) {
    for (const table of ["items", "verdicts", "cited_files", ...roundTables])
      database.run(`DELETE FROM ${table} WHERE dialogue_id = ?`, dialogue.dialogue_id);
  }
  database.run("DELETE FROM documents WHERE source = ?", id);
  const first = id * passagesPerSource;
  database.run("DELETE FROM search WHERE rowid BETWEEN ? AND ?", first, first + passagesPerSource - 1);
  database.run("DELETE FROM sources WHERE id = ?", id);
}

function insertRow(database: Database, id: number, i: number, [table, values]: Row): void {
  const all =
    table === "search"
      ? { rowid: id * passagesPerSource + i, ...values }
      : table === "dialogues" || table === "documents"
        ? { source: id, ...values }
        : values;
  const columns = Object.keys(all);
  // Two rows under one key come from a record that no honest Blue writes; it must not keep the others from being found.
  database.run(
    `INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ...Object.values(all),
  );
}
