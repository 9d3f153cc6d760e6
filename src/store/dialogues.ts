/**
 * The records of a dialogue as they stand on disk, read again on every call. What does not fit (a damaged record, a gap, a broken chain, a file
 * that no record accounts for) is a named problem, never silently skipped: the gate refuses on any of them.
 */
import type { Dirent } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { attempt, BlueError, refuse } from "../errors.ts";
import { claimsGenerated } from "../pages/page.ts";
import { dialogueFileNames, roundFileNames } from "../pages/page-names.ts";
import {
  type ComparisonRecord,
  comparisonRecord,
  type DialogueRecord,
  type OpeningRecord,
  openingRecord,
  type RoundRecord,
  roundRecord,
  type VerdictRecord,
  verdictRecord,
} from "../rules/records.ts";
import { safeLine } from "../safe-text.ts";
import { dialoguesFolder, isDialogueId } from "./dialogue-ids.ts";
import { findStatus, listFolder } from "./files.ts";
import { findFile, inOneLook, insideProject, lookInside, type Rooted } from "./paths.ts";
import type { Problem } from "./problems.ts";
import { damagedRecord, isRecordPath } from "./record.ts";
import { readSealed } from "./sealed-file.ts";

export interface LoadedDialogue {
  id: string;
  /** From the project's root. */
  path: string;
  /** A folder of an older Blue, without records: listed and read, never registered to. */
  legacy: boolean;
  opening: OpeningRecord | undefined;
  /** Whole, in order, without gaps, each following the one before. */
  rounds: RoundRecord[];
  verdicts: VerdictRecord[];
  /** Each on the final verdict of its round. */
  comparisons: ComparisonRecord[];
  problems: Problem[];
  /** Files in the folder of the next round, which has no record yet, that may hold somebody's words. */
  begun: string[];
}

export interface LoadOptions {
  /** For a dialogue that will be read again in this process. */
  remember?: boolean;
}

interface Loading {
  project: Rooted;
  loaded: LoadedDialogue;
  remember: boolean;
}

export function loadDialogue(project: Rooted, id: string, { remember = false }: LoadOptions = {}): LoadedDialogue {
  return inOneLook(project, () => load(project, id, remember));
}

function load(project: Rooted, id: string, remember: boolean): LoadedDialogue {
  const path = `${dialoguesFolder}/${id}`;
  const loaded: LoadedDialogue = {
    ...{ id, path, legacy: false, opening: undefined },
    ...{ rounds: [], verdicts: [], comparisons: [], problems: [], begun: [] },
  };
  const loading: Loading = { project, loaded, remember };
  const folder = isDialogueId(id) ? lookInside(project, path, "dialogue_id") : undefined;
  const entries = folder?.status?.isDirectory() ? project.files.readdir(folder.absolute) : [];
  if (entries.length === 0)
    refuse("not_found", { dialogue_id: id }, "dialogue_exists", { message: `There is no dialogue ${id}` });
  const numbers = entries
    .filter(isRoundFolder)
    .map((entry) => Number(entry.name.slice("round-".length)))
    .sort((a, b) => a - b);

  // As the folder was listed: whatever goes away from here on is gone, and no sign of an older Blue.
  if (!entries.some(({ name }) => name === "opening.json")) {
    const made = findMade(project, listPages(project, path, entries));
    if (made === undefined) loaded.legacy = true;
    else addDamaged(loading, `${path}/opening.json`, `is missing, but ${made}`);
    return loaded;
  }
  const opening = readRecord(loading, `${path}/opening.json`, openingRecord);
  if (opening === undefined) return loaded;
  // The folder's name is the id. Nothing of a record that says another is used, least of all the name.
  if (opening.dialogue !== id) {
    addDamaged(
      loading,
      `${path}/opening.json`,
      `belongs to ${safeLine(opening.dialogue).slice(0, 200)}; the folder was renamed or copied`,
    );
    return loaded;
  }
  loaded.opening = opening;

  let head: DialogueRecord = opening;
  for (const n of numbers) {
    const round = `${path}/round-${n}`;
    const isRegistered = findStatus(project.files, join(project.root, round, "round.json")) !== undefined;
    const words = isRegistered ? undefined : listWords(project, round);
    // Registered since the first look: another process was quicker.
    if (words !== undefined && !words.includes(`${round}/round.json`)) {
      if (n === loaded.rounds.length) loaded.begun = words;
      else addUnaccounted(loading, ...words);
      continue;
    }
    const record = readRecord(loading, `${round}/round.json`, roundRecord);
    if (record === undefined) break;
    if (record.dialogue !== id || record.round !== n || n !== loaded.rounds.length || record.prev !== head.self) {
      const isGap = n !== loaded.rounds.length;
      const why = isGap
        ? `follows a gap: round ${loaded.rounds.length} is missing`
        : "does not follow the record before it";
      addDamaged(loading, `${round}/round.json`, why);
      break;
    }
    loaded.rounds.push(record);
    head = record;
    readRoundFolder(loading, round, record);
  }
  for (const { name } of entries.filter((entry) => isVerdict(entry.name)))
    readVerdict(loading, `${path}/${name}`, opening);
  // Over a damaged record nobody knows which pages belong here.
  if (loaded.problems.every(({ kind }) => kind === "unaccounted")) {
    const expected = new Set(["opening.json", ...dialogueFileNames({ ...loaded, opening })]);
    const others = entries.filter(
      (entry) => !expected.has(entry.name) && !isVerdict(entry.name) && !isRoundFolder(entry),
    );
    addUnaccounted(loading, ...listPages(project, path, others));
  }
  return loaded;
}

