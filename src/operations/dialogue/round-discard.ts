import * as z from "zod";
import { attempt, BlueError, refuse } from "../../errors.ts";
import { isExperts } from "../../rules/guests.ts";
import { decisionOf } from "../../rules/standing.ts";
import { roundLog } from "../../store/asks.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import { findWords, readInbox } from "../../store/inbox.ts";
import type { Project } from "../../store/project.ts";
import { canSetAside, setRoundAside } from "../../store/set-aside.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseDamaged, refuseOtherRound } from "./support/open-round.ts";

export const operation = defineOperation({
  name: "dialogue.round-discard",
  summary: "Set an unregistered round's drafts aside, with a reason",
  description:
    "Starts the next attempt at the open round with the same panel: prompts and drafts of this one are set aside, never deleted. They enter the next record word for word and are counted in the Judge's hand: use it for a round that went wrong, not for an answer you dislike.",
  effect: "destructive",
  idempotent: false,
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    round: z.int().min(0).max(98).optional().describe("Default: the open one."),
    reason: z.string().trim().min(1),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    discarded: z.array(z.string()).describe("Experts whose drafts were set aside."),
    next: nextSchema,
  }),
  examples: [
    {
      command: "blue dialogue round-discard webhook-delivery --reason 'wrong subject in the prompts'",
      note: "start it again",
    },
  ],
  cli: namedDialogueFlags,
  run({ round, reason, ...key }, { project, random, now }) {
    const dialogue = openDialogue(project, key);
    refuseDamaged(dialogue);
    refuseOtherRound(dialogue.next, round);
    const { loaded, next } = dialogue;
    if (!canSetAside(project, dialogue)) {
      refuse("not_found", { round: next.round }, "something_to_set_aside", {
        message: `Round ${next.round} has nothing to set aside`,
        suggestion: "There is neither a prompt nor a draft; another panel is seated with evolve-panel.",
      });
    }
    refuseAfterTheEnd(project, dialogue);
    const discarded = setRoundAside(project, dialogue, reason, now().toISOString(), random);
    const after = openDialogue(project, { dialogue_id: loaded.id });
    return { dialogue_id: loaded.id, round: next.round, discarded, next: nextStep(project, after) };
  },
  render: (out) =>
    [
      `✓ Round ${out.round} starts again; set aside: ${out.discarded.join(", ") || "no drafts"}`,
      renderNext(out.next),
    ].join("\n"),
});

/** What is set aside enters the next record; once the dialogue has ended there may be no next record. */
function refuseAfterTheEnd(project: Project, dialogue: OpenDialogue): void {
  const { loaded, next } = dialogue;
  const { state, verdict } = decisionOf(loaded);
  if (state !== "decided" && state !== "closed") return;
  const words = findWords(project, dialogue);
  if (words.length === 0) return;
  const ended = state === "decided" ? "decided" : `closed (${verdict!.verdict_type})`;
  const wayOut = onlyGuestsWrote(project, dialogue)
    ? `Only a guest wrote, and a round needs a text of its panel: prompt the panel (round-prompt) and register round ${next.round} with what it answers`
    : `Register round ${next.round}`;
  refuse("unregistered_files", { round: words }, "recorded", {
    message: `Round ${next.round} cannot be set aside: the dialogue is ${ended}, and no record would hold what was written since (${words.join(", ")})`,
    suggestion: `${wayOut}, which supersedes the ${state === "decided" ? "decision" : "closing"}. Should what Blue asked be unreadable, move ${roundLog(next).folder} out of \`.blue/asks\`: the last panel stays, and no text counts as asked.`,
    context: { files: words },
  });
}

/** A text that is misplaced may be anybody's. */
function onlyGuestsWrote(project: Project, dialogue: OpenDialogue): boolean {
  const panel = attempt(() => currentPanel(dialogue));
  const { texts, misplaced } = readInbox(project, dialogue, panel instanceof BlueError ? [] : (panel ?? []));
  return misplaced.length === 0 && texts.length > 0 && !texts.some(isExperts);
}
