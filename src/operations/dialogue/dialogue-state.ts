import type { BlueError } from "../../errors.ts";
import type { LoadedDialogue } from "../../store/dialogues.ts";

export const states = ["open", "decided", "closed", "damaged", "legacy"] as const;
export type DialogueState = (typeof states)[number];

/** A verdict is in force only while no higher round exists. */
export function stateOf(loaded: LoadedDialogue): DialogueState {
  if (loaded.legacy) return "legacy";
  if (loaded.opening === undefined || loaded.problems.some((problem) => !isBegun(loaded, problem))) return "damaged";
  const last = loaded.rounds.at(-1)?.round ?? null;
  const standing = loaded.verdicts.filter(({ round }) => round === last).map(({ verdict_type }) => verdict_type);
  const finals = standing.filter((type) => type === "final").length;
  if (finals > 1) return "open"; // contested: a merge brought two decisions, so there is none
  if (finals === 1) return "decided";
  return standing.includes("impasse") || standing.includes("abandoned") ? "closed" : "open";
}

/** Texts in the folder of the round that is being written damage nothing. */
function isBegun({ path, rounds }: LoadedDialogue, { code, value }: BlueError): boolean {
  return code === "unregistered_files" && String(value).startsWith(`${path}/round-${rounds.length}/`);
}
