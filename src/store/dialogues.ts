/**
 * The records of a dialogue as they stand on disk, read afresh on every call. What does not fit (a damaged record, a gap, a broken chain, a file
 * that no record accounts for) is a named problem, never silently skipped: the gate refuses on any of them.
 */
import type { Dirent } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { BlueError } from "../errors.ts";
import { roundFileNames } from "../pages/round-file-names.ts";
import {
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
import { type CheckedFolder, checkFolder, checkFolderIn, findFileIn, type Rooted } from "./paths.ts";
import { recallRecord, rememberRecord } from "./proved-records.ts";
import { decodeRecord } from "./record.ts";

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
  problems: BlueError[];
}

export interface LoadOptions {
  /** For a dialogue somebody works on, and will ask for again. Whoever goes through all of them asks for each once. */
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
    id,
    path,
    legacy: false,
    opening: undefined,
    rounds: [],
    verdicts: [],
    problems: [],
  };
  const loading: Loading = { project, loaded, remember };
  const absent = () => new BlueError("not_found", `There is no dialogue ${id}`, { field: "dialogue_id", value: id });
  if (!isDialogueId(id)) throw absent();
  const folder = checkFolder(project, path, "dialogue_id");
  if (!folder.status?.isDirectory()) throw absent();
  const entries = project.files.readdir(folder.absolute);
  if (entries.length === 0) throw absent();
  const numbers = entries
    .filter(isRoundFolder)
    .map((entry) => Number(entry.name.slice("round-".length)))
    .sort((a, b) => a - b);
  const has = (file: string) => findStatus(project.files, join(project.root, path, file)) !== undefined;

  if (!has("opening.json")) {
    const followed = numbers.some((n) => has(`round-${n}/round.json`)) || entries.some(({ name }) => isVerdict(name));
    if (!followed) return { ...loaded, legacy: true };
    loaded.problems.push(damaged(`${path}/opening.json`, "is missing, but records that follow it stand beside it"));
    return loaded;
  }
  loaded.opening = attempt(loaded, () => readRecord(loading, folder, "opening.json", openingRecord));
  if (loaded.opening === undefined) return loaded;
  if (loaded.opening.dialogue !== id) {
    loaded.problems.push(
      damaged(`${path}/opening.json`, `belongs to ${loaded.opening.dialogue}; the folder was renamed or copied`),
    );
  }

  let head: DialogueRecord = loaded.opening;
  for (const n of numbers) {
    const name = `round-${n}`;
    if (!has(`${name}/round.json`)) {
      for (const entry of project.files.readdir(join(project.root, path, name))) {
        if (mayHoldWords(project, `${path}/${name}`, entry))
          loaded.problems.push(unregistered(`${path}/${name}/${entry.name}`));
      }
      continue;
    }
    const place = attempt(loaded, () => checkFolderIn(project, folder, name, "record"));
    if (place === undefined) break;
    const record = attempt(loaded, () => readRecord(loading, place, "round.json", roundRecord));
    if (record === undefined) break;
    if (
      record.dialogue !== loaded.opening.dialogue ||
      record.round !== n ||
      n !== loaded.rounds.length ||
      record.prev !== head.self
    ) {
      const why =
        n !== loaded.rounds.length
          ? `follows a gap: round ${loaded.rounds.length} is missing`
          : "does not follow the record before it";
      loaded.problems.push(damaged(`${path}/${name}/round.json`, why));
      break;
    }
    loaded.rounds.push(record);
    head = record;
    readRoundFolder(loading, place, record);
  }
  for (const entry of entries) {
    if (isVerdict(entry.name)) readVerdict(loading, folder, entry.name, loaded.opening);
    else if (/^round-/i.test(entry.name) && !isRoundFolder(entry) && !isEmptyFolder(project, path, entry))
      loaded.problems.push(unregistered(`${path}/${entry.name}`));
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

function readRoundFolder(loading: Loading, folder: CheckedFolder, round: RoundRecord): void {
  const { project, loaded } = loading;
  const expected = roundFileNames(round);
  for (const { name } of project.files.readdir(folder.absolute)) {
    if (name === "round.json" || expected.has(name)) continue;
    if (isVerdict(name)) readVerdict(loading, folder, name, round);
    else if (isTextOrRecord(name)) loaded.problems.push(unregistered(`${folder.path}/${name}`));
  }
}

/** In a round without a record: a text, or what may hide one. What a file browser leaves behind is neither. */
function mayHoldWords(project: Rooted, path: string, entry: Dirent): boolean {
  if (entry.isFile()) return isTextOrRecord(entry.name);
  return !isEmptyFolder(project, path, entry);
}

function isTextOrRecord(name: string): boolean {
  return /\.(?:md|json)$/i.test(name);
}

function isVerdict(name: string): boolean {
  return /^verdict-[a-z0-9-]+\.json$/.test(name);
}

function readVerdict(
  loading: Loading,
  folder: CheckedFolder,
  name: string,
  follows: RoundRecord | OpeningRecord,
): void {
  const { loaded } = loading;
  const verdict = attempt(loaded, () => readRecord(loading, folder, name, verdictRecord));
  if (verdict === undefined) return;
  const path = `${folder.path}/${name}`;
  const round = follows.kind === "round" ? follows.round : null;
  if (verdict.prev !== follows.self || verdict.round !== round || verdict.dialogue !== follows.dialogue)
    loaded.problems.push(damaged(path, "quotes another record than the one it stands on"));
  else if (name !== `verdict-${verdict.verdict_id}.json`)
    loaded.problems.push(damaged(path, `is the verdict ${verdict.verdict_id} under another name`));
  else loaded.verdicts.push(verdict);
}

/** A record of a known shape, proved whole. */
function readRecord<S extends z.ZodType>(
  { project, remember }: Loading,
  folder: CheckedFolder,
  name: string,
  schema: S,
): z.output<S> {
  const path = `${folder.path}/${name}`;
  const bytes = findFileIn(project, folder, name, "record");
  if (bytes === undefined) throw damaged(path, "is gone");
  const absolute = join(folder.absolute, name);
  const known = recallRecord(absolute, bytes);
  if (known?.schema === schema) return known.shaped as z.output<S>;
  const record = known?.record ?? decodeRecord(bytes.toString("utf8"), path);
  const parsed = schema.safeParse(record);
  if (parsed.success) return remember ? rememberRecord(absolute, bytes, schema, parsed.data) : parsed.data;
  const issue = parsed.error.issues[0];
  throw damaged(path, `does not have the shape of its kind (${issue?.path.join(".")}: ${issue?.message})`);
}

function attempt<T>(loaded: LoadedDialogue, read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof BlueError)) throw thrown;
    loaded.problems.push(thrown);
    return undefined;
  }
}

function damaged(path: string, why: string): BlueError {
  return new BlueError("record_damaged", `${path} ${why}`, {
    field: "record",
    value: path,
    constraint: "record_integrity",
    suggestion: "Restore the file from git, or take the whole folder from the branch it came from.",
    context: { path },
  });
}

function unregistered(path: string): BlueError {
  return new BlueError("unregistered_files", `${path} is neither a record nor generated from one`, {
    field: "files",
    value: path,
    constraint: "known_files",
    suggestion: "If an expert wrote it, register it with its round; otherwise move it out of the dialogue's folder.",
    context: { path },
  });
}
