/** The SQLite inside Node. Typed here by hand: the types of the oldest Node we support do not know it. */
import type { Connect, Connection, SqlValue } from "./database.ts";

interface NodeSqlite {
  DatabaseSync: new (path: string, options: Record<string, unknown>) => DatabaseSync;
}

interface DatabaseSync {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...params: (SqlValue | bigint)[]): { changes: number | bigint };
    get(...params: (SqlValue | bigint)[]): object | undefined;
    all(...params: (SqlValue | bigint)[]): object[];
  };
  enableDefensive?(on: boolean): void;
  close(): void;
}

/** Undefined when this Node has none, or only behind a flag. */
export function loadNodeSqlite(): Connect | undefined {
  const sqlite = withoutExperimentalWarning(() => process.getBuiltinModule?.("node:sqlite") as NodeSqlite | undefined);
  return sqlite && ((path, readOnly) => connect(sqlite, path, readOnly));
}

function connect({ DatabaseSync }: NodeSqlite, path: string, readOnly: boolean): Connection {
  // `defensive` is an option and a method since 24.12 and on by default later; before that Node cannot set it.
  const database = new DatabaseSync(path, { readOnly, defensive: true, allowExtension: false });
  database.enableDefensive?.(true);
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        run: (params) => ({ changes: Number(statement.run(...params.map(bound)).changes) }),
        get: (params) => statement.get(...params.map(bound)),
        all: (params) => statement.all(...params.map(bound)),
      };
    },
    close: () => database.close(),
  };
}

/** Node binds every number as a floating one, which FTS5 does not take for a rowid. */
function bound(value: SqlValue): SqlValue | bigint {
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

/** Loading is synchronous, so nobody else's warning can fall into the moment in which this one is held back. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const type = typeof rest[0] === "string" ? rest[0] : (rest[0] as { type?: string } | undefined)?.type;
    if (type === "ExperimentalWarning" && /sqlite/i.test(String(warning))) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
