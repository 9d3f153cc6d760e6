import * as z from "zod";
import { listTrash } from "../../store/trash-entries.ts";
import { defineOperation } from "../operation.ts";
import { table } from "../text/table.ts";

export const operation = defineOperation({
  name: "trash.list",
  summary: "List what was deleted, oldest first",
  description:
    "What lies in `.blue/trash/`: its id, where it stood, its title, when it was deleted and why. `restore` brings one back by any of id, path and title; `purge` removes the old ones for good.",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({
    deleted: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        path: z.string().describe("Where it stood."),
        kept: z.string().describe("Where it lies now."),
        deleted_at: z.string(),
        reason: z.string(),
      }),
    ),
  }),
  examples: [{ command: "blue trash list", note: "before you restore or purge" }],
  run: (_, { project }) => ({ deleted: listTrash(project) }),
  render: ({ deleted }) =>
    deleted.length === 0
      ? "The trash is empty."
      : table(
          ["Deleted", { heading: "Title", maxWidth: 48 }, { heading: "Why", maxWidth: 48 }, "Id"],
          deleted.map(({ deleted_at, title, reason, id }) => [deleted_at.slice(0, 10), title, reason, id]),
        ),
});
