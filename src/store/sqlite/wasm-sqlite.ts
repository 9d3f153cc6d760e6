/**
 * SQLite as WebAssembly: nothing is compiled, and it runs on every Node. It locks a file by making a folder beside it, which a killed process leaves
 * behind, and it cannot be told to be defensive; what runs in it cannot leave its memory.
 */
import { setFlagsFromString } from "node:v8";
import type { Connect, SqlValue } from "./database.ts";

export async function loadWasmSqlite(): Promise<Connect> {
  // A command is short and SQLite's code is long: optimising it takes half a second, which a process waits for before it ends.
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
  const { default: sqlite } = await import("node-sqlite3-wasm");
  return (path, readOnly) => {
    const database = new sqlite.Database(path, { readOnly });
    const statements: { finalize(): void }[] = [];
    return {
      exec: (sql) => database.exec(sql),
      prepare(sql) {
        const statement = database.prepare(sql);
        statements.push(statement);
        return {
          run: (params) => ({ changes: statement.run(params.map(bound)).changes }),
          get: (params) => statement.all(params.map(bound))[0], // its own `get` leaves the statement running
          all: (params) => statement.all(params.map(bound)),
        };
      },
      close() {
        // A statement that is left keeps the file open and its lock in place.
        for (const statement of statements) statement.finalize();
        database.close();
      },
    };
  };
}

/** It would end a text at its first NUL. */
function bound(value: SqlValue): SqlValue {
  return typeof value === "string" ? value.replaceAll("\0", " ") : value;
}
