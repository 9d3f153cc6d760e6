/**
 * Records are written once. So a record that stood whole before a change and is gone or says something else after it was tampered with, also where
 * everything that is left fits together: that is the one thing which the files of today cannot show.
 */
import { attempt, BlueError } from "../../errors.ts";
import { isDialogueId } from "../../store/dialogue-ids.ts";
import { BlobReader, type ComparedTrees } from "../../store/git-trees.ts";
import { findFile } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import { decodeRecord, isRecordPath } from "../../store/record.ts";
import { settledIn } from "../../store/settlements.ts";

export interface ChangedRecord {
  path: string;
  state: "gone" | "rewritten";
  /** The commit that has it whole. */
  commit: string;
}

export function findChangedRecords(
  project: Project,
  compared: ComparedTrees,
): { changed: ChangedRecord[]; not_known: string[] } {
  const found = { changed: [] as ChangedRecord[], not_known: [] as string[] };
  // Where the base is guessed, what the main branch added since would look as if it had been taken away here.
  if (compared.guessed) return found;
  const reader = new BlobReader(project, compared);
  const stood = new Map(
    compared.bases.flatMap(({ commit, toHere, toMain }) =>
      [...toHere].flatMap(([path, { before, after }]) =>
        before !== undefined && !toMain.has(path) && isRecord(path) ? [[path, { before, after, commit }] as const] : [],
      ),
    ),
  );
  reader.load([...stood.values()].map(({ before }) => before.oid));
  for (const [path, { before, after, commit }] of stood) {
    const bytes = reader.get(before.oid);
    if (bytes === "absent") {
      found.not_known.push(path);
      continue;
    }
    const whole = selfOf(bytes, path);
    if (whole === undefined) continue; // damaged before: whatever replaces it is verified as it is
    const now = after === undefined ? undefined : attempt(() => findFile(project, path));
    // A revert takes a settlement along; taking it back is everybody's right.
    if (now === undefined && settledIn(path) === undefined) found.changed.push({ path, state: "gone", commit });
    if (now === undefined || now instanceof BlueError) continue;
    const self = selfOf(now, path);
    // One that is no record any more is named by `verify`.
    if (self !== whole && (self !== undefined || settledIn(path) !== undefined))
      found.changed.push({ path, state: "rewritten", commit });
  }
  return found;
}

function isRecord(path: string): boolean {
  const [, id = ""] = /^\.blue\/dialogues\/([^/]+)\//.exec(path) ?? [];
  return (isDialogueId(id) && isRecordPath(path)) || settledIn(path) !== undefined;
}

function selfOf(bytes: Buffer, path: string): string | undefined {
  const record = attempt(() => decodeRecord(bytes.toString("utf8"), path));
  return record instanceof BlueError ? undefined : record.self;
}