/** One name for each round: `round-01` is not round 1, and a link is no folder. */
function isRoundFolder(entry: Dirent): boolean {
  return entry.isDirectory() && /^round-(?:0|[1-9]\d?)$/.test(entry.name);
}

/** What file browsers, editors and git users leave behind. */
const leftover = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\.gitkeep|.*~|\..*\.swp)$/i;

/** What a reader may take for a part of the dialogue: every file but a leftover. A link may lead to one, whatever its name. */
export function isPage(entry: Dirent): boolean {
  return entry.isSymbolicLink() || !leftover.test(entry.name);
}

/** Those of `entries` and in the folders among them, at any depth. */
function listPages(project: Rooted, path: string, entries: readonly Dirent[]): string[] {
  return entries.flatMap((entry) => {
    const at = `${path}/${entry.name}`;
    if (entry.isDirectory()) return listPages(project, at, listFolder(project.files, join(project.root, at)));
    return isPage(entry) ? [at] : [];
  });
}

/** In a round that has no record yet: pages, and folders that may hide one. */
function listWords(project: Rooted, path: string): string[] {
  const read = (at: string) => project.files.readdir(join(project.root, at));
  return read(path)
    .filter((entry) => (entry.isDirectory() ? read(`${path}/${entry.name}`).length > 0 : isPage(entry)))
    .map(({ name }) => `${path}/${name}`)
    .sort();
}

/** Why a folder without an opening is not an older Blue's. */
function findMade(project: Rooted, pages: readonly string[]): string | undefined {
  const made = pages.find((page) => isMade(project, page));
  return made && `${made} ${isRecordPath(made) ? "follows it" : "says that it was made from it"}`;
}

/** Whether this Blue made it, or it says so. */
function isMade(project: Rooted, page: string): boolean {
  if (isRecordPath(page)) return true;
  const bytes = attempt(() => findFile(project, page));
  return bytes instanceof Buffer && claimsGenerated(bytes.toString("utf8"));
}

/** Records and pages of Blue below `.blue/dialogues/` that lie in no dialogue's folder, so that no record accounts for them. */
export function findStray(project: Rooted): Problem[] {
  const entries = listFolder(project.files, insideProject(project, dialoguesFolder));
  const others = entries.filter((entry) => !(entry.isDirectory() && isDialogueId(entry.name)));
  return listPages(project, dialoguesFolder, others)
    .filter((page) => isMade(project, page))
    .map((path) => ({ kind: "unaccounted", path }));
}

function readRoundFolder(loading: Loading, path: string, round: RoundRecord): void {
  const expected = new Set([...roundFileNames(round), "round.json", comparisonName]);
  const entries = loading.project.files.readdir(join(loading.project.root, path));
  for (const { name } of entries.filter((entry) => isVerdict(entry.name)))
    readVerdict(loading, `${path}/${name}`, round);
  const others = entries.filter(({ name }) => !expected.has(name) && !isVerdict(name));
  addUnaccounted(loading, ...listPages(loading.project, path, others));
  if (entries.some(({ name }) => name === comparisonName)) readComparison(loading, `${path}/${comparisonName}`, round);
}

export const comparisonName = "comparison.json";

function isVerdict(name: string): boolean {
  return /^verdict-[a-z0-9-]+\.json$/.test(name);
}

function readVerdict(loading: Loading, path: string, follows: RoundRecord | OpeningRecord): void {
  const verdict = readRecord(loading, path, verdictRecord);
  if (verdict === undefined) return;
  const round = follows.kind === "round" ? follows.round : null;
  if (verdict.prev !== follows.self || verdict.round !== round || verdict.dialogue !== follows.dialogue)
    addDamaged(loading, path, "quotes another record than the one it stands on");
  else if (!path.endsWith(`/verdict-${verdict.verdict_id}.json`))
    addDamaged(loading, path, `is the verdict ${verdict.verdict_id} under another name`);
  else loading.loaded.verdicts.push(verdict);
}

/** After the verdicts of its round: it follows one of them. */
function readComparison(loading: Loading, path: string, { round, dialogue }: RoundRecord): void {
  const comparison = readRecord(loading, path, comparisonRecord);
  if (comparison === undefined) return;
  const follows = loading.loaded.verdicts.find(({ self }) => self === comparison.prev);
  if (follows?.round !== round || comparison.round !== round || comparison.dialogue !== dialogue)
    addDamaged(loading, path, "quotes another record than the one it stands on");
  else loading.loaded.comparisons.push(comparison);
}

/** A record that is whole and of its kind's shape; otherwise undefined, and a problem is added. */
function readRecord<S extends z.ZodType>(loading: Loading, path: string, schema: S): z.output<S> | undefined {
  const record = attempt(() => readSealed(loading.project, path, schema, loading.remember));
  if (!(record instanceof BlueError)) return record;
  loading.loaded.problems.push({ kind: "damaged", path, error: record });
  return undefined;
}

function addDamaged({ loaded }: Loading, path: string, what: string): void {
  loaded.problems.push({ kind: "damaged", path, error: damagedRecord(path, what) });
}

function addUnaccounted({ loaded }: Loading, ...paths: string[]): void {
  for (const path of paths) loaded.problems.push({ kind: "unaccounted", path });
}
