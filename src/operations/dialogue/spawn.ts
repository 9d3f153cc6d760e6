/** One agent to start: everything a client's task tool takes, with a prompt of one sentence. Paths are below the answer's `folder`. */
import { join } from "node:path";
import * as z from "zod";
import type { PanelMember } from "../../rules/records.ts";

export const spawnSchema = z.strictObject({
  expert: z.string(),
  role: z.string(),
  description: z.string(),
  prompt: z.string(),
  prompt_file: z.string(),
  draft_file: z.string(),
  subagent_type: z.literal("general-purpose"),
  run_in_background: z.literal(true),
  model: z.string().optional(),
});

/** `folder`: absolute, for an agent may stand elsewhere; the two files below it. */
export function spawnLine(
  { name, role, model }: Pick<PanelMember, "name" | "role" | "model">,
  defaultModel: string | null,
  folder: string,
  files: { prompt: string; draft: string },
  description = `🧁 ${name} expert deliberation`,
): z.output<typeof spawnSchema> {
  const chosen = model ?? defaultModel;
  return {
    expert: name,
    role,
    description,
    prompt: `Read ${join(folder, files.prompt)} and follow it exactly.`,
    prompt_file: files.prompt,
    draft_file: files.draft,
    subagent_type: "general-purpose",
    run_in_background: true,
    ...(chosen === null ? {} : { model: chosen }),
  };
}
