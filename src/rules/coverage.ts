/**
 * What a blind panel has probably not found, and what one more expert would bring, from who found what twice. Beta-binomial, averaged over kinds of
 * panels: few looks at unequal objections hide the hard ones, so one kind alone promises too much. It is advice; nothing opens or closes by it.
 */
import { isMember } from "./guests.ts";
import { expertKey } from "./names.ts";
import type { RoundRecord } from "./records.ts";
import { type Severity, severities, worstOf } from "./vocabulary.ts";

/** One look of several experts at one text, each alone. */
export interface BlindLook {
  /** Those who delivered a text, by their keys; also those who raised nothing. */
  experts: readonly string[];
  /** As the Judge merged them: each with everybody who raised it. */
  objections: readonly Objection[];
}

export interface Objection {
  severity: Severity | null;
  /** Keys of experts, each once. */
  raisers: readonly string[];
}

interface Range {
  low: number;
  high: number;
}

interface Counted {
  found: number;
  /** Found by one expert only. */
  once: number;
}

/** Of the objections with one severity. `one_more`: how many of them one more expert would bring on average, where there is a figure. */
export type SeverityCounts = Counted & { one_more?: number | undefined };

interface CountedLook extends Counted {
  experts: number;
  severities: Partial<Record<Severity, SeverityCounts>>;
}

export interface CoverageFigure extends CountedLook {
  advice: "add" | "open" | "stop";
  missed: Range & { median: number };
  one_more: Range & { mean: number };
  two_more: number;
}

export type Coverage =
  | CoverageFigure
  | (CountedLook & { advice: "too few" })
  /** No figure: Blue did not ask for these experts' texts, so nothing says that they did not see each other's. */
  | { advice: "not blind"; not_asked: string[] };

/** Fewer say nothing. */
export const fewest = { experts: 3, found: 8, twice: 3 } as const;
/** Experts from whom on a small prospect means to stop: three are too few to say so. */
const fewestToStop = 4;
const worthALook = 3;
const hardlyWorthALook = 1;
const worthALookIfCritical = 0.5;

/** What a round must say for it, also before it is a record. */
type Round = Pick<RoundRecord, "round" | "asks" | "panel" | "texts" | "items" | "merged">;

/** Undefined: only the first round is blind. */
export function coverageOf(round: Round): Coverage | undefined {
  if (round.round > 0) return undefined;
  // A record without `asks` is older than the log of asks, so it is not known.
  const notAsked = delivered(round).filter(({ provenance }) => round.asks?.length === 0 || provenance?.unasked);
  if (notAsked.length > 0) return { advice: "not blind", not_asked: notAsked.map(({ expert }) => expert) };
  return coverageOfLook(blindLook(round));
}

/** Of a dialogue: null before its blind round is registered. */
export function blindCoverage({ records }: { records: readonly RoundRecord[] }): Coverage | null {
  return (records[0] && coverageOf(records[0])) ?? null;
}

/** The panel's texts that say something. */
function delivered({ panel, texts }: Pick<Round, "panel" | "texts">): Round["texts"] {
  return texts.filter(
    ({ expert, lines, provenance }) =>
      lines.some((line) => line.trim() !== "") && isMember({ panel }, expert) && provenance?.source !== "guest",
  );
}

/** What the panel raised, and who. Guests are not among those who looked, and dismissed lines are not among the items. */
export function blindLook({ panel, texts, items, merged }: Omit<Round, "round" | "asks">): BlindLook {
  const experts = delivered({ panel, texts }).map(({ expert }) => expertKey(expert));
  const objections = items.flatMap(({ id, type, severity, sources }) => {
    const raisers = new Set(sources.map(({ expert }) => expertKey(expert)).filter((key) => experts.includes(key)));
    if (type !== "T" || raisers.size === 0) return [];
    const joined = merged.filter(({ into }) => into === id).map((one) => one.severity);
    return [{ severity: worstOf([severity, ...joined]), raisers: [...raisers] }];
  });
  return { experts, objections };
}

