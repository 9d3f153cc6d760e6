import * as z from "zod";
import type { Document } from "../../documents/document.ts";
import { type Progress, planOf } from "../../documents/plan.ts";
import type { Rooted } from "../../store/paths.ts";
import { documentEntry, entryOf } from "../document-fields.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { nextForRfc } from "./next-for-rfc.ts";

export const progressSchema = z.strictObject({
  tasks: z.array(z.strictObject({ number: z.int(), text: z.string(), done: z.boolean() })),
  done: z.int(),
  total: z.int(),
  percent: z.int(),
});

export const planOutput = z.strictObject({
  ...documentEntry.shape,
  plan: progressSchema,
  next: nextSchema.nullable(),
});

/** The answer of the operations that change a plan. */
export function planEntry(project: Rooted, document: Document): z.output<typeof planOutput> {
  return { ...entryOf(document), plan: planOf(document), next: nextForRfc(project, document) };
}

export function renderPlan(mark: string, { id, title, plan, next }: z.output<typeof planOutput>): string {
  return [`${mark}${id} ${title}`, renderProgress(plan), ...(next === null ? [] : [renderNext(next)])].join("\n");
}

export function renderProgress({ tasks, done, total, percent }: Progress): string {
  if (total === 0) return "No plan yet.";
  return [
    `Plan: ${done}/${total} (${percent}%)`,
    ...tasks.map((task) => `  ${task.done ? "✓" : "○"} ${task.number}. ${task.text}`),
  ].join("\n");
}
