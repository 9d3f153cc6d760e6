/** What every page about the whole dialogue is rendered from: the records, what they add up to, the facts of its verdict, and the last record. */
import { signedLines } from "../facts/decided.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { foldLedger, type Ledger } from "../rules/ledger.ts";
import { type DialogueRecords, ledgerAt, sortedVerdicts, verdictPath } from "../rules/standing.ts";
import type { Shown } from "./page.ts";

type Source = Omit<Shown, "shows">;

export interface View extends DialogueRecords {
  ledger: Ledger;
  /** Of the verdict to show, or of the dialogue so far. */
  facts: VerdictFacts;
  /** The ledger as it stood then. */
  ledgerThen: Ledger;
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
  const facts = verdictFacts(sorted, undefined, null, ledger);
  return {
    ...sorted,
    ledger,
    facts,
    ledgerThen: ledgerAt(sorted, facts.verdict ?? undefined, ledger),
    shown,
    newest: verdict === undefined ? shown : { record: verdictPath(verdict), self: verdict.self, lastRound },
  };
}

/** What was signed: the text of the round that the verdict is on. */
export function signedText({ facts, rounds }: Pick<View, "facts" | "rounds">): readonly string[] {
  return signedLines(rounds.find(({ round }) => round === facts.verdict?.round)) ?? [];
}
