import * as z from "zod";
import { criteriaOf } from "../../documents/criteria.ts";
import { getDocument, shortName } from "../../store/documents.ts";
import { overrideField, passDocument } from "../decided-dialogue.ts";
import { documentId, idFlags, movedEntry, movedShape, renderChanged } from "../document-fields.ts";
import { nextCall, nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { criteriaSchema } from "./criteria-fields.ts";

export const operation = defineOperation({
  name: "prd.approve",
  summary: "Approve a PRD: it is to be built",
  description:
    "Moves a PRD from draft to approved: header, file name, links. Warns when it has no acceptance criteria: nobody could tell later that it is done.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({ id: documentId, override: overrideField }),
  output: z.strictObject({
    ...movedShape,
    criteria: criteriaSchema,
    warnings: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [{ command: "blue prd approve 0002", note: "after the review" }],
  cli: idFlags,
  run({ id, override }, context) {
    const moved = passDocument(context, getDocument(context.project, id, ["prd"]), "approved", override);
    const criteria = criteriaOf(moved.document);
    return {
      ...movedEntry(moved),
      criteria,
      warnings: [
        ...moved.warnings,
        ...(criteria.length === 0 ? ["It has no acceptance criteria; nobody can tell when it is done"] : []),
      ],
      next: nextCall(
        "prd.complete",
        { id: shortName(context.project, moved.document) },
        "When every criterion is met and ticked.",
      ),
    };
  },
  render: (out) => renderChanged("approved", out),
});
