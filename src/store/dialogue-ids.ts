/** Which folders are dialogues. Kept apart from reading them, so that a project without any costs nothing to look at. */
import { findStatus } from "./files.ts";
import { insideProject, type Rooted } from "./paths.ts";

export const dialoguesFolder = ".blue/dialogues";

const idPattern = /^(?:\d{4}-\d{2}-\d{2}T\d{4}Z-)?[a-z0-9][a-z0-9-]*$/;

export function isDialogueId(id: string): boolean {
  return idPattern.test(id);
}

/** Every folder below `.blue/dialogues/` that can be a dialogue, in name order. */
export function listDialogueIds(project: Rooted): string[] {
  const folder = insideProject(project, dialoguesFolder);
  if (findStatus(project.files, folder) === undefined) return [];
  return project.files
    .readdir(folder)
    .filter((entry) => entry.isDirectory() && isDialogueId(entry.name))
    .map((entry) => entry.name)
    .sort();
}
