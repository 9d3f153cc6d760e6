import * as z from "zod";
import { oneLine } from "../documents/compose.ts";
import { withTitle } from "../documents/document.ts";
import { documentTypes } from "../documents/document-types.ts";
import { rename } from "../store/change-status.ts";
import { getDocument } from "../store/documents.ts";
import { documentId, idFlags, movedEntry, movedShape, renderChanged } from "./document-fields.ts";
import { defineOperation } from "./operation.ts";

export const operation = defineOperation({
  name: "rename",
  summary: "Give a document another title: file name, heading and links",
  description:
    "Changes a document's title in its header and its heading, the words in its file name, and every link to it in other documents. Number, date and status stay. Lines outside `.blue` that name the old file are listed, not changed. A number without its type (`0003`) must be unique among all documents.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    id: documentId,
    title: z.string().trim().min(1).max(200).describe("The new title."),
    type: z.enum(documentTypes).optional().describe("When the number alone is not unique."),
  }),
  output: z.strictObject({ ...movedShape, from: z.string().describe("Its path before.") }),
  examples: [{ command: 'blue rename "RFC 0003" "Cursors for every list"', note: "an RFC" }],
  cli: { ...idFlags, positional: ["id", "title"] },
  run({ id, title, type }, { project, random }) {
    const document = getDocument(project, id, type === undefined ? documentTypes : [type], "id", true);
    const { text, name } = withTitle(document, oneLine(title));
    return { ...movedEntry(rename(project, random, document, text, name)), from: document.path };
  },
  render: (out) => renderChanged("renamed", out, `was ${out.from}`),
});
