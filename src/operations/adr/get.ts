import * as z from "zod";
import { referencesTo } from "../../documents/references.ts";
import { getDocument, listDocuments, openDocuments } from "../../store/documents.ts";
import { documentEntry, documentId, documentText, entryOf, idFlags, textOf } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "adr.get",
  summary: "Show one decision, and what refers to it",
  description:
    "One ADR by number, slug, file name or path: header, text, and every document that links to it, names it in its header or mentions its number.",
  effect: "read",
  input: z.strictObject({ id: documentId }),
  output: z.strictObject({
    ...documentEntry.shape,
    referred_by: z.array(
      z.strictObject({
        path: z.string(),
        line: z.int(),
        how: z.enum(["link", "header", "mention"]),
        field: z.string().optional(),
      }),
    ),
    ...documentText,
  }),
  examples: [{ command: "blue adr get --number 0014", note: "by number" }],
  cli: idFlags,
  run({ id }, { project }) {
    const document = getDocument(project, id, ["adr"]);
    const { documents } = openDocuments(project, listDocuments(project));
    return { ...entryOf(document), referred_by: referencesTo(document, documents), ...textOf(document) };
  },
  render: ({ path, text, referred_by }) =>
    [
      path,
      "",
      text.trimEnd(),
      ...(referred_by.length === 0
        ? []
        : ["", "Referred to by:", ...referred_by.map((one) => `  ${one.path}:${one.line} (${one.field ?? one.how})`)]),
    ].join("\n"),
});
