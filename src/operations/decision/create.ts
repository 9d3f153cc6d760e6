import { basename } from "node:path";
import * as z from "zod";
import { bullets, sections } from "../../documents/compose.ts";
import { createDocument } from "../../store/create-document.ts";
import { documentEntry, documentId, entryOf, findNamed, renderChanged } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "decision.create",
  summary: "Note a small decision on one page",
  description:
    "Creates `.blue/docs/decisions/<stamp>-slug.recorded.md`: what was decided, why, and what else was thought of. For what is too small for an ADR and too good to forget; `blue search` finds it.",
  effect: "write",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    decision: z.string().trim().min(1).describe("Markdown: what was decided."),
    rationale: z.string().optional().describe("Markdown: why."),
    alternatives: z.array(z.string().trim().min(1)).default([]).describe("What else was thought of, one line each."),
    rfc: documentId.optional().describe("The RFC it belongs to."),
    decided_by: z.array(z.string().trim().min(1)).default([]).describe("Who decided."),
  }),
  output: z.strictObject(documentEntry.shape),
  examples: [
    {
      command:
        'blue decision create --title "Two-space indents" --decision "Two spaces." --rationale "The formatter\'s default."',
      note: "a small one",
    },
  ],
  cli: { positional: ["title"] },
  run({ title, decision, rationale, alternatives, rfc, decided_by }, { project, now, random }) {
    const target = findNamed(project, rfc, "rfc", "rfc");
    const document = createDocument(project, random, now(), "decision", {
      title,
      fields: { rfc: target && basename(target.path), decided_by },
      body: sections(["Decision", decision], ["Rationale", rationale, "Why?"], ["Alternatives", bullets(alternatives)]),
    });
    return entryOf(document);
  },
  render: (out) => renderChanged("recorded", out),
});
