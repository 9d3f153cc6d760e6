/** A file for others to read, written into the project: the next `git add` would take it along. */
import { relative } from "node:path";
import { trackingOf } from "../store/git.ts";
import type { Project } from "../store/project.ts";

/** `path` from the root of the disk; `flag` gives it another place. */
export function whereNotIgnored(project: Project, path: string, flag: string): string[] {
  const inside = relative(project.root, path);
  if (inside.startsWith("..") || trackingOf(project, inside) !== "untracked") return [];
  return [`Not ignored by git: ${inside}. Add it to .gitignore, or give ${flag} a place outside the project.`];
}
