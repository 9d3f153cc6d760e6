/** The lines of a verdict as Markdown: what was decided as a quotation, what it answers, the rest as a table. */
import type { VerdictFacts } from "../facts/schema.ts";
import { markdownTable } from "./page.ts";
import { inline, prose } from "./quote.ts";
import { verdictLines } from "./verdict-lines.ts";

/** `about`: a line between the decision and its facts, Markdown already. */
export function factsTable(facts: VerdictFacts, about = ""): string[] {
  const [decided, ...rest] = verdictLines(facts);
  const note = decided!.note === null ? "" : ` (${inline(decided!.note)})`;
  const rows = rest.map(({ name, words }) => [name, prose(words)]);
  const parts = [`> **${prose(decided!.words)}**${note}`, about, markdownTable([" ", " "], rows)];
  return parts.filter((part) => part !== "");
}
