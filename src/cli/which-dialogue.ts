/** Which dialogue a person means who names none. Only on the command line: a model says which one, and so does everybody who ends or decides one. */
import { refuse } from "../errors.ts";
import type { Effect } from "../operations/operation.ts";
import { listDialogueIds } from "../store/dialogue-ids.ts";
import type { Project } from "../store/project.ts";

export interface Meant {
  id: string;
  /** Why it is this one. */
  why: string;
}

/** To read: the only dialogue, the newest open one, or else the newest. To write: the open one, and only where there is no other. */
export async function findMeant(project: Project, effect: Effect): Promise<Meant> {
  const ids = listDialogueIds(project);
  if (effect === "read" && ids.length === 1) return { id: ids[0]!, why: "the only dialogue" };
  const open = ids.length === 0 ? [] : await listOpen(project);
  const [newest] = open;
  if (newest !== undefined && open.length === 1) return { id: newest, why: "the only open dialogue" };
  if (newest !== undefined && effect === "read")
    return { id: newest, why: `the newest of ${open.length} open dialogues` };
  if (effect === "read" && ids.length > 0) return { id: ids.at(-1)!, why: "the newest dialogue; none is open" };
  const choice = newest === undefined ? ids.toReversed() : open;
  return refuseUnnamed(`Which dialogue? ${newest === undefined ? "None is open" : `${open.length} are open`}`, choice);
}

/** For what ends, decides or discards, or is about a decided dialogue. */
export async function refuseToGuess(project: Project): Promise<never> {
  const all = listDialogueIds(project).length === 0 ? [] : await listStates(project);
  const openFirst = all.toSorted((a, b) => Number(b.state === "open") - Number(a.state === "open"));
  return refuseUnnamed(
    "`dialogue_id` is required: the dialogue that this command ends, decides or changes for good is never guessed",
    openFirst.map(({ dialogue_id, state }) => `${dialogue_id} (${state})`),
  );
}

function refuseUnnamed(message: string, choice: readonly string[]): never {
  if (choice.length === 0)
    refuse("not_found", {}, "dialogue_exists", {
      message: "There are no dialogues here yet",
      suggestion: "Open one: `blue dialogue create --scaffold` prints what it takes.",
    });
  return refuse("invalid_input", "dialogue_id", "required", {
    message,
    suggestion: `Name one, its first letters are enough: ${choice.slice(0, 5).join(", ")}.`,
  });
}

/** To look at a decided text before it is written: the newest that its document does not have yet. */
export async function findToApply(project: Project): Promise<Meant> {
  const { findUnapplied } = await import("../operations/dialogue/support/unapplied.ts");
  const found = findUnapplied(project);
  if (found !== undefined) return { id: found.id, why: "the newest decided text that is not applied yet" };
  return refuse("not_found", "dialogue_id", "unapplied", {
    message: "No decided text is waiting to be applied",
    suggestion: "Name a dialogue to see what its decision makes of its document; `blue dialogue list` has all.",
  });
}

async function listOpen(project: Project): Promise<string[]> {
  const all = await listStates(project);
  return all.filter(({ state }) => state === "open").map(({ dialogue_id }) => dialogue_id);
}

/** Newest first. */
async function listStates(project: Project) {
  const [{ queryIndex }, { listAll, trackedRecords }] = await Promise.all([
    import("../store/index/project-index.ts"),
    import("../operations/dialogue/support/all-dialogues.ts"),
  ]);
  return queryIndex(project, (database) => listAll(database, trackedRecords(project)));
}
