/** Which folders are dialogues. Kept apart from reading them, so that a project without any costs nothing to look at. */
import { join } from "node:path";
import { slugPattern } from "../rules/slug.ts";
import { findStatus } from "./files.ts";
import { insideProject, type Rooted } from "./paths.ts";

export const dialoguesFolder = ".blue/dialogues";

const idPattern = new RegExp(`^(?:\\d{4}-\\d{2}-\\d{2}T\\d{4}Z-)?${slugPattern}$`, "u");

export function isDialogueId(id: string): boolean {
  return idPattern.test(id);
}

/** Every folder below `.blue/dialogues/` that can be a dialogue, in name order. An empty one is none: a process died before it put its opening there. */
export function listDialogueIds(project: Rooted): string[] {
  const folder = insideProject(project, dialoguesFolder);
  if (findStatus(project.files, folder) === undefined) return [];
  return project.files
    .readdir(folder)
    .filter((entry) => entry.isDirectory() && isDialogueId(entry.name) && !isEmpty(project, entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** Whether this folder would be listed. */
export function isDialogue(project: Rooted, id: string): boolean {
  if (!isDialogueId(id)) return false;
  const folder = join(insideProject(project, dialoguesFolder), id);
  return findStatus(project.files, folder)?.isDirectory() === true && !isEmpty(project, id);
}

function isEmpty(project: Rooted, id: string): boolean {
  return project.files.readdir(join(project.root, dialoguesFolder, id)).length === 0;
}
