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

/** What a run of this kind took so far: the median. */
export function expected(runs: readonly Charged[], purpose: Purpose): number {
  const kind = kindOf(purpose);
  const same = runs.filter((run) => kindOf(run.purpose) === kind && run.tokens > 0).map(({ tokens }) => tokens);
  if (same.length === 0) return firstGuess[kind];
  const sorted = same.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

export interface Limits {
  tokens: number;
  usd: number | null;
}

export interface Allowance {
  enough: boolean;
  needed: number;
  left: number;
  /** What each of the runs may take. */
  share: { tokens: number; usd: number | null };
}

/** Whether `count` runs may start, with the Judge's call after them. */
export function allowance(runs: readonly Charged[], limits: Limits, purpose: Purpose, count: number): Allowance {
  const spent = spentBy(runs);
  const judge = kindOf(purpose) === "long" ? expected(runs, "judge") : 0;
  const needed = count * expected(runs, purpose) + judge;
  const left = limits.tokens - spent.tokens;
  const usd = limits.usd === null ? null : limits.usd - spent.usd;
  return {
    enough: needed <= left && (usd === null || usd > 0),
    needed,
    left,
    share: {
      tokens: Math.max(0, Math.floor((left - judge) / Math.max(1, count))),
      usd: usd === null ? null : Math.max(0, usd / Math.max(1, count)),
    },
  };
}
