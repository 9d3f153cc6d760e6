/**
 * What lies among a round's drafts, by one look at each folder. A text counts under the names Blue reads; whatever else could be somebody's words
 * is a stray: nobody reads it, so it is named instead of being passed over.
 */
import type { Dirent } from "node:fs";
import { join } from "node:path";
import { BlueError } from "../errors.ts";
import { expertKey } from "../rules/names.ts";
import { errno } from "./files.ts";
import { type CheckedFolder, checkFolder } from "./paths.ts";
import type { Project } from "./project.ts";

export interface DraftFolder {
  /** The folder's name, and the key of whoever it belongs to. */
  key: string;
  /** The files that hold texts, the first one first. */
  names: string[];
}

export interface DraftList {
  folder: CheckedFolder;
  experts: DraftFolder[];
  /** From the project's root, sorted. */
  strays: string[];
}

/** What Blue itself writes among the drafts. */
const ownFiles = new Set(["proposal.md", "inventory.md"]);
const prompt = "prompt.md";

export function listDrafts(project: Project, path: string): DraftList {
  const folder = checkFolder(project, path);
  const list: DraftList = { folder, experts: [], strays: [] };
  if (folder.status === undefined) return list;
  for (const entry of listed(project, folder.absolute)) {
    const at = `${path}/${entry.name}`;
    if (entry.isDirectory() && /^[a-z0-9][a-z0-9-]*$/.test(entry.name)) {
      const entries = listed(project, join(folder.absolute, entry.name));
      list.experts.push({ key: entry.name, names: textNames(entries) });
      const others = entries.filter(({ name }) => textNumber(name) === undefined && name !== prompt);
      list.strays.push(...others.flatMap((other) => straysAt(project, other, `${at}/${other.name}`)));
    } else if (!ownFiles.has(entry.name)) list.strays.push(...straysAt(project, entry, at));
  }
  list.experts.sort((a, b) => (a.key < b.key ? -1 : 1));
  list.strays.sort();
  return list;
}

/** The texts in one expert's folder: `draft.md`, then `draft-2.md` and on, whichever of them are there. */
export function listTexts(project: Project, folder: CheckedFolder): string[] {
  return folder.status === undefined ? [] : textNames(listed(project, folder.absolute));
}

/** The name that comes after all of these, so that a new text never stands before one that was there. */
export function nextTextName(names: readonly string[]): string {
  return names.length === 0 ? "draft" : `draft-${Math.max(...names.map((name) => textNumber(name)!)) + 1}`;
}

/** Whose a stray probably is: the folder's it lies in, or that of the name it has. */
export function strayKey(drafts: string, path: string): string {
  return expertKey(
    path
      .slice(drafts.length + 1)
      .split("/")[0]!
      .replace(textEnd, ""),
  );
}

export function strayText(path: string): BlueError {
  return new BlueError("unregistered_files", `${path} may be an expert's text, and lies where nobody reads it`, {
    field: "drafts",
    value: path,
    constraint: "texts_in_place",
    suggestion:
      "Rename it to draft.md in the expert's own folder, in small letters and no link (draft-2.md if that is taken), or remove it.",
    context: { path },
  });
}

const textEnd = /\.(?:md|markdown)$/i;

function textNumber(name: string): number | undefined {
  const [whole, digits] = /^draft(?:-(\d{1,6}))?\.md$/.exec(name) ?? [];
  return whole === undefined ? undefined : Number(digits ?? 1);
}

function textNames(entries: readonly Dirent[]): string[] {
  return entries
    .map(({ name }) => ({ name, n: textNumber(name) }))
    .filter((one): one is { name: string; n: number } => one.n !== undefined)
    .sort((a, b) => a.n - b.n || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

/** A link is never followed, and may lead to a text or to a folder of them. */
function straysAt(project: Project, entry: Dirent, path: string): string[] {
  if (entry.isSymbolicLink()) return textEnd.test(entry.name) || !entry.name.includes(".") ? [path] : [];
  if (!entry.isDirectory()) return textEnd.test(entry.name) ? [path] : [];
  return listed(project, join(project.root, path))
    .filter(({ name }) => name !== prompt)
    .flatMap((below) => straysAt(project, below, `${path}/${below.name}`));
}

/** Nothing when the folder went away since it was seen. */
function listed(project: Project, absolute: string): Dirent[] {
  try {
    return project.files.readdir(absolute);
  } catch (thrown) {
    const code = errno(thrown);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw thrown;
  }
}
