import * as z from "zod";
import { planOf } from "../../documents/plan.ts";
import { getDocument } from "../../store/documents.ts";
import { documentEntry, documentId, documentText, entryOf, idFlags, textOf } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { progressSchema } from "./plan-fields.ts";

export const operation = defineOperation({
  name: "rfc.get",
  summary: "Show one RFC with its header and plan",
  description:
    "One RFC by number, slug, file name or path: header fields, the progress of its plan, and the text. A number that two files carry is an error that names both.",
  effect: "read",
  input: z.strictObject({ id: documentId }),
  output: z.strictObject({ ...documentEntry.shape, plan: progressSchema, ...documentText }),
  examples: [{ command: "blue rfc get 0057", note: "by number" }],
  cli: idFlags,
  run({ id }, { project }) {
    const document = getDocument(project, id, ["rfc"]);
    return { ...entryOf(document), plan: planOf(document), ...textOf(document) };
  },
  render: ({ path, text }) => `${path}\n\n${text}`,
});
