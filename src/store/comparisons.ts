/**
 * The blind package of a decided dialogue: the texts under letters, an empty sheet, and a folder for each grader. Which text is which, and who was asked,
 * stands in the log of asks. Both carry the head of the verdict in their names, so no sheet can grade the texts of another decision.
 */
import { refuse } from "../errors.ts";
import { fileOf, hashOf, lettersFor, packageNumber, type TextToCompare } from "../rules/comparison.ts";
import { toLines } from "../rules/lines.ts";
import type { ComparedText, VerdictRecord } from "../rules/records.ts";
import { comparisonLog, countRequests, findLetters, type Log, lettersPath, publishLetters } from "./asks.ts";
import { ensureFile, ensureFolders } from "./blue-folder.ts";
import { findFile } from "./paths.ts";
import type { Project } from "./project.ts";

type Random = (n: number) => Uint8Array;

export interface PackageFiles {
  /** From the project's root: all that graders are pointed at. */
  folder: string;
  emptySheet: string;
  /** The log of asks, and in it the file that says which text is which. */
  log: Log;
  key: string;
  text(letter: string): string;
  task(grader: number): string;
  sheet(grader: number): string;
}

export function packageFiles(dialogue: string, verdict: Pick<VerdictRecord, "self">): PackageFiles {
  const folder = `.blue/drafts/${dialogue}/compare/${verdict.self.slice(0, 16)}`;
  const log = comparisonLog(dialogue, verdict);
  return {
    folder,
    emptySheet: `${folder}/empty-sheet.md`,
    log,
    key: lettersPath(log),
    text: (letter) => `${folder}/texts/${letter}.md`,
    task: (grader) => `${folder}/grader-${grader}/task.md`,
    sheet: (grader) => `${folder}/grader-${grader}/sheet.md`,
  };
}

export type LetteredText = TextToCompare & Pick<ComparedText, "letter">;

function refuseChanged({ folder, log }: PackageFiles, why: string): never {
  refuse("drafts_changed", "sheets", "graded_texts", {
    message: `What was handed to the graders no longer holds: ${why}`,
    suggestion: `Put the old words back; or move ${folder} and ${log.folder} away, compare again, and have all texts graded anew.`,
  });
}

/**
 * The texts under their letters, which are drawn by chance and go into the log before anybody is handed a text. Refuses when a text is not what was handed
 * out.
 */
export function ensurePackage(
  project: Project,
  files: PackageFiles,
  texts: readonly TextToCompare[],
  sheetOf: (letters: readonly string[], number: string) => string,
  random: Random,
): LetteredText[] {
  const letters = lettersFor(texts.length);
  const drawn = () => Object.fromEntries(shuffled(texts, random).map(({ sha256 }, i) => [letters[i]!, sha256]));
  const key = findLetters(project, files.log) ?? publishLetters(project, files.log, drawn(), random);
  const letterOf = new Map(Object.entries(key).map(([letter, sha256]) => [sha256, letter]));
  const added = texts.find(({ sha256 }) => !letterOf.has(sha256));
  if (added !== undefined) refuseChanged(files, `a text is new or changed since then (${added.source})`);
  if (letterOf.size !== texts.length) refuseChanged(files, "a text is gone since then");
  const lettered = texts.map((text) => ({ ...text, letter: letterOf.get(text.sha256)! }));
  for (const { letter, sha256 } of lettered) {
    const there = findFile(project, files.text(letter), "text");
    if (there !== undefined && hashOf(toLines(there.toString("utf8"))) !== sha256)
      refuseChanged(files, `${files.text(letter)} is not the text it was`);
  }
  ensureFolders(project, `${files.folder}/texts`);
  for (const { letter, lines } of lettered) ensureFile(project, files.text(letter), fileOf(lines), random);
  ensureFile(project, files.emptySheet, sheetOf(letters, packageNumber(lettered)), random);
  return lettered;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Buffer.from(random(4)).readUInt32LE() % (i + 1);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

/** How many graders were asked. */
export function countGraders(project: Project, { log }: PackageFiles): number {
  return countRequests(project, log, "grader");
}
