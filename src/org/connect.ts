/**
 * The connection to the shared database. Its address comes from `BLUE_DATABASE_URL` or a flag and is never repeated whole: what is said about it names
 * the host, the database and the login. Whatever fails there becomes one of our errors.
 */
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import type { Client, QueryResult } from "pg";
import { BlueError, refusal, refuse } from "../errors.ts";

export interface DatabaseOptions {
  /** In place of `BLUE_DATABASE_URL`. It stands in the list of processes, so it may hold no password. */
  database?: string | undefined;
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** A question: it writes nothing, and gives up after some time. */
  readOnly?: boolean;
}

/** Where Debian and most others have PostgreSQL's socket. */
const socketFolder = "/var/run/postgresql";
const connectMs = 10_000;
const questionMs = 30_000;
/** How long a question, and a publisher, waits for what somebody else has locked. */
const lockMs = { question: 20_000, publisher: 120_000 };

const trigrams = "(SELECT extnamespace FROM pg_extension WHERE extname = 'pg_trgm')";

/**
 * The schemas of the search path in which somebody else may create. A function there with the exact types of an argument would be taken before
 * PostgreSQL's own, and run with the rights of the user who asks. Trusted are superusers, the database's owner, the user who asks, and `more`.
 */
export const openSchemasSql = (more = "") => `
  SELECT n.nspname AS schema, CASE WHEN may.role = 0 THEN 'everybody' ELSE pg_get_userbyid(may.role) END AS who
  FROM pg_namespace n CROSS JOIN LATERAL (
    SELECT n.nspowner AS role UNION SELECT grantee FROM aclexplode(n.nspacl) WHERE privilege_type = 'CREATE'
  ) may
  WHERE (n.nspname = 'blue' OR n.oid = ${trigrams}) AND NOT EXISTS (
    SELECT FROM pg_roles r WHERE r.oid = may.role AND (
      r.rolsuper OR r.rolname IN (current_user, 'pg_database_owner')
      OR r.oid IN (SELECT datdba FROM pg_database WHERE datname = current_database() ${more})
    )
  )`;

/**
 * Every session looks for names in PostgreSQL's own schema, in `blue` and where pg_trgm lies, and nowhere else, whatever the database or the login
 * has as default. What is published is read while its lock is held, and no idle limit may end that.
 */
const sessionSql = `
  SET search_path = pg_catalog, blue;
  SET idle_in_transaction_session_timeout = 0;
  SET lock_timeout = ${lockMs.publisher};
  ${openSchemasSql("UNION SELECT nspowner FROM pg_namespace WHERE nspname = 'blue'")};
  SELECT set_config('search_path', 'pg_catalog, blue, ' || quote_ident(nspname), false) FROM pg_namespace
    WHERE oid = ${trigrams} AND nspname NOT IN ('pg_catalog', 'blue');`;
/** Compiling a question takes longer than answering it: 60 ms of 75. */
const readOnlySql = `SET jit = off; SET default_transaction_read_only = on; SET statement_timeout = ${questionMs}; SET lock_timeout = ${lockMs.question};`;
const variable = "BLUE_DATABASE_URL";

/**
 * Connects, works and closes. When the work is abandoned the connection goes, and the database takes back what was not committed. `opening` is a
 * query that is sent along with the session's settings; the work gets its rows.
 */
