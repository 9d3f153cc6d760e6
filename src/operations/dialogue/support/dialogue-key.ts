/** How every dialogue operation is told which dialogue: by id or bare topic, or by the `output_dir` the seeds use. */
import * as z from "zod";
import type { CliShape } from "../../operation.ts";

export const dialogueKey = {
  dialogue_id: z.string().min(1).optional().describe("Id or topic; a unique prefix will do."),
  output_dir: z.string().min(1).optional().describe("Its folder, instead of `dialogue_id`."),
};

/** For what ends, decides or discards, or is about a decided dialogue: it is always named. */
export const namedDialogueFlags: CliShape = {
  positional: ["dialogue_id"],
  flagAliases: { dialogue_id: ["id"] },
};

export const dialogueFlags: CliShape = { ...namedDialogueFlags, openDialogue: true };
