/**
 * What the index is made from. A source is one document, or the folder of one dialogue: it is read as a whole, and its rows are replaced as a whole.
 * It counts as unchanged while the stamps of its files and folders are; otherwise it is read, and its rows decide.
 */
import type { Stats } from "node:fs";
import { docsFolder } from "../../documents/document-types.ts";
import { BlueError } from "../../errors.ts";
import { dialoguesFolder, isDialogueId } from "../dialogue-ids.ts";
import { isPage } from "../dialogues.ts";
import { documentFileAt, markdownFiles } from "../documents.ts";
import { errno, findStatus } from "../files.ts";
import { insideProject, type Rooted } from "../paths.ts";
import { isRecordPath } from "../record.ts";
import { dialogueRows, unreadableDialogue } from "./dialogue-rows.ts";
import { documentRows } from "./document-rows.ts";
import type { Row } from "./schema.ts";

export interface ReadSource {
  /** Empty when they prove nothing: the source changed a moment ago, or could not be read. It is then read again next time. */
  stamps: string;
  rows: Row[];
}

/** Coarse clocks and file systems that keep whole seconds: within this time an edit can leave all stamps as they were. */
const settlingMs = 2000;
/** Stands between names and stamps, and can be in neither. */
const separator = "//";

/** Paths of what may be one; whether it is shows when it is read. */
export function listSources(project: Rooted): string[] {
  const folder = insideProject(project, dialoguesFolder);
  const dialogues = entriesOf(project, folder).filter((entry) => entry.isDirectory() && isDialogueId(entry.name));
  return [...dialogues.map(({ name }) => `${dialoguesFolder}/${name}`), ...markdownFiles(project, docsFolder)];
}

export function isUnchanged({ root, files }: Rooted, path: string, stamps: string): boolean {
  if (stamps === "") return false;
  const parts = stamps.split(separator);
  for (let i = 0; i < parts.length; i += 2) {
    const status = findStatus(files, `${root}/${path}${parts[i]}`);
    if (status === undefined || stampOf(status) !== parts[i + 1]) return false;
  }
  return true;
}

/** Stamps are taken first, so that a change while it is read is noticed next time. Undefined when it is no source. */
export function readSource(project: Rooted, path: string, now: Date): ReadSource | undefined {
  if (path.startsWith(`${dialoguesFolder}/`)) {
    const id = path.slice(dialoguesFolder.length + 1);
    const statuses = dialogueStatuses(project, path);
    const records = statuses.flatMap(([name]) => (isRecordPath(name) ? [name.slice(1)] : []));
    return readStamped(statuses, now, () => dialogueRows(project, id, records), unreadableDialogue(id, records));
  }
  const document = documentFileAt(path);
  if (document === undefined) return undefined;
  return readStamped(statusOf(project, path, ""), now, () => documentRows(project, document), []);
}

function readStamped(statuses: Statuses, now: Date, read: () => Row[], unreadable: Row[]): ReadSource | undefined {
  try {
    const rows = read();
    const youngest = Math.max(...statuses.map(([, { mtimeMs, ctimeMs }]) => Math.max(mtimeMs, ctimeMs)));
    return { rows, stamps: youngest < now.getTime() - settlingMs ? stampsOf(statuses) : "" };
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

function stampsOf(statuses: Statuses): string {
  return statuses.flatMap(([name, status]) => [name, stampOf(status)]).join(separator);
}

function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs + ctimeMs} ${size} ${ino}`; // short: there may be fifty thousand of them
}

function entriesOf(project: Rooted, absolute: string) {
  try {
    return project.files.readdir(absolute);
  } catch (thrown) {
    if (errno(thrown) === "ENOENT" || errno(thrown) === "ENOTDIR") return [];
    throw thrown;
  }
}
