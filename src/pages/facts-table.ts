/** The facts of a verdict as Markdown: a quotation with the decision, a table of where it stands, and one of how it came about. */

import type { VerdictFacts } from "../facts/schema.ts";
import { cut } from "../facts/text/cut.ts";
import { markdownTable } from "./page.ts";
import { inline, prose } from "./quote.ts";
import { type VerdictLine, verdictLines } from "./verdict-lines.ts";

/** What a reader accepts together with the decision, in the order of the table. */
const first: readonly VerdictLine["key"][] = [
  ...(["how", "signed", "open", "refused", "in_part", "not_taken_up", "disagree", "supersedes", "coverage"] as const),
];

export interface FactsParts {
  decision: string;
  stands: string;
  /** What few readers ask for: what it rests on, what it cost, what the Judge did, and facts that are empty or as they should be. */
  came: string;
}

/** `merged`: what the Judge counted as one, by name. */
export function factsParts(facts: VerdictFacts, merged: readonly string[] = []): FactsParts {
  const lines = verdictLines(facts);
  const decided = lines[0]!;
  const reasons = lines.filter(({ key }) => key === "why" || key === "risk");
  const note = decided.note === null ? "" : ` (${inline(decided.note)})`;
  const isQuiet = ({ key, short }: VerdictLine) => (key === "how" || key === "supersedes") && short === null;
  const shown = first.flatMap((key) => lines.filter((line) => line.key === key && !isQuiet(line)));
  const rest = lines.filter((line) => line !== decided && !reasons.includes(line) && !shown.includes(line));
  const rowsOf = (some: readonly VerdictLine[]) =>
    some.map(({ key, name, words }) => [name, prose(`${words}${moreWords(key, facts, merged)}`)]);
  return {
    decision: [
      // Of a text without a signed sentence its own words say more than its title.
      ...(facts.decided.begins === undefined ? [] : [`> The signed text begins: ${prose(facts.decided.begins)}`]),
      `> **${prose(decided.words)}**${note}`,
      ...reasons.map(({ name, words }) => `> **${name}:** ${prose(words)}`),
    ].join("\n>\n"),
    stands: markdownTable(["Where it stands", " "], [...rowsOf(shown), ...wishes(facts)]),
    came: markdownTable(["How it came about", " "], rowsOf(rest)),
  };
}

/** What only a reader of the page needs beside a line. */
function moreWords(key: VerdictLine["key"], facts: VerdictFacts, merged: readonly string[]): string {
  if (key === "signed" && facts.signed.count > 0) return `; AI experts, no person${blindWords(facts)}`;
  return key === "judge" && merged.length > 0 ? ` (${merged.join(", ")})` : "";
}

/** What the panel thought of the subject, of a decision that changed it. */
function blindWords({ how, rounds, stood }: VerdictFacts): string {
  const positions = Object.entries(stood.blind.positions).map(([position, count]) => `${count} ${position}`);
  if (how !== "converged" || rounds === 1 || positions.length === 0) return "";
  return `; the blind first round stood at ${positions.join(", ")}`;
}

const mostSuggestions = 6;
const longestAdded = 300;

/** What nobody decided: recommendations that were left over, and what signers would still like. */
function wishes({ suggestions, added }: VerdictFacts): string[][] {
  const named = suggestions
    .slice(0, mostSuggestions)
    .map(({ id, by, label }) => `${by.map(inline).join(", ")} suggests: “${prose(label)}” (${inline(id)})`);
  const more = suggestions.length > mostSuggestions ? [`${suggestions.length - mostSuggestions} more suggestions`] : [];
  const said = added.map(({ by, words }) => `${inline(by)}: “${prose(cut(words, longestAdded))}”`);
  const all = [...named, ...more, ...said];
  return all.length === 0 ? [] : [["Said while signing, not part of the decision", all.join("; ")]];
}
