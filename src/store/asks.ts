/**
 * The log of asks on disk: what Blue said, apart from what others write. `.blue/asks/<dialogue>/round-N-<head>/<attempt>-<k>.json` holds panel, asks and
 * what was set aside; `author-1.json`, `verifier-1.json` and on, what was asked for between the rounds. Each entry is published by link and never replaced,
 * so names alone say which attempt is in work and who was asked. The folder's name carries the head: a switch of branches finds no ask of another head.
 */
import { createHash } from "node:crypto";
import type * as z from "zod";
import { attempt as attempted, BlueError, refusal } from "../errors.ts";
import {
  type Asks,
  type AttemptEntry,
  attemptEntry,
  foldAsks,
  packageEntry,
  type RequestEntry,
  requestEntry,
} from "../rules/ask-log.ts";
import { expertKey } from "../rules/names.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "./blue-folder.ts";
import { findFile, listInside, lookInside } from "./paths.ts";
import type { Project } from "./project.ts";
import { publishRecord } from "./publish.ts";
import type { RecordBody } from "./record.ts";
import { readSealed } from "./sealed-file.ts";

/** Which dialogue, which number, which head it answers. */
export interface RoundKey {
  dialogue: string;
  round: number;
  head: string;
}

export interface OpenRound extends RoundKey {
  /** From 1; round-discard starts the next one. */
  attempt: number;
}

type Random = (n: number) => Uint8Array;

export const asksRoot = ".blue/asks";

/** The round's folder, here and among the drafts. */
export function roundName({ dialogue, round, head }: RoundKey): string {
  return `${dialogue}/round-${round}-${head.slice(0, 16)}`;
}

/** Where entries lie, and what they follow. */
export interface Log {
  folder: string;
  head: string;
}

export function roundLog(key: RoundKey): Log {
  return { folder: `${asksRoot}/${roundName(key)}`, head: key.head };
}

/** Of the lone agent whose text is only compared: no round asks it. */
export function controlLog(dialogue: string, opening: { self: string }): Log {
  return { folder: `${asksRoot}/${dialogue}/control-${opening.self.slice(0, 16)}`, head: opening.self };
}

/** Of the blind graders of a verdict. */
export function comparisonLog(dialogue: string, verdict: { self: string }): Log {
  return { folder: `${asksRoot}/${dialogue}/compare-${verdict.self.slice(0, 16)}`, head: verdict.self };
}

/** The round with the attempt that is in work: the highest in the names. */
export function openRound(project: Project, key: RoundKey): OpenRound {
  return { ...key, attempt: Math.max(1, ...listEntries(project, roundLog(key)).map(({ attempt }) => attempt)) };
}

/** The attempts before the one in work. */
export function attemptsBefore(open: OpenRound): OpenRound[] {
  return Array.from({ length: open.attempt - 1 }, (_, i) => ({ ...open, attempt: i + 1 }));
}

interface EntryName {
  attempt: number;
  number: number;
}

function listEntries(project: Project, { folder }: Log): EntryName[] {
  return listInside(project, folder).flatMap(({ name }) => {
    const [, attempt, number] = /^([1-9]\d{0,5})-([1-9]\d{0,5})\.json$/.exec(name) ?? [];
    return attempt === undefined ? [] : [{ attempt: Number(attempt), number: Number(number) }];
  });
}

function entryPath({ folder }: Log, attempt: number, number: number): string {
  return `${folder}/${attempt}-${number}.json`;
}

/** What was asked in one attempt. A gap, or an entry that cannot be read, refuses: nobody knows what it said. */
export function readAsks(project: Project, open: OpenRound): Asks {
  return foldAsks(readAttempt(project, open));
}

function readAttempt(project: Project, open: OpenRound): AttemptEntry[] {
  const log = roundLog(open);
  const numbers = listEntries(project, log)
    .filter(({ attempt }) => attempt === open.attempt)
    .map(({ number }) => number)
    .sort((a, b) => a - b);
  let asked = false;
  return numbers.map((number, i) => {
    if (number !== i + 1) throw damagedLog(open, entryPath(log, open.attempt, i + 1), "is missing");
    const path = entryPath(log, open.attempt, number);
    const entry = attempted(() => readSealed(project, path, attemptEntry, true));
    if (entry instanceof BlueError) throw damagedLog(open, path, `cannot be read (${entry.message})`);
    const isFirst = number === 1 && open.attempt > 1;
    if (entry.prev !== open.head || (entry.kind === "aside") !== isFirst)
      throw damagedLog(open, path, "is not an entry of this place");
    if (entry.kind === "ask") {
      if ((entry.shown === undefined) !== asked) throw damagedLog(open, path, "is not an entry of this place");
      asked = true;
    }
    return entry;
  });
}

function damagedLog(open: RoundKey, path: string, what: string): BlueError {
  return refusal("record_damaged", { asks: path }, "readable_asks", {
    message: `${path} ${what}; what Blue asked for round ${open.round} is not known`,
    suggestion: "Start the round again with `blue dialogue round-discard` and a reason.",
    context: { path },
  });
}

