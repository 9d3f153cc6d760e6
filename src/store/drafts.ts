/**
 * The round that is being written, before it is registered: its panel, its prompts and where each draft goes. The folder's name carries the head it
 * answers, so a branch switch cannot feed old drafts to a new head; below it each attempt has its own, so a draft that comes late answers only what its
 * author was asked. Each expert has its own folder, because experts of one round must not see each other.
 */
import { join } from "node:path";
import * as z from "zod";
import { refuse } from "../errors.ts";
import { expertKey } from "../rules/names.ts";
import {
  askKinds,
  crossCheck,
  type Directive,
  directive,
  findNamedTwice,
  type PanelMember,
  panelMember,
  revision,
} from "../rules/records.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "./blue-folder.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { findStatus, listFolder } from "./files.ts";
import { parseAs } from "./json.ts";
import { assertSlug, findFile, insideProject } from "./paths.ts";
import type { Project } from "./project.ts";
import { refuseTrackedDrafts } from "./tracked-files.ts";

/** Which dialogue, which number, which head it answers. */
interface RoundKey {
  dialogue: string;
  round: number;
  head: string;
}

export interface OpenRound extends RoundKey {
  /** From 1; round-discard starts the next one. */
  attempt: number;
}

/** A dialogue and the round in work. */
export interface InWork {
  loaded: LoadedDialogue;
  next: OpenRound;
}

/** Of a draft's bytes, and of what it costs in a record. */
export const largestDraft = 1024 * 1024;

/** Bytes in a record, where each line stands on a line of its own and odd characters are escaped. */
export function costInRecord(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + 16 * text.split("\n").length;
}

const panelFile = z.strictObject({ round: z.int(), experts: z.array(panelMember).min(2) });

