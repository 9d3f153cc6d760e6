/**
 * Which verdict is the decision, for everybody who asks. Only a `final` one on the highest round is in force, and only if the gate lets it pass over
 * the records as they stand: a record is no proof that somebody asked the gate.
 */
import { gateErrors } from "./gate.ts";
import { foldLedger, type Ledger } from "./ledger.ts";
import type { OpeningRecord, RoundRecord, VerdictRecord } from "./records.ts";

export interface DialogueRecords {
  opening: OpeningRecord;
  rounds: readonly RoundRecord[];
  verdicts: readonly VerdictRecord[];
}

export interface Decision {
  /** `contested`: a merge brought two final verdicts onto the highest round. `unearned`: the one there never passed the gate. */
  state: "decided" | "contested" | "closed" | "unearned" | "superseded" | "open";
  /** The one to show: in force, or else the last that comes nearest to it. */
  verdict: VerdictRecord | undefined;
}

/** How a final verdict came about. `unearned`: its round neither converged nor could it be forced, or it hides what was accepted unresolved. */
export type Outcome = "converged" | "forced" | "unearned";

export function decisionOf(records: DialogueRecords): Decision {
  const highest = records.rounds.at(-1)?.round ?? null;
  const verdicts = sortedVerdicts(records.verdicts);
  const here = verdicts.filter(({ round }) => round === highest);
  const finals = here.filter(({ verdict_type }) => verdict_type === "final");
  const earned = finals.filter((verdict) => isEarned(verdict, records));
  if (earned.length > 0) return { state: earned.length === 1 ? "decided" : "contested", verdict: earned[0] };
  const closed = here.findLast(isClosing);
  if (closed !== undefined) return { state: "closed", verdict: closed };
  if (finals.length > 0) return { state: "unearned", verdict: finals[0] };
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

/** Of a final verdict, with the ledger as it stood then. */
export function outcomeOf({ round, forced, warning, tensions_accepted }: VerdictRecord, ledger: Ledger): Outcome {
  const converged = hasConverged(ledger);
  const request = { round: round ?? undefined, forced: forced && !converged, warning: warning ?? undefined };
  const refused = gateErrors({ ledger, problems: [], unregistered: [] }, { ...request, tensions_accepted });
  if (refused.length > 0) return "unearned";
  return converged ? "converged" : "forced";
}

export function isEarned(verdict: VerdictRecord, records: DialogueRecords): boolean {
  return outcomeOf(verdict, ledgerAt(records, verdict)) !== "unearned";
}

/** Why an unearned verdict is that. */
export function unearnedWords(ledger: Ledger): string {
  return hasConverged(ledger)
    ? "it does not list exactly the tensions that were accepted unresolved"
    : "its round did not converge";
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
  if (!isEarned(verdict, records)) return `not in force: ${unearnedWords(ledgerAt(records, verdict))}`;
  return state === "contested" ? "contested: another final verdict stands on the same round" : "in force";
}
