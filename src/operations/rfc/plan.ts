import * as z from "zod";
import { oneLine } from "../../documents/compose.ts";
import { addTasks, planOf } from "../../documents/plan.ts";
import { getDocument, openDocument } from "../../store/documents.ts";
import { saveText } from "../../store/write-document.ts";
import { documentEntry, documentId, entryOf, idFlags } from "../document-fields.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { progressSchema, renderProgress } from "./plan-fields.ts";

export const operation = defineOperation({
  name: "rfc.plan",
  summary: "Add tasks to an RFC's plan, or show it",
  description:
    "The plan is a checklist in the RFC itself (`## Plan`). Tasks given are added after the last one; those already there, and everything written around them, stay as they are. Without `tasks` it shows the plan.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    id: documentId,
    tasks: z.array(z.string().trim().min(1).max(500)).max(200).default([]).describe("One line each."),
  }),
  output: z.strictObject({ ...documentEntry.shape, plan: progressSchema, next: nextSchema }),
  examples: [
    { command: 'blue rfc plan 0003 --tasks "write the migration" --tasks "switch the readers"', note: "two tasks" },
  ],
  cli: { ...idFlags, flagAliases: { ...idFlags.flagAliases, tasks: ["task"] } },
  run({ id, tasks }, { project, random }) {
    const document = getDocument(project, id, ["rfc"]);
    saveText(project, document.path, document.text, addTasks(document, tasks.map(oneLine)), random);
    const planned = openDocument(project, document);
    const plan = planOf(planned);
    const number = document.name.digits ?? document.path;
    const open = plan.tasks.find((task) => !task.done);
    return {
      ...entryOf(planned),
      plan,
      next:
        plan.total === 0
          ? nextCall("rfc.plan", { id: number, tasks: ["…"] }, "There is no plan yet: give its tasks.")
          : open === undefined
            ? nextCall("rfc.status", { id: number, status: "implemented" }, "Every task is done.")
            : nextCall("rfc.task-complete", { id: number, task: open.number }, `When “${open.text}” is done.`),
    };
  },
  render: (out) => [`${out.id} ${out.title}`, renderProgress(out.plan), renderNext(out.next)].join("\n"),
});
