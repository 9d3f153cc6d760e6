/**
 * Which verdict is the decision. Only a `final` one on the highest round is in force; everything else reads as what it is. What a verdict
 * claims of its own round is counted again here: a record that says "converged" over one that did not is shown as that.
 */
import { foldLedger, type Ledger } from "../ledger.ts";
import type { OpeningRecord, RoundRecord, VerdictRecord } from "../records.ts";

export interface DialogueRecords {
  opening: OpeningRecord;
  rounds: readonly RoundRecord[];
  verdicts: readonly VerdictRecord[];
}

export interface Decision {
  /** `contested`: a merge brought two final verdicts onto the highest round. */
  state: "decided" | "contested" | "closed" | "superseded" | "open";
  /** The one to show: in force, or else the last that comes nearest to it. */
  verdict: VerdictRecord | undefined;
}

/** How a final verdict came about. `unearned`: its round neither converged nor could it be forced. */
export type Outcome = "converged" | "forced" | "unearned";

export function decisionOf(records: DialogueRecords): Decision {
  const highest = records.rounds.at(-1)?.round ?? null;
  const verdicts = sortedVerdicts(records.verdicts);
  const here = verdicts.filter(({ round }) => round === highest);
  const finals = here.filter(({ verdict_type }) => verdict_type === "final");
  if (finals.length > 0) return { state: finals.length === 1 ? "decided" : "contested", verdict: finals[0] };
  const closed = here.findLast(isClosing);
  if (closed !== undefined) return { state: "closed", verdict: closed };
  const final = verdicts.findLast((verdict) => verdict.verdict_type === "final");
  if (final !== undefined) return { state: "superseded", verdict: final };
  return { state: "open", verdict: verdicts.at(-1) };
}

/** In the order of rounds, then of registration, whatever order the folder was read in. */
export function sortedVerdicts(verdicts: readonly VerdictRecord[]): VerdictRecord[] {
  const key = ({ round, registered_at, verdict_id }: VerdictRecord) =>
    `${String((round ?? -1) + 1).padStart(3, "0")} ${registered_at} ${verdict_id}`;
  return [...verdicts].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

export function isClosing({ verdict_type }: VerdictRecord): boolean {
  return verdict_type === "impasse" || verdict_type === "abandoned";
}

/** The ledger as it stood when the verdict was given. */
export function ledgerAt({ opening, rounds }: DialogueRecords, verdict: VerdictRecord | undefined): Ledger {
  if (verdict === undefined) return foldLedger(opening, rounds);
  return foldLedger(
    opening,
    rounds.filter(({ round }) => verdict.round !== null && round <= verdict.round),
  );
}

export function hasConverged(ledger: Ledger): boolean {
  const last = ledger.rounds.at(-1);
  return last !== undefined && last.velocity.total === 0 && last.convergence.signals === last.convergence.panel_size;
}

export function outcomeOf(verdict: VerdictRecord, ledger: Ledger): Outcome {
  if (hasConverged(ledger)) return "converged";
  return verdict.forced && ledger.rounds.length >= ledger.opening.settings.max_rounds ? "forced" : "unearned";
}

/** Below the dialogue's folder. */
export function verdictPath(verdict: VerdictRecord): string {
  const name = `verdict-${isClosing(verdict) ? "close" : verdict.verdict_id}.json`;
  return verdict.round === null ? name : `round-${verdict.round}/${name}`;
}

/** What a list of verdicts says of each. */
export function standingOf(verdict: VerdictRecord, records: DialogueRecords): string {
  const highest = records.rounds.at(-1)?.round ?? null;
  const { state } = decisionOf(records);
  if (verdict.verdict_type !== "final" && !isClosing(verdict)) return "not the decision";
  if (verdict.round !== highest) return `superseded: round ${highest} is registered`;
  if (isClosing(verdict)) return state === "closed" ? "the dialogue is closed" : "not in force: a final verdict stands";
  if (state === "contested") return "contested: another final verdict stands on the same round";
  return outcomeOf(verdict, ledgerAt(records, verdict)) === "unearned" ? "its round did not converge" : "in force";
}
