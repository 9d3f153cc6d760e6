/** One expert to start: everything a client's task tool takes, with a prompt of one sentence. */
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

export function spawnLine(
  { name, role, model }: Pick<PanelMember, "name" | "role" | "model">,
  defaultModel: string | null,
  promptFile: string,
  draftFile: string,
): z.output<typeof spawnSchema> {
  const chosen = model ?? defaultModel;
  return {
    expert: name,
    role,
    description: name === "Author" ? "📝 Author rewrites the text" : `🧁 ${name} expert deliberation`,
    prompt: `Read ${promptFile} and follow it exactly.`,
    prompt_file: promptFile,
    draft_file: draftFile,
    subagent_type: "general-purpose",
    run_in_background: true,
    ...(chosen === null ? {} : { model: chosen }),
  };
}
