import type { BlueError } from "../errors.ts";
import { type DialogueRecords, decisionOf } from "../rules/standing.ts";
import type { LoadedDialogue } from "./dialogues.ts";

export const states = ["open", "decided", "closed", "damaged", "legacy"] as const;
export type DialogueState = (typeof states)[number];

/** One word for where it stands. What is contested or was never earned is no decision, so the dialogue is open. */
export function stateOf(loaded: LoadedDialogue): DialogueState {
  if (loaded.legacy) return "legacy";
  if (loaded.opening === undefined || loaded.problems.some((problem) => !isBegun(loaded, problem))) return "damaged";
  const { state } = decisionOf(loaded as DialogueRecords);
  return state === "decided" || state === "closed" ? state : "open";
}

/** Texts in the folder of the round that is being written damage nothing. */
function isBegun({ path, rounds }: LoadedDialogue, { code, value }: BlueError): boolean {
  return code === "unregistered_files" && String(value).startsWith(`${path}/round-${rounds.length}/`);
}
