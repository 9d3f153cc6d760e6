/**
 * Locks on disk: `.blue/locks/<resource>/<generation>.json`, each file a whole state, written once and never changed; the highest generation is
 * the truth. A change reads generation n and links its successor n+1; link(2) refuses a taken name, so of all who read n exactly one succeeds and the
 * others read again. There is no moment in which a lock is taken away before it is given: a takeover is the same one link.
 */
import { basename } from "node:path";
import { BlueError } from "../errors.ts";
import { type LockState, lockState, neverLocked } from "../staging/lock-state.ts";
import { discard, ensureBlueFolder, ensureFolders } from "./blue-folder.ts";
import { errno } from "./files.ts";
import { findTracked } from "./git.ts";
import { assertSlug, findFile, insideProject } from "./paths.ts";
import type { Project } from "./project.ts";
import { refuseWithoutLinks } from "./publish.ts";
import { placeNew, type Random } from "./write-document.ts";

export const locksFolder = ".blue/locks";
const largestState = 256 * 1024;
const attempts = 200;
/** Older generations go. Whoever finds that so many came after its own cannot know whether it was the first under its name. */
const generationsKept = 32;
const lastGeneration = 9_999_999_999;

interface Stored {
  generation: number;
  path: string;
  text: string;
  state: LockState;
}

/** Names of the resources that were ever locked here. */
export function listLocks(project: Project): string[] {
  return entriesOf(project, locksFolder)
    .filter((entry) => entry.isDirectory() && /^[a-z0-9-]+$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** As it was last written; undefined when the resource was never locked. */
export function findLock(project: Project, resource: string): LockState | undefined {
  refuseTracked(project);
  return findNewest(project, folderOf(resource))?.state;
}

/** Applies `decide` to the newest state; again, and afresh, whenever another process was quicker. */
export function changeLock<T extends { state: LockState; changed: boolean }>(
  project: Project,
  random: Random,
  resource: string,
  decide: (state: LockState) => T,
): T {
  refuseTracked(project);
  const folder = folderOf(resource);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = findNewest(project, folder);
    const answer = decide(before?.state ?? neverLocked);
    if (!answer.changed || isPublished(project, random, folder, before, answer.state)) return answer;
  }
  throw new BlueError("io_error", `${folder} kept changing`, {
    suggestion: "Nothing was acknowledged; repeat the call.",
    context: { path: folder },
  });
}

function isPublished(
  project: Project,
  random: Random,
  folder: string,
  before: Stored | undefined,
  state: LockState,
): boolean {
  const generation = (before?.generation ?? 0) + 1;
  const path = `${folder}/${fileName(generation)}`;
  try {
    ensureBlueFolder(project, random);
    ensureFolders(project, folder);
    if (!placeNew(project, path, `${JSON.stringify({ format: 1, ...state }, null, 2)}\n`, random)) return false;
    if (isFirstUnderItsName(project, folder, generation, before)) {
      removeOld(project, folder, generation);
      return true;
    }
    discard(project.files, insideProject(project, path));
    return false;
  } catch (thrown) {
    refuseWithoutLinks(thrown);
    if (errno(thrown) === "ENOENT") return false; // swept from under us
    throw thrown;
  }
}

/**
 * The link proves that nobody has the name now. That nobody ever had it follows while the name is too young to have been removed; that it follows
 * what we read, while that is still there (`git clean` may have begun the folder anew meanwhile).
 */
function isFirstUnderItsName(
  project: Project,
  folder: string,
  generation: number,
  before: Stored | undefined,
): boolean {
  if ((generationsIn(project, folder).at(-1) ?? 0) >= generation + generationsKept) return false;
  return before === undefined || textAt(project, before.path) === before.text;
}

function removeOld(project: Project, folder: string, newest: number): void {
  for (const generation of generationsIn(project, folder)) {
    if (generation > newest - generationsKept) return;
    discard(project.files, insideProject(project, `${folder}/${fileName(generation)}`));
  }
}

function findNewest(project: Project, folder: string): Stored | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const generation = generationsIn(project, folder).at(-1);
    if (generation === undefined) return undefined;
    if (generation === lastGeneration) throw damaged(folder, "has no number left");
    const path = `${folder}/${fileName(generation)}`;
    const text = textAt(project, path);
    if (text !== undefined) return { generation, path, text, state: readState(path, text) };
  }
  throw damaged(folder, "keeps vanishing");
}

function readState(path: string, text: string): LockState {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(path, "is no JSON");
  }
  const { format, ...state } = (value ?? {}) as { format?: unknown };
  if (typeof format === "number" && format > 1)
    throw new BlueError("unknown_format", `${path} was written by a newer Blue (format ${format})`, {
      field: "resource",
      value: format,
      suggestion: "Update Blue.",
    });
  const read = lockState.safeParse(state);
  if (format !== 1 || !read.success) throw damaged(path, "is not what Blue writes");
  return read.data;
}

/** Who cannot read a lock does not take it. */
function damaged(path: string, why: string): BlueError {
  return new BlueError("record_damaged", `The lock ${path} ${why}`, {
    field: "resource",
    value: path,
    constraint: "lock_integrity",
    suggestion: "Make sure that nobody holds the lock, then move its folder away.",
    context: { path },
  });
}

/** A branch can deliver any file, also where git ignores; a lock that came with one is nobody's. */
function refuseTracked(project: Project): void {
  const [first] = findTracked(project, locksFolder) ?? [];
  if (first === undefined) return;
  throw new BlueError("unregistered_files", `${first} is tracked by git; locks belong to one machine`, {
    field: "resource",
    value: first,
    constraint: "untracked_locks",
    suggestion: "Untrack `.blue/locks/` (it belongs in `.blue/.gitignore`).",
    context: { path: first },
  });
}

function folderOf(resource: string): string {
  return `${locksFolder}/${assertSlug(resource, "resource")}`;
}

function fileName(generation: number): string {
  return `${String(generation).padStart(10, "0")}.json`;
}

function generationsIn(project: Project, folder: string): number[] {
  return entriesOf(project, folder)
    .flatMap(({ name }) => (/^\d{10}\.json$/.test(name) ? [Number(basename(name, ".json"))] : []))
    .sort((a, b) => a - b);
}

function textAt(project: Project, path: string): string | undefined {
  return findFile(project, path, "resource", largestState)?.toString("utf8");
}

function entriesOf(project: Project, folder: string): ReturnType<Project["files"]["readdir"]> {
  try {
    return project.files.readdir(insideProject(project, folder));
  } catch (thrown) {
    if (errno(thrown) === "ENOENT") return [];
    throw thrown;
  }
}
