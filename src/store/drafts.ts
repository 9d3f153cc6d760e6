/**
 * The round that is being written, before it is registered: its panel, its prompts and where each draft goes. The folder's name carries the head it
 * answers, so a branch switch cannot feed old drafts to a new head; each expert has its own folder, because experts of one round must not see each
 * other.
 */
import { dirname, join } from "node:path";
import * as z from "zod";
import { refuse } from "../errors.ts";
import { expertKey } from "../rules/names.ts";
import { findNamedTwice, type PanelMember, panelMember } from "../rules/records.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "./blue-folder.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { findStatus } from "./files.ts";
import { parseAs } from "./json.ts";
import { assertSlug, findFile } from "./paths.ts";
import type { Project } from "./project.ts";
import { refuseTrackedDrafts } from "./tracked-files.ts";

/** Which dialogue, which number, which head it answers. */
export interface OpenRound {
  dialogue: string;
  round: number;
  head: string;
}

/** A dialogue and the round in work. */
export interface InWork {
  loaded: LoadedDialogue;
  next: OpenRound;
}

export const largestDraft = 1024 * 1024;

const panelFile = z.strictObject({ round: z.int(), experts: z.array(panelMember).min(2) });

/** From the project's root. */
export function draftsFolder({ dialogue, round, head }: OpenRound): string {
  return `.blue/drafts/${dialogue}/round-${round}-${head.slice(0, 16)}`;
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

export function hasPrompt(project: Project, open: OpenRound, expert: string): boolean {
  return findStatus(project.files, join(project.root, promptPath(open, expert))) !== undefined;
}

/** The panel written for this round; undefined when none was (and only then: an unreadable one refuses). */
export function findPanel(project: Project, open: OpenRound): PanelMember[] | undefined {
  refuseTrackedDrafts(project, open.dialogue);
  const path = `${draftsFolder(open)}/panel.json`;
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
  open: OpenRound,
  experts: readonly PanelMember[],
  random: (n: number) => Uint8Array,
): void {
  ensureBlueFolder(project, random);
  ensureFolders(project, draftsFolder(open));
  const text = `${JSON.stringify({ round: open.round, experts }, null, 2)}\n`;
  replaceFile(project, `${draftsFolder(open)}/panel.json`, text, random, true);
}

/** The answer as it stood when the prompts were written; undefined when none was put before the panel. */
export function findProposal(project: Project, open: OpenRound): string | undefined {
  return findFile(project, `${draftsFolder(open)}/proposal.md`, "proposal", largestDraft)?.toString("utf8");
}

export interface Prompts {
  proposal: string | null;
  inventory: string | null;
  prompts: readonly (readonly [expert: string, text: string])[];
}

/** The proposal is written first and durably, because a converge signal agrees to it. */
export function writePrompts(
  project: Project,
  open: OpenRound,
  { proposal, inventory, prompts }: Prompts,
  random: (n: number) => Uint8Array,
): void {
  ensureBlueFolder(project, random);
  ensureFolders(project, draftsFolder(open));
  if (proposal !== null) replaceFile(project, `${draftsFolder(open)}/proposal.md`, `${proposal}\n`, random, true);
  if (inventory !== null) replaceFile(project, `${draftsFolder(open)}/inventory.md`, inventory, random);
  for (const [expert, text] of prompts) {
    const path = promptPath(open, expert);
    ensureFolders(project, dirname(path));
    replaceFile(project, path, text, random);
  }
}
