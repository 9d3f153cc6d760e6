import * as z from "zod";
import { countFindings, findingsOf } from "../../documents/findings.ts";
import { getDocument } from "../../store/documents.ts";
import { documentEntry, documentId, documentText, entryOf, idFlags, textOf } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { auditFindings, renderCounts } from "./finding-fields.ts";

export const operation = defineOperation({
  name: "audit.get",
  summary: "Show one audit with its findings by severity",
  description: "One audit by slug, name or path: header, findings counted by severity from the document, and the text.",
  effect: "read",
  input: z.strictObject({ id: documentId }),
  output: z.strictObject({ ...documentEntry.shape, ...auditFindings, ...documentText }),
  examples: [{ command: "blue audit get --id token-handling", note: "by its slug" }],
  cli: idFlags,
  run({ id }, { project }) {
    const document = getDocument(project, id, ["audit"]);
    const findings = findingsOf(document);
    return { ...entryOf(document), findings, counts: countFindings(findings), ...textOf(document) };
  },
  render: ({ path, text, counts }) => `${path}\n${renderCounts(counts)}\n\n${text}`,
});
