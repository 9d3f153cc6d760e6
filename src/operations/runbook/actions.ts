import * as z from "zod";
import { actionsOf } from "../../documents/runbook.ts";
import { listDocuments, openDocuments } from "../../store/documents.ts";
import { defineOperation } from "../operation.ts";
import { table } from "../text/table.ts";

export const operation = defineOperation({
  name: "runbook.actions",
  summary: "All actions the runbooks describe, with their trigger words",
  description:
    "Every action of every active runbook: name, trigger words, number of steps, file and line. `runbook lookup` gives the steps.",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({
    actions: z.array(
      z.strictObject({
        action: z.string(),
        triggers: z.array(z.string()),
        steps: z.int(),
        runbook: z.string(),
        path: z.string(),
        line: z.int(),
      }),
    ),
  }),
  examples: [{ command: "blue runbook actions", note: "what is written down" }],
  run(_, { project }) {
    const { documents } = openDocuments(project, listDocuments(project, "runbook"));
    return {
      actions: documents
        .filter(({ status }) => status !== "archived")
        .flatMap((runbook) =>
          actionsOf(runbook).map(({ name, triggers, steps, line }) => ({
            action: name,
            triggers,
            steps: steps.length,
            runbook: runbook.title,
            path: runbook.path,
            line,
          })),
        ),
    };
  },
  render: ({ actions }) =>
    actions.length === 0
      ? "No runbook describes an action."
      : table(
          ["Action", "Triggers", "Steps", "Runbook"],
          actions.map((one) => [one.action, one.triggers.join(", "), one.steps, one.runbook]),
        ),
});
