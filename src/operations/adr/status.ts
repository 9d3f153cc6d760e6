import * as z from "zod";
import { typeShapes } from "../../documents/document-types.ts";
import { fieldList } from "../../documents/header.ts";
import { refuse } from "../../errors.ts";
import { assertMove, changeStatus } from "../../store/change-status.ts";
import { getDocument } from "../../store/documents.ts";
import {
  documentEntry,
  documentId,
  entryOf,
  findNamed,
  idFlags,
  movedEntry,
  movedShape,
  renderChanged,
} from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { supersede } from "./supersede.ts";

export const operation = defineOperation({
  name: "adr.status",
  summary: "Accept, reject, deprecate or supersede a decision",
  description:
    "Changes the status of an ADR: header, file name, and links to it. Accepting one that `supersedes` another marks the other as superseded; `superseded` needs `superseded_by`, and both ADRs then name each other.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    id: documentId,
    status: z.enum(Object.keys(typeShapes.adr.life) as [string, ...string[]]),
    superseded_by: documentId.optional().describe("With `superseded`: the ADR that takes its place."),
  }),
  output: z.strictObject({ ...movedShape, from: z.string(), superseded: z.array(documentEntry) }),
  examples: [{ command: "blue adr status 0004 accepted", note: "after the review" }],
  cli: { ...idFlags, positional: ["id", "status"] },
  run({ id, status, superseded_by }, { project, random }) {
    const document = getDocument(project, id, ["adr"]);
    assertMove(document, status);
    if (status === "superseded" && superseded_by === undefined)
      refuse("invalid_input", "superseded_by", "required", {
        message: "`superseded_by` is required with superseded",
        suggestion: "Name the ADR that takes its place.",
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
        ? changeStatus(project, random, document, status)
        : supersede(project, random, successor, document);
    const replaced = older.map((one) => supersede(project, random, moved.document, one));
    return {
      ...movedEntry(moved, ...replaced),
      from: document.status,
      superseded: replaced.map((one) => entryOf(one.document)),
    };
  },
  render: (out) =>
    renderChanged(
      `${out.from} → ${out.status}`,
      out,
      ...out.superseded.map((one) => `supersedes ${one.id}: ${one.path}`),
    ),
});
