/** Where a dialogue stands decides the next call; a Judge who lost all context needs nothing else. */

import { attempt, BlueError } from "../../errors.ts";
import { convergenceOf } from "../../rules/gate.ts";
import { expertKey } from "../../rules/names.ts";
import type { PanelMember } from "../../rules/records.ts";
import { decisionOf } from "../../rules/standing.ts";
import { hasPrompt } from "../../store/drafts.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";
import { readInbox } from "../../store/inbox.ts";
import type { Project } from "../../store/project.ts";
import { refuseTrackedDrafts } from "../../store/tracked-files.ts";
import { type Next, nextCall } from "../next-call.ts";
import { checkRound, currentPanel } from "./seat-panel.ts";

/** `digest`: the drafts have just been read, as `collect` read them; judgement comes next. */
export function nextStep(project: Project, dialogue: OpenDialogue, digest?: string): Next {
  const { loaded, next } = dialogue;
  const id = { dialogue_id: loaded.id };
  if (dialogue.problems.length > 0) {
    return nextCall(
      "dialogue.verify",
      id,
      `The records cannot be trusted as they are: ${dialogue.problems[0]!.message}`,
    );
  }
  const round = { ...id, round: next.round };
  const tracked = attempt(() => refuseTrackedDrafts(project, loaded.id, loaded.begun));
  if (tracked instanceof BlueError) return collectAgain(tracked, round);
  const panel = attempt(() => currentPanel(project, dialogue));
  if (panel instanceof BlueError)
    return nextCall("dialogue.round-discard", { ...round, reason: "…" }, `${panel.message}.`);
  const ended = endOf(dialogue);
  if (ended !== undefined && dialogue.unregistered.length === 0) return nextCall("dialogue.export", id, ended);
  if (panel === undefined) {
    const why = `Round ${next.round} has no panel yet.`;
    if (loaded.opening.pool.length >= 2) return nextCall("dialogue.sample-panel", round, why);
    return nextCall("dialogue.evolve-panel", { ...round, panel: ["…"] }, `${why} Name its experts.`);
  }
  const inbox = readInbox(project, dialogue, panel);
  const [wrong] = checkRound(dialogue, panel, inbox);
  if (wrong !== undefined) return collectAgain(wrong, round);
  const drafts = inbox.texts;
  const isPrompted = ({ name }: PanelMember) => hasPrompt(project, next, name);
  const { state } = decisionOf(loaded);
  // Where the gate refuses the final verdict that is there, or two stand, another one on the same round would not help.
  if (drafts.length === 0 && state !== "contested" && state !== "refused") {
    const begun = dialogue.unregistered.length > 0 || panel.some(isPrompted);
    const verdict = verdictCall(dialogue, begun);
    if (verdict !== undefined) return verdict;
  }
  const written = new Set(drafts.map(({ expert }) => expertKey(expert)));
  const missing = panel.filter(({ name }) => !written.has(expertKey(name))).map(({ name }) => name);
  if (missing.length > 0 && !panel.every(isPrompted)) {
    const { subject } = loaded.opening;
    const stands = next.round === 0 || subject !== null || loaded.rounds.at(-1)!.proposal !== null;
    const args = { ...round, ...(stands ? {} : { proposal: "…" }) };
    const why = `Round ${next.round}: write the prompts${next.round === 0 ? "" : " (directives per expert, and a changed proposal, are yours to give)"} and start every expert in one message.`;
    return nextCall("dialogue.round-prompt", args, why);
  }
  if (missing.length > 0) {
    const why = `Round ${next.round}: waiting for ${missing.join(", ")}. Collect when they are done; blue_dialogue_round_prompt says again how to start them.`;
    return nextCall("dialogue.round-collect", round, why);
  }
  if (digest === undefined)
    return nextCall(
      "dialogue.round-collect",
      round,
      `All ${panel.length} drafts of round ${next.round} are there: read them.`,
    );
  return nextCall(
    "dialogue.round-register",
    { ...round, head: next.head, digest, score_components: { W: "…", C: "…", T: "…", R: "…" }, summary: "…" },
    "Judge what you read: scores (W/C/T/R, unbounded), merges, closings by the item that resolves, owners of what stays open, your summary.",
  );
}

/**
 * The verdict, once it is earned; at the limit the one that can be forced. A round beyond the limit is never proposed (nor refused: a decision may need
 * another one); one that was begun all the same is gone on with.
 */
function verdictCall(dialogue: OpenDialogue, begun: boolean): Next | undefined {
  const { loaded, ledger, next } = dialogue;
  const accepted = [...ledger.tensions.values()].filter(({ state }) => state === "accepted").map(({ id }) => id);
  const args = {
    dialogue_id: loaded.id,
    round: next.round - 1,
    ...(loaded.rounds.at(-1)?.proposal == null ? { recommendation: "…" } : {}),
    ...(accepted.length > 0 ? { tensions_accepted: accepted } : {}),
  };
  if (convergenceOf(dialogue).can_converge)
    return nextCall("dialogue.verdict-register", args, "Velocity is 0 and everyone converged: register the verdict.");
  const limit = loaded.opening.settings.max_rounds;
  if (next.round < limit || begun) return undefined;
  return nextCall(
    "dialogue.verdict-register",
    { ...args, forced: true, warning: "…" },
    `The limit of ${limit} rounds is reached without convergence: force the verdict and say in \`warning\` what is still open; or end without a decision (blue_dialogue_close, outcome impasse).`,
  );
}

/** Says what to put right, and to collect then. */
function collectAgain({ message, suggestion }: BlueError, round: { dialogue_id: string; round: number }): Next {
  return nextCall("dialogue.round-collect", round, `${message}. ${suggestion ?? ""}`.trim());
}

/** How the dialogue ended on its last round, if it did; a note beside the decision takes nothing away from it. */
function endOf({ loaded }: OpenDialogue): string | undefined {
  const { state, verdict } = decisionOf(loaded);
  if (state === "decided") return "The decision stands. Export it, or save it as a document.";
  return state === "closed" ? `The dialogue was closed (${verdict!.verdict_type}).` : undefined;
}
