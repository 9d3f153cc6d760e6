/** A verdict that a change brings: the one line, and every line of it for who reviews. */
import * as z from "zod";
import { brief, briefFacts, type VerdictFacts } from "../../facts/schema.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { plural } from "../../pages/page.ts";
import { verdictLine, verdictLines } from "../../pages/verdict-lines.ts";
import { type DialogueRecords, isClosing, sortedVerdicts } from "../../rules/standing.ts";

export const newVerdictSchema = z.strictObject({
  dialogue_id: z.string(),
  title: z.string(),
  question: z.string(),
  path: z.string().describe("Its page."),
  type: z.string().describe("`final`, `minority` …, or how the dialogue was closed."),
  decided: z.string().describe("In one line, with whatever a reader must know in brackets."),
  ...briefFacts,
  changed: z.string().describe("What deliberation changed."),
  lines: z.array(z.strictObject({ name: z.string(), words: z.string() })).describe("Everything that is said of it."),
});

export type NewVerdict = z.output<typeof newVerdictSchema>;

/** Of the newest of these verdicts (one at least) that ends the dialogue, else of the newest. */
export function newVerdict(
  records: DialogueRecords,
  folder: string,
  news: DialogueRecords["verdicts"],
  reopenedBy: string | null,
): NewVerdict {
  const sorted = sortedVerdicts(news);
  const verdict = sorted.findLast((one) => one.verdict_type === "final" || isClosing(one)) ?? sorted.at(-1)!;
  const facts = verdictFacts(records, verdict, reopenedBy);
  return {
    dialogue_id: facts.dialogue_id,
    title: facts.title,
    question: facts.question,
    path: `${folder}/verdict.md`,
    type: facts.verdict!.type,
    decided: verdictLine(facts),
    ...brief(facts),
    changed: changedWords(facts),
    lines: verdictLines(facts).map(({ name, words, note }) => ({
      name,
      words: note === null ? words : `${words} (${note})`,
    })),
  };
}

/** "blind: 3 REJECT, 2 HOLD → final: 5 APPROVE; the majority changed from REJECT to APPROVE, 4 experts moved". */
function changedWords({ rounds, stood: { blind, final, moved } }: VerdictFacts): string {
  const counts = ({ positions }: typeof blind) =>
    Object.entries(positions)
      .map(([position, count]) => `${count} ${position}`)
      .join(", ") || "no stance";
  if (rounds === 0) return "no round was registered";
  if (rounds === 1) return `one blind round: ${counts(blind)}`;
  const majority =
    blind.majority === null
      ? "the blind round had no majority"
      : blind.majority === final.majority
        ? `the majority stayed ${blind.majority}`
        : `the majority changed from ${blind.majority} to ${final.majority ?? "none"}`;
  return `blind: ${counts(blind)} → final: ${counts(final)}; ${majority}, ${plural(moved, "expert")} moved`;
}
