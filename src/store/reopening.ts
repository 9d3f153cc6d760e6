/** Which decided dialogue decided another one anew: that takes it out of force. Only openings are read, until one names it. */
import { attempt, BlueError } from "../errors.ts";
import { dialoguesFolder, listDialogueIds } from "./dialogue-ids.ts";
import { stateOf } from "./dialogue-state.ts";
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
    return loaded.opening?.reopens === id && stateOf(loaded) === "decided";
  });
  return decided.at(-1) ?? null;
}
