/**
 * The index follows the files: a checkout, a merge or an editor may have changed them since. A file counts as unchanged while its size, times and
 * inode are, provided that it had been left alone for two seconds when it was read; otherwise its content decides.
 */
import type { Database } from "../sqlite/database.ts";
import { sqliteProblem } from "../sqlite/sqlite-problem.ts";
import { type Difference, differences } from "./differences.ts";
import { schemaVersion } from "./migrations.ts";
import { asUnavailable, type Index, isSuspect } from "./open-index.ts";
import type { ExtractedRow, Scan } from "./scan.ts";

export interface RefreshCounts {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  ms: number;
}

/** Brings the index up to date with the files. */
export function refreshIndex(index: Index, scan: Scan): Promise<RefreshCounts> {
  return recovering(index, isSuspect, (database) => refresh(index, scan, database));
}

/** Fills the index from nothing, in a new file. Whoever has the old one open notices and follows. */
export async function rebuildIndex(index: Index, scan: Scan): Promise<RefreshCounts> {
  await index.startOver();
  return refreshIndex(index, scan);
}

/**
 * Brings the index up to date, then asks it, with no gap between the two: an index that is deleted, replaced or damaged costs time and changes no
 * answer. `question` is synchronous and may run a second time.
 */
export function askIndex<T>(index: Index, scan: Scan, question: (database: Database) => T): Promise<T> {
  let asked = false;
  // A statement that fails in the question is the question's fault, not the file's.
  const worthwhile = (thrown: unknown) => (asked ? sqliteProblem(thrown) === "damaged" : isSuspect(thrown));
  return recovering(index, worthwhile, (database) => {
    asked = false;
    refresh(index, scan, database);
    asked = true;
    return question(database);
  });
}

async function recovering<T>(
  index: Index,
  worthwhile: (thrown: unknown) => boolean,
  work: (database: Database) => T,
): Promise<T> {
  try {
    try {
      return await index.use(work);
    } catch (thrown) {
      if (!worthwhile(thrown)) throw thrown;
      await index.startOver();
      return await index.use(work);
    }
  } catch (thrown) {
    throw asUnavailable(thrown);
  }
}

function refresh(index: Index, scan: Scan, database: Database): RefreshCounts {
  const started = performance.now();
  // A look first: as long as nothing has changed, nobody waits for anybody.
  const counts = countUnchanged(index, scan, database) ?? database.immediate(() => takeIn(index, scan, database));
  return { ...counts, ms: performance.now() - started };
}

type Counts = Omit<RefreshCounts, "ms">;

/** Undefined as soon as something differs. */
function countUnchanged(index: Index, scan: Scan, database: Database): Counts | undefined {
  schemaVersion(database, index.migrations);
  if (recall(database, "extractors") !== signatureOf(scan)) return undefined;
  let unchanged = 0;
  for (const { kind } of differences(index.project, database, scan, index.now(), false)) {
    if (kind !== "unchanged") return undefined;
    unchanged++;
  }
  return { added: 0, changed: 0, removed: 0, unchanged };
}

/** The folders are walked inside the transaction: whoever commits later has also looked later. */
function takeIn(index: Index, scan: Scan, database: Database): Counts {
  schemaVersion(database, index.migrations);
  const counts: Counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  const now = index.now();
  const all = recall(database, "extractors") !== signatureOf(scan);
  for (const difference of differences(index.project, database, scan, now, all)) {
    apply(database, scan, difference, now.toISOString());
    counts[difference.kind === "touched" ? "unchanged" : difference.kind]++;
  }
  remember(database, "extractors", signatureOf(scan));
  remember(database, "refreshed_at", now.toISOString());
  return counts;
}

function apply(database: Database, scan: Scan, difference: Difference, indexedAt: string): void {
  const { path } = difference;
  if (!("file" in difference)) {
    if (difference.kind === "removed") database.run("DELETE FROM files WHERE path = ?", path);
    return;
  }
  const { size, mtime, ctime, inode, hash, bytes } = difference.file;
  if (difference.kind === "touched") {
    database.run(
      "UPDATE files SET size = ?, mtime_ms = ?, ctime_ms = ?, inode = ?, indexed_at = ? WHERE path = ?",
      ...[size, mtime, ctime, inode, indexedAt, path],
    );
    return;
  }
  const extractors = scan.extractors.filter((extractor) => extractor.accepts(path));
  database.run("DELETE FROM files WHERE path = ?", path);
  database.run(
    "INSERT INTO files (path, kind, size, mtime_ms, ctime_ms, inode, hash, indexed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ...[path, extractors[0]!.kind, size, mtime, ctime, inode, hash, indexedAt],
  );
  for (const extractor of extractors) {
    for (const row of extractor.extract({ path, bytes })) insert(database, path, row);
  }
}

function insert(database: Database, path: string, { table, values }: ExtractedRow): void {
  const columns = ["path", ...Object.keys(values)].map((name) => `"${name}"`).join(", ");
  const marks = ["?", ...Object.keys(values).map(() => "?")].join(", ");
  // A record that no honest Blue writes must not keep the others from being found.
  database.run(`INSERT OR IGNORE INTO "${table}" (${columns}) VALUES (${marks})`, path, ...Object.values(values));
}

/** Other extractors read other things out of the same files, so the index is then filled anew. */
function signatureOf({ folders, extractors }: Scan): string {
  return JSON.stringify([folders, extractors.map(({ kind, version }) => [kind, version])]);
}

export function recall(database: Database, key: string): string | undefined {
  return database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)?.value;
}

function remember(database: Database, key: string, value: string): void {
  database.run(
    "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    key,
    value,
  );
}
