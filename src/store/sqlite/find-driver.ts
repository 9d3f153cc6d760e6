/**
 * Which SQLite serves the index: Node's own where it is good enough, else better-sqlite3. Asked, not guessed: the driver is loaded, tells its
 * version and makes a full-text table. SQLite up to 3.51.2 can corrupt a database when several connections checkpoint at once.
 */
import { BlueError } from "../../errors.ts";
import { loadBetterSqlite3 } from "./better-sqlite3.ts";
import {
  type Connection,
  type Database,
  type DriverInfo,
  type DriverName,
  guardedDatabase,
  type OpenOptions,
} from "./database.ts";
import { loadNodeSqlite } from "./node-sqlite.ts";

export const oldestSqlite = "3.51.3";

export interface Driver extends DriverInfo {
  open(path: string, options?: OpenOptions): Database;
}

export interface PassedOver {
  name: DriverName;
  why: string;
  sqliteVersion?: string;
}

export interface FoundDriver {
  driver: Driver | undefined;
  /** The candidates that were asked before it and would not do. */
  passedOver: PassedOver[];
}

export interface Candidate {
  name: DriverName;
  /** Undefined or an error: not there. */
  load(): Promise<((path: string) => Connection) | undefined>;
}

export const candidates: readonly Candidate[] = [
  { name: "node:sqlite", load: async () => loadNodeSqlite() },
  { name: "better-sqlite3", load: loadBetterSqlite3 },
];

let found: Promise<FoundDriver> | undefined;

/** The best driver here, asked once in a process; tests pass their own candidates. */
export function findDriver(among: readonly Candidate[] = candidates): Promise<FoundDriver> {
  if (among !== candidates) return ask(among);
  found ??= ask(among);
  return found;
}

export async function getDriver(among: readonly Candidate[] = candidates): Promise<Driver> {
  const { driver, passedOver } = await findDriver(among);
  if (driver !== undefined) return driver;
  const reasons = passedOver.map(({ name, why }) => `${name} ${why}`).join("; ");
  throw new BlueError("index_unavailable", `There is no SQLite that Blue can use for its index: ${reasons}`, {
    field: "index",
    constraint: "sqlite_driver",
    suggestion:
      "Run Blue with Node 24 (or 22.23 and later), whose built-in SQLite is new enough, or install the package `better-sqlite3` (~12.11) beside `blue-align`. Dialogues work without it; lists and search do not.",
    context: { passed_over: passedOver, oldest_sqlite: oldestSqlite },
  });
}

async function ask(among: readonly Candidate[]): Promise<FoundDriver> {
  const passedOver: PassedOver[] = [];
  for (const candidate of among) {
    const answer = await examine(candidate);
    if ("why" in answer) passedOver.push(answer);
    else return { driver: answer, passedOver };
  }
  return { driver: undefined, passedOver };
}

async function examine({ name, load }: Candidate): Promise<Driver | PassedOver> {
  let connection: Connection | undefined;
  try {
    const connect = await load();
    if (connect === undefined) return { name, why: `is not part of Node ${process.versions.node}` };
    connection = connect(":memory:");
    const { version: sqliteVersion } = connection.prepare("SELECT sqlite_version() AS version").get([]) as {
      version: string;
    };
    if (isOlder(sqliteVersion, oldestSqlite)) {
      return { name, sqliteVersion, why: `has SQLite ${sqliteVersion}; ${oldestSqlite} or later is needed` };
    }
    try {
      connection.exec("CREATE VIRTUAL TABLE probe USING fts5(text)");
    } catch {
      return { name, sqliteVersion, why: `has SQLite ${sqliteVersion} without full-text search (FTS5)` };
    }
    const info: DriverInfo = { name, sqliteVersion };
    return { ...info, open: (path, options) => guardedDatabase(connect(path), info, options) };
  } catch (thrown) {
    return { name, why: `cannot be loaded: ${shortened(thrown)}` };
  } finally {
    connection?.close();
  }
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function shortened(thrown: unknown): string {
  const message = (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, " ");
  return message.length > 200 ? `${message.slice(0, 200)}…` : message;
}
