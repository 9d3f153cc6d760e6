import { basename } from "node:path";
import * as z from "zod";
import { markSuperseded } from "../../documents/adr.ts";
import { typeShapes } from "../../documents/document-types.ts";
import { addToField, fieldList } from "../../documents/header.ts";
import { refuse } from "../../errors.ts";
import { assertMove, changeStatus } from "../../store/change-status.ts";
import { getDocument } from "../../store/documents.ts";
import { saveText } from "../../store/write-document.ts";
import {
  documentEntry,
  documentId,
  entryOf,
  findNamed,
  idFlags,
  movedShape,
  renderChanged,
} from "../document-fields.ts";
import { defineOperation } from "../operation.ts";

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
    if (successor !== undefined)
      saveText(
        project,
        successor.path,
        successor.text,
        addToField(successor.text, "supersedes", basename(document.path)),
        random,
      );
    const moved = changeStatus(project, random, document, status, (text) =>
      successor === undefined ? text : markSuperseded(text, successor),
    );
    const replaced = older.map((one) =>
      changeStatus(project, random, one, "superseded", (text) => markSuperseded(text, moved.document)),
    );
    return {
      ...entryOf(moved.document),
      from: document.status,
      superseded: replaced.map((one) => entryOf(one.document)),
      relinked: [...new Set([...moved.relinked, ...replaced.flatMap((one) => one.relinked)])],
    };
  },
  render: (out) =>
    renderChanged(
      `${out.from} → ${out.status}`,
      out,
      ...out.superseded.map((one) => `supersedes ${one.id}: ${one.path}`),
    ),
});
