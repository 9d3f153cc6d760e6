/**
 * The index of a project: disposable, brought up to date with the files before every question, and made again whenever it is missing or in doubt.
 * Deleting it changes no answer, and no gate asks it.
 */
import { randomBytes } from "node:crypto";
import { BlueError, refusal } from "../../errors.ts";
import { ensureBlueFolder, indexFile } from "../blue-folder.ts";
import { isClaimed, waitForClaim } from "../claims.ts";
import type { OpenDialogue } from "../find-dialogue.ts";
import type { Project } from "../project.ts";
import type { Database } from "../sqlite/database.ts";
import { type Driver, getDriver } from "../sqlite/find-driver.ts";
import { scoreRows } from "./dialogue-rows.ts";
import {
  borrowIndex,
  copyIndex,
  discardScratch,
  isMadeAs,
  isOurs,
  makeScratch,
  markAsOurs,
  publishIndex,
  whyNotKept,
} from "./index-file.ts";
import {
  applyChange,
  applyRounds,
  type Change,
  findChanges,
  knownSources,
  noCounts,
  type RefreshCounts,
} from "./refresh.ts";
import { schema } from "./schema.ts";
import { listSources } from "./source.ts";

export interface IndexOptions {
  driver?: Driver;
  now?: () => Date;
}

/** A question to the index. It must not wait for anything, and may be asked a second time. */
type Question<T> = (database: Database, counts: RefreshCounts) => T;

interface Asking<T> {
  project: Project;
  driver: Driver;
  now: Date;
  question: Question<T>;
}

interface Answered<T> {
  answer: T;
  /** Why the file that was asked is not the one under the index's name. */
  unkept?: unknown;
}

/** Undefined: there is nothing that can be asked this way. */
type Way = <T>(asking: Asking<T>) => Answered<T> | undefined;

/** Asks the index after bringing it up to date with the files. */
export async function queryIndex<T>(project: Project, question: Question<T>, options: IndexOptions = {}): Promise<T> {
  const kept = whyNotKept(project) === undefined;
  return (await ask(project, question, kept ? [askStanding, askNew, askInMemory] : [askInMemory], options)).answer;
}

/** Brings the file up to date, or makes it again, for callers that need it under its name. */
export async function updateIndex(
  project: Project,
  rebuild: boolean,
  options: IndexOptions = {},
): Promise<RefreshCounts & { ms: number; driver: Driver }> {
  const started = performance.now();
  try {
    ensureBlueFolder(project, randomBytes);
    const why = whyNotKept(project);
    if (why !== undefined) throw new Error(why);
    const driver = options.driver ?? (await getDriver());
    const ways = rebuild ? [askNew] : [askStanding, askNew];
    const { answer, unkept } = await ask(project, (_, counts) => counts, ways, { ...options, driver });
    if (unkept !== undefined) throw unkept;
    return { ...answer, ms: performance.now() - started, driver };
  } catch (thrown) {
    throw thrown instanceof BlueError ? thrown : unavailable(thrown as Error);
  }
}

/**
 * Puts the rounds of one dialogue into the file, for those who look at it under its name, and looks at nothing else: what else changed, the next question
 * finds. Does nothing where no index is kept.
 */
export async function indexRounds(project: Project, dialogue: OpenDialogue, options: IndexOptions = {}): Promise<void> {
  if (whyNotKept(project) !== undefined) return;
  const { id, path } = dialogue.loaded;
  const write = (database: Database) => applyRounds(database, path, id, scoreRows(dialogue));
  const inCopy: Way = (asking) => {
    const copy = makeScratch(project);
    const standing = copyIndex(project, copy);
    if (standing === undefined) return undefined;
    return fill(asking, copy, noCounts(), (database) => {
      if (!isMadeAs(standing, database)) throw new Error(`${indexFile} was not made here, or was replaced meanwhile`);
      write(database);
    });
  };
  const inNew: Way = (asking) =>
    fill(asking, makeScratch(project), noCounts(), (database) => {
      createTables(project, database);
      write(database);
    });
  // Where another process renamed its own into place meanwhile, the second look finds that one.
  const { unkept } = await ask(project, () => undefined, [inCopy, inCopy, inNew], options);
  if (unkept !== undefined) throw unkept;
}

/** One way after the other: what one of them cannot do (a damaged file, a full disk, a folder swept away), the next does without. */
async function ask<T>(
  project: Project,
  question: Question<T>,
  ways: readonly Way[],
  { driver, now = () => new Date() }: IndexOptions,
): Promise<Answered<T>> {
  const asking = { project, question, driver: driver ?? (await getDriver()), now: now() };
  let failure: unknown;
  for (const way of ways) {
    try {
      const answered = way(asking);
      if (answered !== undefined) return answered;
    } catch (thrown) {
      if (thrown instanceof BlueError) throw thrown;
      failure = thrown;
    }
  }
  throw failure;
}