/** The same look, had only these experts been there. */
export function seenBy({ objections }: BlindLook, experts: readonly string[]): BlindLook {
  const own = objections.map((one) => ({ ...one, raisers: one.raisers.filter((name) => experts.includes(name)) }));
  return { experts, objections: own.filter(({ raisers }) => raisers.length > 0) };
}

/** Of each who joined after the first look, in that order: what the others foretold, and what it brought that none of them had. */
export function laterLooks(round: Round, joined: readonly string[]): NonNullable<RoundRecord["later_looks"]> {
  if (joined.length === 0 || coverageOf(round)?.advice === "not blind") return [];
  const look = blindLook(round);
  const later = joined.map(expertKey);
  return joined.flatMap((expert, i) => {
    const before = look.experts.filter((key) => !later.slice(i).includes(key));
    const figure = coverageOfLook(seenBy(look, before));
    if (!look.experts.includes(later[i]!) || !("one_more" in figure)) return [];
    const [known, now] = [before, [...before, later[i]!]].map((some) => seenBy(look, some).objections.length);
    return [{ expert, predicted: figure.one_more, brought: now! - known! }];
  });
}

export function coverageOfLook({ experts, objections }: BlindLook): Coverage {
  const counts = frequencies(experts.length, objections);
  const [found, once] = [objections.length, counts[1] ?? 0];
  const counted = (perSingleton?: number) => ({
    experts: experts.length,
    found,
    once,
    severities: countSeverities(objections, perSingleton),
  });
  if (experts.length < fewest.experts || found < fewest.found || found - once < fewest.twice) {
    return { ...counted(), advice: "too few" };
  }
  const { missed, oneMore, twoMore } = estimate(counts);
  const perSingleton = once === 0 ? 0 : oneMore.mean / once;
  const look = counted(perSingleton);
  return {
    ...look,
    advice: adviceOf(experts.length, oneMore.mean, (look.severities.critical?.once ?? 0) * perSingleton),
    missed: { low: missed.at(0.05), median: missed.at(0.5), high: missed.at(0.95) },
    one_more: { mean: hundredths(oneMore.mean), low: oneMore.at(0.05), high: oneMore.at(0.95) },
    two_more: hundredths(twoMore),
  };
}

function adviceOf(experts: number, oneMore: number, critical: number): CoverageFigure["advice"] {
  if (oneMore >= worthALook) return "add";
  if (oneMore < hardlyWorthALook && experts >= fewestToStop) return "stop";
  return critical >= worthALookIfCritical ? "add" : "open";
}

/** There are too few of one severity for an estimate of their own: each takes its share of what one more expert brings. */
function countSeverities(
  objections: readonly Objection[],
  perSingleton: number | undefined,
): CountedLook["severities"] {
  return Object.fromEntries(
    severities.flatMap((severity): [Severity, SeverityCounts][] => {
      const own = objections.filter((one) => one.severity === severity);
      const once = own.filter(({ raisers }) => raisers.length === 1).length;
      const share = perSingleton === undefined ? {} : { one_more: hundredths(once * perSingleton) };
      return own.length === 0 ? [] : [[severity, { found: own.length, once, ...share }]];
    }),
  );
}

/** `counts[j]`: objections that exactly j of the k experts raised, j from 1 to k. */
function frequencies(experts: number, objections: readonly Objection[]): number[] {
  const counts = new Array<number>(experts + 1).fill(0);
  for (const { raisers } of objections) counts[raisers.length]!++;
  return counts;
}

/** A number of objections nobody knows: how probable each is. */
export interface Spread {
  mean: number;
  /** The smallest number that is not exceeded with this chance. */
  at(chance: number): number;
  /** The chance that it is at most this. */
  upTo(number: number): number;
}

export interface Estimate {
  missed: Spread;
  oneMore: Spread;
  twoMore: number;
}

