/** What git has of one dialogue: drafts, which must not be there, and records, which the disk must have too. */
import { join } from "node:path";
import { attempt, BlueError, refusal, refuse } from "../errors.ts";
import { asksRoot } from "./asks.ts";
import { indexFile } from "./blue-folder.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { findStatus } from "./files.ts";
import { getTrackedAt } from "./git.ts";
import type { Problem } from "./problems.ts";
import type { Project } from "./project.ts";
import { damagedRecord, isRecordPath } from "./record.ts";

const draftsRoot = ".blue/drafts";

/**
 * Also an entry at the folders around them: of a submodule there, nothing is listed below. Of the log of asks everything, for git must have nothing of it. One
 * question for all that a call wants to know, so git is started once: an operation that writes to the index asks about it next.
 */
function getTrackedOf(project: Project, id: string): string[] {
  const tracked = getTrackedAt(
    project,
    [".blue", draftsRoot, dialoguesFolder],
    [`${dialoguesFolder}/${id}`, `${draftsRoot}/${id}`, asksRoot, indexFile],
  );
  return tracked.filter((path) => !path.startsWith(indexFile));
}

/** A branch can deliver any file, so a draft that git tracks may be anybody's. `begun`: what lies in the open round's own folder. */
export function refuseTrackedDrafts(project: Project, id: string, begun: readonly string[] = []): void {
  const isElsewhere = (path: string) => path.startsWith(dialoguesFolder) || path.startsWith(asksRoot);
  const holdsBegun = (path: string) => begun.some((one) => one === path || one.startsWith(`${path}/`));
  const tracked = getTrackedOf(project, id).filter((path) => !isElsewhere(path) || holdsBegun(path));
  const [first] = tracked;
  if (first === undefined) return;
  refuse("unregistered_files", { drafts: first }, "untracked_drafts", {
    message: `${first} is tracked by git. Drafts must not be committed to git`,
    suggestion: suggestionFor(first, id),
    context: { files: tracked },
  });
}

function suggestionFor(path: string, id: string): string {
  if ([".blue", draftsRoot, `${draftsRoot}/${id}`].includes(path)) return plainFolder(path);
  return path.startsWith(`${draftsRoot}/`)
    ? "Untrack `.blue/drafts/` (it belongs in `.blue/.gitignore`) and let the experts write again."
    : "Untrack it, or move it out of the dialogue's folder, and let the expert write again.";
}

function plainFolder(path: string): string {
  return `Untrack it: ${path} is to be a plain folder. A submodule there brings files that this repository does not list.`;
}

/** What Blue asked stands on this disk alone; an ask that git tracks is somebody else's. */
export function findTrackedAsks(project: Project, id: string): BlueError[] {
  const own = `${asksRoot}/${id}`;
  const isOwn = (path: string) => path === asksRoot || path === own || path.startsWith(`${own}/`);
  const files = getTrackedOf(project, id).filter(isOwn);
  const [first] = files;
  if (first === undefined) return [];
  return [
    refusal("unregistered_files", { asks: first }, "untracked_asks", {
      message: `${first} is tracked by git. What Blue asked must not be committed to git`,
      suggestion:
        first === asksRoot || first === own
          ? plainFolder(first)
          : `Untrack \`${asksRoot}/\` and move out of it what you did not ask here.`,
      context: { files },
    }),
  ];
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
