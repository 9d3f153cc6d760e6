/**
 * Files that people read and Blue never does: made from records, compared with them by `verify`, put right by `sync`. Whatever stands in
 * them decides nothing.
 */
import { basename, dirname, join } from "node:path";
import { type ExportFormat, exportNames, renderExport } from "../pages/export.ts";
import { type DialogueRecords, type Known, renderDialogue, roundFileNames } from "../pages/render-dialogue.ts";
import type { Ledger } from "../rules/ledger.ts";
import { ensureFolders, replaceAt, stageFile } from "./blue-folder.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { findStatus } from "./files.ts";
import { findFile, insideProject, largestFile, type Rooted } from "./paths.ts";

export interface Drift {
  path: string;
  state: "missing" | "edited";
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
    const status = findStatus(project.files, absoluteOf(path));
    if (status === undefined) {
      if (typeof shown === "string") differences.push({ path, state: "missing", text: shown });
      continue;
    }
    const text = typeof shown === "string" ? shown : shown();
    // An export holds all rounds, and may be larger than any one record.
    const largest = Math.max(largestFile, 2 * text.length);
    const same = status.isFile() && status.size <= largest && sameText(findFile(project, path, "path", largest), text);
    if (!same) differences.push({ path, state: "edited", text });
  }
  return differences;
}

/** Writes what differs; answers with what it wrote. */
export function writeGenerated(
  project: Rooted,
  files: ReadonlyMap<string, Shown>,
  random: (n: number) => Uint8Array,
): Drift[] {
  const drift = findDifferences(project, files);
  if (drift.length === 0) return [];
  for (const folder of new Set(drift.map(({ path }) => dirname(path)))) ensureFolders(project, folder);
  ensureFolders(project, ".blue/tmp");
  const staging = insideProject(project, ".blue/tmp");
  const absoluteOf = checkedFolders(project);
  for (const { path, state, text } of drift) {
    const at = absoluteOf(path);
    // The link is removed, not the file it points at.
    if (state === "edited" && findStatus(project.files, at)?.isSymbolicLink()) project.files.unlink(at);
    replaceAt(project, at, stageFile(project, Buffer.from(text), random, false, staging));
  }
  return drift.map(({ path, state }) => ({ path, state }));
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
function sameText(found: Buffer | undefined, text: string): boolean {
  return (
    found !== undefined && (found.equals(Buffer.from(text)) || found.toString("utf8").replaceAll("\r\n", "\n") === text)
  );
}
