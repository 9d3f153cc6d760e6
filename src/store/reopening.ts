/** Which decided dialogue decided another one anew: that takes it out of force. Only openings are read, until one names another dialogue. */
import { attempt, BlueError } from "../errors.ts";
import { type Reopened, whyNotReopening } from "../rules/reopens.ts";
import { dialoguesFolder, isDialogue, listDialogueIds } from "./dialogue-ids.ts";
import { stateOf } from "./dialogue-state.ts";
import type { LoadedDialogue } from "./dialogues.ts";
import { loadTracked } from "./find-dialogue.ts";
import { findFile } from "./paths.ts";
import type { Project } from "./project.ts";

export function findReopening(project: Project, id: string): string | null {
  return reopeningsOf(project)(id);
}

/** The same for several of them: openings are read once, when the first one is asked for. */
export function reopeningsOf(project: Project): (id: string) => string | null {
  let all: LoadedDialogue[] | undefined;
  return (id) => {
    all ??= findReopenings(project);
    const decided = all.filter(
      (other) =>
        other.opening!.reopens === id &&
        other.id !== id &&
        stateOf(other) === "decided" &&
        whyNotReopened(project, other) === undefined,
    );
    return decided.at(-1)?.id ?? null;
  };
}

function findReopenings(project: Project): LoadedDialogue[] {
  const named = listDialogueIds(project).filter((id) => {
    const bytes = attempt(() => findFile(project, `${dialoguesFolder}/${id}/opening.json`));
    return bytes !== undefined && !(bytes instanceof BlueError) && bytes.includes('"reopens"');
  });
  return named.map((id) => loadTracked(project, id)).filter(({ opening }) => opening?.reopens !== undefined);
}

/** Why a dialogue does not reopen the one that it names; undefined where it does, or names none. */
export function whyNotReopened(project: Project, { opening }: Pick<LoadedDialogue, "opening">): string | undefined {
  if (opening?.reopens === undefined) return undefined;
  const isThere = isDialogue(project, opening.reopens);
  return whyNotReopening(opening, isThere ? reopenedOf(loadTracked(project, opening.reopens)) : undefined);
}

export function reopenedOf({ opening, verdicts }: Pick<LoadedDialogue, "opening" | "verdicts">): Reopened | undefined {
  if (opening === undefined) return undefined;
  return {
    created_at: opening.created_at,
    hasVerdict: verdicts.some(({ verdict_type }) => verdict_type === "final"),
  };
}
