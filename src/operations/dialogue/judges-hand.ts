/** The Judge's hand and who left unconvinced, as every answer that shows consensus must carry them: its price. */
import * as z from "zod";

export const handSchema = z.strictObject({
  merged: z.int(),
  dismissed: z.int(),
  discarded: z.int().describe("Drafts set aside before a round was registered."),
  accepted: z.int(),
  filed: z.int().describe("Texts filed for an expert by someone else."),
  guests: z.int().optional().describe("Texts of people who were not on the panel; left out when there are none."),
  absent: z.int(),
  incomplete: z.int(),
  rotated_out: z.int(),
  player: z
    .strictObject({
      unreadable: z.int(),
      left_out: z.int(),
      unwrapped: z.int(),
      masked: z.int(),
      failed: z.int(),
      shown: z.int(),
    })
    .optional()
    .describe("What code decided in a dialogue played from the command line."),
});

export const unconvincedSchema = z.strictObject({
  expert: z.string(),
  role: z.string(),
  last_round: z.int(),
  position: z.string().nullable(),
  condition: z.string().nullable(),
});
