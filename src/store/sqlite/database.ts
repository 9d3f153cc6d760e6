/**
 * The seam between Blue and SQLite: a handful of synchronous calls that every driver can give. All writes go through `immediate`, because a
 * deferred transaction that turns into a writer fails under contention whatever its timeout is. Integers above 2^53 do not pass; store text.
 */
import { BlueError } from "../../errors.ts";
import { sqliteProblem } from "./sqlite-problem.ts";

export type DriverName = "node:sqlite" | "better-sqlite3";
export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

export interface DriverInfo {
  name: DriverName;
  sqliteVersion: string;
}

export interface Database {
  readonly driver: DriverInfo;
  /** Any number of statements, without parameters. */
  exec(sql: string): void;
  run(sql: string, ...params: SqlValue[]): { changes: number };
  get<T extends object = SqlRow>(sql: string, ...params: SqlValue[]): T | undefined;
  all<T extends object = SqlRow>(sql: string, ...params: SqlValue[]): T[];
  /** `work`, once and whole or not at all, as the only writer. It must not wait for anything, and it cannot be nested. */
  immediate<T>(work: () => T): T;
  close(): void;
}

export interface OpenOptions {
  /** How long SQLite itself waits for a lock before it says BUSY. */
  busyTimeoutMs?: number;
}

/** What a driver has to give. */
export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Prepared;
  close(): void;
}

export interface Prepared {
  run(params: SqlValue[]): { changes: number };
  all(params: SqlValue[]): object[];
  get(params: SqlValue[]): object | undefined;
}

const defaultBusyTimeoutMs = 5000;
const busyAttempts = 3;
const mostStatements = 256;

/** A new connection with Blue's rules on: nothing in the file is trusted, and both drivers behave alike. */
export function guardedDatabase(connection: Connection, driver: DriverInfo, options: OpenOptions = {}): Database {
  const database = wrap(connection, driver);
  try {
    database.exec(`
      PRAGMA trusted_schema = OFF;
      PRAGMA busy_timeout = ${options.busyTimeoutMs ?? defaultBusyTimeoutMs};
      PRAGMA foreign_keys = ON;
      PRAGMA recursive_triggers = ON;
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA synchronous = NORMAL;
    `);
  } catch (thrown) {
    database.close();
    throw thrown;
  }
  return database;
}

function wrap(connection: Connection, driver: DriverInfo): Database {
  const statements = new Map<string, Prepared>();
  let inside = false;
  let open = true;

  function prepared(sql: string): Prepared {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    if (statements.size >= mostStatements) statements.clear();
    statements.set(sql, statement);
    return statement;
  }

  function rollBack(): void {
    try {
      connection.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back by itself (disk full, I/O error)
    }
  }

  return {
    driver,
    exec: (sql) => connection.exec(sql),
    run: (sql, ...params) => prepared(sql).run(params),
    get: <T extends object>(sql: string, ...params: SqlValue[]) => prepared(sql).get(params) as T | undefined,
    all: <T extends object>(sql: string, ...params: SqlValue[]) => prepared(sql).all(params) as T[],
    immediate(work) {
      if (inside) throw new Error("a transaction is already open on this connection");
      retryWhileBusy(() => connection.exec("BEGIN IMMEDIATE"));
      inside = true;
      try {
        const result = work();
        if (isThenable(result)) throw new Error("a transaction cannot wait: its work returned a promise");
        retryWhileBusy(() => connection.exec("COMMIT"));
        return result;
      } catch (thrown) {
        rollBack();
        throw thrown;
      } finally {
        inside = false;
      }
    },
    close() {
      if (!open) return;
      open = false;
      statements.clear();
      connection.close();
    },
  };
}

/** Beginning and committing may be repeated; what stands between them runs once. */
export function retryWhileBusy(begin: () => void): void {
  for (let attempt = 1; ; attempt++) {
    try {
      begin();
      return;
    } catch (thrown) {
      if (sqliteProblem(thrown) !== "busy") throw thrown;
      if (attempt === busyAttempts) {
        throw new BlueError("index_unavailable", "Another process has kept the index locked the whole time", {
          field: "index",
          constraint: "busy",
          suggestion:
            "Repeat the call. If it fails again, see whether another `blue` (or a program that has `.blue/blue.db` open) hangs.",
          cause: thrown,
        });
      }
      pause(10 * attempt);
    }
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
