import { refuse, throwAll } from "../../../errors.ts";
import type { OpenRound } from "../../../store/asks.ts";
import type { OpenDialogue } from "../../../store/find-dialogue.ts";

/** Before anything is written: over a damaged record nobody knows which round is the last, nor who sat on its panel. */
export function refuseDamaged({ damaged }: OpenDialogue): void {
  throwAll([...damaged]);
}

/** Drafts and panels belong to the round that is open; a registered one is closed, and a later one does not exist. */
export function refuseOtherRound(open: OpenRound, round: number | undefined): void {
  if (round === undefined || round === open.round) return;
  const suggestion = `The open round is ${open.round}.`;
  if (round < open.round)
    refuse("round_taken", { round }, "open_round", { message: `Round ${round} is already registered`, suggestion });
  refuse("round_not_registered", { round }, "open_round", {
    message: `Round ${round} cannot be prepared: round ${open.round} is not registered yet`,
    suggestion,
  });
}
