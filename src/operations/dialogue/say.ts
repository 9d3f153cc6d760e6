import * as z from "zod";
import { refuse } from "../../errors.ts";
import { findNameProblem } from "../../panel/expert-name.ts";
import { expertKey } from "../../rules/names.ts";
import { everSeated } from "../../store/asks.ts";
import { fileText } from "../../store/file-text.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import type { Project } from "../../store/project.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged } from "./support/open-round.ts";

export const operation = defineOperation({
  name: "dialogue.say",
  summary: "Speak in the open round yourself, as a Guest 🧁",
  description:
    "A person adds a draft to the open round. It is recorded like an expert's: its markers get IDs and its tensions must be settled. A guest is not a member of the panel, so no converge signal is asked of them; their texts are counted in the Judge's hand.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({
    ...dialogueKey,
    as: z
      .string()
      .min(1)
      .default("guest")
      .describe("Your name in the record; not that of anyone who sits or ever sat on a panel."),
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
        "blue dialogue say webhook-delivery --as guest --text '[GUEST-T0101: a customer can be down for a week] A day of retries loses their events.'",
      note: "raise a tension",
    },
  ],
  cli: dialogueFlags,
  run({ as, text, ...key }, { project, random, now }) {
    const dialogue = openDialogue(project, key);
    refuseDamaged(dialogue);
    refuseTakenName(as, project, dialogue);
    const provenance = { source: "guest" as const, filed_by: null, filed_at: now().toISOString(), note: null };
    const { path } = fileText(project, dialogue, as, { text, provenance }, random);
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

/** Nobody speaks as an expert of this dialogue: what is said under that name would read as their change of mind. */
function refuseTakenName(as: string, project: Project, dialogue: OpenDialogue): void {
  const refuseName = (why: string, suggestion: string) =>
    refuse("invalid_input", { as }, "guest_name", { message: `\`as\`: ${why}`, suggestion });
  const problem = expertKey(as) === "guest" ? undefined : findNameProblem(as);
  if (problem !== undefined) refuseName(problem.problem, problem.fix);
  const isTaken = (names: readonly string[]) => names.some((name) => expertKey(name) === expertKey(as));
  const namesOf = (panel: readonly { name: string }[]) => panel.map(({ name }) => name);
  if (isTaken(namesOf(currentPanel(dialogue) ?? [])))
    refuseName(`${as} sits on the panel; a guest needs another name`, "Use `guest`.");
  const { rounds, id } = dialogue.loaded;
  if (isTaken([...rounds.flatMap(({ panel }) => namesOf(panel)), ...everSeated(project, id)])) {
    refuseName(
      `${as} sat on a panel of this dialogue; a guest needs another name`,
      `Use \`guest\`. To hear ${as} again, seat them (evolve-panel).`,
    );
  }
}
