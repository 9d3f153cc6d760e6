/**
 * What a player does next. It follows the same `next` as any Judge; the few rows before it are what only a player knows. Pure: the first that fits wins.
 */
export const stages = [
  "file",
  "open",
  "finish",
  "stop",
  "close_reviewed",
  "interim",
  "verdict",
  "verify",
  "author",
  "panel",
  "prompt",
  "experts",
  "join",
  "register",
] as const;
export type Stage = (typeof stages)[number];

export interface Seen {
  /** Answers that are kept and not yet filed. */
  unfiled: number;
  /** Undefined before the dialogue is opened. */
  dialogue?: {
    state: string;
    /** The tool that `status` names next. */
    next: string;
    why: string;
    registered: number;
    max_rounds: number;
    /** Of the last round. */
    asked: string | null;
    velocity: number;
    signals: number;
    panel: number;
    can_converge: boolean;
    /** Who is asked, has a prompt and no text, and has not ended twice without one. */
    waiting: number;
    /** Whether one more is to join the blind round before it is judged. */
    one_more: boolean;
  };
  convergence: number;
}

export interface Chosen {
  stage: Stage;
  why: string;
}

export function stageOf({ unfiled, dialogue, convergence }: Seen): Chosen {
  if (unfiled > 0) return { stage: "file", why: "an answer is kept and not filed" };
  if (dialogue === undefined) return { stage: "open", why: "there is no dialogue yet" };
  const { state, next, why, registered, max_rounds } = dialogue;
  const choose = (stage: Stage): Chosen => ({ stage, why });
  if (state === "decided" || state === "closed") return choose("finish");
  if (state !== "open") return choose("stop");
  if (next === "blue_dialogue_verify" || next === "blue_dialogue_round_discard") return choose("stop");
  if (next === "blue_dialogue_close") return choose("close_reviewed");
  const stopsSpending =
    dialogue.asked !== "check" &&
    !dialogue.can_converge &&
    registered < max_rounds &&
    dialogue.velocity === 0 &&
    dialogue.signals / dialogue.panel >= convergence;
  if (stopsSpending) return choose("interim");
  if (next === "blue_dialogue_verdict_register") return choose("verdict");
  if (next === "blue_dialogue_cross_check") return choose("verify");
  if (next === "blue_dialogue_revise") return choose("author");
  if (next === "blue_dialogue_sample_panel" || next === "blue_dialogue_evolve_panel") return choose("panel");
  if (next === "blue_dialogue_round_prompt") return choose("prompt");
  if (next === "blue_dialogue_round_collect")
    return choose(dialogue.waiting > 0 ? "experts" : dialogue.one_more ? "join" : "register");
  return choose("stop");
}
