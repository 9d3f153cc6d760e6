/** Every dialogue of the project with its state, in the order of lists. */
import { attempt, BlueError } from "../../../errors.ts";
import { indexFile } from "../../../store/blue-folder.ts";
import { dialoguesFolder } from "../../../store/dialogue-ids.ts";
import type { DialogueState } from "../../../store/dialogue-state.ts";
import { getTrackedMatching } from "../../../store/git.ts";
import type { Project } from "../../../store/project.ts";
import { isRecordPath } from "../../../store/record.ts";
import type { Database } from "../../../store/sqlite/database.ts";

export interface Listed {
  dialogue_id: string;
  state: DialogueState;
}

/**
 * The records that git tracks, or why nobody knows. Most files of a dialogue are pages: git leaves them out quicker than we do. The index of all
 * dialogues is asked about next, so git is started once.
 */
export function trackedRecords(project: Project): string[] | BlueError {
  return attempt(() => getTrackedMatching(project, `${dialoguesFolder}/**/*.json`, indexFile).filter(isRecordPath));
}

/** Newest first. A record that git tracks and the disk lacks damages its dialogue; where git cannot say, nobody knows what is missing. */
export function listAll(database: Database, tracked: string[] | BlueError): Listed[] {
  // One text, sorted here: with ten thousand rows of their own WebAssembly would take ten times as long.
  const sql =
    "SELECT json_group_array(json_array(dialogue_id, began, state, char(10) || records || char(10))) AS json FROM dialogues";
  const rows = JSON.parse(database.get<{ json: string }>(sql)!.json) as [string, string, Listed["state"], string][];
  const recordsOf = new Map(rows.map(([id, , , records]) => [id, records]));
  const damaged = new Set<string>();
  for (const path of tracked instanceof BlueError ? [] : tracked) {
    const end = path.indexOf("/", dialoguesFolder.length + 1);
    const id = path.slice(dialoguesFolder.length + 1, end);
    if (recordsOf.get(id)?.includes(`\n${path.slice(end + 1)}\n`) !== true) damaged.add(id);
  }
  return rows
    .sort(([idA, beganA], [idB, beganB]) => compareText(beganB, beganA) || compareText(idB, idA))
    .map(([dialogue_id, , state]) => {
      const isDamaged = damaged.has(dialogue_id) || (state !== "legacy" && tracked instanceof BlueError);
      return { dialogue_id, state: isDamaged ? "damaged" : state };
    });
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