/** From the project's root: the panel, and a folder for each attempt. */
export function roundFolder({ dialogue, round, head }: RoundKey): string {
  return `.blue/drafts/${dialogue}/round-${round}-${head.slice(0, 16)}`;
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

/** In an attempt that was set aside: when and why. */
export const asideNote = "discarded.json";

/** The round with the attempt that is in work: the first that was not set aside. */
export function openRound(project: Project, key: RoundKey): OpenRound {
  const isAside = (attempt: number) =>
    findStatus(project.files, insideProject(project, `${draftsFolder({ ...key, attempt })}/${asideNote}`)) !==
    undefined;
  let attempt = 1;
  while (isAside(attempt)) attempt++;
  return { ...key, attempt };
}

/** The attempts before the one in work. */
export function attemptsBefore(open: OpenRound): OpenRound[] {
  return Array.from({ length: open.attempt - 1 }, (_, i) => ({ ...open, attempt: i + 1 }));
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

export function hasPrompt(project: Project, open: OpenRound, expert: string): boolean {
  return findStatus(project.files, join(project.root, promptPath(open, expert))) !== undefined;
}

export function panelPath(open: RoundKey): string {
  return `${roundFolder(open)}/panel.json`;
}

/** The panel written for this round; undefined when none was (and only then: an unreadable one refuses). */
export function findPanel(project: Project, open: OpenRound): PanelMember[] | undefined {
  refuseTrackedDrafts(project, open.dialogue);
  return readPanel(project, open);
}

/** As `findPanel`, whether git tracks it or not. */
export function readPanel(project: Project, open: OpenRound): PanelMember[] | undefined {
  const path = panelPath(open);
  const bytes = findFile(project, path, "panel");
  if (bytes === undefined) return undefined;
  const parsed = parseAs(panelFile, bytes);
  const panel = parsed?.round === open.round ? parsed.experts : undefined;
  const twice = panel && findNamedTwice(panel);
  if (panel !== undefined && twice === undefined) return panel;
  return refuse("record_damaged", { panel: path }, twice === undefined ? "readable_panel" : "unique_name", {
    message: `${path} ${twice === undefined ? "cannot be read" : `seats ${twice} twice`}; the panel of round ${open.round} is not known`,
    suggestion: "Start the round again with `blue dialogue round-discard` and a reason, then seat its panel.",
    context: { path },
  });
}

/** Replaces the round's panel; durable before the call answers, because nothing else holds it. */
export function writePanel(
  project: Project,
  open: RoundKey,
  experts: readonly PanelMember[],
  random: (n: number) => Uint8Array,
): void {
  ensureBlueFolder(project, random);
  ensureFolders(project, roundFolder(open));
  const text = `${JSON.stringify({ round: open.round, experts }, null, 2)}\n`;
  replaceFile(project, panelPath(open), text, random, true);
}

/** The answer as it stood when the prompts were written; undefined when none was put before the panel. */
export function findProposal(project: Project, open: OpenRound): string | undefined {
  return findFile(project, `${draftsFolder(open)}/proposal.md`, "proposal", largestDraft)?.toString("utf8");
}

/** What the round's panel is shown, frozen with the first prompt: whom it asks, what the author wrote, and what a cross-check found. */
const shownFile = z.strictObject({
  asked: z.enum(askKinds).nullable(),
  members: z.array(z.string()),
  revisions: z.array(revision),
  cross_checks: z.array(crossCheck).default([]),
});
export type Shown = z.output<typeof shownFile>;

/** Undefined until the first prompt of the attempt is written. */
export function findShown(project: Project, open: OpenRound): Shown | undefined {
  const path = `${draftsFolder(open)}/${shownName}`;
  const bytes = findFile(project, path, "drafts", largestShown);
  const shown = bytes === undefined ? undefined : parseAs(shownFile, bytes);
  if (bytes === undefined || shown !== undefined) return shown;
  return refuse("record_damaged", { drafts: path }, "readable_shown", {
    message: `${path} cannot be read; what the panel was shown is not known`,
    suggestion: "Start the round again with round-discard and a reason.",
    context: { path },
  });
}

const shownName = "shown.json";
const largestShown = 16 * largestDraft;

export interface Prompts {
  proposal: string | null;
  shown: Shown;
  inventory: string | null;
  prompts: readonly (PromptTexts & { expert: string; directive: string | null; focus: string | null })[];
}

/** One prompt in its two forms. */
export interface PromptTexts {
  text: string;
  answerText: string;
}

/**
 * The proposal is written first and durably, because a converge signal agrees to it; what the Judge adds to a prompt, before that prompt; `prompt.md` last:
 * where it is, the other form is too.
 */
export function writePrompts(
  project: Project,
  open: OpenRound,
  { proposal, shown, inventory, prompts }: Prompts,
  random: (n: number) => Uint8Array,
): void {
  ensureBlueFolder(project, random);
  ensureFolders(project, draftsFolder(open));
  if (proposal !== null) replaceFile(project, `${draftsFolder(open)}/proposal.md`, `${proposal}\n`, random, true);
  replaceFile(project, `${draftsFolder(open)}/${shownName}`, JSON.stringify(shown), random, true);
  if (inventory !== null) replaceFile(project, `${draftsFolder(open)}/inventory.md`, inventory, random);
  for (const { expert, text, answerText, directive, focus } of prompts) {
    const folder = expertFolder(open, expert);
    ensureFolders(project, folder);
    const before = directivesIn(project, folder);
    const added = { expert, directive: directive === null ? null : directive.split("\n"), focus };
    const isNew = (directive ?? focus) !== null && JSON.stringify(before.at(-1)) !== JSON.stringify(added);
    if (isNew) replaceFile(project, `${folder}/${directivesFile}`, JSON.stringify([...before, added]), random, true);
    replaceFile(project, answerPromptPath(open, expert), answerText, random);
    replaceFile(project, promptPath(open, expert), text, random);
  }
}

const directivesFile = "directives.json";

/** All that the Judge added to prompts of this attempt, also what a later prompt left out: an expert may have read it. */
export function readDirectives(project: Project, open: OpenRound): Directive[] {
  const folders = listFolder(project.files, insideProject(project, draftsFolder(open)))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return folders.sort().flatMap((name) => directivesIn(project, `${draftsFolder(open)}/${name}`));
}

function directivesIn(project: Project, folder: string): Directive[] {
  const path = `${folder}/${directivesFile}`;
  const bytes = findFile(project, path, "directives");
  const read = bytes === undefined ? [] : parseAs(z.array(directive), bytes);
  if (read !== undefined) return read;
  return refuse("record_damaged", { directives: path }, "readable_directives", {
    message: `${path} cannot be read; what the Judge asked is not known`,
    suggestion: "Start the round again with round-discard and a reason.",
    context: { path },
  });
}
