/** How every dialogue operation is told which dialogue: by id or bare topic, or by the `output_dir` the seeds use. */
import * as z from "zod";
import type { CliShape } from "../operation.ts";

export const dialogueKey = {
  dialogue_id: z.string().min(1).optional().describe("Its id, or its topic if only one has it."),
  output_dir: z.string().min(1).optional().describe("Its folder, instead of `dialogue_id`."),
};

export const dialogueFlags: CliShape = {
  positional: ["dialogue_id"],
  flagAliases: { dialogue_id: ["id"] },
};
