/**
 * Which files of a round may hold somebody's words. Blue reads `draft.md`, `draft-2.md` and on in an expert's own folder; any other file that could
 * be a text is listed too, so that Blue can name it.
 */
import type { Dirent } from "node:fs";
import { basename } from "node:path";
import { attempt, BlueError } from "../errors.ts";
import { toLines } from "../rules/lines.ts";
import { expertKey } from "../rules/names.ts";
import { type OpenRound, timesOf } from "./asks.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { crossChecksFolder, draftsFolder, largestDraft, revisionsFolder, roundFolder } from "./drafts.ts";
import { findFile, listInside, lookInside } from "./paths.ts";
import type { Project } from "./project.ts";

export interface DraftPath {
  /** Its author, as far as the path tells. */
  key: string;
  /** From the project's root. */
  path: string;
  /** Whether it lies where Blue reads. */
  inPlace: boolean;
}

/** What Blue itself writes among the drafts. */
const ownFiles = new Set(["proposal.md", "inventory.md"]);
const prompt = "prompt.md";

/** Everything of the attempt in work, and what lies beside the attempts, where Blue does not read. */
export function listOpenDrafts(project: Project, open: OpenRound): DraftPath[] {
  const beside = listBeside(project, open).map(({ path }) => path);
  return [
    ...listDrafts(project, draftsFolder(open)),
    ...beside.map((path) => ({ key: textKey(basename(path)), path, inPlace: false })),
  ];
}

/** Texts in the round's folder that belong to no attempt, and the entry each lies in. */
export function listBeside(project: Project, open: OpenRound): { entry: string; path: string }[] {
  const folder = roundFolder(open);
  const known = [revisionsFolder(open), crossChecksFolder(open)];
  return listInside(project, folder).flatMap((entry) => {
    const isAttempt = /^[1-9]\d*$/.test(entry.name) && Number(entry.name) <= open.attempt;
    const isKnown = known.includes(`${folder}/${entry.name}`) && entry.isDirectory();
    const texts = isAttempt || isKnown ? [] : textsAt(project, entry, `${folder}/${entry.name}`);
    return texts.map((path) => ({ entry: entry.name, path }));
  });
}

/** Sorted by author; each author's texts in the order of their numbers. */
export function listDrafts(project: Project, folder: string): DraftPath[] {
  const found: DraftPath[] = [];
  for (const entry of listInside(project, folder)) {
    const path = `${folder}/${entry.name}`;
    const key = textKey(entry.name);
    if (entry.isDirectory() && /^[a-z0-9][a-z0-9-]*$/.test(entry.name)) {
      const entries = listInside(project, path);
      const names = textNames(entries);
      found.push(...names.map((name) => ({ key, path: `${path}/${name}`, inPlace: true })));
      const others = entries.filter(({ name }) => !names.includes(name));
      const elsewhere = others.flatMap((other) => textsAt(project, other, `${path}/${other.name}`));
      found.push(...elsewhere.map((text) => ({ key, path: text, inPlace: false })));
    } else if (!ownFiles.has(entry.name))
      found.push(...textsAt(project, entry, path).map((text) => ({ key, path: text, inPlace: false })));
  }
  return found.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
}

/** Whose text a file in `round-N/` itself is, where RFC 0057's protocol has experts write; undefined when it is named otherwise. */
export function directKey(path: string): string | undefined {
  return /^([a-z0-9][a-z0-9-]*)\.md$/.exec(basename(path))?.[1];
}

/**
 * A file in `round-N/` stays where it is when git changes the branch or the round is set aside, so it may answer something else. It counts when it is newer
 * than the record before it, which a switch of branches writes anew, than the entry that seats its author or set the round aside, and than its author's
 * prompt, if there is one. After a discard somebody with a prompt may still answer the one before, so there only who has none writes here.
 */
export function answersRound(
  project: Project,
  open: OpenRound,
  { rounds }: Pick<LoadedDialogue, "rounds">,
  path: string,
): boolean {
  const key = directKey(path)!;
  const staying = rounds.at(-1)?.panel.some(({ name }) => expertKey(name) === key) ?? false;
  const { seated = 0, prompted } = timesOf(project, open, key, staying);
  if (prompted !== undefined && open.attempt > 1) return false;
  const changed = (at: string) => lookInside(project, at).status?.mtimeMs;
  const folder = `${dialoguesFolder}/${open.dialogue}`;
  const record = open.round === 0 ? `${folder}/opening.json` : `${folder}/round-${open.round - 1}/round.json`;
  return (changed(path) ?? 0) >= Math.max(changed(record) ?? Number.POSITIVE_INFINITY, seated, prompted ?? 0);
}

/** The texts of one expert's folder, the first one first. */
export function listTextNames(project: Project, folder: string): string[] {
  return textNames(listInside(project, folder));
}

export function textNumber(name: string): number | undefined {
  const [whole, digits] = /^draft(?:-(\d{1,6}))?\.md$/.exec(name) ?? [];
  return whole === undefined ? undefined : Number(digits ?? 1);
}

/** The words as far as they can be read; a file that cannot be read gives the reason in parentheses. */
export function wordsIn(project: Project, path: string): string[] {
  const bytes = attempt(() => findFile(project, path, "draft", largestDraft));
  return toLines(bytes instanceof BlueError ? `(${bytes.message})` : (bytes?.toString("utf8") ?? ""));
}

export function capitalised(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

const textEnd = /\.(?:md|markdown)$/i;

function textKey(name: string): string {
  return expertKey(name.replace(textEnd, ""));
}

function textNames(entries: readonly Dirent[]): string[] {
  return entries
    .map(({ name }) => name)
    .filter((name) => textNumber(name) !== undefined)
    .sort((a, b) => textNumber(a)! - textNumber(b)! || a.length - b.length);
}

/** A link is never followed, but it may lead to a text or to a folder of texts. */
function textsAt(project: Project, entry: Dirent, path: string): string[] {
  if (entry.name === prompt) return [];
  if (entry.isSymbolicLink()) return textEnd.test(entry.name) || !entry.name.includes(".") ? [path] : [];
  if (!entry.isDirectory()) return textEnd.test(entry.name) ? [path] : [];
  return listInside(project, path).flatMap((below) => textsAt(project, below, `${path}/${below.name}`));
}
