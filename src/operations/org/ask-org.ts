/** A question to the shared database. It may only read. */
import type { Client } from "pg";
import * as z from "zod";
import { withMigrated } from "../../org/migrations.ts";

/** Of `search`, `recall` and `decisions`; on the command line `--org`. */
export const scope = z.literal("org").optional().describe("All published repositories.");

export function askOrg<T>(signal: AbortSignal, ask: (client: Client) => Promise<T>): Promise<T> {
  return withMigrated({ env: process.env, signal, readOnly: true }, ask);
}
