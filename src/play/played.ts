/** What a record says of the runs behind it, beside those whose texts are in it. */
import { toLines } from "../rules/lines.ts";
import type { Played } from "../rules/records.ts";
import { listRuns, readShown, type StoredRun } from "../store/play-state.ts";
import { refusedAnswer } from "./file-answers.ts";
import type { Player } from "./player.ts";

/** Runs of this head; those before there was one belong to round 0. */
export function playedFor(
  { state }: Player,
  head: string,
  round: number,
  left_out: string[] = [],
  unreadable = 0,
): Played {
  const isOfHead = ({ started }: StoredRun) => started.head === head || (round === 0 && started.head === "");
  const isText = ({ filed }: StoredRun) => filed !== null && filed !== refusedAnswer;
  const runs = listRuns(state).filter((run) => isOfHead(run) && !isText(run));
  return {
    runs: runs.map((run) => {
      const { n, started, ended } = run;
      const answer = ended?.answer ?? null;
      const usage = ended?.usage ?? null;
      // An author's text that broke its rules is nobody's draft; what a person saw of a run that failed counts for nothing either.
      const words = run.filed === refusedAnswer ? answer : answer === null ? readShown(state, n) : null;
      return {
        purpose: started.purpose,
        seat: started.seat,
        runner: started.runner,
        model: ended?.model ?? started.model,
        ended: ended?.kind ?? "killed",
        used: answer !== null && run.filed !== refusedAnswer,
        shown: words === null ? null : toLines(words),
        tokens: usage === null ? null : { input: usage.input, cached: usage.cached, output: usage.output },
        usd: usage?.usd ?? null,
        seconds: ended?.seconds ?? 0,
      };
    }),
    left_out,
    unreadable,
  };
}
