import { BlueError, throwAll } from "../../errors.ts";
import type { OpenRound } from "../../store/drafts.ts";
import type { OpenDialogue } from "../../store/find-dialogue.ts";

/** Records that are damaged or gone. Strange drafts and files that no record accounts for are not among them: those damage nothing. */
export function damagedRecords({ problems }: Pick<OpenDialogue, "problems">): BlueError[] {
  return problems.filter(({ code }) => code !== "unregistered_files");
}

/** Before anything is written: over a damaged record nobody knows which round is the last, nor who sat on its panel. */
export function refuseDamaged(dialogue: Pick<OpenDialogue, "problems">): void {
  throwAll(damagedRecords(dialogue));
}

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
