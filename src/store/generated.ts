/**
 * Files that people read and Blue never does: made from records, compared with them by `verify`, put right by `sync`. Whatever stands in
 * them decides nothing.
 */
import { basename, dirname, join } from "node:path";
import { renderExport } from "../pages/export.ts";
import { type ExportFormat, exportNames } from "../pages/page-names.ts";
import { type DialogueRecords, type Known, renderDialogue, roundFileNames } from "../pages/render-dialogue.ts";
import type { Ledger } from "../rules/ledger.ts";
import { ensureFolders, folderFor, replaceAt, stageFile } from "./blue-folder.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { findStatus, readRegular } from "./files.ts";
import { insideProject, largestFile, type Rooted } from "./paths.ts";

export interface Drift {
  path: string;
  /** `folder`: one with something in it stands where the file belongs; Blue leaves it alone. */
  state: "missing" | "edited" | "folder";
}

/** What a file shows. A function stands for an export: made again only where the file exists. */
export type Shown = string | (() => string);

/** Path from the root → text, for everything this dialogue should show. Empty while its records cannot be trusted. */
export function generatedFiles(dialogue: LoadedDialogue, known?: Known): Map<string, Shown> {
  if (dialogue.opening === undefined) return new Map();
  const records = dialogue as DialogueRecords;
  const files = new Map<string, Shown>();
  for (const [name, text] of renderDialogue(records, known)) files.set(`${dialogue.path}/${name}`, text);
  for (const [format, name] of Object.entries(exportNames))
    files.set(`${dialogue.path}/${name}`, () => renderExport(format as ExportFormat, records, known?.ledger));
  return files;
}

/**
 * What the rounds after `before` change: their own files and the pages about the whole dialogue. Files of earlier rounds are made again only where some are
 * missing: the process that registered them may have died before it wrote them.
 */
export function filesAfterRound(
  project: Rooted,
  dialogue: LoadedDialogue,
  { before, ledger }: { before: Ledger; ledger: Ledger },
): Map<string, Shown> {
  const from = before.records.length;
  const lacking = dialogue.rounds.slice(0, from).findIndex((round) => {
    const entries = project.files.readdir(join(project.root, dialogue.path, `round-${round.round}`));
    const there = new Set(entries.map(({ name }) => name));
    return [...roundFileNames(round)].some((name) => !there.has(name));
  });
  return generatedFiles(dialogue, lacking < 0 ? { from, before, ledger } : { from: lacking, ledger });
}

export function findDrift(project: Rooted, files: ReadonlyMap<string, Shown>): Drift[] {
  return findDifferences(project, files).map(({ path, state }) => ({ path, state }));
}

function findDifferences(project: Rooted, files: ReadonlyMap<string, Shown>): (Drift & { text: string })[] {
  const differences: (Drift & { text: string })[] = [];
  const absoluteOf = checkedFolders(project);
  for (const [path, shown] of files) {
    const at = absoluteOf(path);
    const status = findStatus(project.files, at);
    if (status === undefined) {
      if (typeof shown === "string") differences.push({ path, state: "missing", text: shown });
      continue;
    }
    const text = typeof shown === "string" ? shown : shown();
    if (status.isDirectory() && project.files.readdir(at).length > 0) {
      differences.push({ path, state: "folder", text });
      continue;
    }
    // An export holds all rounds, and may be larger than any one record.
    const largest = Math.max(largestFile, 2 * text.length);
    const read = status.isFile() ? readRegular(project.files, at, largest) : undefined;
    const same = read !== undefined && "bytes" in read && isSame(read.bytes, text);
    if (!same) differences.push({ path, state: "edited", text });
  }
  return differences;
}

/** A page that cannot be written costs no record: the record decides, and `verify` names the folder. */
export function folderWords({ path }: Pick<Drift, "path">): string {
  return `${path} is a folder, where a page belongs: move it away`;
}

/** Writes what differs and can be written; answers with what differed. `published`: the folder of a round whose record this call has put there. */
export function writeGenerated(
  project: Rooted,
  files: ReadonlyMap<string, Shown>,
  random: (n: number) => Uint8Array,
  published?: string,
): Drift[] {
  const rest = published === undefined ? files : writeUncompared(project, files, published, random);
  const drift = findDifferences(project, rest);
  if (drift.length === 0) return [];
  for (const folder of new Set(drift.map(({ path }) => dirname(path)))) ensureFolders(project, folder);
  const write = makeWriter(project, random);
  const absoluteOf = checkedFolders(project);
  for (const { path, state, text } of drift) {
    if (state === "folder") continue;
    const at = absoluteOf(path);
    const there = state === "edited" ? findStatus(project.files, at) : undefined;
    // The link is removed, not the file it points at.
    if (there?.isSymbolicLink()) project.files.unlink(at);
    if (there?.isDirectory()) project.files.rmdir(at);
    write(at, text);
  }
  return drift.map(({ path, state }) => ({ path, state }));
}

/** Puts pages of a new round straight into place: there was nothing to compare them with. Answers with what is left for the usual way: other files, and pages where a folder stands. */
function writeUncompared(
  project: Rooted,
  files: ReadonlyMap<string, Shown>,
  folder: string,
  random: (n: number) => Uint8Array,
): Map<string, Shown> {
  const left = new Map(files);
  const write = makeWriter(project, random);
  const absolute = insideProject(project, folder);
  for (const [path, shown] of files) {
    if (dirname(path) !== folder || typeof shown !== "string") continue;
    const at = join(absolute, basename(path));
    try {
      write(at, shown);
      left.delete(path);
    } catch (thrown) {
      if (!findStatus(project.files, at)?.isDirectory()) throw thrown;
    }
  }
  return left;
}

/** Replaces files at absolute, checked paths. */
function makeWriter(project: Rooted, random: (n: number) => Uint8Array): (at: string, text: string) => void {
  const staging = folderFor(project, ".blue/tmp");
  return (at, text) => replaceAt(project, at, stageFile(project, Buffer.from(text), random, false, staging));
}

/** The absolute form of a generated file; its folder is checked once for all files in it. */
function checkedFolders(project: Rooted): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    const folder = dirname(path);
    const absolute = known.get(folder) ?? insideProject(project, folder);
    known.set(folder, absolute);
    return join(absolute, basename(path));
  };
}

/** Git may check a file out with other line ends; that is no edit. */
function isSame(found: Buffer, text: string): boolean {
  return found.equals(Buffer.from(text)) || found.toString("utf8").replaceAll("\r\n", "\n") === text;
}