/** From how many objections were raised by exactly 1, 2 … k experts; `counts[0]` is not read. */
export function estimate(counts: readonly number[]): Estimate {
  const kinds = kindsOfPanel(counts.length - 1);
  const found = counts.reduce((sum, count, j) => (j === 0 ? sum : sum + count), 0);
  const fits = kinds.map(({ log }) => counts.reduce((sum, count, j) => (j === 0 ? sum : sum + count * log[j]!), 0));
  const best = Math.max(...fits);
  const raw = fits.map((fit) => Math.exp(fit - best));
  const all = raw.reduce((sum, weight) => sum + weight, 0);
  const weights = raw.map((weight) => weight / all);
  const odds = kinds.map(({ missed }) => missed / (1 - missed));
  const one = odds.map((o, i) => o * kinds[i]!.one);
  const mean = (perFound: readonly number[]) => perFound.reduce((sum, o, i) => sum + weights[i]! * found * o, 0);
  return {
    missed: { mean: mean(odds), ...spread(found, weights, odds) },
    oneMore: { mean: mean(one), ...spread(found, weights, one) },
    twoMore: mean(odds.map((o, i) => o * kinds[i]!.two)),
  };
}

/** Under each kind the number is negative binomial with these odds per found objection; the kinds are mixed by their weights. */
function spread(found: number, weights: readonly number[], odds: readonly number[]): Omit<Spread, "mean"> {
  // In logarithms: with a thousand objections the first chances are too small for a number.
  const growth = odds.map((o) => Math.log(o / (1 + o)));
  const logs = odds.map((o, i) => Math.log(weights[i]!) - found * Math.log1p(o));
  const sums: number[] = [];
  const upTo = (number: number) => {
    while (sums.length <= number) {
      const d = sums.length;
      const step = Math.log((found + d) / (d + 1));
      let sum = sums[d - 1] ?? 0;
      for (let i = 0; i < logs.length; i++) {
        sum += Math.exp(logs[i]!);
        logs[i]! += growth[i]! + step;
      }
      sums.push(sum);
    }
    return sums[number]!;
  };
  const at = (chance: number) => {
    let number = 0;
    while (upTo(number) < chance) number++;
    return number;
  };
  return { at, upTo };
}

/** A kind of panel: the mean chance that an expert raises an objection, and how unequal objections are. */
interface Kind {
  /** Of the chance that exactly j experts raise an objection, given that somebody does. */
  log: number[];
  /** The chance that nobody raises it. */
  missed: number;
  /** The chance that one more raises what nobody did, and that at least one of two more does. */
  one: number;
  two: number;
}

const meanChances = Array.from({ length: 13 }, (_, i) => 0.1 + i * 0.05);
const inequalities = Array.from({ length: 9 }, (_, i) => i * 0.05);
const known = new Map<number, Kind[]>();

function kindsOfPanel(experts: number): Kind[] {
  const before = known.get(experts);
  if (before !== undefined) return before;
  const kinds = meanChances.flatMap((mu) => inequalities.map((rho) => kindOf(experts, mu, rho / (1 - rho))));
  known.set(experts, kinds);
  return kinds;
}

function kindOf(k: number, mu: number, t: number): Kind {
  const product = (count: number, of: (i: number) => number, from = 0) => {
    let result = 1;
    for (let i = from; i < from + count; i++) result *= of(i);
    return result;
  };
  const missesAlso = (i: number) => (1 - mu + i * t) / (1 + i * t);
  const exactly = (j: number) =>
    (product(j, (i) => (k - i) / (i + 1)) * product(j, (i) => mu + i * t) * product(k - j, (i) => 1 - mu + i * t)) /
    product(k, (i) => 1 + i * t);
  const missed = exactly(0);
  return {
    log: Array.from({ length: k + 1 }, (_, j) => Math.log(exactly(j) / (1 - missed))),
    missed,
    one: 1 - missesAlso(k),
    two: 1 - product(2, missesAlso, k),
  };
}

function hundredths(number: number): number {
  return Math.round(number * 100) / 100;
}
