/**
 * Where a dialogue stands, for everybody who asks: which verdict is the decision, who took which stance last, and what the Judge decided by
 * itself. Only a `final` verdict on the highest round is in force, and only if the gate lets it pass over the records as they are now.
 */
import { gateErrors } from "./gate.ts";
import { isMember } from "./guests.ts";
import { foldLedger, type Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";
import { ownLabels } from "./own-label.ts";
import { type PlayersHand, playersHand } from "./played.ts";
import {
  type ComparisonRecord,
  closings,
  type OpeningRecord,
  onlyResolver,
  type RoundRecord,
  type VerdictRecord,
} from "./records.ts";

export interface DialogueRecords {
  opening: OpeningRecord;
  rounds: readonly RoundRecord[];
  verdicts: readonly VerdictRecord[];
  /** There only when blind graders compared the texts. */
  comparisons?: readonly ComparisonRecord[];
}

export interface Decision {
  /** `contested`: a merge brought two final verdicts onto the highest round. `refused`: the gate refuses the one that is there. */
  state: "decided" | "contested" | "closed" | "refused" | "superseded" | "open";
  /** The one to show, first of: in force, a closing, refused, superseded, any other. */
  verdict: VerdictRecord | undefined;
}

/** How a final verdict came about. `refused`: the gate does not let it pass. */
export type Outcome = "converged" | "forced" | "refused";

export function decisionOf(records: DialogueRecords): Decision {
  const highest = records.rounds.at(-1)?.round ?? null;
  const verdicts = sortedVerdicts(records.verdicts);
  const here = verdicts.filter(({ round }) => round === highest);
  const finals = here.filter(({ verdict_type }) => verdict_type === "final");
  const passed = finals.filter((verdict) => passesGate(verdict, records));
  if (passed.length > 0) return { state: passed.length === 1 ? "decided" : "contested", verdict: passed[0] };
  const closed = here.findLast(isClosing);
  if (closed !== undefined) return { state: "closed", verdict: closed };
  if (finals.length > 0) return { state: "refused", verdict: finals[0] };
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
  return (closings as readonly string[]).includes(verdict_type);
}

/** The ledger as it stood when the verdict was given. */
export function ledgerAt(
  { opening, rounds }: Pick<DialogueRecords, "opening" | "rounds">,
  verdict: { round: number | null } | undefined,
  /** Of all rounds, where somebody has folded it. */
  known?: Ledger,
): Ledger {
  const isWhole = verdict === undefined || verdict.round === (rounds.at(-1)?.round ?? null);
  if (isWhole) return known ?? foldLedger(opening, rounds);
  return foldLedger(
    opening,
    rounds.filter(({ round }) => verdict.round !== null && round <= verdict.round),
  );
}

/** One look whose findings are the result. A second round makes a dialogue of it. */
export function isReview({ opening, records }: Pick<Ledger, "opening" | "records">): boolean {
  return opening.settings.method === "review" && records.length <= 1;
}

/** Its one look is registered: nothing is left to sign or to settle. */
export function isLookDone(ledger: Pick<Ledger, "opening" | "records">): boolean {
  return isReview(ledger) && ledger.records.length === 1;
}

export function hasConverged({ rounds }: Ledger): boolean {
  return rounds.at(-1)?.converged ?? false;
}

/** Of a final verdict, with the ledger as it stood then. */
export function outcomeOf({ round, forced, warning, tensions_accepted }: VerdictRecord, ledger: Ledger): Outcome {
  const converged = hasConverged(ledger);
  const request = { round: round ?? undefined, forced: forced && !converged, warning: warning ?? undefined };
  const errors = gateErrors({ ledger, problems: [], unregistered: [] }, { ...request, tensions_accepted });
  if (errors.length > 0) return "refused";
  return converged ? "converged" : "forced";
}

export function passesGate(verdict: VerdictRecord, records: DialogueRecords): boolean {
  return outcomeOf(verdict, ledgerAt(records, verdict)) !== "refused";
}

/** Why the gate refuses a final verdict that is on record. */
export function refusedWords(ledger: Ledger): string {
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
  if (!passesGate(verdict, records)) return `not in force: ${refusedWords(ledgerAt(records, verdict))}`;
  return state === "contested" ? "contested: another final verdict stands on the same round" : "in force";
}

export type Stance = RoundRecord["stances"][number] & { round: number };

export type SpokeAs = "member" | "guest";

/** Of a member: the rounds in which they sat. Of a guest: those in which they did not. */
export function heardIn(records: readonly RoundRecord[], name: string, as: SpokeAs): RoundRecord[] {
  return records.filter((record) => isMember(record, name) === (as === "member"));
}

export function lastStanceOf(records: readonly RoundRecord[], name: string, as: SpokeAs): Stance | null {
  const own = ({ by }: { by: string }) => expertKey(by) === expertKey(name);
  const taken = heardIn(records, name, as).flatMap(({ round, stances }) =>
    stances.filter(own).map((one) => ({ ...one, round })),
  );
  return taken.at(-1) ?? null;
}

/** How often the Judge decided by itself. Guests are named only where there are some: most dialogues have none. */
export interface JudgesHand {
  merged: number;
  /** Of them, as Blue proposed; left out when there are none. */
  proposed?: number;
  dismissed: number;
  discarded: number;
  accepted: number;
  /** Tensions closed by the only item that resolves them: the Judge sent the count and named none. */
  only_resolver?: number;
  /** Items that the Judge calls otherwise than their experts. */
  renamed: number;
  /** Of a verdict: what the Judge wrote beside what was signed. Headline, topics, description, conditions. */
  own_words: number;
  filed: number;
  /** Texts of people who were not on that round's panel. */
  guests?: number;
  absent: number;
  incomplete: number;
  rotated_out: number;
  /** What code decided where a dialogue was played from the command line. */
  player?: PlayersHand;
}

/** Over the rounds from `since` on; with a verdict, also what was set aside between the last round and it. */
export function judgesHand(
  { records }: Pick<Ledger, "records">,
  { verdict, since = 0 }: { verdict?: VerdictRecord | undefined; since?: number } = {},
): JudgesHand {
  const rounds = records.slice(since);
  const texts = rounds.flatMap((record) => record.texts.map((text) => ({ ...text, record })));
  const sources = texts.flatMap(({ expert, record, provenance, others }) =>
    [provenance, ...others.map((other) => other.provenance)].flatMap((one) =>
      one === null ? [] : [{ source: one.source, guest: one.source === "guest" || !isMember(record, expert) }],
    ),
  );
  const rewrites = rounds.flatMap(({ revisions }) => (revisions ?? []).map(({ provenance }) => provenance));
  const count = (of: (record: RoundRecord) => number) => rounds.reduce((sum, record) => sum + of(record), 0);
  const setAside = (record: RoundRecord | VerdictRecord) => record.discarded.flatMap((one) => one.texts).length;
  const guests = sources.filter(({ guest }) => guest).length;
  const own: readonly string[] = ["draft", "adopted", "guest", "runner"];
  const unnamed = count(({ tensions }) => tensions.filter(({ note }) => note === onlyResolver).length);
  const player = playersHand(rounds, verdict);
  const proposed = count(({ merged }) => merged.filter((one) => one.proposed).length);
  return {
    merged: count(({ merged }) => merged.length),
    ...(proposed > 0 ? { proposed } : {}),
    dismissed: count(({ dismissed, played }) => dismissed.length - (played?.unreadable ?? 0)),
    discarded: count(setAside) + (verdict === undefined ? 0 : setAside(verdict)),
    accepted: count(({ tensions }) => tensions.filter(({ change }) => change === "accepted").length),
    ...(unnamed > 0 ? { only_resolver: unnamed } : {}),
    renamed: count((record) => {
      const own = ownLabels(record);
      return record.items.filter(({ id, label }) => own.get(id) !== label).length;
    }),
    own_words: ownWords(verdict, records.at(-1)),
    filed: [...sources, ...rewrites].filter(({ source }) => !own.includes(source)).length,
    ...(guests > 0 ? { guests } : {}),
    absent: texts.filter(({ state }) => state === "absent").length,
    incomplete: texts.filter(({ state }) => state === "incomplete").length,
    rotated_out: count((record) => {
      const before = records[records.indexOf(record) - 1]?.panel ?? [];
      return before.filter(({ name }) => !isMember(record, name)).length;
    }),
    ...(player === undefined ? {} : { player }),
  };
}

/** A headline that is the signed sentence adds nothing. */
function ownWords(verdict: VerdictRecord | undefined, last: RoundRecord | undefined): number {
  if (verdict === undefined) return 0;
  const { headline, decisions, description, conditions } = verdict;
  const adds = headline !== undefined && headline.trim() !== last?.decision?.text.trim();
  return Number(adds) + decisions.length + Number(description.some((line) => line.trim() !== "")) + conditions.length;
}
