import * as z from "zod";
import { countFindings, findingsOf } from "../../documents/findings.ts";
import { appendSection } from "../../documents/sections.ts";
import { refuse } from "../../errors.ts";
import { changeStatus } from "../../store/change-status.ts";
import { getDocument } from "../../store/documents.ts";
import { documentId, idFlags, movedEntry, movedShape, refuseDone, renderChanged } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { auditFindings, renderCounts } from "./finding-fields.ts";

export const operation = defineOperation({
  name: "audit.complete",
  summary: "End an audit; refused while a critical finding is open",
  description:
    "Counts the findings by severity from the document and renames it to `.done.md`. An open critical finding refuses (`findings_open`, exit 6), naming each with its line: fix it and tick it, then complete the audit.",
  effect: "write",
  input: z.strictObject({
    id: documentId,
    summary: z.string().trim().min(1).optional().describe("Markdown: what it adds up to."),
  }),
  output: z.strictObject({ ...movedShape, ...auditFindings }),
  examples: [{ command: "blue audit complete --id token-handling", note: "when nothing critical is open" }],
  cli: idFlags,
  run({ id, summary }, { project, random }) {
    const audit = getDocument(project, id, ["audit"]);
    refuseDone(audit, id);
    const findings = findingsOf(audit);
    const critical = findings.filter((one) => one.severity === "critical" && one.open);
    if (critical.length > 0) {
      refuse("findings_open", { id }, "no_open_critical_finding", {
        message: `${critical.length} critical ${critical.length === 1 ? "finding is" : "findings are"} open: ${critical.map(({ line, text }) => `line ${line}: ${text}`).join("; ")}`,
        suggestion: "Fix and tick them (`- [x] critical: …`), then complete the audit.",
        context: { open: critical },
      });
    }
    const moved = changeStatus(project, random, audit, "done", (text) =>
      summary === undefined ? text : appendSection(text, "Summary", summary),
    );
    return { ...movedEntry(moved), findings, counts: countFindings(findings) };
  },
  render: (out) => renderChanged("done", out, renderCounts(out.counts)),
});
