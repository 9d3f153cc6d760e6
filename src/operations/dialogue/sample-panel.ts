import * as z from "zod";
import { refuse } from "../../errors.ts";
import { rotatePanel } from "../../panel/rotate-panel.ts";
import { samplePanel } from "../../panel/sample-panel.ts";
import { panelMember } from "../../rules/records.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged, refuseOtherRound } from "./support/open-round.ts";
import { guestsOf, seatPanel } from "./support/seat-panel.ts";

export const operation = defineOperation({
  name: "dialogue.sample-panel",
  summary: "Draw a panel from the pool and seat it for the open round",
  description:
    "Draws and seats by relevance, about 33 % Core, 42 % Adjacent, 25 % Wildcard; `preview` only shows it. Without `retain`, `exclude` or `panel_size` the rotation mode decides. Whom you created stays unless excluded.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    round: z.int().min(0).max(98).optional().describe("Default: the open one."),
    panel_size: z.int().optional(),
    retain: z.array(z.string()).optional().describe("Names or roles that must sit."),
    exclude: z.array(z.string()).optional().describe("Names or roles that must not."),
    preview: z.boolean().default(false),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    panel: z.array(panelMember),
    seated: z.boolean(),
    next: nextSchema,
  }),
  examples: [
    {
      command: "blue dialogue sample-panel webhook-delivery --retain Muffin --exclude 'Cost Analyst'",
      note: "keep one, leave one out",
    },
  ],
  cli: dialogueFlags,
  run({ round, panel_size, retain, exclude, preview, ...key }, { project, random }) {
    const dialogue = openDialogue(project, key);
    const { loaded, next } = dialogue;
    refuseDamaged(dialogue);
    refuseOtherRound(next, round);
    const { pool, settings, seed } = loaded.opening;
    if (pool.length === 0) {
      refuse("invalid_input", "dialogue_id", "pool_required", {
        message: `${loaded.id} has no pool to draw from`,
        suggestion: "Seat experts with `blue dialogue evolve-panel`.",
      });
    }
    const panels = loaded.rounds.map(({ panel }) => panel);
    const size = panel_size ?? settings.panel_size ?? 2;
    const free = panel_size !== undefined || retain !== undefined || exclude !== undefined;
    const drawn = (now: OpenDialogue) => {
      const open = now.asks().panel ?? [];
      const guests = guestsOf(project, now);
      const rotated = free
        ? null
        : rotatePanel({ mode: settings.rotation, pool, size, seed, round: next.round, panels, open, guests });
      return (
        rotated ??
        samplePanel({
          pool,
          size,
          seed,
          round: next.round,
          ...(retain === undefined ? {} : { retain }),
          ...(exclude === undefined ? {} : { exclude }),
          seated: panels.flat(),
          last: panels.at(-1) ?? [],
          open,
          guests,
          createdWithin: panel_size !== undefined,
        })
      );
    };
    const { panel, dialogue: after } = preview
      ? { panel: drawn(dialogue), dialogue }
      : seatPanel(project, dialogue, drawn, random);
    return {
      dialogue_id: loaded.id,
      round: next.round,
      panel,
      seated: !preview,
      next: nextStep(project, after),
    };
  },
  render: (out) =>
    [
      `${out.seated ? "✓ Seated" : "Would seat"} for round ${out.round}:`,
      ...out.panel.map(({ name, role, tier, source }) => `  🧁 ${name}, ${role} (${tier}, ${source})`),
      renderNext(out.next),
    ].join("\n"),
});
