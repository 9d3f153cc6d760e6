import * as z from "zod";

export const actionSchema = z.strictObject({
  name: z.string(),
  triggers: z.array(z.string()),
  steps: z.array(z.string()),
  line: z.int(),
});

/** One action by flags; several by `actions`. */
export const actionInput = {
  action: z.string().trim().min(1).max(200).optional().describe("What one does: `deploy to production`."),
  triggers: z.array(z.string().trim().min(1)).default([]).describe("Words under which it is looked for."),
  steps: z.array(z.string().trim().min(1)).default([]).describe("One each, in order."),
};

export function renderSteps(steps: readonly string[]): string {
  return steps.map((step, i) => `  ${i + 1}. ${step.replaceAll("\n", "\n     ")}`).join("\n");
}
