/** The shortest way of a play to its end, step by step: what a person agrees to before it begins, and how far it has come. Pure. */
import { mostPolish } from "../operations/dialogue/support/next-step.ts";
import { type Charged, expected } from "./budget.ts";
import type { PlayPlan } from "./plan.ts";
import type { Stage } from "./stage-of.ts";

/** Runs that start together. */
interface Step {
  stage: Extract<Stage, "open" | "author" | "experts" | "register" | "verdict">;
  round: number;
  runs: number;
}

/** Of a dialogue: broken blind, checked, signed. */
const lastRound = 2;

/** Polished twice, broken blind, rewritten, checked, rewritten, signed. A review is the blind look alone. */
export function shortestWay({ method, subject, pool, template, panel_size }: PlayPlan): Step[] {
  const isReview = method === "review";
  const rounds = isReview ? [0] : [...Array(lastRound + 1).keys()];
  const step = (stage: Step["stage"], round: number, runs = 1): Step => ({ stage, round, runs });
  return [
    ...(pool === null && template === null ? [step("open", 0)] : []),
    ...(isReview || subject === null ? [] : Array.from({ length: mostPolish }, () => step("author", 0))),
    ...rounds.flatMap((round) => [
      ...(round === 0 ? [] : [step("author", round)]),
      step("experts", round, panel_size),
      step("register", round),
    ]),
    ...(isReview ? [] : [step("verdict", lastRound)]),
  ];
}

/** What is still to come on the shortest way, from here on. Undefined where a stage starts no run. */
function stepsFrom(plan: PlayPlan, { stage, round, polished, waiting }: Place): Step[] | undefined {
  const way = shortestWay(plan);
  const like = sameAs[stage] ?? stage;
  // A longer dialogue is always as far from its end as its last round is.
  const at = way.findIndex((step) => step.stage === like && step.round === Math.min(round, lastRound));
  if (at === -1) return undefined;
  if (stage === "author" && round === 0) return way.slice(at + Math.min(polished, mostPolish - 1));
  const [first, ...rest] = way.slice(at);
  return [{ ...first!, runs: stage === "experts" ? waiting : first!.runs }, ...rest];
}

const sameAs: Partial<Record<Stage, Step["stage"]>> = { verify: "author", join: "experts" };

export interface Progress {
  /** The run that comes next, and how many there will be. */
  step: number;
  of: number;
  /** Null until a run of the long kind has ended. */
  minutes: number | null;
  tokens: number;
  /** Null where no runner says what it costs. */
  usd: number | null;
}

export interface Place {
  stage: Stage;
  round: number;
  /** How often the text was polished. */
  polished: number;
  /** Experts of the open round who have not written. */
  waiting: number;
  runs: readonly Charged[];
  /** Runs at a time. */
  slots: number;
}

export function progressOf(plan: PlayPlan, place: Place): Progress | undefined {
  const { runs, slots } = place;
  const left = stepsFrom(plan, place);
  if (left === undefined) return undefined;
  const done = runs.filter(({ purpose }) => purpose !== "preflight").length;
  const total = (of: (step: Step) => number) => left.reduce((sum, step) => sum + of(step), 0);
  const long = median(runs.filter(({ purpose }) => isLong(purpose)));
  const short = median(runs.filter(({ purpose }) => purpose === "judge")) ?? long;
  const cost = total((step) => step.runs * expected(runs, purposeOf(step)).usd);
  return {
    step: done + 1,
    of: done + total((step) => step.runs),
    minutes:
      long === undefined
        ? null
        : Math.max(
            1,
            Math.ceil(total((step) => Math.ceil(step.runs / slots) * (isLong(purposeOf(step)) ? long : short!)) / 60),
          ),
    tokens: total((step) => step.runs * expected(runs, purposeOf(step)).tokens),
    usd: cost > 0 ? cost : null,
  };
}

function purposeOf({ stage }: Step): string {
  return stage === "experts" ? "expert" : stage === "author" ? "author" : stage === "open" ? "pool" : "judge";
}

const isLong = (purpose: string) => purpose === "expert" || purpose === "author";

function median(runs: readonly Charged[]): number | undefined {
  const sorted = runs.flatMap(({ seconds }) => seconds ?? []).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
