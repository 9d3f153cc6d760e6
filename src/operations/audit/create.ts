import { basename } from "node:path";
import * as z from "zod";
import { sections } from "../../documents/compose.ts";
import { createDocument } from "../../store/create-document.ts";
import { documentEntry, entryOf, renderChanged } from "../document-fields.ts";
import { nextCall, nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";

const hint =
  "One line each, for example `- [ ] critical: tokens are logged`; critical, high, medium, low or info; tick what is fixed.";

export const operation = defineOperation({
  name: "audit.create",
  summary: "Begin an audit of a part of the project",
  description:
    "Creates `.blue/docs/audits/<stamp>-slug.wip.md` with type and scope and a list for findings. Findings are lines of the document, each with a severity (`- [ ] critical: …`); `audit complete` counts them there and refuses while a critical one is open.",
  effect: "write",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    type: z.string().trim().min(1).max(100).optional().describe("security, performance, accessibility …"),
    scope: z.string().trim().min(1).max(500).optional().describe("What is looked at."),
  }),
  output: z.strictObject({ ...documentEntry.shape, next: nextSchema }),
  examples: [
    {
      command: 'blue audit create --title "Token handling" --type security --scope src/auth',
      note: "a security audit",
    },
  ],
  cli: { positional: ["title"] },
  run({ title, type, scope }, { project, now, random }) {
    const document = createDocument(project, random, now(), "audit", {
      title,
      fields: { audit_type: type, scope },
      body: sections(
        ["Scope", scope, "What is looked at, and what is not?"],
        ["Method", undefined, "How was it looked at?"],
        ["Findings", undefined, hint],
        ["Summary", undefined, "What does it add up to?"],
      ),
    });
    return {
      ...entryOf(document),
      next: nextCall(
        "audit.complete",
        { id: basename(document.path, ".wip.md") },
        "When the findings are written and no critical one is open.",
      ),
    };
  },
  render: (out) => renderChanged("begun", out),
});
