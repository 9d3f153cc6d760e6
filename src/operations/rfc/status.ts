import { basename } from "node:path";
import * as z from "zod";
import type { Document } from "../../documents/document.ts";
import { typeShapes } from "../../documents/document-types.ts";
import { setField } from "../../documents/header.ts";
import { planOf } from "../../documents/plan.ts";
import { refuse } from "../../errors.ts";
import { unmoved } from "../../store/change-status.ts";
import { getDocument } from "../../store/documents.ts";
import { overrideField, passDocument } from "../decided-dialogue.ts";
import {
  documentId,
  findNamed,
  idFlags,
  movedEntry,
  movedShape,
  refuseWithoutStatus,
  renderStatus,
} from "../document-fields.ts";
import { nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { nextForRfc } from "./next-for-rfc.ts";

const statuses = Object.keys(typeShapes.rfc.life) as [string, ...string[]];

export const operation = defineOperation({
  name: "rfc.status",
  summary: "Show the status of an RFC, or move it on: approved, wip, implemented",
  description:
    "Changes the status of an RFC (draft → approved → wip → implemented; also superseded, rejected): the header, the file's name, and the links to it in other documents. Without `status` it only shows it. An RFC whose linked dialogue is open, blocked or superseded cannot be approved (`dialogue_not_decided`, exit 6) unless `override` gives a reason, which is recorded in the RFC.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    id: documentId,
    status: z.enum(statuses).optional(),
    override: overrideField,
    superseded_by: documentId.optional().describe("With `superseded`: the RFC that takes its place."),
  }),
  output: z.strictObject({
    ...movedShape,
    from: z.string(),
    warnings: z.array(z.string()),
    next: nextSchema.nullable(),
  }),
  examples: [
    { command: "blue rfc status 3", note: "where it is, and what comes next" },
    { command: "blue rfc status 0003 approved", note: "after the review" },
    {
      command: 'blue rfc status 0003 approved --override "decided in the incident call"',
      note: "its dialogue is still open",
    },
  ],
  cli: { ...idFlags, positional: ["id", "status"] },
  run({ id, status, override, superseded_by }, context) {
    const { project } = context;
    const document = getDocument(project, id, ["rfc"]);
    if (status === undefined) {
      refuseWithoutStatus({ override, superseded_by });
      return {
        ...movedEntry(unmoved(document)),
        from: document.status,
        warnings: [],
        next: nextForRfc(project, document),
      };
    }
    const successor = findNamed(project, superseded_by, "rfc", "superseded_by");
    if (successor?.path === document.path)
      refuse("invalid_input", { superseded_by }, "another_rfc", {
        message: "An RFC cannot supersede itself",
        suggestion: "Name the RFC that takes its place.",
      });
    const moved = passDocument(context, document, status, override, (text) =>
      successor === undefined ? text : setField(text, "superseded_by", basename(successor.path)),
    );
    return {
      ...movedEntry(moved),
      from: document.status,
      warnings: [...moved.warnings, ...(status === "implemented" ? unfinished(document) : [])],
      next: nextForRfc(project, moved.document),
    };
  },
  render: (out) => renderStatus(out),
});

function unfinished(document: Document): string[] {
  const { total, done } = planOf(document);
  return done < total ? [`${total - done} of ${total} tasks of its plan are not done`] : [];
}
