import * as z from "zod";
import { refuse, throwAll } from "../../errors.ts";
import { decisionOf } from "../../rules/standing.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { defineOperation } from "../operation.ts";
import { outcomeAnswer, outcomeFields, recordOutcome, renderRecorded } from "../record-outcome.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";

export const operation = defineOperation({
  name: "dialogue.outcome",
  summary: "Say how a decision fared, months later",
  description:
    "Records that a verdict held, had to be changed, or failed, and what showed it; as many times as there is something to say. The file lies in `.blue/outcomes/`. It changes nothing that is in force: `decisions` and `recall` show it, and `decisions` with `outcomes` counts how past decisions fared.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({ ...dialogueKey, ...outcomeFields }),
  output: outcomeAnswer,
  examples: [
    {
      command: "blue dialogue outcome orders-pagination failed --because 'the cursor leaks tenant ids'",
      note: "what later work showed",
    },
  ],
  cli: { ...namedDialogueFlags, positional: ["dialogue_id", "outcome"] },
  run({ outcome, because, ...key }, context) {
    const dialogue = openDialogue(context.project, key);
    throwAll([...dialogue.problems]);
    const { id } = dialogue.loaded;
    const { verdict } = decisionOf(dialogue.loaded);
    if (verdict === undefined)
      refuse("dialogue_not_decided", { dialogue_id: id }, "verdict", {
        message: `${id} has no final verdict, so nothing could hold or fail`,
        suggestion: "`blue decisions` lists what was decided.",
      });
    return recordOutcome(context, { decision: id, verdict: verdict.self, outcome, because });
  },
  render: renderRecorded,
});
