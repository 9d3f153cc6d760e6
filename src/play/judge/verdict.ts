/** What the Judge says beside the signed text. The words that are decided are the author's. */
import * as z from "zod";

const fields = {
  description: z.string().describe("Markdown, a few sentences: what was decided and why."),
  decisions: z.array(z.strictObject({ topic: z.string(), decision: z.string() })),
  key_evidence: z.array(z.string()).describe("IDs of evidence it rests on, `E0101`."),
  key_claims: z.array(z.string()).describe("IDs of claims it rests on, `C0101`."),
  adopted: z.array(z.string()).describe("IDs of recommendations that are in the text."),
  rejected: z.array(z.string()).describe("IDs of recommendations that do not."),
  confidence: z.string(),
};

export const judgedVerdict = z.strictObject(fields);
/** Where nobody wrote a text, the Judge must say the decision. */
export const wordedVerdict = z.strictObject({ ...fields, recommendation: z.string().min(1) });
export type JudgedVerdict = z.output<typeof judgedVerdict> & { recommendation?: string };

export function verdictInput(judged: JudgedVerdict): Record<string, unknown> {
  return {
    ...(judged.recommendation === undefined ? {} : { recommendation: judged.recommendation }),
    description: judged.description,
    decisions: Object.fromEntries(judged.decisions.map(({ topic, decision }) => [topic, decision])),
    key_evidence: judged.key_evidence,
    key_claims: judged.key_claims,
    recommendations_adopted: judged.adopted,
    recommendations_rejected: judged.rejected,
    confidence: judged.confidence,
  };
}
