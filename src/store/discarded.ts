/**
 * Drafts of an unregistered round that the Judge sets aside. They stay on disk, enter the next record by name and word, and are counted in the
 * Judge's hand: a round can be started again, an objection cannot be made unsaid.
 */
import { join } from "node:path";
import * as z from "zod";
import { BlueError } from "../errors.ts";
import type { Discarded } from "../rules/records.ts";
import { toLines } from "../rules/round/compose-round.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "./blue-folder.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { listDrafts, strayKey } from "./draft-files.ts";
import { capitalised, draftsFolder, largestDraft, type OpenRound } from "./drafts.ts";
import { findStatus } from "./files.ts";
import { findFile, insideProject, readText } from "./paths.ts";
import type { Project } from "./project.ts";

const discardNote = z.strictObject({ reason: z.string(), discarded_at: z.string(), round: z.int() });

/** Answers with the experts whose drafts were set aside. */
export function discardRound(
  project: Project,
  open: OpenRound,
  reason: string,
  at: string,
  random: (n: number) => Uint8Array,
): string[] {
  ensureBlueFolder(project, random);
  const folder = draftsFolder(open);
  const aside = asideFolder(open);
  ensureFolders(project, aside);
  ensureFolders(project, folder);
  for (const name of listStraight(project, open)) moveAmongDrafts(project, open, name);
  replaceFile(
    project,
    `${folder}/discarded.json`,
    `${JSON.stringify({ reason, discarded_at: at, round: open.round }, null, 2)}\n`,
    random,
    true,
  );
  const moved = [...new Set(textsIn(project, folder).map(({ key }) => key))];
  const target = `${aside}/${prefixOf(open)}${Buffer.from(random(4)).toString("hex")}`;
  project.files.rename(insideProject(project, folder), insideProject(project, target));
  return moved;
}

/** Every file of the open round in which somebody wrote something. */
export function findWords(project: Project, open: OpenRound): string[] {
  const folder = `${dialoguesFolder}/${open.dialogue}/round-${open.round}`;
  const straight = listStraight(project, open)
    .map((name) => `${folder}/${name}`)
    .filter((path) => lossyText(project, path).trim() !== "");
  return [...textsIn(project, draftsFolder(open)).map(({ path }) => path), ...straight];
}

/** Whether there is a panel, a draft or a text laid straight into the round's folder. */
export function canDiscard(project: Project, open: OpenRound): boolean {
  const drafts = findStatus(project.files, insideProject(project, draftsFolder(open)));
  return drafts !== undefined || listStraight(project, open).length > 0;
}

/** What was set aside for this head, in order. */
export function readDiscarded(project: Project, open: OpenRound): Discarded[] {
  const aside = asideFolder(open);
  const absolute = insideProject(project, aside);
  if (findStatus(project.files, absolute) === undefined) return [];
  return project.files
    .readdir(absolute)
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefixOf(open)))
    .map(({ name }) => ({
      ...readNote(project, `${aside}/${name}/discarded.json`, open.round),
      texts: textsIn(project, `${aside}/${name}`).map(({ key, text }) => ({
        expert: capitalised(key),
        lines: toLines(text),
      })),
    }))
    .sort((a, b) => (a.discarded_at < b.discarded_at ? -1 : 1));
}

const panelNames = z.object({ experts: z.array(z.object({ name: z.string() })) });

/** Who sat on a panel that was set aside, as far as it can still be read. */
export function discardedMembers(project: Project, open: OpenRound): string[] {
  const aside = asideFolder(open);
  const absolute = insideProject(project, aside);
  if (findStatus(project.files, absolute) === undefined) return [];
  return project.files.readdir(absolute).flatMap(({ name }) => {
    try {
      const { experts } = panelNames.parse(JSON.parse(readText(project, `${aside}/${name}/panel.json`, "panel")));
      return experts.map((expert) => expert.name);
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      return [];
    }
  });
}

function asideFolder({ dialogue }: OpenRound): string {
  return `.blue/drafts/${dialogue}/discarded`;
}

function prefixOf({ round, head }: OpenRound): string {
  return `round-${round}-${head.slice(0, 16)}-`;
}

/** Texts that lie straight in the folder of this unregistered round. */
function listStraight(project: Project, { dialogue, round }: OpenRound): string[] {
  const folder = insideProject(project, `${dialoguesFolder}/${dialogue}/round-${round}`);
  if (findStatus(project.files, folder) === undefined) return [];
  return project.files
    .readdir(folder)
    .filter((entry) => entry.isFile() && /^[a-z0-9][a-z0-9-]*\.md$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** Stopped half-way it is still a draft of the round. */
function moveAmongDrafts(project: Project, open: OpenRound, name: string): void {
  const folder = `${draftsFolder(open)}/${name.replace(/\.md$/, "")}`;
  ensureFolders(project, folder);
  let free = `${folder}/draft.md`;
  for (let n = 2; findStatus(project.files, join(project.root, free)) !== undefined; n++)
    free = `${folder}/draft-${n}.md`;
  const from = `${dialoguesFolder}/${open.dialogue}/round-${open.round}/${name}`;
  project.files.rename(insideProject(project, from), insideProject(project, free));
}

/**
 * Every text below, by whose it is; one that lies where nobody reads is kept like any other. What is set aside must never stand in the way: of a
 * file that may not be read, or is no text, is kept what can be.
 */
export function textsIn(project: Project, folder: string): { key: string; path: string; text: string }[] {
  const { experts, strays } = listDrafts(project, folder);
  return [
    ...experts.flatMap(({ key, names }) => names.map((name) => ({ key, path: `${folder}/${key}/${name}` }))),
    ...strays.map((path) => ({ key: strayKey(folder, path), path })),
  ]
    .map((one) => ({ ...one, text: lossyText(project, one.path) }))
    .filter(({ text }) => text.trim() !== "")
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
}

function lossyText(project: Project, path: string): string {
  try {
    return findFile(project, path, "draft", largestDraft)?.toString("utf8").replaceAll("\0", "\ufffd") ?? "";
  } catch (thrown) {
    if (!(thrown instanceof BlueError)) throw thrown;
    return `(${thrown.message})`;
  }
}

/** A note that cannot be read loses its words, never the texts it was about. */
function readNote(project: Project, path: string, round: number): z.output<typeof discardNote> {
  try {
    return discardNote.parse(JSON.parse(readText(project, path, "discarded")));
  } catch (thrown) {
    if (!isUnreadable(thrown)) throw thrown;
    return { round, discarded_at: "", reason: "(the reason cannot be read)" };
  }
}

function isUnreadable(thrown: unknown): boolean {
  return thrown instanceof SyntaxError || thrown instanceof z.ZodError || thrown instanceof BlueError;
}
