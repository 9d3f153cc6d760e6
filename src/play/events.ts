/** What happens while a dialogue is played: the screen, `--json` and the log all read the same events. */
import type { PlayPlan } from "./plan.ts";
import type { Failure, Purpose, Usage } from "./runners/runner.ts";
import type { Progress } from "./way.ts";

export type PlayEvent =
  | { event: "plan"; dialogue_id: string; resumed: boolean; plan: PlayPlan }
  | { event: "stage"; stage: string; round: number | null; words: string; progress?: Progress }
  | { event: "run.started"; run: number; purpose: Purpose; name: string; runner: string; model: string | null }
  | {
      event: "run.progress";
      run: number;
      doing: "reading" | "writing";
      about: string;
      tokens: number;
      usd: number | null;
    }
  | { event: "run.text"; run: number; name: string; delta: string }
  | {
      event: "run.ended";
      run: number;
      name: string;
      ended: "answer" | Failure;
      message: string | null;
      usage: Usage | null;
      seconds: number;
    }
  | { event: "experts"; round: number; words: string; answered: number; of: number }
  /** One more joins the blind round: what the last one brought, and why another. */
  | { event: "look"; brought: string | null; coverage: string; joins: string; role: string }
  | { event: "filed"; run: number; name: string; path: string }
  | { event: "revised"; round: number; size: number; max: number; resolved: number; in_part: number; refused: number }
  | { event: "judge.refused"; errors: string[] }
  | {
      event: "registered";
      round: number;
      velocity: number;
      open: number;
      new_perspectives: number;
      signals: number;
      panel: number;
      score: number;
      /** Of the blind round: what it probably did not find. */
      coverage?: string;
      /** What each who joined it later was predicted to bring, and brought. */
      later_looks?: string[];
    }
  | { event: "budget"; tokens: number; usd: number; of_tokens: number; of_usd: number | null }
  | { event: "warning"; message: string }
  | { event: "verdict"; type: string; decision: boolean; forced: boolean; summary: string; path: string }
  | { event: "saved"; path: string; score: number | null }
  | { event: "stopped"; code: string; message: string; resume: string };

export type Emit = (event: PlayEvent) => void;
