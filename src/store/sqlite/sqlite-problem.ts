/** What an error of either driver means to us: better-sqlite3 names SQLite's result code, node:sqlite gives its number. */

/**
 * - `busy`: somebody else holds a lock; repeating helps.
 * - `damaged`: the file is no database, or no whole one.
 * - `unwritable`: the disk, the permissions or the file system are in the way.
 * - `statement`: SQLite did not accept the statement: our mistake, or a schema that is not the one we made.
 */
export type SqliteProblem = "busy" | "damaged" | "unwritable" | "statement";

const named: Record<string, number> = {
  SQLITE_BUSY: 5,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_PROTOCOL: 15,
  SQLITE_NOLFS: 22,
  SQLITE_NOTADB: 26,
};
const shortRead = 522;

/** Undefined when the error is not SQLite's. */
export function sqliteProblem(thrown: unknown): SqliteProblem | undefined {
  const code = resultCode(thrown);
  if (code === undefined) return undefined;
  if (code === shortRead) return "damaged";
  switch (code & 0xff) {
    case 5:
    case 15:
      return "busy";
    case 11:
    case 26:
      return "damaged";
    case 8:
    case 10:
    case 13:
    case 14:
    case 22:
      return "unwritable";
    default:
      return "statement";
  }
}

function resultCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, errcode } = thrown as { code?: unknown; errcode?: unknown };
  if (code === "ERR_SQLITE_ERROR") return typeof errcode === "number" ? errcode : 1;
  if (typeof code !== "string" || !code.startsWith("SQLITE_")) return undefined;
  if (code === "SQLITE_IOERR_SHORT_READ") return shortRead;
  return named[code.split("_", 2).join("_")] ?? 1;
}
