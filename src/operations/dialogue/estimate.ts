/**
 * What a dialogue will cost, before it is begun. The figures behind it were measured on recorded dialogues (docs/method.md): an expert reads its prompt,
 * the subject and some sources, and writes a draft; the Judge reads each draft once.
 */
import * as z from "zod";

export const estimateSchema = z.strictObject({
  experts: z.int(),
  rounds: z.int(),
  calls: z.int().describe("Expert runs."),
  tokens: z
    .int()
    .describe(
      "Read and written by experts and Judge, to the nearest thousand; sources an expert opens beyond the subject come on top.",
    ),
});

const roundsTypical = 4;
const perExpertRound = { overhead: 6_000, prompt: 6_500, draft: 2_000, judge: 5_000 };

export function estimateFor(
  panel: number,
  subjectBytes: number,
): { estimate: z.output<typeof estimateSchema>[]; worth_it: string } {
  const sizes = panel === 0 ? [6, 3] : panel > 3 ? [panel, Math.max(3, Math.ceil(panel / 2))] : [panel];
  return {
    estimate: sizes.map((experts) => {
      const calls = experts * roundsTypical;
      const each = Object.values(perExpertRound).reduce((sum, tokens) => sum + tokens, 0) + Math.ceil(subjectBytes / 4);
      return { experts, rounds: roundsTypical, calls, tokens: Math.round((calls * each) / 1_000) * 1_000 };
    }),
    worth_it:
      "Worth it for a decision that is expensive to reverse, that several kinds of expertise look at differently, and that somebody will question later. Otherwise let one agent attack and revise its own answer in several passes: in our own blind comparison that was ranked above a panel's answer, for a fraction of the tokens.",
  };
}
