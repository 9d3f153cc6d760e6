import * as z from "zod";
import { refuse, throwAll } from "../../errors.ts";
import { evolvePanel } from "../../panel/evolve-panel.ts";
import { panelMember } from "../../rules/records.ts";
import { draftPath } from "../../store/drafts.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged } from "./support/open-round.ts";
import { guestsOf, seatPanel } from "./support/seat-panel.ts";

export const operation = defineOperation({
  name: "dialogue.expert-create",
  summary: "Call a new expert to the open round",
  description:
    "For a tension that neither the panel nor the pool can settle. The expert is added to the open round's panel; nobody else moves.",
  effect: "write",
  idempotent: false,
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    role: z.string().trim().min(1),
    reason: z.string().trim().min(1).optional().describe("Which tension calls for this expert."),
    source: z.literal("created").optional(),
    name: z.string().optional().describe("Default: the next pastry name."),
    tier: z.string().optional().describe("Default Adjacent."),
    relevance: z.number().min(0).max(1).optional(),
    focus: z.string().optional(),
    description: z.string().optional(),
    model: z.string().optional(),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    expert: panelMember,
    draft_file: z.string(),
    panel: z.array(z.string()),
    warnings: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    {
      command:
        "blue dialogue expert-create webhook-delivery --role 'Database Engineer' --focus 'locks and queues' --reason 'T0001 needs a load model'",
      note: "for one tension",
    },
  ],
  cli: dialogueFlags,
  run({ dialogue_id, output_dir, ...wanted }, { project, random }) {
    const dialogue = openDialogue(project, { dialogue_id, output_dir });
    refuseDamaged(dialogue);
    const { loaded, next } = dialogue;
    let warnings: string[] = [];
    const withExpert = (now: OpenDialogue) => {
      const before = currentPanel(now) ?? [];
      if (before.length === 0) {
        refuse("invalid_input", { dialogue_id: loaded.id }, "panel_seated", {
          message: `Round ${next.round} of ${loaded.id} has no panel to join yet`,
          suggestion: "Seat two experts or more with `blue dialogue evolve-panel`; it takes new ones too.",
        });
      }
      const { panel, errors, ...said } = evolvePanel({
        wanted: [...before, { reason: "called by the Judge", ...wanted, source: "created" as const }],
        pool: loaded.opening.pool,
        panels: loaded.rounds.map((record) => record.panel),
        created: before.filter(({ source }) => source === "created"),
        guests: guestsOf(project, now),
        fieldName: (i, field) => (i === before.length ? field : `panel.${i}.${field}`),
      });
      throwAll(errors);
      ({ warnings } = said);
      return panel;
    };
    const { panel, dialogue: after } = seatPanel(project, dialogue, withExpert, random);
    const expert = panel.at(-1)!;
    return {
      dialogue_id: loaded.id,
      round: next.round,
      expert,
      draft_file: draftPath(next, expert.name),
      panel: panel.map(({ name }) => name),
      warnings,
      next: nextStep(project, after),
    };
  },
  render: (out) =>
    [
      `✓ 🧁 ${out.expert.name}, ${out.expert.role}, joins round ${out.round}`,
      ...out.warnings.map((warning) => `! ${warning}`),
      renderNext(out.next),
    ].join("\n"),
});
