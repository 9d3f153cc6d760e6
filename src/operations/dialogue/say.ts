import * as z from "zod";
import { expertKey } from "../../deliberation/names.ts";
import { findNameProblem } from "../../deliberation/panel/expert-name.ts";
import { BlueError } from "../../errors.ts";
import { fileText, largestDraft } from "../../store/drafts.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./dialogue-key.ts";
import { nextStep } from "./next-step.ts";
import { refuseDamaged } from "./open-round.ts";
import { currentPanel } from "./seat-panel.ts";

export const operation = defineOperation({
  name: "dialogue.say",
  summary: "Speak in the open round yourself, as a Guest 🧁",
  description:
    "A person adds a draft to the open round. It is recorded like an expert's: its markers get IDs and its tensions must be settled. A guest is no member of the panel, so no converge signal is asked of them.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({
    ...dialogueKey,
    as: z.string().min(1).default("guest").describe("Your name in the record; not one of the panel's."),
    text: z.string().min(1).describe("Markdown; plain words are recorded, markers such as [GUEST-T0101: label] count."),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    as: z.string(),
    path: z.string(),
    next: nextSchema,
  }),
  examples: [
    {
      command:
        "blue dialogue say nvidia-investment --as guest --text '[GUEST-T0101: who pays for it?] Nobody has priced this.'",
      note: "raise a tension",
    },
  ],
  cli: dialogueFlags,
  run({ as, text, ...key }, { project, random, now }) {
    const dialogue = openDialogue(project, key);
    refuseDamaged(dialogue);
    const panel = currentPanel(project, dialogue) ?? [];
    const problem = expertKey(as) === "guest" ? undefined : findNameProblem(as);
    if (problem !== undefined || panel.some(({ name }) => expertKey(name) === expertKey(as))) {
      throw new BlueError(
        "invalid_input",
        problem === undefined ? `${as} sits on the panel; a guest needs another name` : `\`as\`: ${problem.problem}`,
        {
          field: "as",
          value: as,
          constraint: "guest_name",
          suggestion: problem?.fix ?? "Use `guest`.",
        },
      );
    }
    if (Buffer.byteLength(text) > largestDraft) {
      throw new BlueError("invalid_input", `\`text\` is larger than ${largestDraft} bytes`, {
        field: "text",
        constraint: "size",
        suggestion: "Say less.",
      });
    }
    const origin = { source: "guest" as const, filed_by: null, filed_at: now().toISOString(), note: null };
    const { path } = fileText(project, dialogue.next, as, text, origin, random);
    return {
      dialogue_id: dialogue.loaded.id,
      round: dialogue.next.round,
      as,
      path,
      next: nextStep(project, openDialogue(project, { dialogue_id: dialogue.loaded.id })),
    };
  },
  render: (out) => [`✓ Heard in round ${out.round}: ${out.path}`, renderNext(out.next)].join("\n"),
});
