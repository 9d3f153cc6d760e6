/**
 * `.blue/blue.db` is never opened under its name and never written in place. A reader opens a hard link of its own; a writer fills a file of its own and
 * renames it over the name. So nobody has to wait for anybody, and a process that is killed leaves at most a file in `.blue/tmp/`.
 *
 * A branch can deliver any file, so what stands there is used only if it is a regular file that git does not track, and only if this machine made it
 * and nobody wrote to it since: it carries its own inode and the time it was made.
 */
import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { join } from "node:path";
import { BlueError } from "../../errors.ts";
import { discard, folderFor, indexFile } from "../blue-folder.ts";
import { findStatus } from "../files.ts";
import { getTracked } from "../git.ts";
import { findFile, insideProject, type Rooted } from "../paths.ts";
import type { Project } from "../project.ts";
import type { Database } from "../sqlite/database.ts";
import { signature } from "./schema.ts";

/** What SQLite may leave beside a database. Blue leaves none: a crafted journal makes SQLite delete other files. */
const besideIndex = ["-journal", "-wal", "-shm"].map((suffix) => `${indexFile}${suffix}`);

const temporary = ".blue/tmp";
const prefix = "index-";
const leftoverMs = 60 * 60 * 1000;

export function indexPath(project: Rooted): string {
  return join(project.root, indexFile);
}

/** Why no index can be kept on disk here; undefined when one can. */
export function whyNotKept(project: Project): string | undefined {
  // Where Blue has never written, a file of ours would show up in git as somebody's.
  if (findFile(project, ".blue/.gitignore")?.toString("utf8").includes("blue.db") !== true)
    return "Blue has not been set up in this project";
  const blue = join(project.root, ".blue");
  // On some file systems `Blue.DB` is our file.
  const names = project.files.readdir(blue).flatMap(({ name }) => (/^blue\.db/i.test(name) ? [name] : []));
  const asked = [...new Set(["blue.db", ...names])];
  // A repository inside `.blue` answers for its own.
  const nested = findStatus(project.files, join(blue, ".git")) !== undefined;
  try {
    const tracked = nested
      ? getTracked({ ...project, root: blue }, ...asked)
      : getTracked(project, ...asked.map((name) => `.blue/${name}`));
    return tracked.length === 0 ? undefined : `git tracks ${tracked[0]}`;
  } catch (thrown) {
    if (thrown instanceof BlueError) return thrown.message;
    throw thrown;
  }
}

/** An absolute path for a file of this process alone. */
export function makeScratch(project: Rooted): string {
  return join(folderFor(project, temporary), `${prefix}${randomBytes(12).toString("hex")}.db`);
}

export function discardScratch(project: Rooted, scratch: string): void {
  discard(project.files, scratch);
  try {
    project.files.rmdir(`${scratch}.lock`); // node-sqlite3-wasm's lock, when its holder was killed
  } catch {}
}

/** Gives the standing index a second name; false when there is none that may be used. */
export function borrowIndex(project: Rooted, scratch: string): boolean {
  if (findIndex(project) === undefined) return false;
  project.files.link(indexPath(project), scratch);
  return findStatus(project.files, scratch)?.isFile() === true;
}

/**
 * Copies the standing index; undefined when there is none that may be used. The answer is of the file that stood there before: the copy carries the mark of
 * the file it was taken from, so where another was renamed over it meanwhile, the two do not agree.
 */
export function copyIndex(project: Rooted, scratch: string): Stats | undefined {
  const status = findIndex(project);
  if (!status?.isFile()) return undefined;
  project.files.copy(indexPath(project), scratch);
  return status;
}

function findIndex(project: Rooted): Stats | undefined {
  const journals = besideIndex.map((name) => join(project.root, name));
  if (journals.every((path) => findStatus(project.files, path) === undefined))
    return findStatus(project.files, indexPath(project));
  for (const path of [indexPath(project), ...journals]) discard(project.files, path);
  return undefined;
}

/** Whether the file was made here, by this version, and not written to since. */
export function isOurs(project: Rooted, scratch: string, database: Database): boolean {
  const status = findStatus(project.files, scratch);
  return status !== undefined && isMadeAs(status, database);
}

/** Whether the database carries the mark of the file with this status. */
export function isMadeAs(status: Stats, database: Database): boolean {
  return madeBy(database) === markOf(status.ino, status.mtimeMs / 1000);
}

function madeBy(database: Database): string | undefined {
  return database.get<{ value: string }>("SELECT value FROM meta WHERE key = 'made'")?.value;
}

export function markAsOurs(project: Rooted, scratch: string, database: Database, now: Date): number {
  const seconds = 2 * Math.floor(now.getTime() / 2000); // some file systems keep only every second one
  const mark = markOf(findStatus(project.files, scratch)?.ino ?? 0, seconds);
  database.run("INSERT OR REPLACE INTO meta VALUES ('made', ?)", mark);
  return seconds;
}

/** Not the device: that may change with every mount. */
function markOf(ino: number, seconds: number): string {
  return `${signature} ${ino} ${seconds}`;
}

/** Makes the finished file the index. */
export function publishIndex(project: Rooted, scratch: string, seconds: number): void {
  project.files.setTime(scratch, seconds);
  project.files.rename(scratch, indexPath(project));
  sweep(project);
}

/** What killed processes left. */
function sweep(project: Rooted): void {
  const folder = insideProject(project, temporary);
  for (const { name } of project.files.readdir(folder)) {
    const path = join(folder, name);
    const age = Date.now() - (findStatus(project.files, path)?.ctimeMs ?? Number.POSITIVE_INFINITY);
    if (name.startsWith(prefix) && name.endsWith(".db") && age > leftoverMs) discardScratch(project, path);
  }
}
