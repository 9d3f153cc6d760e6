/**
 * The index: one SQLite file, disposable, made again from the files whenever it is missing, damaged, or not the one this machine made. It is never
 * asked by a gate. What can be wrong with the file is found out before SQLite opens it, on every opening.
 */
import { createHash, randomBytes } from "node:crypto";
import { relative } from "node:path";
import { BlueError } from "../../errors.ts";
import { ensureBlueFolder, ensureFolder } from "../blue-folder.ts";
import { errno, findStatus } from "../files.ts";
import { insideProject } from "../paths.ts";
import type { Project } from "../project.ts";
import type { Database, DriverInfo } from "../sqlite/database.ts";
import { type Driver, getDriver } from "../sqlite/find-driver.ts";
import { sqliteProblem } from "../sqlite/sqlite-problem.ts";
import {
  discardIndexFiles,
  discardStaged,
  findInode,
  indexFile,
  indexPath,
  inspectIndexFiles,
  refuseTracked,
} from "./index-files.ts";
import { withIndexLock } from "./index-lock.ts";
import { type Migration, migrate, migrations } from "./migrations.ts";

export interface Index {
  readonly project: Project;
  readonly driver: DriverInfo;
  readonly migrations: readonly Migration[];
  now(): Date;
  /**
   * Runs `work` on a connection to the file that has the name now: opened again if it was replaced or deleted since. It may be empty, so ask
   * through `askIndex`, which brings it up to date first.
   */
  use<T>(work: (database: Database) => T): Promise<T>;
  /** Throws the file away and opens an empty one. */
  startOver(): Promise<void>;
  close(): void;
}

export interface IndexOptions {
  driver?: Driver;
  migrations?: readonly Migration[];
  now?: () => Date;
  random?: (n: number) => Uint8Array;
  /** Throw away what is there, whatever its schema, and begin with an empty index. */
  fresh?: boolean;
}

/** What opening needs, complete. */
export interface Surroundings {
  project: Project;
  driver: Driver;
  migrations: readonly Migration[];
  now: () => Date;
  random: (n: number) => Uint8Array;
}

export interface Opened {
  database: Database;
  inode: string;
}

/** Looking again is cheap, and somebody may be deleting the file over and over. */
const attempts = 20;
/** "Blue" in ASCII, where SQLite's header says whose file this is. */
const applicationId = 0x426c7565;

export async function openIndex(project: Project, options: IndexOptions = {}): Promise<Index> {
  const around: Surroundings = {
    project,
    driver: options.driver ?? (await getDriver()),
    migrations: options.migrations ?? migrations,
    now: options.now ?? (() => new Date()),
    random: options.random ?? randomBytes,
  };
  let opened: Opened | undefined = await open(around, options.fresh === true);
  let closed = false;
  let queue: Promise<unknown> = Promise.resolve();

  function release(): void {
    if (opened !== undefined) closeOpened(around, opened);
    opened = undefined;
  }

  async function current(fresh: boolean): Promise<Database> {
    if (closed) throw new Error("the index is closed");
    if (fresh || opened === undefined || !isStill(project, opened.inode)) {
      release();
      opened = await open(around, fresh);
    }
    return opened.database;
  }

  /** One at a time: opening waits for git, and nobody else may come upon a connection that is just being replaced. */
  function enqueue<T>(step: () => Promise<T>): Promise<T> {
    const done = queue.then(step);
    queue = done.catch(() => {});
    return done;
  }

  return {
    project,
    driver: { name: around.driver.name, sqliteVersion: around.driver.sqliteVersion },
    migrations: around.migrations,
    now: around.now,
    use: (work) => enqueue(async () => work(await current(false))),
    startOver: () => enqueue(async () => void (await current(true))),
    close() {
      closed = true;
      queue.then(release, release);
      release();
    },
  };
}

async function open(around: Surroundings, fresh: boolean): Promise<Opened> {
  try {
    ensureBlueFolder(around.project, around.random);
    await refuseTracked(around.project);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const opened = withIndexLock(around.project, around.driver, () => tryOpen(around, fresh && attempt === 1));
      if (opened !== undefined) return opened;
    }
  } catch (thrown) {
    if (systemErrors.has(errno(thrown) ?? "")) throw unwritable(thrown);
    throw asUnavailable(thrown);
  }
  throw new BlueError("index_unavailable", "The index .blue/blue.db keeps being replaced while Blue opens it", {
    field: "index",
    value: indexFile,
    constraint: "stable_files",
    suggestion:
      "Something is cleaning `.blue/` right now (git clean, a branch switch). Repeat the call when it is done.",
  });
}

/** Under the lock. Undefined: what was there is thrown away or has vanished; look again. */
function tryOpen(around: Surroundings, fresh: boolean): Opened | undefined {
  const { project } = around;
  const { exists, journal } = inspectIndexFiles(project);
  if (fresh || journal || !exists) {
    discardIndexFiles(project);
    if (!createIndex(around)) return undefined;
  }
  const opened = openStanding(around);
  if (opened === undefined) return undefined;
  if (opened === "not ours") {
    discardIndexFiles(project);
    return undefined;
  }
  try {
    migrate(opened.database, around.migrations, around.now);
    if (isStill(project, opened.inode)) return opened;
    opened.database.close();
  } catch (thrown) {
    opened.database.close();
    if (isSuspect(thrown)) discardIndexFiles(project);
    else if (isStill(project, opened.inode)) throw thrown;
  }
  return undefined;
}