/** Of a prompt, in either form. */
export function promptHash(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * By the clock of the disk: when this expert was last given a seat in the attempt, or the attempt began; and when it was first given a prompt. Undefined: not
 * in this attempt. `staying`: it sat in the round before, so the panel's entries alone do not seat it.
 */
export function timesOf(
  project: Project,
  open: OpenRound,
  expert: string,
  staying: boolean,
): { seated: number | undefined; prompted: number | undefined } {
  const key = expertKey(expert);
  let sits = staying;
  let seated: number | undefined;
  let prompted: number | undefined;
  for (const [i, entry] of readAttempt(project, open).entries()) {
    if (entry.kind === "ask") {
      if (entry.prompts.some((one) => expertKey(one.expert) === key)) prompted ??= i + 1;
      continue;
    }
    if (entry.kind === "aside" || !sits) seated = i + 1;
    sits = entry.panel?.some(({ name }) => expertKey(name) === key) ?? staying;
  }
  const written = (number: number | undefined) =>
    number === undefined
      ? undefined
      : lookInside(project, entryPath(roundLog(open), open.attempt, number)).status?.mtimeMs;
  return { seated: written(seated), prompted: written(prompted) };
}

type EntryBody = AttemptEntry extends infer E
  ? E extends unknown
    ? Omit<E, "format" | "self" | "prev">
    : never
  : never;

/** The next entry of the attempt. False: another call was quicker; the log is to be read again. */
export function publishEntry(
  project: Project,
  open: OpenRound,
  { entries }: Pick<Asks, "entries">,
  body: EntryBody,
  random: Random,
): boolean {
  const path = entryPath(roundLog(open), open.attempt, entries + 1);
  return publish(project, roundLog(open), path, body, random).same;
}

function publish(project: Project, { head }: Log, path: string, body: object, random: Random) {
  ensureBlueFolder(project, random);
  ensureFolders(project, asksRoot);
  // Of its own, because an older branch has no line for it in the tracked one.
  const ignore = `${asksRoot}/.gitignore`;
  if (findFile(project, ignore)?.toString("utf8") !== "*\n") replaceFile(project, ignore, "*\n", random, true);
  return publishRecord(project, path, { ...body, prev: head } as unknown as RecordBody, random);
}

/** Why and when each attempt before the one in work ended, and what was asked in it; as far as it can still be read. */
export function readEnded(
  project: Project,
  open: OpenRound,
): { open: OpenRound; reason: string; discarded_at: string; asks: Asks | undefined }[] {
  return attemptsBefore(open).map((one) => {
    const note = attempted(() =>
      readSealed(project, entryPath(roundLog(open), one.attempt + 1, 1), attemptEntry, true),
    );
    const asks = attempted(() => readAsks(project, one));
    const said =
      note instanceof BlueError || note.kind !== "aside"
        ? { reason: "(the reason cannot be read)", discarded_at: "" }
        : { reason: note.reason, discarded_at: note.discarded_at };
    return { open: one, ...said, asks: asks instanceof BlueError ? undefined : asks };
  });
}

/** Who was ever seated or asked in this dialogue, also for a round that was set aside or moved away from; as far as it can still be read. */
export function everSeated(project: Project, dialogue: string): string[] {
  const root = `${asksRoot}/${dialogue}`;
  return listInside(project, root).flatMap(({ name }) =>
    listEntries(project, { folder: `${root}/${name}`, head: "" }).flatMap(({ attempt, number }) => {
      const path = `${root}/${name}/${attempt}-${number}.json`;
      const entry = attempted(() => readSealed(project, path, attemptEntry, false));
      if (entry instanceof BlueError) return [];
      if (entry.kind === "ask") return entry.prompts.map(({ expert }) => expert);
      return (entry.panel ?? []).map((one) => one.name);
    }),
  );
}

/** Who can be asked for a text of its own outside the rounds. */
export type Requested = "author" | "verifier" | "control" | "grader";

/** How many were asked, by their names. */
export function countRequests(project: Project, { folder }: Log, of: Requested): number {
  const numbers = listInside(project, folder).map(({ name }) =>
    Number(new RegExp(`^${of}-([1-9]\\d{0,5})\\.json$`).exec(name)?.[1] ?? 0),
  );
  return Math.max(0, ...numbers);
}

export type RequestTexts = Pick<RequestEntry, "text" | "answer_text" | "before">;

/** What was asked for under this number; where nothing was yet, what `make` makes is. */
export function askFor(
  project: Project,
  { log, of, number }: { log: Log; of: Requested; number: number },
  make: () => RequestTexts,
  random: Random,
): RequestTexts {
  const path = `${log.folder}/${of}-${number}.json`;
  if (number > countRequests(project, log, of)) publish(project, log, path, { kind: "request", ...make() }, random);
  return readEntry(project, log, path, requestEntry);
}

/** Of a blind comparison: the file that says which text is which. */
export function lettersPath(log: Log): string {
  return `${log.folder}/package.json`;
}

/** Which text lies under which letter; undefined when nothing was handed out yet. */
export function findLetters(project: Project, log: Log): Record<string, string> | undefined {
  const path = lettersPath(log);
  if (lookInside(project, path).status === undefined) return undefined;
  return readEntry(project, log, path, packageEntry).letters;
}

/** Of two callers who draw at once, the letters of the first stand. */
export function publishLetters(
  project: Project,
  log: Log,
  letters: Record<string, string>,
  random: Random,
): Record<string, string> {
  publish(project, log, lettersPath(log), { kind: "package", letters }, random);
  return findLetters(project, log)!;
}

function readEntry<T extends { prev: string }>(project: Project, { head }: Log, path: string, schema: z.ZodType<T>): T {
  const entry = attempted(() => readSealed(project, path, schema, true));
  if (!(entry instanceof BlueError) && entry.prev === head) return entry;
  throw refusal("record_damaged", { asks: path }, "readable_asks", {
    message: `${path} cannot be read; what was asked for is not known`,
    suggestion: `Move that file out of \`${asksRoot}\` and ask again.`,
    context: { path },
  });
}
