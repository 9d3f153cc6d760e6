/**
 * What a dialogue will cost, before it is begun. The figures behind it were measured on recorded dialogues (docs/method.md): an expert reads its prompt,
 * the subject and some sources, and writes a draft; the Judge reads each draft once.
 */
import * as z from "zod";
import { reviewPanel } from "../../../panel/panel-size.ts";

export const estimateSchema = z.strictObject({
  experts: z.int(),
  rounds: z.int(),
  calls: z.int().describe("Runs of experts and author."),
  tokens: z
    .int()
    .describe(
      "Read and written by experts and Judge, to the nearest thousand; sources an expert opens beyond the subject come on top.",
    ),
});

/** A dialogue: blind, check, sign; before them two agents polish the text, between them its author writes twice. A review: one blind look. */
const lengths = { dialogue: { rounds: 3, runsAlone: 4 }, review: { rounds: 1, runsAlone: 0 } };
const perExpertRound = { overhead: 6_000, prompt: 6_500, draft: 2_000, judge: 5_000 };

export function estimateFor(
  method: keyof typeof lengths,
  panel: number,
  subjectBytes: number,
): { estimate: z.output<typeof estimateSchema>[]; worth_it: string } {
  const { rounds, runsAlone } = lengths[method];
  const unknown = method === "review" ? [reviewPanel] : [5, 3];
  const sizes = panel === 0 ? unknown : panel > 3 ? [panel, Math.max(3, Math.ceil(panel / 2))] : [panel];
  return {
    estimate: sizes.map((experts) => {
      const calls = experts * rounds + runsAlone;
      const each = Object.values(perExpertRound).reduce((sum, tokens) => sum + tokens, 0) + Math.ceil(subjectBytes / 4);
      return { experts, rounds, calls, tokens: Math.round((calls * each) / 1_000) * 1_000 };
    }),
    worth_it:
      method === "review"
        ? "Worth it before somebody builds on the text. A review decides nothing: its findings are the result."
        : "Worth it for a decision that is expensive to reverse, looks different to different roles, and will be questioned later. Otherwise let one agent attack and revise its own answer: in our own blind comparisons that came close for less.",
  };
}
