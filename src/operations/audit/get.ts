import * as z from "zod";
import { countFindings, findingsOf } from "../../documents/findings.ts";
import { getOperation } from "../document-get.ts";
import { auditFindings, renderCounts } from "./finding-fields.ts";

export const operation = getOperation("audit", {
  summary: "Show one audit with its findings by severity",
  description: "One audit by slug, name or path: header, findings counted by severity from the document, and the text.",
  examples: [{ command: "blue audit get --id token-handling", note: "by its slug" }],
  details: z.strictObject(auditFindings),
  of(document) {
    const findings = findingsOf(document);
    return { findings, counts: countFindings(findings) };
  },
  above: ({ counts }) => [renderCounts(counts)],
});
