import * as z from "zod";
import { criteriaOf } from "../../documents/criteria.ts";
import { nameOf } from "../../documents/document.ts";
import { refuse } from "../../errors.ts";
import { assertMove } from "../../store/change-status.ts";
import { getDocument } from "../../store/documents.ts";
import { passDocument } from "../decided-dialogue.ts";
import { documentId, idFlags, movedEntry, movedShape, renderChanged } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { criteriaSchema } from "./criteria-fields.ts";

export const operation = defineOperation({
  name: "prd.complete",
  summary: "Complete a PRD; refused while a criterion is unchecked",
  description:
    "Moves an approved PRD to complete. Refused (`criteria_unchecked`, exit 6) while an acceptance criterion in the document is unchecked, listing each with its line.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({ id: documentId }),
  output: z.strictObject({ ...movedShape, criteria: criteriaSchema }),
  examples: [{ command: "blue prd complete 0002", note: "when all of it is there" }],
  cli: idFlags,
  run({ id }, context) {
    const prd = getDocument(context.project, id, ["prd"]);
    assertMove(prd, "complete");
    const criteria = criteriaOf(prd);
    const unmet = criteria.filter(({ met }) => !met);
    if (unmet.length > 0) {
      refuse("criteria_unchecked", { id }, "criteria_checked", {
        message: `${unmet.length} of ${criteria.length} acceptance criteria of ${nameOf(prd)} are unchecked: ${unmet.map(({ line, text }) => `line ${line}: ${text}`).join("; ")}`,
        suggestion: "Meet them and tick them in the document.",
        context: { unchecked: unmet },
      });
    }
    const moved = passDocument(context, prd, "complete", undefined);
    return { ...movedEntry(moved), criteria };
  },
  render: (out) => renderChanged("complete", out),
});
