/** What the records say of a dialogue that was played from the command line: what code decided in it, what it cost, and which models spoke. */
import { isMember } from "./guests.ts";
import type { Played, RoundRecord, TextRun, VerdictRecord } from "./records.ts";
import { writtenIn } from "./written.ts";

/** What no Judge decided: the player did it by itself. */
export interface PlayersHand {
  /** Lines dismissed because they cannot be read. */
  unreadable: number;
  /** Of what the Judge asked for, because it was refused. */
  left_out: number;
  /** Answers taken out of a code fence. */
  unwrapped: number;
  /** Values of keys blotted out. */
  masked: number;
  /** Runs without an answer. */
  failed: number;
  /** Those of which a person could see words. */
  shown: number;
}

export interface PlayUsage {
  runs: number;
  tokens: { input: number; cached: number; output: number };
  /** Null where not one run says. */
  usd: number | null;
  seconds: number;
  /** Runs of which nobody says what they cost, and which are in no sum. */
  unknown: { tokens: number; usd: number };
}

export function isPlayed(records: readonly RoundRecord[]): boolean {
  return records.some(({ played }) => played !== undefined);
}

/** Undefined where nothing was played. */
export function playersHand(
  rounds: readonly RoundRecord[],
  verdict: VerdictRecord | undefined,
): PlayersHand | undefined {
  const acts = actsOf([...rounds, ...(verdict === undefined ? [] : [verdict])]);
  if (acts.length === 0) return undefined;
  const answers = rounds.flatMap(textRuns);
  const runs = acts.flatMap((act) => act.runs);
  return {
    unreadable: sum(acts.map(({ unreadable }) => unreadable)),
    left_out: sum(acts.map(({ left_out }) => left_out.length)),
    unwrapped: answers.filter(({ unwrapped }) => unwrapped).length,
    masked: sum(answers.map(({ masked }) => masked)),
    failed: runs.filter(({ ended }) => ended !== "answer").length,
    shown: runs.filter(({ shown }) => shown !== null).length,
  };
}

/** Of every run on record; undefined where there is none. */
export function usageOf(rounds: readonly RoundRecord[], verdicts: readonly VerdictRecord[]): PlayUsage | undefined {
  const runs = [...rounds.flatMap(textRuns), ...actsOf([...rounds, ...verdicts]).flatMap((act) => act.runs)];
  if (runs.length === 0) return undefined;
  const tokens = runs.flatMap((run) => run.tokens ?? []);
  const usd = runs.flatMap((run) => run.usd ?? []);
  return {
    runs: runs.length,
    tokens: {
      input: sum(tokens.map(({ input }) => input)),
      cached: sum(tokens.map(({ cached }) => cached)),
      output: sum(tokens.map(({ output }) => output)),
    },
    usd: usd.length === 0 ? null : sum(usd),
    seconds: sum(runs.map(({ seconds }) => seconds)),
    unknown: { tokens: runs.length - tokens.length, usd: runs.length - usd.length },
  };
}

/** The one model that wrote every member's text and judged them; undefined where there were more, or somebody's is not known to have been a run. */
export function onlyModel(rounds: readonly RoundRecord[], verdict: VerdictRecord | undefined): string | undefined {
  const seats = rounds.flatMap((record) =>
    record.texts.filter(({ expert, lines }) => lines.length > 0 && isMember(record, expert)),
  );
  const acts = actsOf([...rounds, ...(verdict === undefined ? [] : [verdict])]);
  const chair = acts.flatMap(({ runs }) => runs.filter(({ purpose, used }) => purpose === "judge" && used));
  if (seats.length === 0 || chair.length === 0) return undefined;
  const models = new Set([
    ...seats.map(({ provenance }) => (provenance?.run === undefined ? undefined : named(provenance.run))),
    ...chair.map(named),
  ]);
  return models.size === 1 ? [...models][0] : undefined;
}

function named({ model, runner }: { model: string | null; runner: string }): string {
  return model ?? runner;
}

function actsOf(records: readonly (RoundRecord | VerdictRecord)[]): Played[] {
  return records.flatMap(({ played }) => played ?? []);
}

/** The runs whose answers stand in the record, the author's and the verifiers' included. */
function textRuns(record: RoundRecord): TextRun[] {
  return writtenIn(record).flatMap(({ provenance }) => provenance?.run ?? []);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
