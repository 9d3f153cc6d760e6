/**
 * What the author writes between two rounds: a folder for each revision beside the round's attempts, with its prompt, the text anew and the answer sheet.
 * A revision counts once its text is there; the next round's prompts freeze what the panel is shown (`drafts.ts`).
 */
import { dirname } from "node:path";
import { refuse } from "../errors.ts";
import { sameLines, toLines } from "../rules/lines.ts";
import type { OpeningRecord, Provenance, Revision } from "../rules/records.ts";
import { sizeOf } from "../rules/round/revision.ts";
import { askFor, controlLog, countRequests, type OpenRound, type RequestTexts, roundLog } from "./asks.ts";
import { ensureFile, ensureFolders, replaceFile } from "./blue-folder.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { findDraftText, originPath } from "./draft-text.ts";
import { answerPrompt, revisionsFolder } from "./drafts.ts";
import { lookInside } from "./paths.ts";
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
  return countRequests(project, roundLog(open), "author");
}

export function isControlAsked(project: Project, id: string, opening: OpeningRecord): boolean {
  return countRequests(project, controlLog(id, opening), "control") > 0;
}

/** That the opening asked for one, and whether it was started and has written; once compared it is in the records. */
export function missingControl(
  project: Project,
  { id, opening, comparisons }: LoadedDialogue,
): "unasked" | "asked" | undefined {
  if (opening?.settings.control !== true || comparisons.length > 0) return undefined;
  if (!isControlAsked(project, id, opening)) return "unasked";
  return lookInside(project, controlFiles(id).text).status === undefined ? "asked" : undefined;
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
  const sheet = findDraftText(project, files.sheet)?.lines ?? [];
  return { alone, lines: text.lines, sheet, size: sizeOf(text.lines.join("\n")), provenance: text.provenance };
}

/**
 * Asks for a text between the rounds: what is asked goes into the log, then copies of it to where the one who is asked reads. Asked again, the copies are as
 * the log has them.
 */
export function writeRequest(
  project: Project,
  asked: Parameters<typeof askFor>[1],
  files: Pick<RevisionFiles, "folder" | "prompt"> & Partial<Pick<RevisionFiles, "answerPrompt" | "before">>,
  make: () => RequestTexts,
  random: (n: number) => Uint8Array,
): void {
  const { text, answer_text, before } = askFor(project, asked, make, random);
  ensureFolders(project, files.folder);
  if (files.before && before !== null) ensureFile(project, files.before, `${before.trimEnd()}\n`, random);
  if (files.answerPrompt && answer_text !== null) ensureFile(project, files.answerPrompt, answer_text, random);
  ensureFile(project, files.prompt, text, random);
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
  if (there === undefined || sameLines(there.lines, toLines(text))) return;
  refuse("drafts_changed", "filed_text", "written_once", {
    message: `${path} is written, with other words`,
    suggestion: "Leave `filed_text` out: the file counts as its author wrote it.",
  });
}

/** Where the words came from goes first, so that they never pass for their author's own file. */
export function fileWords(
  project: Project,
  path: string,
  { text, provenance }: { text: string; provenance: Provenance },
  random: (n: number) => Uint8Array,
): void {
  const origin = originPath(dirname(path), Buffer.from(text));
  replaceFile(project, origin, `${JSON.stringify(provenance, null, 2)}\n`, random, true);
  replaceFile(project, path, text, random, true);
}
