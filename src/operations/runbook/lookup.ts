import * as z from "zod";
import { fitAction, waysOf } from "../../documents/runbook.ts";
import { listDocuments, openDocuments } from "../../store/documents.ts";
import { defineOperation } from "../operation.ts";
import { renderSteps } from "./action-fields.ts";

const named = z.strictObject({ runbook: z.string(), path: z.string(), line: z.int(), action: z.string() });
const found = named.extend({ triggers: z.array(z.string()), steps: z.array(z.string()), score: z.number() });

export const operation = defineOperation({
  name: "runbook.lookup",
  summary: "How is this done here: the steps for an action",
  description:
    "The steps of the actions of active runbooks that do `action` (by name, trigger words, title; best first); a runbook without actions is found by its title. Ask before you operate something. What only shares words with it is named, without steps: it does something else.",
  effect: "read",
  input: z.strictObject({ action: z.string().trim().min(1).max(500), limit: z.int().min(1).max(20).default(3) }),
  output: z.strictObject({
    action: z.string(),
    matches: z.array(found),
    closest: z.array(named).describe("Where nothing matches: what shares words with `action`, and is not the same."),
    runbooks: z.array(z.string()).describe("Where nothing shares a word: the titles of all active runbooks."),
  }),
  examples: [{ command: "blue runbook lookup roll back", note: "before you do it" }],
  cli: { positional: ["action"], words: "action" },
  run({ action, limit }, { project }) {
    const { documents } = openDocuments(project, listDocuments(project, "runbook"));
    const active = documents.filter(({ status }) => status !== "archived");
    const near = active
      .flatMap((runbook) =>
        waysOf(runbook).map((way) => ({
          way,
          named: { runbook: runbook.title, path: runbook.path, line: way.line, action: way.name },
          fit: fitAction(action, way, runbook.title),
        })),
      )
      .filter(({ fit }) => fit.score > 0)
      .sort((a, b) => b.fit.score - a.fit.score);
    const matches = near
      .filter(({ fit }) => fit.answers)
      .map(({ named, way: { triggers, steps }, fit: { score } }) => ({ ...named, triggers, steps, score }));
    return {
      action,
      matches: matches.slice(0, limit),
      closest: matches.length > 0 ? [] : near.slice(0, limit).map((one) => one.named),
      runbooks: near.length > 0 ? [] : active.map(({ title }) => title),
    };
  },
  render: ({ action, matches, closest, runbooks }) =>
    [
      ...(matches.length === 0 ? [`No runbook answers “${action}”.`] : []),
      ...matches.flatMap((one) => [
        titleOf(one),
        one.steps.length === 0 ? "  (no steps are written yet)" : renderSteps(one.steps),
        `  ${one.path}:${one.line}`,
      ]),
      ...(closest.length === 0 ? [] : ["Closest, not the same:"]),
      ...closest.map((one) => `  ${titleOf(one)}  ${one.path}:${one.line}`),
      ...(runbooks.length === 0 ? [] : ["The runbooks that there are:", ...runbooks.map((title) => `  ${title}`)]),
    ].join("\n"),
});

function titleOf({ runbook, action }: z.output<typeof named>): string {
  return runbook === action ? runbook : `${runbook}: ${action}`;
}
