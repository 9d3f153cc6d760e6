/**
 * Drafts of an unregistered round that the Judge sets aside. They stay on disk and enter the next record word for word: starting a
 * round again must not lose an objection.
 */
import { basename, join } from "node:path";
import * as z from "zod";
import { attempt, BlueError } from "../errors.ts";
import type { Discarded } from "../rules/records.ts";
import { toLines } from "../rules/round/compose-round.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "./blue-folder.ts";
import { capitalised, directKey, listDrafts, wordsIn } from "./draft-files.ts";
import { draftsFolder, type InWork, type OpenRound } from "./drafts.ts";
import { findStatus } from "./files.ts";
import { parseAs } from "./json.ts";
import { findFile, insideProject } from "./paths.ts";
import type { Project } from "./project.ts";

export interface SetAside {
  /** The folder it now lies in. */
  path: string;
  /** As the next record keeps it. */
  kept: Discarded;
}

const note = z.strictObject({ reason: z.string(), discarded_at: z.string(), round: z.int() });
const panelNames = z.object({ experts: z.array(z.object({ name: z.string() })) });

/** Whether there is a panel, a draft or a text in the round's own folder. */
export function canSetAside(project: Project, { loaded, next }: InWork): boolean {
  const drafts = findStatus(project.files, insideProject(project, draftsFolder(next)));
  return drafts !== undefined || loaded.begun.some((path) => directKey(path) !== undefined);
}

/** Answers with whose drafts were set aside. */
export function setRoundAside(
  project: Project,
  { loaded, next }: InWork,
  reason: string,
  at: string,
  random: (n: number) => Uint8Array,
): string[] {
  ensureBlueFolder(project, random);
  const folder = draftsFolder(next);
  ensureFolders(project, asideFolder(next));
  ensureFolders(project, folder);
  for (const path of loaded.begun) if (directKey(path) !== undefined) moveAmongDrafts(project, folder, path);
  const text = `${JSON.stringify({ reason, discarded_at: at, round: next.round }, null, 2)}\n`;
  replaceFile(project, `${folder}/discarded.json`, text, random, true);
  const writers = new Set(textsIn(project, folder).map(({ key }) => key));
  const target = `${asideFolder(next)}/${basename(folder)}-${Buffer.from(random(4)).toString("hex")}`;
  project.files.rename(insideProject(project, folder), insideProject(project, target));
  return [...writers];
}

/** What was set aside for this head, in order. */
export function readSetAside(project: Project, open: OpenRound): SetAside[] {
  return listAside(project, open)
    .filter((path) => basename(path).startsWith(`${basename(draftsFolder(open))}-`))
    .map((path) => {
      // A note that cannot be read must not cost the texts.
      const lost = { round: open.round, discarded_at: "", reason: "(the reason cannot be read)" };
      const said = findJson(project, `${path}/discarded.json`, note) ?? lost;
      const texts = textsIn(project, path).map(({ key, text }) => ({ expert: capitalised(key), lines: toLines(text) }));
      return { path, kept: { ...said, texts } };
    })
    .sort((a, b) => (a.kept.discarded_at < b.kept.discarded_at ? -1 : 1));
}

/** Who sat on any panel of this dialogue that was set aside, as far as it can still be read. */
export function membersSetAside(project: Project, open: OpenRound): string[] {
  return listAside(project, open).flatMap((path) =>
    (findJson(project, `${path}/panel.json`, panelNames)?.experts ?? []).map(({ name }) => name),
  );
}

function asideFolder({ dialogue }: OpenRound): string {
  return `.blue/drafts/${dialogue}/discarded`;
}

function listAside(project: Project, open: OpenRound): string[] {
  const folder = insideProject(project, asideFolder(open));
  if (findStatus(project.files, folder) === undefined) return [];
  const entries = project.files.readdir(folder).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => `${asideFolder(open)}/${name}`);
}

/** If the process dies half-way, the file is still a draft of the round. */
function moveAmongDrafts(project: Project, drafts: string, path: string): void {
  const folder = `${drafts}/${directKey(path)}`;
  ensureFolders(project, folder);
  let free = `${folder}/draft.md`;
  for (let n = 2; findStatus(project.files, join(project.root, free)) !== undefined; n++)
    free = `${folder}/draft-${n}.md`;
  project.files.rename(insideProject(project, path), insideProject(project, free));
}

/** Texts that lie where Blue does not read are kept like any other. */
function textsIn(project: Project, folder: string): { key: string; text: string }[] {
  return listDrafts(project, folder)
    .map(({ key, path }) => ({ key, text: wordsIn(project, path) }))
    .filter(({ text }) => text.trim() !== "");
}

function findJson<S extends z.ZodType>(project: Project, path: string, schema: S): z.output<S> | undefined {
  const bytes = attempt(() => findFile(project, path));
  return bytes instanceof BlueError ? undefined : parseAs(schema, bytes);
}
