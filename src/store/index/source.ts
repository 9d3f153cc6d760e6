/**
 * What the index is made from. A source is one document, or the folder of one dialogue: it is read as a whole, and its rows are replaced as a whole.
 * It counts as unchanged while the stamps of its files and folders are; otherwise it is read, and its rows decide. A stamp that is too young to tell
 * holds a hash of what it stands for, which is then compared too.
 */
import { createHash } from "node:crypto";
import type { Dirent, Stats } from "node:fs";
import { docsFolder } from "../../documents/document-types.ts";
import { BlueError } from "../../errors.ts";
import { dialoguesFolder, isDialogueId } from "../dialogue-ids.ts";
import { isPage } from "../dialogues.ts";
import { documentFileAt, markdownFiles } from "../documents.ts";
import { errno, type Files, findStatus, readRegular } from "../files.ts";
import { insideProject, largestFile, type Rooted } from "../paths.ts";
import { isRecordPath } from "../record.ts";
import { dialogueRows, unreadableDialogue } from "./dialogue-rows.ts";
import { documentRows } from "./document-rows.ts";
import type { Row } from "./schema.ts";

export interface ReadSource {
  /** Empty when they prove nothing: the source could not be read. It is then read again next time. */
  stamps: string;
  rows: Row[];
}

/** Coarse clocks and file systems that keep whole seconds: within this time an edit can leave all stamps as they were. */
const settlingMs = 2000;
/** Stands between names and stamps, and can be in neither. */
const separator = "//";
/** Stands between a young stamp and the hash of what it stands for. */
const holding = "=";

/** Paths of what may be one; whether it is shows when it is read. */
export function listSources(project: Rooted): string[] {
  const folder = insideProject(project, dialoguesFolder);
  const dialogues = entriesOf(project, folder).filter((entry) => entry.isDirectory() && isDialogueId(entry.name));
  return [...dialogues.map(({ name }) => `${dialoguesFolder}/${name}`), ...markdownFiles(project, docsFolder)];
}

/** The stamps to keep of a source that is unchanged: as they were, but for what is old enough by now. Undefined when it is to be read. */
export function findUnchanged({ root, files }: Rooted, path: string, stamps: string, now: Date): string | undefined {
  if (stamps === "") return undefined;
  const parts = stamps.split(separator);
  let kept = stamps;
  for (let i = 0; i < parts.length; i += 2) {
    const absolute = `${root}/${path}${parts[i]}`;
    const status = findStatus(files, absolute);
    const stamp = status && stampOf(status);
    if (stamp === parts[i + 1]) continue;
    if (status === undefined || !parts[i + 1]!.startsWith(`${stamp}${holding}`)) return undefined;
    if (parts[i + 1] !== youngStamp(files, absolute, status)) return undefined;
    if (!isSettled(status, now)) continue;
    parts[i + 1] = stamp!;
    kept = parts.join(separator);
  }
  return kept;
}

/** Stamps are taken first, so that a change while it is read is noticed next time. Undefined when it is no source. `again`: it was read before. */
export function readSource(project: Rooted, path: string, now: Date, again = false): ReadSource | undefined {
  if (path.startsWith(`${dialoguesFolder}/`)) {
    const id = path.slice(dialoguesFolder.length + 1);
    const statuses = dialogueStatuses(project, path);
    const records = statuses.flatMap(([name]) => (isRecordPath(name) ? [name.slice(1)] : []));
    const stamp = () => stampsOf(project, path, statuses, now);
    // One that changed will change again, and a round that a server has proved it need not prove anew for every round that follows.
    const read = () => dialogueRows(project, id, records, { remember: again });
    return readStamped(stamp, read, unreadableDialogue(id, records));
  }
  const document = documentFileAt(path);
  if (document === undefined) return undefined;
  const stamp = () => stampsOf(project, path, statusOf(project, path, ""), now);
  return readStamped(stamp, () => documentRows(project, document), []);
}

function readStamped(stamp: () => string, read: () => Row[], unreadable: Row[]): ReadSource | undefined {
  try {
    return { stamps: stamp(), rows: read() };
  } catch (thrown) {
    if (thrown instanceof BlueError && thrown.code === "not_found") return undefined;
    // One that cannot be read must not keep the others from being found.
    return { rows: unreadable, stamps: "" };
  }
}

/** By name below the source, "" for itself. */
type Statuses = [name: string, status: Stats][];

/** Every folder of a dialogue, because the names in it decide too, and the files it is read from. */
function dialogueStatuses(project: Rooted, path: string): Statuses {
  const legacy = statusOf(project, path, "/opening.json").length === 0;
  const statuses: Statuses = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    statuses.push(...statusOf(project, path, folder));
    for (const entry of entriesOf(project, `${project.root}/${path}${folder}`)) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (isRecordPath(name) || (legacy && isPage(entry))) statuses.push(...statusOf(project, path, name));
    }
  }
  return statuses;
}

function statusOf({ root, files }: Rooted, path: string, name: string): Statuses {
  const status = findStatus(files, `${root}/${path}${name}`);
  return status === undefined ? [] : [[name, status]];
}

function stampsOf({ root, files }: Rooted, path: string, statuses: Statuses, now: Date): string {
  const stamps = statuses.flatMap(([name, status]) => [
    name,
    isSettled(status, now) ? stampOf(status) : youngStamp(files, `${root}/${path}${name}`, status),
  ]);
  return stamps.includes(undefined) ? "" : stamps.join(separator);
}

function isSettled({ mtimeMs, ctimeMs }: Stats, now: Date): boolean {
  return Math.max(mtimeMs, ctimeMs) < now.getTime() - settlingMs;
}

function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs + ctimeMs} ${size} ${ino}`; // short: there may be fifty thousand of them
}

/** With a hash of a file's bytes, or of what a folder lists; undefined when that cannot be read. */
function youngStamp(files: Files, absolute: string, status: Stats): string | undefined {
  const hash = createHash("sha256");
  try {
    if (status.isDirectory())
      for (const entry of files.readdir(absolute)) hash.update(`${kindOf(entry)}${entry.name}\0`);
    else {
      const read = readRegular(files, absolute, largestFile);
      hash.update(read === undefined ? "" : "bytes" in read ? read.bytes : read.why);
    }
  } catch {
    return undefined;
  }
  return `${stampOf(status)}${holding}${hash.digest("base64url")}`;
}

function kindOf(entry: Dirent): string {
  return entry.isDirectory() ? "folder " : entry.isFile() ? "file " : entry.isSymbolicLink() ? "link " : "";
}

function entriesOf(project: Rooted, absolute: string) {
  try {
    return project.files.readdir(absolute);
  } catch (thrown) {
    if (errno(thrown) === "ENOENT" || errno(thrown) === "ENOTDIR") return [];
    throw thrown;
  }
}
