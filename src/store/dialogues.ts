/**
 * The records of a dialogue as they stand on disk, read again on every call. What does not fit (a damaged record, a gap, a broken chain, a file
 * that no record accounts for) is a named problem, never silently skipped: the gate refuses on any of them.
 */
import type { Dirent } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { attempt, BlueError, refuse } from "../errors.ts";
import { generatedMark } from "../pages/page.ts";
import { roundFileNames } from "../pages/round-file-names.ts";
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
import { dialoguesFolder, isDialogueId } from "./dialogue-ids.ts";
import { findStatus } from "./files.ts";
import { findFile, lookInside, type Rooted } from "./paths.ts";
import type { Problem } from "./problems.ts";
import { recallRecord, rememberRecord } from "./proved-records.ts";
import { damagedRecord, decodeRecord } from "./record.ts";

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
  const has = (file: string) => findStatus(project.files, join(project.root, path, file)) !== undefined;

  // As the folder was listed: whatever goes away from here on is gone, and no sign of an older Blue.
  if (!entries.some(({ name }) => name === "opening.json")) {
    const followed = numbers.some((n) => has(`round-${n}/round.json`)) || entries.some(({ name }) => isVerdict(name));
    const described = findFile(project, `${path}/dialogue.md`)?.toString("utf8").startsWith(generatedMark);
    if (followed) addDamaged(loading, `${path}/opening.json`, "is missing, but records that follow it stand beside it");
    else if (described)
      addDamaged(loading, `${path}/opening.json`, "is missing, but a page made from it stands beside it");
    else loaded.legacy = true;
    return loaded;
  }
  const opening = readRecord(loading, `${path}/opening.json`, openingRecord);
  if (opening === undefined) return loaded;
  loaded.opening = opening;
  if (opening.dialogue !== id)
    addDamaged(loading, `${path}/opening.json`, `belongs to ${opening.dialogue}; the folder was renamed or copied`);

  let head: DialogueRecord = opening;
  for (const n of numbers) {
    const round = `${path}/round-${n}`;
    const words = has(`round-${n}/round.json`) ? undefined : listWords(project, round);
    // Registered since the first look: another process was quicker.
    if (words !== undefined && !words.includes(`${round}/round.json`)) {
      if (n === loaded.rounds.length) loaded.begun = words;
      else addUnaccounted(loading, ...words);
      continue;
    }
    const record = readRecord(loading, `${round}/round.json`, roundRecord);
    if (record === undefined) break;
    if (
      record.dialogue !== opening.dialogue ||
      record.round !== n ||
      n !== loaded.rounds.length ||
      record.prev !== head.self
    ) {
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
  for (const entry of entries) {
    if (isVerdict(entry.name)) readVerdict(loading, `${path}/${entry.name}`, opening);
    else if (/^round-/i.test(entry.name) && !isRoundFolder(entry) && !isEmptyFolder(project, path, entry))
      addUnaccounted(loading, `${path}/${entry.name}`);
  }
  return loaded;
}

/** One name for each round: `round-01` is not round 1, and a link is no folder. */
function isRoundFolder(entry: Dirent): boolean {
  return entry.isDirectory() && /^round-(?:0|[1-9]\d?)$/.test(entry.name);
}

function isEmptyFolder(project: Rooted, path: string, entry: Dirent): boolean {
  return entry.isDirectory() && project.files.readdir(join(project.root, path, entry.name)).length === 0;
}

/** Texts, and folders or links that may hide one. What a file browser leaves behind is neither. */
function listWords(project: Rooted, path: string): string[] {
  return project.files
    .readdir(join(project.root, path))
    .filter((entry) => (entry.isFile() ? isTextOrRecord(entry.name) : !isEmptyFolder(project, path, entry)))
    .map(({ name }) => `${path}/${name}`)
    .sort();
}

function readRoundFolder(loading: Loading, path: string, round: RoundRecord): void {
  const expected = new Set([...roundFileNames(round), "round.json", comparisonName]);
  const entries = loading.project.files.readdir(join(loading.project.root, path));
  for (const { name } of entries) {
    if (expected.has(name)) continue;
    if (isVerdict(name)) readVerdict(loading, `${path}/${name}`, round);
    else if (isTextOrRecord(name)) addUnaccounted(loading, `${path}/${name}`);
  }
  if (entries.some(({ name }) => name === comparisonName)) readComparison(loading, `${path}/${comparisonName}`, round);
}

export const comparisonName = "comparison.json";

function isTextOrRecord(name: string): boolean {
  return /\.(?:md|json)$/i.test(name);
}

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
  const record = attempt(() => getRecord(loading, path, schema));
  if (!(record instanceof BlueError)) return record;
  loading.loaded.problems.push({ kind: "damaged", path, error: record });
  return undefined;
}

function getRecord<S extends z.ZodType>({ project, remember }: Loading, path: string, schema: S): z.output<S> {
  const bytes = findFile(project, path, "record");
  if (bytes === undefined) throw damagedRecord(path, "is gone");
  const absolute = join(project.root, path);
  const known = recallRecord(absolute, bytes);
  if (known?.schema === schema) return known.shaped as z.output<S>;
  const parsed = schema.safeParse(known?.record ?? decodeRecord(bytes.toString("utf8"), path));
  if (parsed.success) return remember ? rememberRecord(absolute, bytes, schema, parsed.data) : parsed.data;
  const { path: at, message } = parsed.error.issues[0]!;
  throw damagedRecord(path, `does not have the shape of its kind (${at.join(".")}: ${message})`);
}

function addDamaged({ loaded }: Loading, path: string, what: string): void {
  loaded.problems.push({ kind: "damaged", path, error: damagedRecord(path, what) });
}

function addUnaccounted({ loaded }: Loading, ...paths: string[]): void {
  for (const path of paths) loaded.problems.push({ kind: "unaccounted", path });
}
