/** The facts of a verdict as Markdown: a quotation with the decision, a table of where it stands, and one of how it came about. */

import { itemWords } from "../facts/item-lines.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import { cut } from "../facts/text/cut.ts";
import { readParts } from "../facts/text/named-parts.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { firstSentence } from "../rules/round/first-sentence.ts";
import { isTooFew } from "./coverage-lines.ts";
import { markdownTable } from "./page.ts";
import { inline, prose } from "./quote.ts";
import { type VerdictLine, verdictLines } from "./verdict-lines.ts";

/** What a reader accepts together with the decision, in the order of the table. */
const first: readonly VerdictLine["key"][] = [
  ...([
    "how",
    "signed",
    "open",
    "refused",
    "in_part",
    "not_taken_up",
    "disagree",
    "supersedes",
    "coverage",
    "rests",
  ] as const),
];

export interface FactsParts {
  decision: string;
  stands: string;
  /** What few readers ask for: what it rests on, what it cost, what the Judge did, and facts that are empty or as they should be. */
  came: string;
}

export function factsParts(facts: VerdictFacts, ledger: Ledger): FactsParts {
  const lines = verdictLines(facts);
  const decided = lines[0]!;
  const reasons = lines.filter(({ key }) => key === "why" || key === "risk");
  const note = decided.note === null ? "" : `(${inline(decided.note)})`;
  // Whose all of it is: a reason reads like a fact.
  const all = reasons.length === 0 ? [] : [`> ${note.replace("sentence,", "sentences,")}`];
  const isQuiet = ({ key, short }: VerdictLine) =>
    ((key === "how" || key === "supersedes") && short === null) ||
    (key === "coverage" && (facts.coverage === null || isTooFew(facts.coverage)));
  const shown = first.flatMap((key) => lines.filter((line) => line.key === key && !isQuiet(line)));
  const rest = lines.filter((line) => line !== decided && !reasons.includes(line) && !shown.includes(line));
  const rowsOf = (some: readonly VerdictLine[]) =>
    some.flatMap(({ key, name, words }) => [
      [name, prose(`${words}${moreWords(key, ledger)}`)],
      ...(key === "signed" ? blindRow(facts, ledger) : []),
      ...(key === "disagree" ? wishes(facts, ledger) : []),
    ]);
  return {
    decision: [
      // Of a text without a signed sentence its own words say more than its title.
      ...(facts.decided.begins === undefined ? [] : [`> The signed text begins: ${prose(facts.decided.begins)}`]),
      `> **${prose(decided.words)}**${reasons.length > 0 || note === "" ? "" : ` ${note}`}`,
      ...reasons.map(({ name, words }) => `> **${name}:** ${prose(words)}`),
      ...(note === "" ? [] : all),
    ].join("\n>\n"),
    stands: markdownTable(["Where it stands", " "], rowsOf(shown)),
    came: markdownTable([" ", " "], rowsOf(rest)),
  };
}

/** What only a reader of the page needs beside a line. */
function moreWords(key: VerdictLine["key"], ledger: Ledger): string {
  const merged = key === "judge" ? mergedNames(ledger) : [];
  return merged.length > 0 ? ` (${merged.join(", ")})` : "";
}

/** Many names say less than a number. */
const mostNamed = 3;
const fewStances = 5;

/** What the panel thought of the subject, of a decision that changed it: who they are, and of few what each said. */
function blindRow({ how, rounds, stood }: VerdictFacts, { records }: Ledger): string[][] {
  const positions = Object.entries(stood.blind.positions).map(([position, count]) => `${count} ${position}`);
  if (how !== "converged" || rounds === 1 || positions.length === 0) return [];
  const { stances = [], panel = [] } = records[0] ?? {};
  const roleOf = (by: string) => panel.find(({ name }) => expertKey(name) === expertKey(by))?.role ?? "";
  const each = stances.map(({ by, position, text }) => {
    const words = text.trim() === "" ? "" : ` “${prose(cut(text, longestAdded))}”`;
    return `${inline(by)}, ${prose(roleOf(by))}: ${position}${words}`;
  });
  return [["In the blind first round", (stances.length > fewStances ? positions : each).join("; ")]];
}

/** "SCONE-T0003 into T0001"; of many nobody reads the names, which are in the rounds' summaries. */
function mergedNames({ records }: Ledger): string[] {
  const all = records.flatMap(({ merged }) => merged.map(({ local_id, into }) => `${local_id} into ${into}`));
  return all.length > mostNamed ? [] : all;
}

const mostSuggestions = 6;
const longestAdded = 300;

/** What nobody decided: what signers would still like in their own words, and recommendations that were left over. */
function wishes({ suggestions, added }: VerdictFacts, ledger: Ledger): string[][] {
  const named = suggestions.slice(0, mostSuggestions).map(({ id, by, label }) => {
    const wish = added.find((one) => by.includes(one.by))?.words ?? "";
    const [source] = ledger.items.get(id)?.sources ?? [];
    const { smallest_change, words } = readParts(source === undefined ? [] : itemWords(ledger, source));
    const suggested = [wish.includes(label) ? "" : label, firstSentence(smallest_change ?? words, longestAdded)];
    const quoted = suggested.filter((one) => one !== "").map((one) => `“${prose(one)}”`);
    const said = wish === "" ? "" : `“${prose(cut(wish, longestAdded))}”, and `;
    return `${by.map(inline).join(", ")}: ${said}suggests ${quoted.join(": ")} (${inline(id)})`;
  });
  const more = suggestions.length > mostSuggestions ? [`${suggestions.length - mostSuggestions} more suggestions`] : [];
  const suggesting = suggestions.flatMap(({ by }) => by);
  const said = added
    .filter(({ by }) => !suggesting.includes(by))
    .map(({ by, words }) => `${inline(by)}: “${prose(cut(words, longestAdded))}”`);
  const all = [...named, ...more, ...said];
  return all.length === 0 ? [] : [["Said while signing, not part of the decision", all.join("; ")]];
}