export async function withDatabase<T, Row extends object = object>(
  options: DatabaseOptions,
  work: (client: Client, rows: Row[]) => Promise<T>,
  opening = "",
): Promise<T> {
  const url = addressOf(options);
  const { default: pg } = await import("pg");
  // An address without host or login means what it means to psql: this machine's socket, and who runs this.
  if (existsSync(socketFolder)) pg.defaults.host = socketFolder;
  pg.defaults.user ??= userInfo().username;
  // Asked for where neither the address nor PGPASSWORD has one.
  Object.assign(pg.defaults, { password: refuseWithoutPassword });
  let client: Client;
  try {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      application_name: "blue",
      keepAlive: true,
    });
  } catch (thrown) {
    return refuse("invalid_input", "database", "postgres_url", {
      message: withoutSecrets(`The database's address cannot be read: ${(thrown as Error).message}`, url),
      suggestion: `Give ${variable} the form \`postgresql://login@host/database\`.`,
    });
  }
  // A lost connection is told by the query that waits for it; without a listener it would end the process.
  client.on("error", () => {});
  const abandon = () => void client.end().catch(() => {});
  options.signal?.addEventListener("abort", abandon, { once: true });
  try {
    await client.connect();
    const sent = await client.query(`${sessionSql}${options.readOnly ? readOnlySql : ""}${opening}`);
    const answers = sent as unknown as QueryResult[];
    refuseOpenSchemas(answers[3]!.rows);
    return await work(client, answers.at(-1)!.rows as Row[]);
  } catch (thrown) {
    throw thrown instanceof BlueError ? thrown : asDatabaseError(thrown as Error, client, url);
  } finally {
    options.signal?.removeEventListener("abort", abandon);
    await client.end().catch(() => {});
  }
}

export function refuseOpenSchemas(open: readonly { schema: string; who: string }[]): void {
  const [first] = open;
  if (first === undefined) return;
  const { schema, who } = first;
  const revoke = `\`REVOKE CREATE ON SCHEMA ${schema} FROM ${who === "everybody" ? "PUBLIC" : who}\``;
  refuse("database_refused", { database: schema }, "closed_schema", {
    message: `In the schema ${schema} ${who} may create functions, and Blue would run them with your rights`,
    suggestion:
      schema === "blue"
        ? `It must belong to the database's owner or to the user who runs \`blue org migrate\`, and to no other: ${revoke}, or drop it. Nothing was changed.`
        : `It holds pg_trgm. The database's owner runs ${revoke}, or \`CREATE SCHEMA IF NOT EXISTS blue; ALTER EXTENSION pg_trgm SET SCHEMA blue\`. Nothing was changed.`,
  });
}

