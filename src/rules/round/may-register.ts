/**
 * What keeps the round in work from being registered, whatever the Judge judges: one list, in order. `round-register` throws it, `next` shows its first,
 * `collect` and `status` name all of it. A new refusal of this kind is one more line here.
 */
import { BlueError, refusal, throwAll } from "../../errors.ts";
import { checkSeats } from "../../panel/check-seats.ts";
import type { Asks } from "../ask-log.ts";
import type { PanelMember } from "../records.ts";
import type { RoundInWork } from "./in-work.ts";
import type { DraftFile } from "./scan-round.ts";

/** Empty: it may be. */
export function keepsFromRegistering({ round, problems, asks, panel, panels, texts }: RoundInWork): BlueError[] {
  if (problems.length > 0) return [...problems];
  // Without the log nobody knows who sits; without the panel, whose a text is.
  if (asks instanceof BlueError) return [asks];
  if (texts instanceof BlueError) return [texts];
  if (panel === undefined) return [unseated(round)];
  return [...texts.misplaced.map(({ error }) => error), ...checkSeats(panel, panels)];
}

/** The round as it can be composed, or every reason why not. */
export function readyToRegister(work: RoundInWork): { asks: Asks; panel: PanelMember[]; texts: DraftFile[] } {
  throwAll(keepsFromRegistering(work));
  const { asks, panel, texts } = work as { [Part in keyof RoundInWork]: Exclude<RoundInWork[Part], BlueError> };
  return { asks, panel: panel!, texts: texts.texts };
}

function unseated(round: number): BlueError {
  return refusal("panel_mismatch", "panel", "panel_written_first", {
    message: `Round ${round} has no panel`,
    suggestion: "Seat one before the experts start: `blue dialogue sample-panel` or `blue dialogue evolve-panel`.",
  });
}
