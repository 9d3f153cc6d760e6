/**
 * The one check for every path that carries a name from outside: an argument, a record, a file a branch delivered. A path that leaves the
 * project, passes through a symbolic link below its root, or is not a plain file of bounded size is refused before anything is read or written.
 */
import type { Dirent, Stats } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { refuse } from "../errors.ts";
import { safeLine } from "../safe-text.ts";
import { errno, type Files, findStatus, listFolder, readRegular } from "./files.ts";

/** What the check needs to know of a project. */
export interface Rooted {
  /** Absolute and real: no link in it. */
  root: string;
  files: Files;
}

const longestPath = 4096;
const longestName = 255;
export const largestFile = 16 * 1024 * 1024;

/** The absolute form of `path` (relative ones start at the project's root). What is there, if anything, is inside the project and no link. */
export function insideProject(project: Rooted, path: string, field = "path"): string {
  return lookInside(project, path, field).absolute;
}

export interface Looked {
  absolute: string;
  /** Undefined when nothing is there. */
  status: Stats | undefined;
}

/** As `insideProject`, with what the last look found. `linkAtEnd`: a link that the path ends with is answered, not refused. */
export function lookInside(project: Rooted, path: string, field = "path", linkAtEnd = false): Looked {
  const seen = looks.get(project);
  return seen?.looked.get(path) ?? look(project, path, field, linkAtEnd, seen);
}

function look(project: Rooted, path: string, field: string, linkAtEnd: boolean, seen: Seen | undefined): Looked {
  const refusePath = (why: string) =>
    refuse("path_outside_project", { [field]: shown(path) }, "inside_project", {
      message: `\`${field}\` ${why}`,
      suggestion: "Give a path inside the project, without symbolic links.",
    });
  if (path === "") refusePath("is empty");
  if (/[\0-\x1f\x7f]/.test(path)) refusePath("contains control characters");
  if (/%(?:2e|2f|5c|00)/i.test(path) || path.includes("\\")) refusePath("contains an encoded or foreign separator");
  if (isLonger(path, longestPath)) refusePath(`is longer than ${longestPath} bytes`);

  const names = namesBelowRoot(project, path) ?? refusePath("leads outside the project");
  if (names.some((name) => isLonger(name, longestName))) refusePath(`has a name longer than ${longestName} bytes`);
  const absolute = join(project.root, ...names);
  if (isLonger(absolute, longestPath - 1)) refusePath(`is longer than ${longestPath} bytes`);

  let at = project.root;
  let status = names.length === 0 ? findStatus(project.files, at) : undefined;
  for (const [i, name] of names.entries()) {
    const isUnlisted = seen?.lists.get(at)?.has(name) === false;
    at = at.endsWith(sep) ? `${at}${name}` : `${at}${sep}${name}`;
    const isMissing = isUnlisted || seen?.missing.has(at);
    status = seen?.folders.get(at) ?? (isMissing ? undefined : findStatus(project.files, at));
    if (status === undefined) {
      seen?.missing.add(at);
      break;
    }
    const isLast = i === names.length - 1;
    if (status.isSymbolicLink() && !(isLast && linkAtEnd))
      refusePath(`passes through a symbolic link (${relative(project.root, at)})`);
    if (!isLast && !status.isDirectory()) refusePath(`passes through a file (${relative(project.root, at)})`);
    if (status.isDirectory()) seen?.folders.set(at, status);
  }
  const looked = { absolute, status };
  if (status?.isDirectory()) seen?.looked.set(path, looked);
  return looked;
}

/** Absolute path of a folder → its status, and what lies in it by name; and where nothing was. `looked`: folders by the paths that were asked for. */
interface Seen {
  looked: Map<string, Looked>;
  folders: Map<string, Stats>;
  lists: Map<string, Map<string, Dirent>>;
  missing: Set<string>;
}

/** By the project that is read in one look just now. */
const looks = new WeakMap<Rooted, Seen>();

/**
 * For `read`, which writes nothing, every folder on the way is looked at and listed once, not once for each file in it. In the end each is looked at
 * again: if one is a link by then, or another folder, what was read is refused.
 */
export function inOneLook<T>(project: Rooted, read: () => T): T {
  if (looks.has(project)) return read();
  const seen: Seen = { looked: new Map(), folders: new Map(), lists: new Map(), missing: new Set() };
  looks.set(project, seen);
  let result: T;
  try {
    result = read();
  } finally {
    looks.delete(project);
  }
  for (const [path, { dev, ino }] of seen.folders) {
    const now = findStatus(project.files, path);
    if (!now?.isDirectory() || now.dev !== dev || now.ino !== ino) refuseMoved(relative(project.root, path));
  }
  return result;
}

