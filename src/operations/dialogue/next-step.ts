/** Where a dialogue stands decides the next call; a Judge who lost all context is put back in its seat by this alone. */
import { convergenceOf } from "../../deliberation/gate.ts";
import { expertKey } from "../../deliberation/names.ts";
import { findPanel, readDrafts } from "../../store/drafts.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";
import { type Next, nextCall } from "../next.ts";

export function nextStep(project: Project, dialogue: OpenDialogue): Next {
  const { loaded, ledger, next } = dialogue;
  const id = { dialogue_id: loaded.id };
  if (dialogue.problems.length > 0) {
    return nextCall(
      "dialogue.verify",
      id,
      `The records cannot be trusted as they are: ${dialogue.problems[0]!.message}`,
    );
  }
  const panel = findPanel(project, next) ?? loaded.rounds.at(-1)?.panel;
  if (panel === undefined) {
    const why = `Round ${next.round} has no panel yet.`;
    if (loaded.opening.pool.length >= 2) return nextCall("dialogue.sample-panel", { ...id, round: next.round }, why);
    return nextCall("dialogue.evolve-panel", { ...id, round: next.round, panel: ["…"] }, `${why} Name its experts.`);
  }
  const drafts = readDrafts(project, next, panel);
  if (drafts.length === 0) {
    const verdict = loaded.verdicts.find(({ round }) => round === (loaded.rounds.at(-1)?.round ?? null));
    if (verdict?.verdict_type === "final")
      return nextCall("dialogue.export", id, "The decision stands. Export it, or save it as a document.");
    if (verdict?.verdict_type === "impasse" || verdict?.verdict_type === "abandoned") {
      return nextCall("dialogue.export", id, `The dialogue was closed (${verdict.verdict_type}).`);
    }
    if (convergenceOf(dialogue).can_converge) {
      const accepted = [...ledger.tensions.values()]
        .filter(({ state }) => state === "accepted")
        .map((tension) => tension.id);
      const args = {
        ...id,
        round: next.round - 1,
        recommendation: "…",
        ...(accepted.length > 0 ? { tensions_accepted: accepted } : {}),
      };
      return nextCall("dialogue.verdict-register", args, "Velocity is 0 and everyone converged: register the verdict.");
    }
  }
  const written = new Set(drafts.map(({ expert }) => expertKey(expert)));
  const missing = panel.filter(({ name }) => !written.has(expertKey(name))).map(({ name }) => name);
  if (missing.length > 0) {
    const why = `Round ${next.round}: ${missing.join(", ")} ${missing.length === 1 ? "has" : "have"} not written yet. The answer says what each is to read and where its draft goes.`;
    return nextCall("dialogue.round-context", { ...id, round: next.round }, why);
  }
  return nextCall(
    "dialogue.round-register",
    { ...id, round: next.round, head: next.head, score_components: { W: 0, C: 0, T: 0, R: 0 } },
    `All ${panel.length} drafts of round ${next.round} are there. Read them, score them (W/C/T/R, unbounded), decide merges and closings, and register the round.`,
  );
}