function isStill(project: Project, inode: string): boolean {
  return findInode(project, indexFile) === inode;
}

/** What a whole database of ours never says: a damaged file, or tables that are not as our migrations make them. */
export function isSuspect(thrown: unknown): boolean {
  const problem = sqliteProblem(thrown);
  return problem === "damaged" || problem === "statement";
}

/**
 * Opens what stands there, if it is whole and was made here. A file carries a mark of its own inode, so one that was copied, unpacked or checked
 * out is known by that and never believed: it could claim to have read the files and say something else.
 */
export function openStanding({ project, driver }: Surroundings): Opened | "not ours" | undefined {
  const inode = findInode(project, indexFile);
  if (inode === undefined) return undefined;
  let database: Database | undefined;
  try {
    database = driver.open(indexPath(project));
    const header = (name: string) => Object.values(database?.get(`PRAGMA ${name}`) ?? {})[0];
    const ours =
      header("application_id") === applicationId &&
      header("user_version") === markOf(inode) &&
      header("journal_mode") === "wal";
    if (ours) return { database, inode };
    database.close();
    return "not ours";
  } catch (thrown) {
    database?.close();
    if (sqliteProblem(thrown) === "damaged") return "not ours";
    if (!isStill(project, inode)) return undefined; // deleted while SQLite was looking for what belongs to it
    throw thrown;
  }
}

/**
 * Made under `.blue/tmp/` and linked to its name when it is complete and closed: what is called blue.db is in WAL mode from its first moment, so a
 * rollback journal beside it can only be somebody else's. False when a sweeper took it away.
 */
function createIndex({ project, driver, migrations, now, random }: Surroundings): boolean {
  ensureFolder(project, ".blue/tmp");
  const staged = insideProject(project, `.blue/tmp/${Buffer.from(random(12)).toString("hex")}.db`);
  try {
    const database = driver.open(staged);
    try {
      const inode = findInode(project, relative(project.root, staged));
      if (inode === undefined) return false;
      const mode = database.get<{ journal_mode: string }>("PRAGMA journal_mode = WAL")?.journal_mode;
      if (mode !== "wal") throw unavailable("The file system under `.blue/` cannot share a SQLite database", "wal");
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${markOf(inode)}`);
      migrate(database, migrations, now);
    } finally {
      database.close();
    }
    project.files.link(staged, indexPath(project));
    return true;
  } catch (thrown) {
    if (errno(thrown) === "EEXIST") return true;
    if (findStatus(project.files, staged) === undefined) return false;
    throw thrown;
  } finally {
    discardStaged(project, staged);
  }
}

/** The last one to close removes `-wal` and `-shm` by name, so it does that under the lock, as long as the name is still ours. */
export function closeOpened({ project, driver }: Surroundings, { database, inode }: Opened): void {
  try {
    if (isStill(project, inode)) withIndexLock(project, driver, () => database.close());
  } catch {
    // not to be had: SQLite itself leaves the names alone once it sees that its file has moved
  }
  database.close();
}

/** Not the device: that may change with every mount. */
function markOf(inode: string): number {
  const digest = createHash("sha256")
    .update(`blue index ${inode.split(":")[1]}`)
    .digest();
  return (digest.readUInt32BE(0) >>> 1) | 1;
}

/** What SQLite says about the index, said as that; every other error is what it is. */
export function asUnavailable(thrown: unknown): unknown {
  switch (sqliteProblem(thrown)) {
    case "busy":
      return unavailable("Another process keeps the index .blue/blue.db locked", "busy", thrown);
    case "damaged":
      return unavailable(`The index .blue/blue.db is damaged: ${messageOf(thrown)}`, "integrity", thrown);
    case "unwritable":
      return unwritable(thrown);
    default:
      return thrown;
  }
}

const systemErrors = new Set("EACCES EPERM EROFS ENOSPC EDQUOT EIO EBUSY EMLINK ENOSYS ENOTSUP EOPNOTSUPP".split(" "));

function unwritable(thrown: unknown): BlueError {
  return unavailable(`The index .blue/blue.db cannot be written: ${messageOf(thrown)}`, "writable", thrown);
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

const advice = {
  wal: "Move the project to a local file system. Dialogues work without the index; lists and search do not.",
  busy: "Repeat the call. If it fails again, see whether another `blue` hangs.",
  integrity: "Delete the file .blue/blue.db: the index holds nothing of its own and is made again from the files.",
  writable:
    "Check free space and the permissions of `.blue/`, and that its file system is local and has hard links. Dialogues can be read without the index.",
};

function unavailable(message: string, constraint: keyof typeof advice, cause?: unknown): BlueError {
  return new BlueError("index_unavailable", message, {
    field: "index",
    value: indexFile,
    constraint,
    suggestion: advice[constraint],
    cause,
  });
}
