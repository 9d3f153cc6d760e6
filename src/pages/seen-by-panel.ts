/**
 * Whether the panel was shown what it is said to have agreed to: the recommendation is, spaces and line ends apart, the proposal of the verdict's round,
 * and that came with the prompts. A proposal that the Judge brought when registering may be in nobody's prompt.
 */
import { foldedWords } from "../rules/comparison.ts";
import type { Ledger } from "../rules/ledger.ts";
import type { Revision, RoundRecord, VerdictRecord } from "../rules/records.ts";

export type Sight = "shown" | "brought" | "other";

export function compareToProposal(
  recommendation: readonly string[],
  round: Pick<RoundRecord, "proposal" | "proposal_shown"> | undefined,
): Sight {
  if (round?.proposal == null || foldedWords(round.proposal) !== foldedWords(recommendation)) return "other";
  return round.proposal_shown === false ? "brought" : "shown";
}

/** `ledger`: as it stood when the verdict was given. */
export function seenByPanel({ recommendation, seen_by_panel }: VerdictRecord, ledger: Ledger): Sight {
  const sight = compareToProposal(recommendation, ledger.records.at(-1));
  return sight === "shown" && !seen_by_panel ? "other" : sight;
}

export function seenWords(sight: Sight): string {
  if (sight === "shown") return "The panel saw these words: the recommendation is the last round's proposal.";
  if (sight === "brought")
    return "**That the panel saw these words is the Judge's word:** the recommendation is the last round's proposal, which came with the registration and not with Blue's prompts.";
  return "**The panel never saw these words:** the recommendation is not the last round's proposal.";
}

/** Who wrote the words that were decided. */
export function writerWords(verdict: VerdictRecord, ledger: Ledger): string {
  const revision = findAuthors(verdict, ledger);
  if (revision !== undefined)
    return ["draft", "runner"].includes(revision.provenance.source)
      ? "The author wrote them."
      : "The author's words, filed by the Judge.";
  const subject = ledger.opening.subject?.lines;
  if (subject !== undefined && foldedWords(subject) === foldedWords(verdict.recommendation))
    return "They are the subject's.";
  return "The Judge wrote them, not an author.";
}

/** The author's text that was decided; undefined when the words are somebody else's. */
export function findAuthors({ recommendation }: VerdictRecord, { records }: Ledger): Revision | undefined {
  const words = foldedWords(recommendation);
  return records.flatMap(({ revisions }) => revisions ?? []).findLast(({ lines }) => foldedWords(lines) === words);
}
