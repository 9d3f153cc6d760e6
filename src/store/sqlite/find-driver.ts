/**
 * Which SQLite serves the index: Node's own where it is good enough, else WebAssembly. Asked, not guessed: the driver is loaded and tells its version and
 * whether it has full-text search.
 */
import { refuse } from "../../errors.ts";
import {
  type Connect,
  type Connection,
  type Database,
  type DriverInfo,
  type DriverName,
  openDatabase,
} from "./database.ts";
import { loadNodeSqlite } from "./node-sqlite.ts";
import { loadWasmSqlite } from "./wasm-sqlite.ts";

/** Earlier ones have a known fault that can corrupt a database. */
const oldestSqlite = "3.51.3";
const probe =
  "SELECT sqlite_version() AS version, EXISTS (SELECT 1 FROM pragma_module_list WHERE name = 'fts5') AS fts5";

export interface Driver extends DriverInfo {
  open(path: string, readOnly?: boolean): Database;
}

export interface PassedOver {
  name: DriverName;
  why: string;
}

export interface FoundDriver {
  driver: Driver | undefined;
  /** Those that were asked before it and would not do. */
  passedOver: PassedOver[];
}

export interface Candidate {
  name: DriverName;
  /** Undefined or an error: not there. */
  load(): Promise<Connect | undefined>;
}

export const candidates: readonly Candidate[] = [
  { name: "node:sqlite", load: async () => loadNodeSqlite() },
  { name: "node-sqlite3-wasm", load: loadWasmSqlite },
];

let found: Promise<FoundDriver> | undefined;

/** The best driver here, asked once in a process; tests pass their own candidates. */
export function findDriver(among: readonly Candidate[] = candidates): Promise<FoundDriver> {
  if (among !== candidates) return ask(among);
  found ??= ask(among);
  return found;
}

export async function getDriver(among?: readonly Candidate[]): Promise<Driver> {
  const { driver, passedOver } = await findDriver(among);
  if (driver !== undefined) return driver;
  const reasons = passedOver.map(({ name, why }) => `${name} ${why}`).join("; ");
  refuse("index_unavailable", "index", "sqlite_driver", {
    message: `There is no SQLite that Blue can use for its index: ${reasons}`,
    suggestion: "Install Blue again: the package `node-sqlite3-wasm` comes with it and needs nothing else.",
    context: { passed_over: passedOver },
  });
}

async function ask(among: readonly Candidate[]): Promise<FoundDriver> {
  const passedOver: PassedOver[] = [];
  for (const candidate of among) {
    const answer = await examine(candidate);
    if ("open" in answer) return { driver: answer, passedOver };
    passedOver.push(answer);
  }
  return { driver: undefined, passedOver };
}

async function examine({ name, load }: Candidate): Promise<Driver | PassedOver> {
  let connection: Connection | undefined;
  try {
    const connect = await load();
    if (connect === undefined) return { name, why: `is not part of Node ${process.versions.node}` };
    connection = connect(":memory:", false);
    const { version: sqliteVersion, fts5 } = connection.prepare(probe).get([]) as { version: string; fts5: number };
    if (isOlder(sqliteVersion, oldestSqlite))
      return { name, why: `has SQLite ${sqliteVersion}; ${oldestSqlite} or later is needed` };
    if (fts5 !== 1) return { name, why: `has SQLite ${sqliteVersion} without full-text search (FTS5)` };
    return { name, sqliteVersion, open: (path, readOnly) => openDatabase(connect, path, readOnly) };
  } catch (thrown) {
    const message = (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, " ");
    return { name, why: `cannot be loaded: ${message.slice(0, 200)}` };
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