/**
 * As it stands, if nothing has changed; else a copy that takes in what has. Where another process is taking something in, it is waited for first: else all
 * who ask at once would read the same dialogues.
 */
function askStanding<T>(asking: Asking<T>): Answered<T> | undefined {
  const { project } = asking;
  const wait = () => waitForClaim(project, updating, longestWaitMs);
  let turn = isClaimed(project, updating) ? wait() : undefined;
  try {
    for (;;) {
      const borrowed = makeScratch(project);
      try {
        if (!borrowIndex(project, borrowed)) return undefined;
        const looked = look(asking, borrowed);
        if (looked === undefined || "answer" in looked) return looked;
        if (turn === undefined) {
          turn = wait();
          if (turn.waited) continue;
        }
        return takeIn(asking, borrowed, looked);
      } finally {
        discardScratch(project, borrowed);
      }
    }
  } finally {
    turn?.release();
  }
}

/** The claim of the process that brings the index up to date. */
const updating = "index";
/** Nothing rests on it: who has waited so long goes on beside the others. */
const longestWaitMs = 1200;

interface Changed {
  counts: RefreshCounts;
  changes: Iterable<Change>;
}

/** Undefined: it may not be used. */
function look<T>({ project, driver, now, question }: Asking<T>, borrowed: string): Answered<T> | Changed | undefined {
  const counts = noCounts();
  const database = driver.open(borrowed, true);
  try {
    if (!isOurs(project, borrowed, database)) return undefined;
    const rest = findChanges(project, knownSources(database), now, counts);
    const first = rest.next();
    if (first.done) return { answer: question(database, counts) };
    return { counts, changes: startingWith(first.value, rest) };
  } finally {
    database.close();
  }
}

function* startingWith<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first;
  yield* rest;
}

function takeIn<T>(asking: Asking<T>, borrowed: string, { counts, changes }: Changed): Answered<T> {
  const copy = makeScratch(asking.project);
  asking.project.files.copy(borrowed, copy);
  return fill(asking, copy, counts, (database) => {
    for (const change of changes) applyChange(database, change);
  });
}

function askNew<T>(asking: Asking<T>): Answered<T> {
  const counts = noCounts();
  return fill(asking, makeScratch(asking.project), counts, (database) => readAll(asking, database, counts));
}

/** Fills a file of our own, asks it, and makes it the index. */
function fill<T>(
  { project, driver, now, question }: Asking<T>,
  scratch: string,
  counts: RefreshCounts,
  write: (database: Database) => void,
): Answered<T> {
  try {
    const database = driver.open(scratch);
    let answer: T;
    let seconds: number;
    try {
      database.exec("BEGIN");
      write(database);
      seconds = markAsOurs(project, scratch, database, now);
      database.exec("COMMIT");
      answer = question(database, counts);
    } finally {
      database.close();
    }
    try {
      publishIndex(project, scratch, seconds);
      return { answer };
    } catch (unkept) {
      discardScratch(project, scratch);
      return { answer, unkept };
    }
  } catch (thrown) {
    discardScratch(project, scratch);
    throw thrown;
  }
}

function askInMemory<T>(asking: Asking<T>): Answered<T> {
  const counts = noCounts();
  const database = asking.driver.open(":memory:");
  try {
    database.exec("BEGIN");
    readAll(asking, database, counts);
    database.exec("COMMIT");
    return { answer: asking.question(database, counts) };
  } finally {
    database.close();
  }
}

/** From so many sources on, the questions are quicker with large pages. Below, the two dozen tables would be empty pages that every registration copies. */
const manySources = 500;

function createTables(project: Project, database: Database): void {
  const pageSize = listSources(project).length < manySources ? 4096 : 32_768;
  database.exec(`PRAGMA page_size = ${pageSize}; ${schema}`);
}

function readAll({ project, now }: Asking<unknown>, database: Database, counts: RefreshCounts): void {
  createTables(project, database);
  for (const change of findChanges(project, new Map(), now, counts)) applyChange(database, change);
}

function unavailable(cause: Error): BlueError {
  return refusal("index_unavailable", { index: indexFile }, "own_file", {
    message: `There can be no ${indexFile} here: ${cause.message}`,
    suggestion:
      "Git must work here and not track the file, and Blue must be able to write to `.blue/`. Everything else works meanwhile: searches and lists make an index in memory.",
    cause,
  });
}
