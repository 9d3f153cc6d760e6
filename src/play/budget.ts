/** What a play may spend, counted from its runs. Pure. */
import type { Purpose, Usage } from "./runners/runner.ts";

export interface Spent {
  tokens: number;
  usd: number;
}

/** What came from the cache costs about a tenth. */
export function tokensOf({ input, cached, output }: Usage): number {
  return Math.round(input + output + cached / 10);
}

export interface Charged {
  purpose: string;
  tokens: number;
  usd: number | null;
  /** Of a run that has ended. */
  seconds?: number | undefined;
}

export function spentBy(runs: readonly Charged[]): Spent {
  return {
    tokens: runs.reduce((sum, run) => sum + run.tokens, 0),
    usd: runs.reduce((sum, run) => sum + (run.usd ?? 0), 0),
  };
}

/** Before anything is known: guesses, on the safe side. */
const firstGuess = { long: 60_000, short: 40_000, tiny: 1_000 };

function kindOf(purpose: string): keyof typeof firstGuess {
  if (purpose === "preflight") return "tiny";
  return purpose === "judge" || purpose === "pool" ? "short" : "long";
}

/** What a run of this kind took so far: the median of those that say. Dollars are unknown until one does. */
export function expected(runs: readonly Charged[], purpose: string): { tokens: number; usd: number } {
  const kind = kindOf(purpose);
  const same = runs.filter((run) => kindOf(run.purpose) === kind);
  return {
    tokens: median(same.map(({ tokens }) => tokens)) ?? firstGuess[kind],
    usd: median(same.map(({ usd }) => usd ?? 0)) ?? 0,
  };
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export interface Limits {
  tokens: number;
  usd: number | null;
}

export interface Allowance {
  /** What is short; undefined: the runs may start. */
  short: { of: "tokens" | "usd"; needed: number; left: number } | undefined;
  /** What each of the runs may take. */
  share: { tokens: number; usd: number | null };
}

/** Whether `count` runs may start, with the Judge's call after them. */
export function allowance(runs: readonly Charged[], limits: Limits, purpose: Purpose, count: number): Allowance {
  const spent = spentBy(runs);
  const each = expected(runs, purpose);
  const judge = kindOf(purpose) === "long" ? expected(runs, "judge") : { tokens: 0, usd: 0 };
  const left = { tokens: limits.tokens - spent.tokens, usd: limits.usd === null ? null : limits.usd - spent.usd };
  const needed = { tokens: count * each.tokens + judge.tokens, usd: count * each.usd + judge.usd };
  const short =
    needed.tokens > left.tokens
      ? { of: "tokens" as const, needed: needed.tokens, left: left.tokens }
      : left.usd !== null && (left.usd <= 0 || needed.usd > left.usd)
        ? { of: "usd" as const, needed: needed.usd, left: left.usd }
        : undefined;
  const shareOf = (all: number, kept: number) => Math.max(0, (all - kept) / Math.max(1, count));
  return {
    short,
    share: {
      tokens: Math.floor(shareOf(left.tokens, judge.tokens)),
      usd: left.usd === null ? null : shareOf(left.usd, judge.usd),
    },
  };
}
