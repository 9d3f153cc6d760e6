/**
 * The round that is being written, before it is registered: its prompts and where each draft goes. What lies here are others' words and copies to read;
 * nothing here says what was asked, or which attempt counts. The folder's name carries the head it
 * answers, so a branch switch cannot feed old drafts to a new head; below it each attempt has its own, so a draft that comes late answers only what its
 * author was asked. Each expert has its own folder, because experts of one round must not see each other.
 */
import { expertKey } from "../rules/names.ts";
import { type OpenRound, type RoundKey, roundName } from "./asks.ts";
import { ensureFile, ensureFolders } from "./blue-folder.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { assertSlug } from "./paths.ts";
import type { Project } from "./project.ts";

/** A dialogue and the round in work. */
export interface InWork {
  loaded: LoadedDialogue;
  next: OpenRound;
}

/** Of a draft's bytes, and of what it costs in a record. */
export const largestDraft = 1024 * 1024;

/** Bytes in a record, where each line stands on a line of its own and odd characters are escaped. */
export function costInRecord(lines: readonly string[]): number {
  return Buffer.byteLength(JSON.stringify(lines)) + 16 * lines.length;
}

/** From the project's root: a folder for each attempt, and what is written between the rounds. */
export function roundFolder(key: RoundKey): string {
  return `.blue/drafts/${roundName(key)}`;
}

/** Beside the attempts: what the author wrote since the last round. */
export function revisionsFolder(open: RoundKey): string {
  return `${roundFolder(open)}/revision`;
}

/** Beside them: what others found of the tensions before the author answered. */
export function crossChecksFolder(open: RoundKey): string {
  return `${roundFolder(open)}/cross-check`;
}

/** What was asked and written in this attempt. */
export function draftsFolder(open: OpenRound): string {
  return `${roundFolder(open)}/${open.attempt}`;
}

export function expertFolder(open: OpenRound, expert: string): string {
  return `${draftsFolder(open)}/${assertSlug(expertKey(expert), "expert")}`;
}

export function draftPath(open: OpenRound, expert: string): string {
  return `${expertFolder(open, expert)}/draft.md`;
}

export function promptPath(open: OpenRound, expert: string): string {
  return `${expertFolder(open, expert)}/prompt.md`;
}

/** The same words for a run that answers with its draft: paths from the project's root, nothing to write. */
export function answerPromptPath(open: OpenRound, expert: string): string {
  return `${expertFolder(open, expert)}/${answerPrompt}`;
}

/** Not `.md`: no reader of drafts takes it for somebody's text. */
export const answerPrompt = "prompt-answer.txt";

/** One prompt in its two forms. */
export interface PromptTexts {
  text: string;
  answerText: string;
}

/** Copies to read; what was asked stands in the log (`asks.ts`). */
export interface PromptFiles {
  proposal: string | null;
  inventory: string | null;
  prompts: readonly (PromptTexts & { expert: string })[];
}

export function writePrompts(
  project: Project,
  open: OpenRound,
  { proposal, inventory, prompts }: PromptFiles,
  random: (n: number) => Uint8Array,
): void {
  ensureFolders(project, draftsFolder(open));
  if (proposal !== null) ensureFile(project, proposalCopy(open), `${proposal}\n`, random);
  if (inventory !== null) ensureFile(project, inventoryCopy(open), inventory, random);
  for (const { expert, text, answerText } of prompts) {
    ensureFolders(project, expertFolder(open, expert));
    ensureFile(project, answerPromptPath(open, expert), answerText, random);
    ensureFile(project, promptPath(open, expert), text, random);
  }
}

export function proposalCopy(open: OpenRound): string {
  return `${draftsFolder(open)}/proposal.md`;
}

export function inventoryCopy(open: OpenRound): string {
  return `${draftsFolder(open)}/inventory.md`;
}
