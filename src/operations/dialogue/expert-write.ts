import * as z from "zod";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { refuse } from "../../errors.ts";
import { toLines } from "../../rules/lines.ts";
import { fileText } from "../../store/file-text.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged, refuseOtherRound } from "./support/open-round.ts";
import { getMember } from "./support/seat-panel.ts";

export const operation = defineOperation({
  name: "dialogue.expert-write",
  summary: "File a text as an expert's draft, with where it came from",
  description:
    "For a text an expert returned instead of writing its file. Filed with its origin, counted in the Judge's hand; it never replaces a draft: a second text is kept beside the first. Never write one yourself: a draft by the Judge voids the dialogue.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    round: z.int().min(0).max(98).optional().describe("Default: the open one."),
    expert: z.string().min(1).describe("Who wrote it."),
    text: z.string().min(1).describe("Word for word."),
    note: z.string().optional().describe("Where it came from."),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    expert: z.string(),
    path: z.string(),
    beside: z.boolean().describe("A text was already there; this one is kept beside it and not counted."),
    complete: z.boolean(),
    problems: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    {
      command: 'blue dialogue expert-write webhook-delivery --expert Muffin --text "$(cat muffin.md)"',
      note: "a returned text",
    },
  ],
  cli: dialogueFlags,
  run({ round, expert, text, note, ...key }, { project, random, now }) {
    const dialogue = openDialogue(project, key);
    const open = dialogue.next;
    refuseDamaged(dialogue);
    refuseOtherRound(open, round);
    if (text.trim() === "") {
      refuse("invalid_input", "text", "has_text", {
        message: "`text` is blank",
        suggestion: `Start ${expert} again; who wrote nothing is \`absent\`.`,
      });
    }
    const member = getMember(currentPanel(dialogue) ?? [], expert);
    const provenance = {
      source: "expert_write" as const,
      filed_by: "Judge",
      filed_at: now().toISOString(),
      note: note ?? null,
    };
    const { path, beside } = fileText(project, dialogue, member.name, { text, provenance }, random);
    const scanned = scanDraft(toLines(text), { expert: member.name, round: open.round });
    return {
      dialogue_id: dialogue.loaded.id,
      round: open.round,
      expert: member.name,
      path,
      beside,
      complete: !scanned.incomplete,
      problems: scanned.problems.map(({ line, message }) => `line ${line}: ${message}`),
      next: nextStep(project, openDialogue(project, { dialogue_id: dialogue.loaded.id })),
    };
  },
  render: (out) =>
    [
      `✓ Filed for ${out.expert}: ${out.path}`,
      out.beside ? "! A text was already there; this one is kept beside it and not counted." : "",
      out.complete ? "" : "! It ends inside a marker.",
      ...out.problems.map((problem) => `! ${problem}`),
      renderNext(out.next),
    ]
      .filter((line) => line !== "")
      .join("\n"),
});