/** All or nothing. Only when the connection is lost while it commits can nobody say which. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  let result: T;
  try {
    result = await work();
  } catch (thrown) {
    await client.query("ROLLBACK").catch(() => {});
    throw Object.assign(thrown as Error, { takenBack: true });
  }
  try {
    await client.query("COMMIT");
  } catch (thrown) {
    if (sqlState(thrown) !== undefined) throw thrown;
    refuse("database_unavailable", "database", "answers", {
      message: "The connection was lost while the database was committing: it may have been written, or not",
      suggestion: "Repeat the command: it finds out, and writes nothing twice.",
    });
  }
  return result;
}

function addressOf({ database, env }: DatabaseOptions): string {
  const fromEnv = env[variable] === "" ? undefined : env[variable];
  const url = database ?? fromEnv;
  if (url === undefined)
    refuse("input_needed", "database", "configured", {
      message: `No shared database configured: ${variable} is not set`,
      suggestion: `Set ${variable} to its address, for example \`postgresql://login@host/decisions?sslmode=verify-full\`. Everything about this project works without it.`,
    });
  if (!/^postgres(?:ql)?:\/\//.test(url))
    refuse("invalid_input", "database", "postgres_url", {
      message: "The database's address does not begin with postgresql://",
      suggestion: `Give ${database === undefined ? variable : "`database`"} the form \`postgresql://login@host/database\`.`,
    });
  // A password with such a sign would be read as a host or a database, and those are named in messages.
  if (partsOf(url).rest.includes("@"))
    refuse("invalid_input", "database", "postgres_url", {
      message: "The database's address has an @ after the host",
      suggestion: "Write `/`, `?`, `#` and `@` of a login or password as %2F, %3F, %23 and %40.",
    });
  if (database !== undefined && secretsIn(database).length > 0)
    refuse("invalid_input", "database", "no_password", {
      message: "`database` holds a password, and everybody on this machine can read a command line",
      suggestion: `Put the address into ${variable}, or the password into PGPASSWORD.`,
    });
  // The driver checks the certificate for each of them, and says at length that it does.
  return url.replace(/([?&]sslmode=)(?:require|verify-ca)\b/, "$1verify-full");
}

/** The passwords in an address, as they are written and as they are meant. */
function secretsIn(url: string): string[] {
  const { login, rest } = partsOf(url);
  const parameters = [...rest.matchAll(/[?&]([^=&#]*)=([^&#]*)/g)];
  const found = [
    /:(.*)$/s.exec(login)?.[1],
    ...parameters.map(([, name, value]) => (decoded(name!).toLowerCase() === "password" ? value : undefined)),
  ];
  return found.flatMap((secret) => (secret ? [secret, decoded(secret)] : []));
}

/** Who logs in, and what comes after the host. */
function partsOf(url: string): { login: string; rest: string } {
  const [, authority = "", rest = ""] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  return { login: authority.slice(0, Math.max(0, authority.lastIndexOf("@"))), rest };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutSecrets(message: string, url: string): string {
  return secretsIn(url).reduce((text, secret) => text.replaceAll(secret, "…"), message.replaceAll(url, "…"));
}

type Place = Pick<Client, "user" | "database" | "host" | "port">;

function refuseWithoutPassword(place: Place): never {
  refuse("database_refused", "database", "login", {
    message: `The database ${placeOf(place)} wants a password for ${place.user}, and there is none`,
    suggestion: `Put it into ${variable} (\`postgresql://login:password@host/database\`) or into PGPASSWORD.`,
  });
}

function placeOf({ database, host, port }: Place): string {
  return `${database} at ${host.startsWith("/") ? host : `${host}:${port}`}`;
}

export function sqlState(thrown: unknown): string | undefined {
  const { code, severity } = thrown as { code?: string; severity?: string };
  return severity === undefined ? undefined : code;
}

function asDatabaseError(thrown: Error, client: Client, url: string): BlueError {
  const { user, database, host } = client;
  const place = placeOf(client);
  const why = thrown.message || String((thrown as NodeJS.ErrnoException).code);
  const state = sqlState(thrown);
  const fail = (code: "database_unavailable" | "database_refused", constraint: string, said: string, fix: string) =>
    refusal(code, "database", constraint, {
      message: withoutSecrets(said, url),
      suggestion: `${withoutSecrets(fix, url)}${"takenBack" in thrown ? " What was begun was taken back." : ""} Everything local works without it.`,
    });
  if (state === undefined)
    return fail(
      "database_unavailable",
      "answers",
      `The database ${place} does not answer: ${why}`,
      "Start it, or check the address.",
    );
  if (state.startsWith("28"))
    return fail(
      "database_refused",
      "login",
      `The database ${place} does not let ${user} in: ${why}`,
      "Check the login and its password.",
    );
  if (state === "3D000")
    return fail("database_refused", "exists", `${why} at ${host}`, `\`createdb ${database}\` makes it.`);
  if (state === "42P01" || state === "3F000")
    return fail(
      "database_unavailable",
      "migrated",
      "The database has no tables of Blue yet",
      "The database's owner runs `blue org migrate`, once.",
    );
  if (state === "42501")
    return fail(
      "database_refused",
      "permitted",
      `The login ${user} may not do that in ${place}: ${why}`,
      "Its owner can allow it, with `blue.add_publisher` or `blue.add_reader` (docs/organisation.md).",
    );
  if (state === "55P03")
    return fail(
      "database_unavailable",
      "unlocked",
      `The database ${place} is busy: somebody holds what this needs, and did not let go of it in time`,
      "Repeat the command. If it stays so, the database's owner looks into `pg_locks` and ends that session.",
    );
  // 53: out of disk, memory or connections; 57: shut down or cancelled; 08: the connection. They pass.
  const passes = /^(?:53|57|08)/.test(state);
  return fail(
    passes ? "database_unavailable" : "database_refused",
    "answers",
    `The database ${place} failed: ${why} (${state})`,
    passes ? "Repeat the command when it works again." : "Show this to its owner.",
  );
}
