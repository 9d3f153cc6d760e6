/** What every page about the whole dialogue is rendered from: the records, what they add up to, and the last of them. */
import { foldLedger, type Ledger } from "../rules/ledger.ts";
import { type Decision, type DialogueRecords, decisionOf, sortedVerdicts, verdictPath } from "../rules/standing.ts";
import type { Shown } from "./page.ts";

type Source = Omit<Shown, "shows">;

export interface View extends DialogueRecords {
  ledger: Ledger;
  decision: Decision;
  /** The last round, or the opening: what pages without verdicts show. `span` says it in words. */
  shown: Source & { span: string };
  /** The same, or a verdict on it. */
  newest: Source;
}

export function viewOf(records: DialogueRecords, ledger = foldLedger(records.opening, records.rounds)): View {
  const sorted = { ...records, verdicts: sortedVerdicts(records.verdicts) };
  const last = records.rounds.at(-1);
  const lastRound = last?.round ?? -1;
  const record = last === undefined ? "opening.json" : `round-${last.round}/round.json`;
  const span =
    lastRound < 0 ? "before the first round" : lastRound === 0 ? "of round 0" : `of rounds 0 to ${lastRound}`;
  const shown = { record, self: (last ?? records.opening).self, lastRound, span };
  const verdict = sorted.verdicts.findLast(({ round }) => round === (last?.round ?? null));
  return {
    ...sorted,
    ledger,
    decision: decisionOf(sorted),
    shown,
    newest: verdict === undefined ? shown : { record: verdictPath(verdict), self: verdict.self, lastRound },
  };
}
