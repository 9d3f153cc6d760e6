/**
 * What the author writes between two rounds: a folder for each revision beside the round's attempts, with its prompt, the text anew and the answer sheet.
 * A revision counts once its text is there; the next round's prompts freeze what the panel is shown (`drafts.ts`).
 */
import { dirname } from "node:path";
import { refuse } from "../errors.ts";
import type { Provenance, Revision } from "../rules/records.ts";
import { toLines } from "../rules/round/compose-round.ts";
import { sizeOf } from "../rules/round/revision.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "./blue-folder.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { type DraftText, findDraftText, originPath } from "./draft-text.ts";
import { answerPrompt, type OpenRound, type PromptTexts, revisionsFolder } from "./drafts.ts";
import { findStatus } from "./files.ts";
import { insideProject } from "./paths.ts";
import type { Project } from "./project.ts";

export interface RevisionFiles {
  /** From the project's root. */
  folder: string;
  prompt: string;
  /** The same for a run that answers with both parts in one message. */
  answerPrompt: string;
  /** The text as it stood. */
  before: string;
  text: string;
  sheet: string;
}

export function revisionFiles(open: OpenRound, number: number): RevisionFiles {
  return filesIn(`${revisionsFolder(open)}/${number}`);
}

/** Of the lone agent whose text is only compared; beside the rounds, for no round reads it. */
export function controlFiles(dialogue: string): RevisionFiles {
  return filesIn(`.blue/drafts/${dialogue}/control`);
}

function filesIn(folder: string): RevisionFiles {
  const file = (name: string) => `${folder}/${name}`;
  return {
    folder,
    prompt: file("prompt.md"),
    answerPrompt: file(answerPrompt),
    before: file("before.md"),
    text: file("text.md"),
    sheet: file("answers.md"),
  };
}

/** How many were asked for. */
export function countRevisions(project: Project, open: OpenRound): number {
  return countPrompts(project, (number) => revisionFiles(open, number).prompt);
}

/** Prompts numbered from 1 on. */
export function countPrompts(project: Project, promptOf: (number: number) => string): number {
  let count = 0;
  while (isThere(project, promptOf(count + 1))) count++;
  return count;
}

export function isAsked(project: Project, { prompt }: RevisionFiles): boolean {
  return isThere(project, prompt);
}

/** That the opening asked for one, and whether it was started and has written; once compared it is in the records. */
export function missingControl(
  project: Project,
  { id, opening, comparisons }: LoadedDialogue,
): "unasked" | "asked" | undefined {
  const files = controlFiles(id);
  if (opening?.settings.control !== true || comparisons.length > 0 || isThere(project, files.text)) return undefined;
  return isThere(project, files.prompt) ? "asked" : "unasked";
}

function isThere(project: Project, path: string): boolean {
  return findStatus(project.files, insideProject(project, path)) !== undefined;
}

/** Those that are written, oldest first. Before round 0 each polishes the text alone. */
export function readRevisions(project: Project, open: OpenRound): Revision[] {
  const found: Revision[] = [];
  for (let number = 1; number <= countRevisions(project, open); number++) {
    const revision = findRevision(project, revisionFiles(open, number), open.round === 0);
    if (revision !== undefined) found.push(revision);
  }
  return found;
}

/** Undefined until its text is there. */
export function findRevision(project: Project, files: RevisionFiles, alone: boolean): Revision | undefined {
  const text = findDraftText(project, files.text);
  if (text === undefined) return undefined;
  const sheet = findDraftText(project, files.sheet)?.text ?? "";
  return {
    alone,
    lines: toLines(text.text),
    sheet: toLines(sheet),
    size: sizeOf(text.text),
    provenance: text.provenance,
  };
}

/** The prompt goes last: once it is there, somebody was asked. */
export function writeRequest(
  project: Project,
  files: Pick<RevisionFiles, "folder" | "prompt" | "answerPrompt" | "before">,
  { text, answerText, before }: PromptTexts & { before: string | null },
  random: (n: number) => Uint8Array,
): void {
  ensureBlueFolder(project, random);
  ensureFolders(project, files.folder);
  if (before !== null) replaceFile(project, files.before, `${before.trimEnd()}\n`, random);
  replaceFile(project, files.answerPrompt, answerText, random, true);
  replaceFile(project, files.prompt, text, random, true);
}

/** For an author who answered without writing its files. */
export function fileRevision(
  project: Project,
  files: RevisionFiles,
  { text, sheet, provenance }: { text: string; sheet: string; provenance: Provenance },
  random: (n: number) => Uint8Array,
): void {
  refuseWritten(project, files.text, text);
  if (sheet !== "") fileWords(project, files.sheet, { text: sheet, provenance }, random);
  fileWords(project, files.text, { text, provenance }, random);
}

/** What is there stays. */
export function refuseWritten(project: Project, path: string, text: string): void {
  const there = findDraftText(project, path);
  if (there === undefined || there.text === text) return;
  refuse("drafts_changed", "filed_text", "written_once", {
    message: `${path} is written, with other words`,
    suggestion: "Leave `filed_text` out: the file counts as its author wrote it.",
  });
}

/** Where the words came from goes first, so that they never pass for their author's own file. */
export function fileWords(
  project: Project,
  path: string,
  { text, provenance }: DraftText,
  random: (n: number) => Uint8Array,
): void {
  const origin = originPath(dirname(path), Buffer.from(text));
  replaceFile(project, origin, `${JSON.stringify(provenance, null, 2)}\n`, random, true);
  replaceFile(project, path, text, random, true);
}
