/** What is said of a verdict as Markdown: the decision, its reason and its risk as a quotation, then what remains and how it came about as tables. */

import type { VerdictFacts } from "../facts/schema.ts";
import { cut } from "../facts/text/cut.ts";
import { markdownTable } from "./page.ts";
import { inline, prose } from "./quote.ts";
import { type VerdictLine, verdictLines } from "./verdict-lines.ts";

/** What a reader accepts together with the decision, in the order of the table. */
const remains: readonly VerdictLine["key"][] = ["open", "refused", "in_part", "not_taken_up", "disagree", "coverage"];

/** `about`: lines between the decision and its facts, Markdown already. `merged`: what the Judge counted as one, by name. */
export function factsTable(facts: VerdictFacts, about = "", merged: readonly string[] = []): string[] {
  const lines = verdictLines(facts);
  const rowsOf = (some: readonly VerdictLine[]) =>
    some.map(({ key, name, words }) => {
      const more = { how: blindWords(facts), judge: merged.length > 0 ? ` (${merged.join(", ")})` : "" };
      return [name, prose(`${words}${key === "how" || key === "judge" ? more[key] : ""}`)];
    });
  const decided = lines[0]!;
  const reasons = lines.filter(({ key }) => key === "why" || key === "risk");
  const note = decided.note === null ? "" : ` (${inline(decided.note)})`;
  const left = facts.how === "converged" ? remains : (["how", ...remains] as const);
  const came = lines.filter((line) => line !== decided && !reasons.includes(line) && !left.includes(line.key));
  const parts = [
    [
      `> **${prose(decided.words)}**${note}`,
      ...(facts.decided.begins === undefined ? [] : [`> It begins: ${prose(facts.decided.begins)}`]),
      ...reasons.map(({ name, words }) => `> **${name}:** ${prose(words)}`),
    ].join("\n>\n"),
    about,
    markdownTable(
      ["What remains", " "],
      [...rowsOf(left.flatMap((wanted) => lines.filter(({ key }) => key === wanted))), ...wishes(facts)],
    ),
    markdownTable(["How it came about", " "], rowsOf(came)),
  ];
  return parts.filter((part) => part !== "");
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
