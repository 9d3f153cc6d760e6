import * as z from "zod";
import { oneLine } from "../../documents/compose.ts";
import { addTasks, planFile } from "../../documents/plan.ts";
import { getDocument, openDocument } from "../../store/documents.ts";
import { saveText } from "../../store/write-document.ts";
import { documentId, idFlags } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { planEntry, planOutput, renderPlan } from "./plan-fields.ts";

export const operation = defineOperation({
  name: "rfc.plan",
  summary: "Add tasks to an RFC's plan, or show it",
  description:
    "The plan is a checklist in the RFC itself (`## Plan`), or in a `.plan.md` beside it where there is one. Tasks given are added after the last one; those already there, and everything written around them, stay as they are. Without `tasks` it shows the plan.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    id: documentId,
    tasks: z.array(z.string().trim().min(1).max(500)).max(200).default([]).describe("One line each."),
  }),
  output: planOutput,
  examples: [
    { command: 'blue rfc plan 0003 --tasks "write the migration" --tasks "switch the readers"', note: "two tasks" },
  ],
  cli: { ...idFlags, flagAliases: { ...idFlags.flagAliases, tasks: ["task"] } },
  run({ id, tasks }, { project, random }) {
    const document = getDocument(project, id, ["rfc"]);
    const { path, text } = planFile(document);
    saveText(project, path, text, addTasks(document, tasks.map(oneLine)), random);
    return planEntry(project, openDocument(project, document));
  },
  render: (out) => renderPlan("", out),
});
