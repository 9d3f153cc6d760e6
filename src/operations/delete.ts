import * as z from "zod";
import { documentTypes } from "../documents/document-types.ts";
import { referencesTo } from "../documents/references.ts";
import { getDocument, listDocuments, openDocuments } from "../store/documents.ts";
import { moveToTrash } from "../store/trash.ts";
import { documentEntry, documentId, entryOf, idFlags, renderUnstaged, unstagedField } from "./document-fields.ts";
import { nextCall, nextSchema, renderNext } from "./next-call.ts";
import { defineOperation } from "./operation.ts";

export const operation = defineOperation({
  name: "delete",
  summary: "Move a document to the trash, with a reason",
  description:
    "Moves a document to `.blue/trash/`, as it is, with the reason and where it stood. Nothing is lost: `restore` brings it back, `purge` removes what has lain there long enough. Names the documents that still refer to it. A number without its type (`0003`) must be unique among all documents.",
  effect: "destructive",
  input: z.strictObject({
    id: documentId,
    reason: z.string().trim().min(1).max(2000).describe("Why; it is kept with the document."),
    type: z.enum(documentTypes).optional().describe("When the number alone is not unique."),
  }),
  output: z.strictObject({
    ...documentEntry.shape,
    trash_id: z.string(),
    kept: z.string(),
    reason: z.string(),
    referred_by: z.array(z.string()),
    unstaged: unstagedField,
    next: nextSchema,
  }),
  examples: [{ command: 'blue delete "RFC 0003" --reason "never needed"', note: "an RFC" }],
  cli: idFlags,
  run({ id, reason, type }, { project, now, random }) {
    const document = getDocument(project, id, type === undefined ? documentTypes : [type], "id", true);
    const others = openDocuments(project, listDocuments(project)).documents;
    const referred_by = referencesTo(document, others).map(({ path, line }) => `${path}:${line}`);
    const deleted = moveToTrash(project, random, now(), document, reason);
    return {
      ...entryOf(document),
      trash_id: deleted.id,
      kept: deleted.kept,
      reason,
      referred_by,
      unstaged: deleted.unstaged,
      next: nextCall("restore", { id: deleted.id }, "If it was a mistake."),
    };
  },
  render: (out) =>
    [
      `✓ ${out.id} deleted: ${out.title}`,
      `  kept as ${out.kept}`,
      ...(out.referred_by.length > 0 ? [`! Still referred to by ${out.referred_by.join(", ")}`] : []),
      ...renderUnstaged(out.unstaged),
      renderNext(out.next),
    ].join("\n"),
});
