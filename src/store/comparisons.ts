/**
 * The blind package of a decided dialogue: the texts under letters, an empty sheet, and a folder for each grader; and, in another folder, the key that says
 * which text is which. Both carry the head of the verdict in their names, so no sheet can grade the texts of another decision.
 */
import * as z from "zod";
import { refuse } from "../errors.ts";
import { fileOf, hashOf, lettersFor, packageNumber, type TextToCompare } from "../rules/comparison.ts";
import type { ComparedText, VerdictRecord } from "../rules/records.ts";
import { toLines } from "../rules/round/compose-round.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "./blue-folder.ts";
import { parseAs } from "./json.ts";
import { findFile } from "./paths.ts";
import type { Project } from "./project.ts";
import { countPrompts } from "./revisions.ts";

type Random = (n: number) => Uint8Array;

export interface PackageFiles {
  /** From the project's root: all that graders are pointed at. */
  folder: string;
  emptySheet: string;
  key: string;
  text(letter: string): string;
  task(grader: number): string;
  sheet(grader: number): string;
}

export function packageFiles({ dialogue, self }: Pick<VerdictRecord, "dialogue" | "self">): PackageFiles {
  const drafts = `.blue/drafts/${dialogue}`;
  const folder = `${drafts}/compare/${self.slice(0, 16)}`;
  return {
    folder,
    emptySheet: `${folder}/empty-sheet.md`,
    key: `${drafts}/compare-key/${self.slice(0, 16)}.json`,
    text: (letter) => `${folder}/texts/${letter}.md`,
    task: (grader) => `${folder}/grader-${grader}/task.md`,
    sheet: (grader) => `${folder}/grader-${grader}/sheet.md`,
  };
}

/** Which text is which, by its hash. */
const keyFile = z.record(z.string(), z.string());

export type LetteredText = TextToCompare & Pick<ComparedText, "letter">;

/** The texts under the letters they have in the package; undefined when there is none yet. Refuses when a text is not what it was. */
export function findPackage(
  project: Project,
  files: PackageFiles,
  texts: readonly TextToCompare[],
): LetteredText[] | undefined {
  const bytes = findFile(project, files.key, "key");
  if (bytes === undefined) return undefined;
  const key = parseAs(keyFile, bytes);
  if (key === undefined) refuseChanged(files, `${files.key} cannot be read`);
  const letters = new Map(Object.entries(key).map(([letter, sha256]) => [sha256, letter]));
  const added = texts.find(({ sha256 }) => !letters.has(sha256));
  if (added !== undefined) refuseChanged(files, `a text is new or changed since then (${added.source})`);
  if (letters.size !== texts.length) refuseChanged(files, "a text is gone since then");
  for (const [sha256, letter] of letters) {
    const there = findFile(project, files.text(letter), "text");
    if (there === undefined || hashOf(toLines(there.toString("utf8"))) !== sha256)
      refuseChanged(files, `${files.text(letter)} is not the text it was`);
  }
  return texts.map((text) => ({ ...text, letter: letters.get(text.sha256)! }));
}

function refuseChanged({ folder, key }: PackageFiles, why: string): never {
  refuse("drafts_changed", "sheets", "graded_texts", {
    message: `What was handed to the graders no longer holds: ${why}`,
    suggestion: `Put the old words back; or move ${folder} and ${key} away, compare again, and have all texts graded anew.`,
  });
}

/** Letters are drawn by chance. The key goes last: once it is there, the package is whole. */
export function writePackage(
  project: Project,
  files: PackageFiles,
  texts: readonly TextToCompare[],
  sheetOf: (letters: readonly string[], number: string) => string,
  random: Random,
): LetteredText[] {
  const letters = lettersFor(texts.length);
  const drawn = shuffled(texts, random).map((text, i) => ({ ...text, letter: letters[i]! }));
  ensureBlueFolder(project, random);
  ensureFolders(project, `${files.folder}/texts`);
  ensureFolders(project, files.key.slice(0, files.key.lastIndexOf("/")));
  for (const { letter, lines } of drawn) replaceFile(project, files.text(letter), fileOf(lines), random);
  replaceFile(project, files.emptySheet, sheetOf(letters, packageNumber(drawn)), random);
  const key = Object.fromEntries(drawn.map(({ letter, sha256 }) => [letter, sha256]));
  replaceFile(project, files.key, `${JSON.stringify(key, null, 2)}\n`, random, true);
  return texts.map(({ sha256 }) => drawn.find((one) => one.sha256 === sha256)!);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Buffer.from(random(4)).readUInt32LE() % (i + 1);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

export function writeTask(project: Project, files: PackageFiles, grader: number, task: string, random: Random): void {
  ensureFolders(project, `${files.folder}/grader-${grader}`);
  replaceFile(project, files.task(grader), task, random);
}

/** How many graders were asked. */
export function countGraders(project: Project, files: PackageFiles): number {
  return countPrompts(project, files.task);
}
