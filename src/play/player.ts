/** All that the stages of a play share. */
import type { Context } from "../context.ts";
import { listRuns, type PlayState } from "../store/play-state.ts";
import type { Emit } from "./events.ts";
import type { PlayPlan } from "./plan.ts";
import type { Reaper } from "./reaper.ts";
import type { Found, Runner } from "./runners/runner.ts";
import type { ShelfPlan } from "./shelf.ts";

export interface Player {
  context: Context;
  state: PlayState;
  plan: PlayPlan;
  env: NodeJS.ProcessEnv;
  runners: ReadonlyMap<string, { runner: Runner; found: Found }>;
  shelf: ShelfPlan;
  /** A private folder outside the project, for copies and scratch files. */
  room: string;
  reaper: Reaper;
  /** The number of the last run before this session: what failed in an earlier one is tried afresh. */
  since: number;
  /** Numbers of runs, each once: several start before the first is on disk. */
  nextRun(): number;
  emit: Emit;
  /** Whose words are shown as they come. */
  follow: string | null;
  /** Nothing new starts; what runs ends and is kept. */
  halt: AbortSignal;
  /** What runs is ended. */
  abort: AbortSignal;
}

/** The member's name, as file names have it. */
export const authorSeat = "Author";
export const judgeSeat = "Judge";

/** What a session begins with: all runs before it are behind it. */
export function sessionOf(state: PlayState): Pick<Player, "since" | "nextRun"> {
  const since = listRuns(state).at(-1)?.n ?? 0;
  let last = since;
  return { since, nextRun: () => ++last };
}
