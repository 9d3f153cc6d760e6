import * as z from "zod";
import { typeShapes } from "../../documents/document-types.ts";
import { fieldList } from "../../documents/header.ts";
import { refuse } from "../../errors.ts";
import { assertMove, unmoved } from "../../store/change-status.ts";
import { getDocument } from "../../store/documents.ts";
import { overrideField, passDocument } from "../decided-dialogue.ts";
import {
  documentEntry,
  documentId,
  entryOf,
  findNamed,
  idFlags,
  movedEntry,
  movedShape,
  refuseWithoutStatus,
  renderStatus,
} from "../document-fields.ts";
import { nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { nextForAdr } from "./next-for-adr.ts";
import { supersede } from "./supersede.ts";

export const operation = defineOperation({
  name: "adr.status",
  summary: "Show the status of an ADR, or accept, reject, deprecate or supersede it",
  description:
    "Changes the status of an ADR: header, file name, and links to it. Without `status` it only shows it. Accepting one that `supersedes` another marks the other as superseded; `superseded` needs `superseded_by`, and both ADRs then name each other. One whose linked dialogue has no verdict in force cannot be accepted (`dialogue_not_decided`, exit 6) unless `override` gives a reason, which is recorded.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    id: documentId,
    status: z.enum(Object.keys(typeShapes.adr.life) as [string, ...string[]]).optional(),
    override: overrideField,
    superseded_by: documentId.optional().describe("With `superseded`: the ADR that takes its place."),
  }),
  output: z.strictObject({
    ...movedShape,
    from: z.string(),
    superseded: z.array(documentEntry),
    warnings: z.array(z.string()),
    next: nextSchema.nullable(),
  }),
  examples: [{ command: "blue adr status 0004 accepted", note: "after the review" }],
  cli: { ...idFlags, positional: ["id", "status"] },
  run({ id, status, override, superseded_by }, context) {
    const { project, random } = context;
    const document = getDocument(project, id, ["adr"]);
    if (status === undefined) {
      refuseWithoutStatus({ override, superseded_by });
      const next = nextForAdr(project, document);
      return { ...movedEntry(unmoved(document)), from: document.status, superseded: [], warnings: [], next };
    }
    assertMove(document, status);
    if ((status === "superseded") !== (superseded_by !== undefined))
      refuse("invalid_input", "superseded_by", "with_superseded", {
        message: `\`superseded_by\` ${superseded_by === undefined ? "is required" : "goes only"} with superseded`,
        suggestion: superseded_by === undefined ? "Name the ADR that takes its place." : "Leave it out.",
      });
    const successor = findNamed(project, superseded_by, "adr", "superseded_by");
    if (successor?.path === document.path)
      refuse("invalid_input", { superseded_by }, "another_adr", {
        message: "An ADR cannot supersede itself",
        suggestion: "Name the ADR that takes its place.",
      });
    const older =
      status === "accepted"
        ? fieldList(document.header, "supersedes").map((key) => getDocument(project, key, ["adr"], "supersedes"))
        : [];
    for (const one of older) assertMove(one, "superseded");
    const moved =
      successor === undefined
        ? passDocument(context, document, status, override)
        : { ...supersede(project, random, successor, document), warnings: [] };
    const replaced = older.map((one) => supersede(project, random, moved.document, one));
    return {
      ...movedEntry(moved, ...replaced),
      from: document.status,
      superseded: replaced.map((one) => entryOf(one.document)),
      warnings: moved.warnings,
      next: nextForAdr(project, moved.document),
    };
  },
  render: (out) => renderStatus(out, ...out.superseded.map((one) => `supersedes ${one.id}: ${one.path}`)),
});
