/** `adr.outcome` and `rfc.outcome`. */
import * as z from "zod";
import { refuse } from "../errors.ts";
import { shellWord } from "../safe-text.ts";
import { getDocument } from "../store/documents.ts";
import { dialoguesOf, inForce } from "./decided-dialogue.ts";
import { documentId, idFlags } from "./document-fields.ts";
import { defineOperation } from "./operation.ts";
import { outcomeAnswer, outcomeFields, outcomeKey, recordOutcome, renderRecorded } from "./record-outcome.ts";

export function documentOutcome(type: "adr" | "rfc") {
  const name = type.toUpperCase();
  return defineOperation({
    name: `${type}.outcome`,
    summary: `Say how the decision of an ${name} fared`,
    description: `Records that what an ${name} decided held, had to be changed, or failed, and what showed it. One that a dialogue decided is named by its dialogue: \`blue dialogue outcome\`. The file lies in \`.blue/outcomes/\`; the document stays as it is.`,
    effect: "write",
    idempotent: true,
    input: z.strictObject({ id: documentId, ...outcomeFields }),
    output: outcomeAnswer,
    examples: [
      { command: `blue ${type} outcome 4 held --because 'two years without an incident'`, note: "a year later" },
    ],
    cli: { ...idFlags, positional: ["id", "outcome"] },
    run({ id, outcome, because }, context) {
      const document = getDocument(context.project, id, [type]);
      const [dialogue] = dialoguesOf(context.project, document);
      if (dialogue !== undefined)
        refuse("invalid_input", { id }, "own_decision", {
          message: `${document.path} was decided by the dialogue ${dialogue}`,
          suggestion: `Say it of the dialogue, with the same reason: \`blue dialogue outcome ${dialogue} ${outcome} --because ${shellWord(because)}\`.`,
        });
      if (!inForce[type]?.includes(document.status) && !["superseded", "deprecated"].includes(document.status))
        refuse("invalid_input", { id }, "decided", {
          message: `${document.path} is ${document.status}: nothing was decided that could hold or fail`,
          suggestion: "Say it once the document is in force.",
        });
      return recordOutcome(context, { decision: outcomeKey(document), verdict: null, outcome, because });
    },
    render: renderRecorded,
  });
}
