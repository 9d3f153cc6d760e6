import { basename } from "node:path";
import * as z from "zod";
import { sections } from "../../documents/compose.ts";
import { createDocument } from "../../store/create-document.ts";
import { documentEntry, documentId, entryOf, findNamed, renderChanged } from "../document-fields.ts";
import { nextCall, nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "spike.create",
  summary: "Begin a time-boxed investigation of one question",
  description:
    "Creates `.blue/docs/spikes/<stamp>-slug.wip.md` with the question, the time box and the RFC it is for. `spike complete` ends it with an outcome; `blue next` names spikes that outlive their time box.",
  effect: "write",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    question: z.string().trim().min(1).optional().describe("What must be known afterwards; the title by default."),
    time_box: z.string().trim().min(1).max(100).optional().describe("For example `2 hours` or `3 days`."),
    rfc: documentId.optional().describe("The RFC it is for."),
  }),
  output: z.strictObject({ ...documentEntry.shape, next: nextSchema }),
  examples: [
    {
      command:
        'blue spike create --title "Deep pages" --question "How slow is page 10,000?" --time-box "2 hours" --rfc 0057',
      note: "for an RFC",
    },
  ],
  cli: { positional: ["title"] },
  run({ title, question, time_box, rfc }, { project, now, random }) {
    const target = findNamed(project, rfc, "rfc", "rfc");
    const document = createDocument(project, random, now(), "spike", {
      title,
      fields: { time_box, rfc: target && basename(target.path) },
      body: sections(["Question", question ?? title], ["Investigation", undefined, "What was tried, what was seen?"]),
    });
    return {
      ...entryOf(document),
      next: nextCall(
        "spike.complete",
        { id: basename(document.path, ".wip.md"), outcome: "…", summary: "…" },
        "When the question is answered, or the time is up.",
      ),
    };
  },
  render: (out) => renderChanged("begun", out),
});
