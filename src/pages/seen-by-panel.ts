/** What the panel was shown, in a sentence. */
import type { Sight } from "../facts/decided.ts";
import type { VerdictFacts } from "../facts/schema.ts";

export function seenWords(sight: Sight): string {
  if (sight === "shown") return "The panel saw these words: the recommendation is the last round's proposal.";
  if (sight === "brought")
    return "That the panel saw these words is the Judge's word: the recommendation is the last round's proposal, which came with the registration and not with Blue's prompts.";
  return "The panel never saw these words: the recommendation is not the last round's proposal. It is the Judge's.";
}

/** Where no text is known that it could have signed: a Judge who prompts by hand may have shown one. */
export function noTextWords({ signed }: Pick<VerdictFacts, "signed">): string {
  return signed.asked ? "No text was put to the panel." : "No text is on record.";
}
