/**
 * What git's index has of one dialogue, asked once: drafts that must not be there, and records that the disk must have. Where git is there and cannot
 * say, that is a problem like a missing record, not an empty answer.
 */
import { BlueError } from "../errors.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { findStatus } from "./files.ts";
import { getTracked } from "./git.ts";
import type { Project } from "./project.ts";

const draftsRoot = ".blue/drafts";

/** What git tracks below some paths, or why it cannot say. */
export type Tracked = { paths: readonly string[] } | { problem: BlueError };

export function lookAtTracked(project: Project, id: string): Tracked {
  return attempt(() => getTrackedOf(project, id));
}

/** For whoever goes through all dialogues. */
export function lookAtAllTracked(project: Project): Tracked {
  return attempt(() => getTracked(project, dialoguesFolder));
}

function attempt(ask: () => string[]): Tracked {
  try {
    return { paths: ask() };
  } catch (thrown) {
    if (thrown instanceof BlueError) return { problem: thrown };
    throw thrown;
  }
}

export function getTrackedDrafts(project: Project, id: string): string[] {
  return getTrackedOf(project, id).filter((path) => path.startsWith(`${draftsRoot}/`));
}

function getTrackedOf(project: Project, id: string): string[] {
  return getTracked(project, `${dialoguesFolder}/${id}`, `${draftsRoot}/${id}`);
}

/**
 * Records that git tracks and the disk lacks: deleted by hand, left out by a sparse checkout, on their way in a checkout. Without them a round
 * nobody sees might have raised what keeps the gate shut.
 */
export function findMissingRecords(project: Project, id: string, tracked: Tracked): BlueError[] {
  if ("problem" in tracked) return [tracked.problem];
  return [...new Set(recordsIn(tracked.paths))]
    .filter((path) => path.startsWith(`${dialoguesFolder}/${id}/`))
    .filter((path) => findStatus(project.files, `${project.root}/${path}`) === undefined)
    .map(
      (path) =>
        new BlueError("record_damaged", `${path} is tracked by git and missing from the disk`, {
          field: "record",
          value: path,
          constraint: "record_integrity",
          suggestion: "Restore the file from git; a sparse checkout must include `.blue/dialogues/`.",
          context: { path },
        }),
    );
}

export function recordsIn(paths: readonly string[]): string[] {
  return paths.filter((path) => /\/(?:opening|round|verdict-[a-z0-9-]+)\.json$/.test(path));
}
