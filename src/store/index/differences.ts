/**
 * Where the files and the index differ, found by walking the folders. Links, whatever is not a regular file, and files nobody reads anything out of
 * (most of a dialogue is generated for people) are passed over; nothing outside the project is reached.
 */
import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { join } from "node:path";
import { asBlueError, BlueError } from "../../errors.ts";
import { errno, findStatus, openFlags } from "../files.ts";
import { insideProject, largestFile, type Rooted } from "../paths.ts";
import type { Database } from "../sqlite/database.ts";
import type { Scan } from "./scan.ts";

export interface Stamp {
  size: number;
  mtime: number;
  ctime: number;
  inode: string;
}

/** A file as it was when it was read. `hash` is empty when it could not be. */
export interface ReadFile extends Stamp {
  hash: string;
  bytes(): Buffer;
}

/** `touched`: the content is the same, but the index should remember the file's new stamp. */
export type Difference =
  | { kind: "added" | "changed" | "touched"; path: string; file: ReadFile }
  | { kind: "unchanged" | "removed"; path: string };

interface IndexedRow {
  path: string;
  size: number;
  mtime_ms: number;
  ctime_ms: number;
  inode: string;
  hash: string;
  indexed_at: string;
}

/** Coarse clocks and file systems that keep whole seconds: within this time an edit can leave all stamps as they were. */
const settlingMs = 2000;

/** `now` is taken before the first file is looked at. With `all`, every file counts as changed. */
export function* differences(
  project: Rooted,
  database: Database,
  scan: Scan,
  now: Date,
  all: boolean,
): Generator<Difference> {
  const rows = new Map(
    database
      .all<IndexedRow>("SELECT path, size, mtime_ms, ctime_ms, inode, hash, indexed_at FROM files")
      .map((row) => [row.path, row]),
  );
  for (const folder of scan.folders) {
    for (const { path, stamp } of regularFiles(project, folder, scan)) {
      const row = rows.get(path);
      const known = row !== undefined && !all;
      if (known && isUnchanged(row, stamp)) {
        rows.delete(path);
        yield { kind: "unchanged", path };
        continue;
      }
      const file = readWhole(project, path);
      if (file === undefined) continue; // gone since, so it is among the removed
      rows.delete(path);
      if (!known || row.hash !== file.hash) yield { kind: row === undefined ? "added" : "changed", path, file };
      else if (file.hash !== "" && (!sameStamp(row, file) || isSettled(file, now.getTime())))
        yield { kind: "touched", path, file };
      else yield { kind: "unchanged", path };
    }
  }
  for (const path of rows.keys()) yield { kind: "removed", path };
}

function isUnchanged(row: IndexedRow, stamp: Stamp): boolean {
  return row.hash !== "" && sameStamp(row, stamp) && isSettled(stamp, Date.parse(row.indexed_at));
}

function sameStamp(row: IndexedRow, stamp: Stamp): boolean {
  return (
    row.size === stamp.size && row.mtime_ms === stamp.mtime && row.ctime_ms === stamp.ctime && row.inode === stamp.inode
  );
}

function isSettled(stamp: Stamp, at: number): boolean {
  return Math.max(stamp.mtime, stamp.ctime) < at - settlingMs;
}

function stampOf(status: Stats): Stamp {
  return {
    size: status.size,
    mtime: status.mtimeMs,
    ctime: status.ctimeMs,
    inode: `${status.dev}:${status.ino}`,
  };
}

function* regularFiles(
  project: Rooted,
  folder: string,
  { extractors }: Scan,
): Generator<{ path: string; stamp: Stamp }> {
  insideProject(project, folder);
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of entriesOf(project, at)) {
      const path = `${at}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      if (!entry.isFile() || !extractors.some((extractor) => extractor.accepts(path))) continue;
      const status = findStatus(project.files, join(project.root, path));
      if (status?.isFile()) yield { path, stamp: stampOf(status) };
    }
  }
}

function entriesOf(project: Rooted, folder: string) {
  try {
    return project.files.readdir(join(project.root, folder));
  } catch (thrown) {
    if (errno(thrown) === "ENOENT" || errno(thrown) === "ENOTDIR") return [];
    throw thrown;
  }
}

/** The stamp is that of the very file the bytes came from. Undefined when it is gone or no regular file any more. */
function readWhole({ root, files }: Rooted, path: string): ReadFile | undefined {
  const unreadable = (stamp: Stamp, thrown: unknown): ReadFile => ({
    ...stamp,
    hash: "",
    bytes: () => {
      throw asBlueError(thrown);
    },
  });
  let fd: number;
  try {
    fd = files.open(join(root, path), openFlags.read);
  } catch (thrown) {
    const status = findStatus(files, join(root, path));
    return status?.isFile() ? unreadable(stampOf(status), thrown) : undefined;
  }
  try {
    const status = files.fstat(fd);
    if (!status.isFile()) return undefined;
    const stamp = stampOf(status);
    if (status.size > largestFile) {
      return unreadable(
        stamp,
        new BlueError("record_damaged", `${path} is larger than ${largestFile} bytes`, { value: path }),
      );
    }
    try {
      const bytes = files.read(fd, status.size);
      return { ...stamp, hash: createHash("sha256").update(bytes).digest("hex"), bytes: () => bytes };
    } catch (thrown) {
      return unreadable(stamp, thrown);
    }
  } finally {
    files.close(fd);
  }
}
