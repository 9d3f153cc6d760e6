import * as z from "zod";
import { defineOperation } from "../operation.ts";
import { databaseField, databaseOf } from "./database.ts";

export const operation = defineOperation({
  name: "org.drop",
  summary: "Take a repository out of the shared database",
  description:
    "Removes everything that was published of one repository from the shared database. The repository itself keeps all of it: `blue org publish` there writes it again.",
  effect: "destructive",
  toolset: "maintenance",
  input: z.strictObject({
    repository: z.string().trim().min(1).describe("As it is published: `example.org/shop/orders`."),
    database: databaseField,
  }),
  output: z.strictObject({ repository: z.string(), sources: z.int(), decisions: z.int() }),
  examples: [{ command: "blue org drop example.org/shop/orders", note: "it was archived" }],
  cli: { positional: ["repository"] },
  async run({ repository, database }, context) {
    const [{ withDatabase }, { requireMigrated }, { drop }] = await Promise.all([
      import("../../org/connect.ts"),
      import("../../org/migrations.ts"),
      import("../../org/publish.ts"),
    ]);
    return withDatabase(databaseOf(context, database), async (client) => {
      await requireMigrated(client);
      return { repository, ...(await drop(client, repository)) };
    });
  },
  render: ({ repository, sources, decisions }) =>
    `✓ Dropped ${repository}: ${sources} dialogues and documents, ${decisions} decisions`,
});
