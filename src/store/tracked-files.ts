/** What git's index has of one dialogue, asked once: drafts that must not be there, and records that the disk must have. */
import { join } from "node:path";
import { BlueError } from "../errors.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { findStatus } from "./files.ts";
import { findTracked } from "./git.ts";
import type { Project } from "./project.ts";

const draftsRoot = ".blue/drafts";

function findTrackedOf(project: Project, id: string): string[] {
  return findTracked(project, `${draftsRoot}/${id}`, `${dialoguesFolder}/${id}`) ?? [];
}

export function findTrackedDrafts(project: Project, id: string): string[] {
  return findTrackedOf(project, id).filter((path) => path.startsWith(`${draftsRoot}/`));
}

/**
 * Records that git tracks and the disk lacks: deleted by hand, left out by a sparse checkout, on their way in a checkout. Without them a round
 * nobody sees might have raised what keeps the gate shut.
 */
export function findMissingRecords(project: Project, id: string): BlueError[] {
  const records = findTrackedOf(project, id).filter(
    (path) => path.startsWith(`${dialoguesFolder}/`) && /\/(?:opening|round|verdict-[a-z0-9-]+)\.json$/.test(path),
  );
  return [...new Set(records)]
    .filter((path) => findStatus(project.files, join(project.root, path)) === undefined)
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
