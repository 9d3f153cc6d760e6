/**
 * Locks on disk: `.blue/locks/<resource>/<number>.json`. A file is written once and never changed; the highest number says who holds the lock.
 * Taking a lock and giving it back both write the next number. Of all who read the same state only one can link that name; the others read again.
 */
import * as z from "zod";
import { type BlueError, refusal, refuse } from "../errors.ts";
import { discard, ensureBlueFolder, ensureFolders } from "./blue-folder.ts";
import { listFolder } from "./files.ts";
import { findTracked } from "./git.ts";
import { assertSlug, findFile, insideProject } from "./paths.ts";
import type { Project } from "./project.ts";
import { placeNew, type Random } from "./write-document.ts";

const locksFolder = ".blue/locks";
const attempts = 100;
/** Older files of a lock are removed. */
const filesKept = 32;

const time = z.iso.datetime();
const lockFile = z.strictObject({
  holder: z.strictObject({ owner: z.string(), since: time, expires: time }).nullable(),
});

/** The last one who took the lock and did not give it back; perhaps expired. */
export type Holder = NonNullable<z.output<typeof lockFile>["holder"]>;

/** Names of the resources that were ever locked here. */
export function listLocks(project: Project): string[] {
  return listFolder(project.files, insideProject(project, locksFolder))
    .filter((entry) => entry.isDirectory() && /^[a-z0-9-]+$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** Undefined when the resource was never locked. */
export function findLock(project: Project, resource: string): Holder | null | undefined {
  refuseTracked(project);
  const folder = folderOf(resource);
  return readHolder(project, folder, newestNumber(project, folder));
}

/** Applies `decide` to the present holder; again whenever another process was quicker. The same holder means no change. */
export function changeLock(
  project: Project,
  random: Random,
  resource: string,
  decide: (holder: Holder | null) => Holder | null,
): Holder | null {
  refuseTracked(project);
  const folder = folderOf(resource);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const number = newestNumber(project, folder);
    const before = readHolder(project, folder, number) ?? null;
    const after = decide(before);
    if (after === before || isPlaced(project, random, folder, number + 1, after)) return after;
  }
  return refuse("io_error", {}, "lock_changed", {
    message: `${folder} kept changing`,
    suggestion: "Nothing was acknowledged; repeat the call.",
    context: { path: folder },
  });
}

/** A name that was used and removed again can be linked, but then it is not the newest. */
function isPlaced(project: Project, random: Random, folder: string, number: number, holder: Holder | null): boolean {
  ensureBlueFolder(project, random);
  ensureFolders(project, folder);
  const text = `${JSON.stringify({ holder }, null, 2)}\n`;
  if (!placeNew(project, fileOf(folder, number), text, random)) return false;
  if (newestNumber(project, folder) !== number) return false;
  discard(project.files, insideProject(project, fileOf(folder, number - filesKept)));
  return true;
}

function readHolder(project: Project, folder: string, number: number): Holder | null | undefined {
  const path = fileOf(folder, number);
  const text = findFile(project, path, "resource")?.toString("utf8");
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(path, "is not JSON");
  }
  const read = lockFile.safeParse(value);
  if (!read.success) throw damaged(path, "is not what Blue writes");
  return read.data.holder;
}

/** Whoever cannot read a lock does not take it. */
function damaged(path: string, why: string): BlueError {
  return refusal("record_damaged", { resource: path }, "lock_integrity", {
    message: `The lock ${path} ${why}`,
    suggestion: "Make sure that nobody holds the lock, then move its folder away.",
    context: { path },
  });
}

/** A branch can deliver any file, also where git ignores it; a lock that came with one locks nothing. */
function refuseTracked(project: Project): void {
  const [first] = findTracked(project, locksFolder) ?? [];
  if (first === undefined) return;
  refuse("unregistered_files", { resource: first }, "untracked_locks", {
    message: `${first} is tracked by git; locks belong to one machine`,
    suggestion: "Untrack `.blue/locks/` (it belongs in `.blue/.gitignore`).",
    context: { path: first },
  });
}

function folderOf(resource: string): string {
  return `${locksFolder}/${assertSlug(resource, "resource")}`;
}

function fileOf(folder: string, number: number): string {
  return `${folder}/${number}.json`;
}

/** 0 when there is none. */
function newestNumber(project: Project, folder: string): number {
  const names = listFolder(project.files, insideProject(project, folder)).map(({ name }) => name);
  return Math.max(0, ...names.map((name) => Number(/^([1-9]\d*)\.json$/.exec(name)?.[1] ?? 0)));
}
