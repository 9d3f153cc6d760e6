import { type DialogueRecords, decisionOf } from "../rules/standing.ts";
import type { LoadedDialogue } from "./dialogues.ts";

export const states = ["open", "decided", "closed", "damaged", "legacy"] as const;
export type DialogueState = (typeof states)[number];

/** One word for where it stands. What is contested or was never earned is no decision, so the dialogue is open. */
export function stateOf(loaded: LoadedDialogue): DialogueState {
  if (loaded.legacy) return "legacy";
  if (loaded.opening === undefined || loaded.problems.length > 0) return "damaged";
  const { state } = decisionOf(loaded as DialogueRecords);
  return state === "decided" || state === "closed" ? state : "open";
}
