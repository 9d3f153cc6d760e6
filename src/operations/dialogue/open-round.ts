import { BlueError } from "../../errors.ts";
import type { OpenRound } from "../../store/drafts.ts";

/** Drafts and panels belong to the round that is open; a registered one is closed, and a later one does not exist. */
export function refuseOtherRound(open: OpenRound, round: number | undefined): void {
  if (round === undefined || round === open.round) return;
  if (round < open.round) {
    throw new BlueError("round_taken", `Round ${round} is already registered`, {
      field: "round",
      value: round,
      constraint: "open_round",
      suggestion: `The open round is ${open.round}.`,
    });
  }
  throw new BlueError(
    "round_not_registered",
    `Round ${round} cannot be prepared: round ${open.round} is not registered yet`,
    {
      field: "round",
      value: round,
      constraint: "open_round",
      suggestion: `The open round is ${open.round}.`,
    },
  );
}
