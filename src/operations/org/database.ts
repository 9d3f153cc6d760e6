/** Where the shared database is, as the operations on it take it. */
import * as z from "zod";
import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import type { DatabaseOptions } from "../../org/connect.ts";

export const databaseField = z
  .string()
  .min(1)
  .optional()
  .describe("In place of `BLUE_DATABASE_URL`, without a password.");

/** Other addresses than the configured one are a person's to give. */
export function databaseOf({ face, signal }: Context, database: string | undefined): DatabaseOptions {
  if (face === "mcp" && database !== undefined)
    refuse("invalid_input", "database", "person_only", {
      message: "`database` is taken on the command line only",
      suggestion: "Leave it out: `BLUE_DATABASE_URL` says where the database is.",
    });
  return { database, env: process.env, signal };
}
