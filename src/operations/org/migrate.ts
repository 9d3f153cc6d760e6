import * as z from "zod";
import { withDatabase } from "../../org/connect.ts";
import { migrate, migrations } from "../../org/migrations.ts";
import { defineOperation } from "../operation.ts";
import { databaseField, databaseOf } from "./database.ts";

export const operation = defineOperation({
  name: "org.migrate",
  summary: "Make the shared database's tables, or bring them up to date",
  description:
    "Makes the schema `blue` in the PostgreSQL that `BLUE_DATABASE_URL` names, or adds what a newer Blue needs. For the database's owner: once at the beginning, and after an update that asks for it. A history it does not know is refused and left alone.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({ database: databaseField }),
  output: z.strictObject({ made: z.array(z.string()), migrations: z.int() }),
  examples: [{ command: "blue org migrate", note: "as the database's owner" }],
  async run({ database }, context) {
    const made = await withDatabase(databaseOf(context, database), (client) => migrate(client));
    return { made, migrations: migrations.length };
  },
  render: ({ made, migrations }) =>
    made.length === 0
      ? `✓ The tables are up to date (${migrations} migrations)`
      : `✓ Made: ${made.join(", ")}. Each repository can publish now: \`blue org publish\``,
});
