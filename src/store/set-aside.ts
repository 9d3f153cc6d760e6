/**
 * Drafts of an unregistered round that the Judge sets aside. They stay where they are, in their attempt, and enter the next record word for word, with
 * what still comes in there late: starting a round again must not lose an objection.
 */
import { join } from "node:path";
import { attempt, BlueError } from "../errors.ts";
import { directivesIn } from "../rules/ask-log.ts";
import { isBlank } from "../rules/lines.ts";
import type { Discarded } from "../rules/records.ts";
import { type OpenRound, publishEntry, readAsks, readEnded } from "./asks.ts";
import { ensureBlueFolder, ensureFolders } from "./blue-folder.ts";
import { capitalised, directKey, listBeside, listDrafts, wordsIn } from "./draft-files.ts";
import { costInRecord, draftsFolder, type InWork, roundFolder } from "./drafts.ts";
import { findStatus } from "./files.ts";
import { insideProject, listInside } from "./paths.ts";
import type { Project } from "./project.ts";

export interface SetAside {
  /** The attempt it lies in. */
  path: string;
  /** As the next record keeps it. */
  kept: Discarded;
}

/** Bytes that one record spends on what was set aside; the rest is named by its size and place. */
const mostKept = 4 * 1024 * 1024;

/** Whether somebody was asked, there is a draft or a text in the round's own folder, or the log cannot be read. */
export function canSetAside(project: Project, { loaded, next }: InWork): boolean {
  const asks = attempt(() => readAsks(project, next));
  const asked = asks instanceof BlueError || asks.shown !== undefined;
  const begun = findStatus(project.files, insideProject(project, draftsFolder(next))) !== undefined;
  const direct = loaded.begun.some((path) => directKey(path) !== undefined);
  return asked || begun || direct || listBeside(project, next).length > 0;
}

/**
 * Ends the attempt in work; answers with whose drafts it holds. The panel stays, if it can be read. The entry that ends it goes last: until then every
 * text is still a draft of the round.
 */
export function setRoundAside(
  project: Project,
  { loaded, next }: InWork,
  reason: string,
  at: string,
  random: (n: number) => Uint8Array,
): string[] {
  ensureBlueFolder(project, random);
  const folder = draftsFolder(next);
  const inTheWay = clearAttempts(project, next);
  ensureFolders(project, folder);
  for (const path of loaded.begun) if (directKey(path) !== undefined) moveAmongDrafts(project, folder, path);
  const beside = listBeside(project, next).map((one) => one.entry);
  for (const entry of new Set([...inTheWay, ...beside])) moveInto(project, next, entry);
  const asks = attempt(() => readAsks(project, next));
  const panel = asks instanceof BlueError ? null : (asks.panel ?? null);
  const following = { ...next, attempt: next.attempt + 1 };
  publishEntry(project, following, { entries: 0 }, { kind: "aside", reason, discarded_at: at, panel }, random);
  return [...new Set(textsIn(project, folder).map(({ key }) => key))];
}

/** What was set aside for this head, in order. Words that an expert wrote twice are kept once. */
export function readSetAside(project: Project, open: OpenRound): SetAside[] {
  const seen = new Set<string>();
  let left = mostKept;
  const keep = ({ key, path, lines }: TextIn) => {
    const same = JSON.stringify([key, lines]);
    if (seen.has(same)) return [];
    seen.add(same);
    left -= costInRecord(lines);
    const named = `(${Buffer.byteLength(lines.join("\n"))} bytes, more than the record can hold: ${path})`;
    return [{ expert: capitalised(key), lines: left < 0 ? [named] : lines }];
  };
  return readEnded(project, open).map(({ open: one, reason, discarded_at, asks }) => {
    const path = draftsFolder(one);
    const directives = directivesIn(asks ?? { prompts: [] });
    const texts = textsIn(project, path).flatMap(keep);
    const said = { reason, discarded_at, round: open.round };
    return { path, kept: { ...said, texts, ...(directives.length > 0 ? { directives } : {}) } };
  });
}

/** Whatever has the name of this attempt or the next and is no folder gets another one, so that the folder can be made. Answers with the new names. */
function clearAttempts(project: Project, open: OpenRound): string[] {
  const folder = roundFolder(open);
  const attempts = [open.attempt, open.attempt + 1].map(String);
  const taken = listInside(project, folder).filter((entry) => attempts.includes(entry.name) && !entry.isDirectory());
  return taken.map(({ name }) => {
    const free = freeName(project, folder, `in-the-way-${name}`);
    project.files.rename(join(insideProject(project, folder), name), insideProject(project, `${folder}/${free}`));
    return free;
  });
}

/** What lies beside the attempts goes with the one that ends. */
function moveInto(project: Project, open: OpenRound, entry: string): void {
  const free = `${draftsFolder(open)}/${freeName(project, draftsFolder(open), entry)}`;
  project.files.rename(join(insideProject(project, roundFolder(open)), entry), insideProject(project, free));
}

function freeName(project: Project, folder: string, name: string): string {
  let free = name;
  for (let n = 2; findStatus(project.files, join(project.root, folder, free)) !== undefined; n++) free = `${n}-${name}`;
  return free;
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
  lines: string[];
}

/** Texts that lie where Blue does not read are kept like any other. */
function textsIn(project: Project, folder: string): TextIn[] {
  return listDrafts(project, folder)
    .map(({ key, path }) => ({ key, path, lines: wordsIn(project, path) }))
    .filter(({ lines }) => !isBlank(lines));
}
