/** A question to the shared database. It may only read, and what reads is loaded with the first question. */
import type { Client } from "pg";
import * as z from "zod";

/** Of `search`, `recall` and `decisions`; on the command line `--org`. */
export const scope = z.literal("org").optional().describe("All published repositories.");

const questionMs = 30_000;

async function loadReaders() {
  return {
    ...(await import("../../org/read.ts")),
    ...(await import("../../org/search.ts")),
    ...(await import("../../org/overview.ts")),
  };
}

type Readers = Awaited<ReturnType<typeof loadReaders>>;

export async function askOrg<T>(
  signal: AbortSignal,
  ask: (client: Client, readers: Readers) => Promise<T>,
): Promise<T> {
  const [{ withDatabase }, { requireMigrated }, readers] = await Promise.all([
    import("../../org/connect.ts"),
    import("../../org/migrations.ts"),
    loadReaders(),
  ]);
  return withDatabase({ env: process.env, signal }, async (client) => {
    await client.query(`SET default_transaction_read_only = on; SET statement_timeout = ${questionMs}`);
    await requireMigrated(client);
    return ask(client, readers);
  });
}
