import * as z from "zod";
import { indexPath } from "../../store/index/index-file.ts";
import { updateIndex } from "../../store/index/project-index.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "db.path",
  summary: "Print where the index is, brought up to date",
  description:
    "The index is an SQLite file with RFC 0057's tables and the `scoreboard` view, for your own queries. It is disposable and made from the records: write nothing into it.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({}),
  output: z.strictObject({ path: z.string(), driver: z.string() }),
  examples: [{ command: 'sqlite3 "$(blue db path)" "SELECT * FROM scoreboard"', note: "query it" }],
  cli: { document: true },
  async run(_, { project }) {
    const { driver } = await updateIndex(project, false);
    return { path: indexPath(project), driver: `${driver.name} (SQLite ${driver.sqliteVersion})` };
  },
  render: ({ path }) => path,
});
