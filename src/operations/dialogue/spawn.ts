/** Agents to start. What a client's task tool takes is the same for all and stands once; `<…>` is filled in from the answer and each agent's line. */
import { join } from "node:path";
import * as z from "zod";
import type { PanelMember } from "../../rules/records.ts";

export const taskSchema = z
  .strictObject({
    description: z.string(),
    prompt: z.string(),
    subagent_type: z.literal("general-purpose"),
    run_in_background: z.literal(true),
  })
  .describe("How each is started, with its own values in place of `<…>`.");

export const spawnSchema = z.strictObject({
  expert: z.string(),
  role: z.string(),
  prompt_file: z.string().describe("Below `folder`."),
  draft_file: z.string().describe("Below `folder`."),
  model: z.string().optional(),
});

type Spawn = z.output<typeof spawnSchema>;

export function taskFor(description: string): z.output<typeof taskSchema> {
  return {
    description,
    prompt: "Read <folder>/<prompt_file> and follow it exactly.",
    subagent_type: "general-purpose",
    run_in_background: true,
  };
}

export function spawnLine(
  { name, role, model }: Pick<PanelMember, "name" | "role" | "model">,
  defaultModel: string | null,
  files: { prompt: string; draft: string },
): Spawn {
  const chosen = model ?? defaultModel;
  return {
    expert: name,
    role,
    prompt_file: files.prompt,
    draft_file: files.draft,
    ...(chosen === null ? {} : { model: chosen }),
  };
}

/** The whole sentence. */
export function promptFor({ prompt }: z.output<typeof taskSchema>, folder: string, { prompt_file }: Spawn): string {
  return prompt.replace("<folder>/<prompt_file>", () => join(folder, prompt_file));
}
