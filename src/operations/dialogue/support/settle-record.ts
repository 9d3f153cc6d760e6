import { dirname, join } from "node:path";
import type { Context } from "../../../context.ts";
import { syncFolder, syncFolders } from "../../../store/blue-folder.ts";
import type { OpenDialogue } from "../../../store/find-dialogue.ts";
import { generatedFiles, writeGenerated } from "../../../store/generated.ts";

/**
 * Before a repeated call is told that its record is there: the process that published it may have died before the name was durable or the generated
 * files were written.
 */
export function settleRecord({ project, random }: Context, { loaded, problems }: OpenDialogue, path: string): void {
  syncFolders(project, dirname(path));
  if (problems.length === 0) writeGenerated(project, generatedFiles(loaded), random);
}

/** Before a round is published, the name of the round before it is made durable: publishing syncs only the folders above the new record. */
export function settlePrevious({ project }: Context, { loaded, next }: OpenDialogue): void {
  if (next.round > 0) syncFolder(project, join(project.root, loaded.path, `round-${next.round - 1}`));
}
