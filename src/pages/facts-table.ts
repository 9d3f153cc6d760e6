/** The lines of a verdict as Markdown: what was decided as a quotation, the rest as a table. */
import type { VerdictFacts } from "../facts/schema.ts";
import { markdownTable } from "./page.ts";
import { inline } from "./quote.ts";
import { verdictLines } from "./verdict-lines.ts";

export function factsTable(facts: VerdictFacts): string[] {
  const [decided, ...rest] = verdictLines(facts);
  const note = decided!.note === null ? "" : ` (${inline(decided!.note)})`;
  const rows = rest.map(({ name, words }) => [name, inline(words)]);
  return [`> **${inline(decided!.words)}**${note}`, markdownTable(["Fact", "What the records say"], rows)];
}
