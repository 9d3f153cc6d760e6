import * as z from "zod";
import type { Criterion } from "../../documents/criteria.ts";

export const criteriaSchema = z.array(z.strictObject({ text: z.string(), met: z.boolean(), line: z.int() }));

export function renderCriteria(criteria: readonly Criterion[]): string {
  if (criteria.length === 0) return "No acceptance criteria.";
  const met = criteria.filter((one) => one.met).length;
  return [
    `Acceptance criteria: ${met}/${criteria.length}`,
    ...criteria.map((one) => `  ${one.met ? "✓" : "○"} ${one.text} (line ${one.line})`),
  ].join("\n");
}
