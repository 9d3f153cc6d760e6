/**
 * The seam between Blue and SQLite: a handful of synchronous calls that every driver can give. Whoever opens a file is the only one who has it
 * open under that name, so nobody waits for a lock. Integers above 2^53 do not pass; store text.
 */

export type DriverName = "node:sqlite" | "node-sqlite3-wasm";
export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

export interface DriverInfo {
  name: DriverName;
  sqliteVersion: string;
}

/** What a driver has to give. */
export interface Connection {
  /** Any number of statements, without parameters. */
  exec(sql: string): void;
  prepare(sql: string): Prepared;
  close(): void;
}

export interface Prepared {
  run(params: SqlValue[]): { changes: number };
  all(params: SqlValue[]): object[];
  get(params: SqlValue[]): object | undefined;
}

export type Connect = (path: string, readOnly: boolean) => Connection;

export interface Database {
  exec(sql: string): void;
  run(sql: string, ...params: SqlValue[]): { changes: number };
  get<T extends object = SqlRow>(sql: string, ...params: SqlValue[]): T | undefined;
  all<T extends object = SqlRow>(sql: string, ...params: SqlValue[]): T[];
  close(): void;
}

const mostStatements = 256;

/** A connection with Blue's rules on: nothing in the file is trusted, and no journal is written to disk, because a file that is not finished is thrown away. */
export function openDatabase(connect: Connect, path: string, readOnly = false): Database {
  const connection = connect(path, readOnly);
  const statements = new Map<string, Prepared>();
  let open = true;

  function prepared(sql: string): Prepared {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql);
      if (statements.size < mostStatements) statements.set(sql, statement);
    }
    return statement;
  }

  function close(): void {
    if (open) connection.close();
    open = false;
  }

  try {
    connection.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
    connection.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32768");
    if (!readOnly) connection.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
  } catch (thrown) {
    close();
    throw thrown;
  }
  return {
    exec: (sql) => connection.exec(sql),
    run: (sql, ...params) => prepared(sql).run(params),
    get: <T extends object>(sql: string, ...params: SqlValue[]) => prepared(sql).get(params) as T | undefined,
    all: <T extends object>(sql: string, ...params: SqlValue[]) => prepared(sql).all(params) as T[],
    close,
  };
}
