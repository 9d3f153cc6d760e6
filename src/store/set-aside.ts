/**
 * Drafts of an unregistered round that the Judge sets aside. They stay where they are, in their attempt, and enter the next record word for word, with
 * what still comes in there late: starting a round again must not lose an objection.
 */
import { basename, join } from "node:path";
import * as z from "zod";
import { attempt, BlueError } from "../errors.ts";
import type { Discarded } from "../rules/records.ts";
import { toLines } from "../rules/round/compose-round.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "./blue-folder.ts";
import { capitalised, directKey, listBeside, listDrafts, wordsIn } from "./draft-files.ts";
import {
  asideNote,
  attemptsBefore,
  costInRecord,
  draftsFolder,
  type InWork,
  type OpenRound,
  panelPath,
  readDirectives,
  readPanel,
  roundFolder,
} from "./drafts.ts";
import { findStatus, listFolder } from "./files.ts";
import { parseAs } from "./json.ts";
import { findFile, insideProject } from "./paths.ts";
import type { Project } from "./project.ts";

export interface SetAside {
  /** The attempt it lies in. */
  path: string;
  /** As the next record keeps it. */
  kept: Discarded;
}

const note = z.strictObject({ reason: z.string(), discarded_at: z.string(), round: z.int() });
const panelNames = z.object({ experts: z.array(z.object({ name: z.string() })) });
/** Bytes that one record spends on what was set aside; the rest is named by its size and place. */
const mostKept = 4 * 1024 * 1024;

/** Whether there is a prompt, a draft or a text in the round's own folder, or a panel that cannot be read. */
export function canSetAside(project: Project, { loaded, next }: InWork): boolean {
  const begun = findStatus(project.files, insideProject(project, draftsFolder(next))) !== undefined;
  const direct = loaded.begun.some((path) => directKey(path) !== undefined);
  return begun || direct || listBeside(project, next).length > 0 || isPanelDamaged(project, next);
}

/** Ends the attempt in work; answers with whose drafts it holds. The panel stays, if it can be read. */
export function setRoundAside(
  project: Project,
  { loaded, next }: InWork,
  reason: string,
  at: string,
  random: (n: number) => Uint8Array,
): string[] {
  ensureBlueFolder(project, random);
  const folder = draftsFolder(next);
  ensureFolders(project, folder);
  for (const path of loaded.begun) if (directKey(path) !== undefined) moveAmongDrafts(project, folder, path);
  for (const entry of new Set(listBeside(project, next).map((one) => one.entry))) moveInto(project, next, entry);
  const panel = attempt(() => findFile(project, panelPath(next)));
  if (isPanelDamaged(project, next)) moveInto(project, next, basename(panelPath(next)));
  else if (panel instanceof Buffer) replaceFile(project, `${folder}/panel.json`, panel.toString("utf8"), random);
  const text = `${JSON.stringify({ reason, discarded_at: at, round: next.round }, null, 2)}\n`;
  replaceFile(project, `${folder}/${asideNote}`, text, random, true);
  return [...new Set(textsIn(project, folder).map(({ key }) => key))];
}

/** What was set aside for this head, in order. Words that an expert wrote twice are kept once. */
export function readSetAside(project: Project, open: OpenRound): SetAside[] {
  const seen = new Set<string>();
  let left = mostKept;
  const keep = ({ key, path, text }: TextIn) => {
    const same = `${key}\n${text}`;
    if (seen.has(same)) return [];
    seen.add(same);
    left -= costInRecord(text);
    const words = left < 0 ? `(${Buffer.byteLength(text)} bytes, more than the record can hold: ${path})` : text;
    return [{ expert: capitalised(key), lines: toLines(words) }];
  };
  return attemptsBefore(open).map((one) => {
    const path = draftsFolder(one);
    // A note that cannot be read must not cost the texts.
    const lost = { round: open.round, discarded_at: "", reason: "(the reason cannot be read)" };
    const said = findJson(project, `${path}/${asideNote}`, note) ?? lost;
    const asked = attempt(() => readDirectives(project, one));
    const directives = asked instanceof BlueError || asked.length === 0 ? {} : { directives: asked };
    return { path, kept: { ...said, texts: textsIn(project, path).flatMap(keep), ...directives } };
  });
}

/** Who sat on any panel of this dialogue when a round was set aside, as far as it can still be read. */
export function membersSetAside(project: Project, { dialogue }: OpenRound): string[] {
  const root = `.blue/drafts/${dialogue}`;
  const folders = (path: string) =>
    listFolder(project.files, insideProject(project, path)).flatMap((entry) =>
      entry.isDirectory() ? [`${path}/${entry.name}`] : [],
    );
  return folders(root)
    .flatMap(folders)
    .flatMap((path) => (findJson(project, `${path}/panel.json`, panelNames)?.experts ?? []).map(({ name }) => name));
}

function isPanelDamaged(project: Project, open: OpenRound): boolean {
  return attempt(() => readPanel(project, open)) instanceof BlueError;
}

/** What lies beside the attempts goes with the one that ends. */
function moveInto(project: Project, open: OpenRound, entry: string): void {
  let free = `${draftsFolder(open)}/${entry}`;
  for (let n = 2; findStatus(project.files, join(project.root, free)) !== undefined; n++)
    free = `${draftsFolder(open)}/${n}-${entry}`;
  project.files.rename(join(insideProject(project, roundFolder(open)), entry), insideProject(project, free));
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

interface TextIn {
  key: string;
  path: string;
  text: string;
}

/** Texts that lie where Blue does not read are kept like any other. */
function textsIn(project: Project, folder: string): TextIn[] {
  return listDrafts(project, folder)
    .map(({ key, path }) => ({ key, path, text: wordsIn(project, path) }))
    .filter(({ text }) => text.trim() !== "");
}

function findJson<S extends z.ZodType>(project: Project, path: string, schema: S): z.output<S> | undefined {
  const bytes = attempt(() => findFile(project, path));
  return bytes instanceof BlueError ? undefined : parseAs(schema, bytes);
}
