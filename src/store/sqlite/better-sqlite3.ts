/** better-sqlite3, an optional dependency: it may be missing, and its native part may not fit this Node. It is defensive by itself. */
import type { Connection } from "./database.ts";

export async function loadBetterSqlite3(): Promise<(path: string) => Connection> {
  const { default: BetterSqlite3 } = await import("better-sqlite3");
  return (path) => {
    const database = new BetterSqlite3(path);
    return {
      exec: (sql) => void database.exec(sql),
      prepare(sql) {
        const statement = database.prepare(sql);
        return {
          run: (params) => ({ changes: statement.run(...params).changes }),
          get(params) {
            if (statement.reader) return statement.get(...params) as object | undefined;
            statement.run(...params);
            return undefined;
          },
          all(params) {
            if (statement.reader) return statement.all(...params) as object[];
            statement.run(...params);
            return [];
          },
        };
      },
      close: () => void database.close(),
    };
  };
}
