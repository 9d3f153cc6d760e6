import * as z from "zod";
import { withMigrated } from "../../org/migrations.ts";
import { drop } from "../../org/publish.ts";
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
    const dropped = await withMigrated(databaseOf(context, database), (client) => drop(client, repository));
    return { repository, ...dropped };
  },
  render: ({ repository, sources, decisions }) =>
    `✓ Dropped ${repository}. Dialogues and documents: ${sources}. Decisions in force: ${decisions}.`,
});
