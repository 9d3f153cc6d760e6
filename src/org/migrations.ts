/**
 * The tables of the shared database, as a list of changes to which new ones are only ever added. Each is made in one transaction together with its
 * line in `blue.migrations`, so the history says exactly what was done. A history that this list does not begin with is refused, never repaired.
 */
import { createHash } from "node:crypto";
import type { Client } from "pg";
import { refuse } from "../errors.ts";
import {
  type DatabaseOptions,
  inTransaction,
  openSchemasSql,
  refuseOpenSchemas,
  sqlState,
  withDatabase,
} from "./connect.ts";
import { tablesSql } from "./sql/0001-tables.ts";
import { accessSql } from "./sql/0002-access.ts";
import { takingBackSql } from "./sql/0003-taking-back.ts";

interface Migration {
  name: string;
  sql: string;
}

export const migrations: readonly Migration[] = [
  { name: "tables", sql: tablesSql },
  { name: "access", sql: accessSql },
  { name: "taking back", sql: takingBackSql },
];

interface Applied {
  number: number;
  name: string;
  hash: string;
}

/** Makes what is missing and answers with its names. Two at once wait for each other. */
export async function migrate(client: Client, list: readonly Migration[] = migrations): Promise<string[]> {
  refuseOpenSchemas((await client.query(openSchemasSql())).rows);
  await makeHistory(client);
  const made: string[] = [];
  for (;;) {
    const name = await inTransaction(client, () => applyNext(client, list));
    if (name === undefined) return made;
    made.push(name);
  }
}

const makeHistorySql = `
  CREATE SCHEMA IF NOT EXISTS blue;
  CREATE TABLE IF NOT EXISTS blue.migrations (
    number integer PRIMARY KEY,
    name text NOT NULL,
    hash text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
`;

/** Of two that make it at once one fails when the other is done. */
async function makeHistory(client: Client): Promise<void> {
  await client.query(makeHistorySql).catch((thrown) => {
    if (sqlState(thrown) !== "23505") throw thrown;
    return client.query(makeHistorySql);
  });
}

async function applyNext(client: Client, list: readonly Migration[]): Promise<string | undefined> {
  // Nobody but the owner may lock it so.
  await client.query("LOCK TABLE blue.migrations IN SHARE ROW EXCLUSIVE MODE");
  const history = (await client.query<Applied>(historySql)).rows;
  checkHistory(history, list);
  const next = list[history.length];
  if (next === undefined) return undefined;
  await client.query(next.sql);
  const values = [history.length + 1, next.name, hashOf(next)];
  await client.query("INSERT INTO blue.migrations (number, name, hash) VALUES ($1, $2, $3)", values);
  return next.name;
}

const historySql = "SELECT number, name, hash FROM blue.migrations ORDER BY number";

/** For reading and publishing: the tables must be exactly those that this Blue knows. */
export function withMigrated<T>(options: DatabaseOptions, work: (client: Client) => Promise<T>): Promise<T> {
  const checked = async (client: Client, history: Applied[]) => {
    checkHistory(history, migrations);
    if (history.length < migrations.length)
      refuse("database_unavailable", "database", "migrated", {
        message:
          history.length === 0
            ? "The database has no tables of Blue yet"
            : `The database is older than this Blue: ${migrations.length - history.length} of ${migrations.length} migrations are missing`,
        suggestion: "The database's owner runs `blue org migrate`, once.",
      });
    return work(client);
  };
  return withDatabase(options, checked, historySql);
}

function checkHistory(history: readonly Applied[], list: readonly Migration[]): void {
  const known = (one: Applied, i: number) => {
    const own = list[i];
    return one.number === i + 1 && (own === undefined || (one.name === own.name && one.hash === hashOf(own)));
  };
  const torn = history.findIndex((one, i) => !known(one, i));
  if (torn >= 0)
    refuse("unknown_format", { database: `migration ${history[torn]!.number}` }, "known_history", {
      message: `blue.migrations is not a history that Blue wrote: line ${torn + 1} is "${history[torn]!.number} ${history[torn]!.name}", and ${list[torn] === undefined ? "there is a gap before it" : `Blue's is "${torn + 1} ${list[torn]!.name}"`}`,
      suggestion:
        "Nothing was changed. What was decided is in git, who may publish is only here: its owner keeps the rows of `blue.publishers`, drops the schema `blue`, runs `blue org migrate`, gives the rights again, and every repository publishes again.",
    });
  if (history.length > list.length)
    refuse("unknown_format", { database: history.at(-1)!.name }, "known_version", {
      message: `The database was made by a newer Blue: it has ${history.length} migrations, this Blue knows ${list.length}`,
      suggestion: "Update Blue here. Nothing was changed.",
    });
}

function hashOf({ name, sql }: Migration): string {
  return createHash("sha256").update(`${name}\n${sql}`).digest("hex").slice(0, 16);
}
