/** A real PostgreSQL for a test file, with a new database for whoever asks; nothing of it is left when the file ends. */

import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";

interface Server {
  folder: string;
  url(database: string, login?: string): string;
  start(): Promise<void>;
  halt(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

const { findPostgres, startPostgres } = (await import(new URL("../../scripts/postgres.mjs", import.meta.url).href)) as {
  findPostgres(): string | undefined;
  startPostgres(programs: string): Promise<Server>;
};

const programs = findPostgres();
let server: Server;
let made = 0;

/** Skipped where there is no PostgreSQL; stderr says so. */
export function describeWithPostgres(name: string, tests: () => void): void {
  describe.skipIf(programs === undefined)(name, () => {
    beforeAll(async () => {
      server = await startPostgres(programs!);
    });
    afterAll(() => server.stop());
    tests();
  });
}

export const postgres = {
  get server(): Server {
    return server;
  },
  /** The address of a new, empty database. */
  async database(): Promise<string> {
    const name = `test${++made}`;
    await sql(server.url("postgres"), `CREATE DATABASE ${name}`);
    return server.url(name);
  },
};

/** Rows of one statement, as the login of the address. */
export async function sql<T extends object = Record<string, unknown>>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const answer = await client.query(text, values);
    return [answer].flat().at(-1)!.rows as T[];
  } finally {
    await client.end();
  }
}

/** Everything that is published, in a form that can be compared: without the numbers that rows are counted by, and without times of publishing. */
export async function everythingPublished(url: string): Promise<Record<string, unknown[]>> {
  const tables = ["sources", "dialogues", "rounds", "items", "refs", "citations", "verdicts", "passages", "decisions"];
  const found: Record<string, unknown[]> = {
    repositories: await sql(url, "SELECT name, commit, superseded, damaged FROM blue.repositories ORDER BY name"),
  };
  for (const table of tables) {
    const rows = await sql<{ row: unknown }>(
      url,
      `SELECT to_jsonb(t) - '{repository,n,source}'::text[] || jsonb_build_object('in', repository) AS row FROM blue.${table} t ORDER BY 1::text`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}
