import * as z from "zod";
import { rankAction, waysOf } from "../../documents/runbook.ts";
import { listDocuments, openDocuments } from "../../store/documents.ts";
import { defineOperation } from "../operation.ts";
import { renderSteps } from "./action-fields.ts";

const found = z.strictObject({
  runbook: z.string(),
  path: z.string(),
  line: z.int(),
  action: z.string(),
  triggers: z.array(z.string()),
  steps: z.array(z.string()),
  score: z.number(),
});

export const operation = defineOperation({
  name: "runbook.lookup",
  summary: "How is this done here: the steps for an action",
  description:
    "Finds the actions of active runbooks that answer `action` (by name, trigger words, title, steps; best first) and returns their steps; a runbook without actions is found by its title. Ask before you operate something. Nothing found is an empty answer.",
  effect: "read",
  input: z.strictObject({ action: z.string().trim().min(1).max(500), limit: z.int().min(1).max(20).default(3) }),
  output: z.strictObject({ action: z.string(), matches: z.array(found) }),
  examples: [{ command: "blue runbook lookup roll back", note: "before you do it" }],
  cli: { positional: ["action"], words: "action" },
  run({ action, limit }, { project }) {
    const { documents } = openDocuments(project, listDocuments(project, "runbook"));
    const matches = documents
      .filter(({ status }) => status !== "archived")
      .flatMap((runbook) =>
        waysOf(runbook).map((one) => ({
          runbook: runbook.title,
          path: runbook.path,
          line: one.line,
          action: one.name,
          triggers: one.triggers,
          steps: one.steps,
          score: rankAction(action, one, runbook.title),
        })),
      )
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
    return { action, matches };
  },
  render: ({ action, matches }) =>
    matches.length === 0
      ? `No runbook says how to ${action}.`
      : matches
          .flatMap((one) => [
            one.runbook === one.action ? one.runbook : `${one.runbook}: ${one.action}`,
            one.steps.length === 0 ? "  (no steps are written yet)" : renderSteps(one.steps),
            `  ${one.path}:${one.line}`,
          ])
          .join("\n"),
});
