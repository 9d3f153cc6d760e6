/** Whether the panel was shown the verdict's text, in a sentence. */
import type { Sight } from "../facts/decided.ts";

export function seenWords(sight: Sight): string {
  if (sight === "shown") return "The panel saw these words: the recommendation is the last round's proposal.";
  if (sight === "brought")
    return "That the panel saw these words is the Judge's word: the recommendation is the last round's proposal, which came with the registration and not with Blue's prompts.";
  return "The panel never saw these words: the recommendation is not the last round's proposal. It is the Judge's.";
}
