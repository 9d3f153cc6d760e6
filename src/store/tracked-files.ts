/** What git has of one dialogue: drafts, which must not be there, and records, which the disk must have too. */
import { join } from "node:path";
import { attempt, BlueError, refuse } from "../errors.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { findStatus } from "./files.ts";
import { getTracked, getTrackedAt } from "./git.ts";
import type { Problem } from "./problems.ts";
import type { Project } from "./project.ts";
import { damagedRecord, isRecordPath } from "./record.ts";

const draftsRoot = ".blue/drafts";

function getTrackedOf(project: Project, id: string): string[] {
  return getTracked(project, `${dialoguesFolder}/${id}`, `${draftsRoot}/${id}`);
}

/** Also an entry at the folders around them: of a submodule there, nothing is listed below. */
function getTrackedDrafts(project: Project, id: string): string[] {
  const below = getTrackedOf(project, id);
  return [...getTrackedAt(project, ".blue", draftsRoot), ...below];
}

/** A branch can deliver any file, so a draft that git tracks may be anybody's. `begun`: what lies in the open round's own folder. */
export function refuseTrackedDrafts(project: Project, id: string, begun: readonly string[] = []): void {
  const tracked = getTrackedDrafts(project, id).filter(
    (path) => !path.startsWith(`${dialoguesFolder}/`) || begun.includes(path),
  );
  const [first] = tracked;
  if (first === undefined) return;
  refuse("unregistered_files", { drafts: first }, "untracked_drafts", {
    message: `${first} is tracked by git. Drafts must not be committed to git`,
    suggestion: suggestionFor(first, id),
    context: { files: tracked },
  });
}

function suggestionFor(path: string, id: string): string {
  if ([".blue", draftsRoot, `${draftsRoot}/${id}`].includes(path))
    return `Untrack it: ${path} is to be a plain folder. A submodule there brings files that this repository does not list.`;
  return path.startsWith(`${draftsRoot}/`)
    ? "Untrack `.blue/drafts/` (it belongs in `.blue/.gitignore`) and let the experts write again."
    : "Untrack it, or move it out of the dialogue's folder, and let the expert write again.";
}

/**
 * Records that git tracks and the disk lacks: deleted by hand, left out by a sparse checkout, on their way in a checkout. A round that
 * is not seen might hold an open tension.
 */
export function findMissingRecords(
  project: Project,
  id: string,
  tracked = attempt(() => getTrackedOf(project, id)),
): Problem[] {
  if (tracked instanceof BlueError) return [{ kind: "git", path: null, error: tracked }];
  return [...new Set(tracked)]
    .filter((path) => path.startsWith(`${dialoguesFolder}/${id}/`) && isRecordPath(path))
    .filter((path) => findStatus(project.files, join(project.root, path)) === undefined)
    .map((path) => ({
      kind: "damaged",
      path,
      error: damagedRecord(path, "is tracked by git and missing from the disk"),
    }));
}
