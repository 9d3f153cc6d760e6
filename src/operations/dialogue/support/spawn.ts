/** Agents to start. What a client's task tool takes is the same for all and said once; `<…>` is filled in from the answer and each agent's line. */
import { join } from "node:path";
import * as z from "zod";
import type { PanelMember } from "../../../rules/records.ts";

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
type Task = z.output<typeof taskSchema>;

export function taskFor(description: string): Task {
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

/** What it takes to start them: where a draft goes is said in its prompt, and one rule says where the prompts are, if each lies below its expert's name. */
export function spawnInShort(task: Task, spawn: readonly Spawn[]): { task: Task; spawn: Partial<Spawn>[] } {
  const named = spawn.every(({ expert, prompt_file }) => prompt_file === `${expert.toLowerCase()}/prompt.md`);
  if (!named) return { task, spawn: spawn.map(({ draft_file: _, ...line }) => line) };
  return {
    task: { ...task, prompt: task.prompt.replace("<prompt_file>", "<expert in lower case>/prompt.md") },
    spawn: spawn.map(({ draft_file: _, prompt_file: __, ...line }) => line),
  };
}

/** For one agent alone: the task with its values in place. */
export function filledTask(task: Task, folder: string, line: Spawn): Record<string, unknown> {
  const { expert, model } = line;
  return {
    description: task.description.replace("<expert>", () => expert),
    prompt: promptFor(task, folder, line),
    subagent_type: task.subagent_type,
    ...(model === undefined ? {} : { model }),
  };
}

/** For a terminal: a line to copy, by a path from the project's folder, where the agent starts. */
export function promptLine(task: Task, folder: string, line: Spawn): string {
  return promptFor(task, folder.slice(folder.lastIndexOf(".blue")), line);
}

/** The whole sentence. */
export function promptFor({ prompt }: Task, folder: string, { prompt_file }: Spawn): string {
  return prompt.replace("<folder>/<prompt_file>", () => join(folder, prompt_file));
}
