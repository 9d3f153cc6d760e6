/** Which decided dialogue decided another one anew: that takes it out of force. Only openings are read, until one names it. */
import { attempt, BlueError } from "../errors.ts";
import { type Reopened, whyNotReopening } from "../rules/reopens.ts";
import { dialoguesFolder, listDialogueIds } from "./dialogue-ids.ts";
import { stateOf } from "./dialogue-state.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { loadTracked } from "./find-dialogue.ts";
import { findFile } from "./paths.ts";
import type { Project } from "./project.ts";

export function findReopening(project: Project, id: string): string | null {
  const named = listDialogueIds(project).filter((other) => {
    if (other === id) return false;
    const bytes = attempt(() => findFile(project, `${dialoguesFolder}/${other}/opening.json`));
    return bytes !== undefined && !(bytes instanceof BlueError) && bytes.includes(JSON.stringify(id));
  });
  const decided = named.filter((other) => {
    const loaded = loadTracked(project, other);
    return (
      loaded.opening?.reopens === id && stateOf(loaded) === "decided" && whyNotReopened(project, loaded) === undefined
    );
  });
  return decided.at(-1) ?? null;
}

/** Why a dialogue does not reopen the one that it names; undefined where it does, or names none. */
export function whyNotReopened(project: Project, { opening }: Pick<LoadedDialogue, "opening">): string | undefined {
  if (opening?.reopens === undefined) return undefined;
  const isThere = listDialogueIds(project).includes(opening.reopens);
  return whyNotReopening(opening, isThere ? reopenedOf(loadTracked(project, opening.reopens)) : undefined);
}

export function reopenedOf({ opening, verdicts }: Pick<LoadedDialogue, "opening" | "verdicts">): Reopened | undefined {
  if (opening === undefined) return undefined;
  return {
    created_at: opening.created_at,
    hasVerdict: verdicts.some(({ verdict_type }) => verdict_type === "final"),
  };
}