function refuseMoved(path: string): never {
  refuse("io_error", { path }, "folder_stays", {
    message: `${path} was moved or replaced while it was read`,
    suggestion:
      "Something moves folders in the project right now (git, another program). Repeat the call when it is done.",
    context: { path },
  });
}

/** What lies in a folder of the project, in name order; nothing when there is no such folder. */
export function listInside(project: Rooted, path: string): Dirent[] {
  const { absolute, status } = lookInside(project, path);
  if (!status?.isDirectory()) return [];
  const lists = looks.get(project)?.lists;
  const known = lists?.get(absolute);
  if (known !== undefined) return [...known.values()];
  const entries = listFolder(project.files, absolute).sort((a, b) => (a.name < b.name ? -1 : 1));
  lists?.set(absolute, new Map(entries.map((entry) => [entry.name, entry])));
  return entries;
}

/** In bytes, of which a character has three at most. */
function isLonger(text: string, most: number): boolean {
  return text.length * 3 > most && Buffer.byteLength(text) > most;
}

function namesBelowRoot(project: Rooted, path: string): string[] | undefined {
  const absolute = isAbsolute(path) ? normalize(path) : join(project.root, path);
  return below(project.root, absolute) ?? below(project.root, realAncestor(project.files, absolute));
}

function below(root: string, absolute: string): string[] | undefined {
  const names = relative(root, absolute)
    .split(sep)
    .filter((name) => name !== "");
  return names[0] === ".." || isAbsolute(names[0] ?? "") ? undefined : names;
}

/** `absolute` with its nearest existing ancestor directory resolved: a temporary folder may be known by a linked name. */
function realAncestor(files: Files, absolute: string): string {
  const rest: string[] = [];
  let at = absolute;
  while (true) {
    const parent = join(at, "..");
    if (parent === at) return absolute;
    rest.unshift(relative(parent, at));
    at = parent;
    try {
      return join(files.realpath(at), ...rest);
    } catch (thrown) {
      const code = errno(thrown);
      if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "ENAMETOOLONG") throw thrown;
    }
  }
}

/** The bytes of a regular file inside the project; undefined when there is none. */
export function findFile(project: Rooted, path: string, field = "path", largest = largestFile): Buffer | undefined {
  return findOpened(project, path, field, largest)?.bytes;
}

export function readText(project: Rooted, path: string, field = "path", largest = largestFile): string {
  const bytes = findFile(project, path, field, largest);
  if (bytes !== undefined) return bytes.toString("utf8");
  return refuse("not_found", { [field]: shown(path) }, "file_exists", {
    message: `There is no file ${shown(path)}`,
    suggestion: "Give its path from the project's root.",
  });
}

export interface OpenedFile {
  bytes: Buffer;
  inode: string;
  writtenAt: Date;
}

/** As `findFile`, and which inode the bytes came from: two names with one inode are one file. */
export function findOpened(project: Rooted, path: string, field: string, largest: number): OpenedFile | undefined {
  const listed = findListed(project, path, field);
  const absolute = listed === "unknown" ? findLooked(project, path, field) : listed;
  if (absolute === undefined) return undefined;
  const read = readRegular(project.files, absolute, largest);
  if (read === undefined || "bytes" in read) return read;
  return refuse("path_outside_project", { [field]: shown(path) }, "regular_file", {
    message: `\`${field}\`: ${relative(project.root, absolute)} ${read.why}`,
    suggestion: "Only regular files of bounded size are read.",
  });
}

function findLooked(project: Rooted, path: string, field: string): string | undefined {
  const { absolute, status } = lookInside(project, path, field);
  return status === undefined ? undefined : absolute;
}

/** Where the folder was listed in this look, its file needs no look of its own: it is opened only if it is no link. Undefined: it is not in the list. */
function findListed(project: Rooted, path: string, field: string): string | "unknown" | undefined {
  const lists = looks.get(project)?.lists;
  if (lists === undefined) return "unknown";
  const folder = insideProject(project, dirname(path), field);
  const entry = lists.get(folder)?.get(basename(path));
  if (entry === undefined) return lists.has(folder) ? undefined : "unknown";
  return entry.isFile() ? `${folder}${sep}${entry.name}` : "unknown";
}

const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name that may become a file: lower-case letters, digits and hyphens, no name a system reserves. */
export function assertSlug(value: string, field: string, longest = 100): string {
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(value) && value.length <= longest && !deviceNames.test(value))
    return value;
  return refuse("invalid_input", { [field]: shown(value) }, "name", {
    message: `\`${field}\` must be a name of lower-case letters, digits and hyphens (at most ${longest})`,
    suggestion: "For example `api-design`.",
  });
}

/** Outside text in a message: one line, and not a long one. */
function shown(value: string): string {
  return safeLine(value).slice(0, 200);
}
