import * as z from "zod";
import { actionsOf, putAction } from "../../documents/runbook.ts";
import { appendSection } from "../../documents/sections.ts";
import { refuse } from "../../errors.ts";
import { changeStatus, unmoved } from "../../store/change-status.ts";
import { getDocument, openDocument } from "../../store/documents.ts";
import { saveText } from "../../store/write-document.ts";
import { documentId, idFlags, movedEntry, movedShape, renderChanged } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { actionInput, actionSchema } from "./action-fields.ts";

export const operation = defineOperation({
  name: "runbook.update",
  summary: "Add or replace an action of a runbook, note what was learnt, archive it",
  description:
    "Puts an action (name, triggers, steps) into a runbook, in place of one of the same name or behind the others; `note` adds a line under “Notes” with the date; `status` archives it or brings it back. Everything else in the document stays as it is.",
  effect: "write",
  input: z.strictObject({
    id: documentId,
    ...actionInput,
    note: z.string().trim().min(1).optional().describe("What was learnt."),
    status: z.enum(["active", "archived"]).optional(),
  }),
  output: z.strictObject({ ...movedShape, actions: z.array(actionSchema) }),
  examples: [
    {
      command:
        'blue runbook update deploy --action "roll back" --triggers revert --steps "run the pipeline with the last tag"',
      note: "one more action",
    },
  ],
  cli: { ...idFlags, flagAliases: { ...idFlags.flagAliases, triggers: ["trigger"], steps: ["step"] } },
  run({ id, action, triggers, steps, note, status }, { project, now, random }) {
    const runbook = getDocument(project, id, ["runbook"]);
    if (action === undefined && note === undefined && status === undefined)
      refuse("invalid_input", "action", "required", {
        message: "Nothing to change: give `action`, `note` or `status`",
        suggestion: "Give the action with its steps.",
      });
    if (action !== undefined && steps.length === 0)
      refuse("invalid_input", "steps", "required", {
        message: "`steps` is required with `action`",
        suggestion: "Give at least one step.",
      });
    const put = action === undefined ? runbook.text : putAction(runbook, { name: action, triggers, steps });
    const noted =
      note === undefined
        ? put
        : appendSection(put, "Notes", `- ${now().toISOString().slice(0, 10)}: ${note.replace(/\s+/g, " ")}`);
    saveText(project, runbook.path, runbook.text, noted, random);
    const changed = openDocument(project, runbook);
    const moved = status === undefined ? unmoved(changed) : changeStatus(project, random, changed, status);
    return { ...movedEntry(moved), actions: actionsOf(moved.document) };
  },
  render: (out) => renderChanged("updated", out),
});
