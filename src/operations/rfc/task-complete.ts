import * as z from "zod";
import { findTask, planFile, planOf, tickTask } from "../../documents/plan.ts";
import { refuse } from "../../errors.ts";
import { getDocument, openDocument } from "../../store/documents.ts";
import { saveText } from "../../store/write-document.ts";
import { documentId, idFlags } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { planEntry, planOutput, renderPlan } from "./plan-fields.ts";

export const operation = defineOperation({
  name: "rfc.task-complete",
  summary: "Tick a task of an RFC's plan",
  description:
    "Ticks one task of the RFC's checklist, by its number or its words, and answers with the progress. Only the one character between the brackets changes.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    id: documentId,
    task: z
      .union([z.int().min(1), z.string().trim().min(1)])
      .describe("Its number in the plan, or words that only it has."),
  }),
  output: planOutput,
  examples: [
    { command: "blue rfc task-complete 0003 2", note: "the second one" },
    { command: "blue rfc task-complete 0003 migration", note: "by its words" },
  ],
  cli: { ...idFlags, positional: ["id", "task"] },
  run({ id, task }, { project, random }) {
    const document = getDocument(project, id, ["rfc"]);
    const { tasks } = planOf(document);
    const found = findTask(tasks, task);
    if (found === "none" || found === "several") {
      refuse("not_found", { task }, "one_task", {
        message: found === "none" ? `The plan has no task ${task}` : `${task} could be several tasks`,
        suggestion:
          tasks.length === 0
            ? "The RFC has no plan; `blue rfc plan` makes one."
            : `Tasks: ${tasks.map((one) => `${one.number}. ${one.text}`).join("; ")}`,
      });
    }
    const { path, text } = planFile(document);
    saveText(project, path, text, tickTask(document, found.number), random);
    return planEntry(project, openDocument(project, document));
  },
  render: (out) => renderPlan("✓ ", out),
});
