/**
 * Cited files as they are now, and the one search for words that left theirs. A file is read once, whatever cites it; the search goes once over all
 * files for all words together and keeps none of them.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { attempt, BlueError } from "../errors.ts";
import type { Elsewhere } from "../rules/rot.ts";
import { kindOf, LooseText, type Quote } from "../rules/round/loose-text.ts";
import { QuoteFinder } from "../rules/round/quote-finder.ts";
import { errno, listFolder } from "./files.ts";
import { withLf } from "./git-trees.ts";
import { findFile, largestFile, lookInside } from "./paths.ts";
import type { Project } from "./project.ts";
import { askGit, namesIn } from "./run-git.ts";

/** A file's bytes made ready to be asked; `unreadable`: there, and no text. */
export type Passage =
  | { state: "text"; text: LooseText; hasHash(blob: string): boolean }
  | { state: "unreadable"; why: string; hasHash(blob: string): boolean }
  | { state: "gone" | "refused" };

export function readPassage(project: Project, path: string): Passage {
  const unreadable = (why: string): Passage => ({ state: "unreadable", why, hasHash: () => false });
  try {
    const bytes = findFile(project, path);
    return bytes === undefined ? { state: "gone" } : passageOf(bytes, path);
  } catch (thrown) {
    if (errno(thrown) === "EACCES" || errno(thrown) === "EPERM") return unreadable("it may not be read");
    if (!(thrown instanceof BlueError) || thrown.code !== "path_outside_project") throw thrown;
    const looked = attempt(() => lookInside(project, path, "path", true));
    const status = looked instanceof BlueError ? undefined : looked.status;
    if (status?.isSymbolicLink()) return unreadable("it is a link now");
    return status?.isFile() && status.size > largestFile ? unreadable("it is larger than 16 MB") : { state: "refused" };
  }
}

export function passageOf(bytes: Buffer, path: string): Passage {
  const pointer = lfsPointer(bytes);
  if (pointer !== undefined)
    return { state: "unreadable", why: "its content is in Git LFS, not here", hasHash: (blob) => blob === pointer };
  let hashes: string[] | undefined;
  const hasHash = (blob: string) => {
    hashes ??= [bytes, withLf(bytes), withCrlf(bytes)].map(sha256);
    return hashes.includes(blob);
  };
  if (bytes.includes(0)) return { state: "unreadable", why: "it is binary", hasHash };
  return { state: "text", text: new LooseText(bytes.toString("utf8"), kindOf(path)), hasHash };
}

function lfsPointer(bytes: Buffer): string | undefined {
  if (bytes.length > 1024 || !bytes.toString("latin1").startsWith("version https://git-lfs.github.com/spec/"))
    return undefined;
  return /^oid sha256:([0-9a-f]{64})$/m.exec(bytes.toString("latin1"))?.[1];
}

function withCrlf(bytes: Buffer): Buffer {
  return Buffer.from(withLf(bytes).toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export interface ProjectFile {
  path: string;
  /** Git's mode; 160000 is a submodule, 120000 a link. Undefined for what git does not track. */
  mode: string | undefined;
  /** Tracked, and left out by a sparse checkout. */
  leftOut: boolean;
}

/** Every file of the project that git tracks or would; without git a walk. */
export function listProjectFiles(project: Project): ProjectFile[] {
  if (!project.git) return walk(project, "").map((path) => ({ path, mode: undefined, leftOut: false }));
  const files = new Map<string, ProjectFile>();
  for (const line of namesIn(askGit(project, ["ls-files", "-z", "-t", "-s", "-c"]))) {
    const [, tag, mode, path] = /^(\S) (\d+) [0-9a-f]+ \d\t(.*)$/s.exec(line)!;
    files.set(path!, { path: path!, mode, leftOut: tag === "S" });
  }
  for (const path of namesIn(askGit(project, ["ls-files", "-z", "-o", "--exclude-per-directory=.gitignore"])))
    if (!files.has(path)) files.set(path, { path, mode: undefined, leftOut: false });
  return [...files.values()];
}

/** Another repository inside this one is not ours to search. */
function walk(project: Project, folder: string): string[] {
  const entries = listFolder(project.files, join(project.root, folder));
  if (folder !== "" && entries.some(({ name }) => name === ".git")) return [];
  return entries.flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (!isSearchablePath(path) && !docs.startsWith(path)) return [];
    return entry.isDirectory() ? walk(project, path) : entry.isFile() ? [path] : [];
  });
}

const docs = ".blue/docs/";
/** `blue site` puts what the records say below this name. */
export const siteData = "blue-data";
const notSearched = [".git", "node_modules", ".blue", siteData];

/** Records, pages and settlements quote word for word, so Blue's own files are no place to which words move, nor is a site; documents are one for documents. */
export function isSearchablePath(path: string): boolean {
  if (path.endsWith("/") || path.startsWith(docs)) return path.startsWith(docs) && !path.endsWith("/");
  return !path.split("/").some((name) => notSearched.includes(name));
}

/** Whether words cited in `from` can have moved to `to`. */
export function canMove(from: string, to: string): boolean {
  return isSearchablePath(to) && (!to.startsWith(docs) || from.startsWith(docs));
}

export interface Sought {
  path: string;
  quote: Quote;
  /** Null where a file of the same bytes is of no interest. */
  blob: string | null;
}

/** Where the words of each citation stand now, outside its own file. */
export function searchPassages(
  project: Project,
  files: readonly ProjectFile[],
  sought: readonly Sought[],
): Elsewhere[] {
  const found = sought.map((): Elsewhere & { unread: string[] } => ({
    ...{ sameKind: undefined, sameBytes: undefined, otherKind: undefined },
    unread: [],
  }));
  if (sought.length === 0) return [];
  const finder = new QuoteFinder(sought.map(({ quote }) => quote));
  const blobs = new Map<string, number[]>();
  for (const [i, { blob }] of sought.entries()) if (blob !== null) blobs.set(blob, [...(blobs.get(blob) ?? []), i]);
  const unread: string[] = [];
  for (const { path, mode, leftOut } of files) {
    if (mode === "160000" || mode === "120000" || !isSearchablePath(path)) continue;
    const bytes = leftOut ? "unread" : readSearchable(project, path);
    if (bytes === "unread") unread.push(path);
    if (bytes === undefined || bytes === "unread") continue;
    for (const i of blobs.size === 0 ? [] : (blobs.get(sha256(bytes)) ?? []))
      if (sought[i]!.path !== path && canMove(sought[i]!.path, path)) found[i]!.sameBytes ??= path;
    const passage = passageOf(bytes, path);
    if (passage.state !== "text") continue;
    for (const i of finder.find(passage.text)) {
      const { path: from } = sought[i]!;
      if (from === path || !canMove(from, path)) continue;
      if (kindOf(from) === passage.text.kind) found[i]!.sameKind ??= path;
      else found[i]!.otherKind ??= path;
    }
  }
  for (const one of found) one.unread.push(...unread);
  return found;
}

/** Undefined: nothing there that could be searched. */
function readSearchable(project: Project, path: string): Buffer | "unread" | undefined {
  try {
    return findFile(project, path);
  } catch (thrown) {
    if (thrown instanceof BlueError && thrown.code === "path_outside_project") return undefined;
    if (errno(thrown) === "EACCES" || errno(thrown) === "EPERM") return "unread";
    throw thrown;
  }
}
