import * as z from "zod";
import { referencesTo } from "../../documents/references.ts";
import { listDocuments, openDocuments } from "../../store/documents.ts";
import { getOperation } from "../document-get.ts";

const reference = z.strictObject({
  path: z.string(),
  line: z.int(),
  how: z.enum(["link", "header", "mention"]),
  field: z.string().optional(),
});

export const operation = getOperation("adr", {
  summary: "Show one decision, and what refers to it",
  description:
    "One ADR by number, slug, file name or path: header, text, and every document that links to it, names it in its header or mentions its number.",
  examples: [{ command: "blue adr get --number 0014", note: "by number" }],
  details: z.strictObject({ referred_by: z.array(reference) }),
  of: (document, project) => ({
    referred_by: referencesTo(document, openDocuments(project, listDocuments(project)).documents),
  }),
  below: ({ referred_by }) =>
    referred_by.length === 0
      ? []
      : ["Referred to by:", ...referred_by.map((one) => `  ${one.path}:${one.line} (${one.field ?? one.how})`)],
});
