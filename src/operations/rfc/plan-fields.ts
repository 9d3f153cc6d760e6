import * as z from "zod";
import type { Progress } from "../../documents/plan.ts";

export const progressSchema = z.strictObject({
  tasks: z.array(z.strictObject({ number: z.int(), text: z.string(), done: z.boolean() })),
  done: z.int(),
  total: z.int(),
  percent: z.int(),
});

export function renderProgress({ tasks, done, total, percent }: Progress): string {
  if (total === 0) return "No plan yet.";
  return [
    `Plan: ${done}/${total} (${percent}%)`,
    ...tasks.map((task) => `  ${task.done ? "✓" : "○"} ${task.number}. ${task.text}`),
  ].join("\n");
}
