/**
 * The first screen of verdict.md: what was decided and everything that is said of it, what changed, and the objections with their answers. It has at most
 * 60 lines, whatever the records hold, but for critical objections, of which none is left out; everything else is below it.
 */

import type { Objection } from "../facts/objections.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import { cut } from "../facts/text/cut.ts";
import type { Ledger } from "../rules/ledger.ts";
import { seatedExperts } from "../rules/stance-history.ts";
import { changedParts } from "./changed-blocks.ts";
import { comparisonOf, comparisonSentence } from "./comparison.ts";
import { doubts } from "./doubts.ts";
import { excerpt, questionWords } from "./excerpt.ts";
import { factsTable } from "./facts-table.ts";
import { objectionsTable, severityLegend } from "./objections.ts";
import { code, link, page, plural } from "./page.ts";
import { inline, prose } from "./quote.ts";
import { listed } from "./verdict-lines.ts";
import type { View } from "./view.ts";

/** Objections on the screen, but for critical ones. */
export const mostObjections = 10;

export function verdictScreen(view: View, objections: readonly Objection[], shown: readonly Objection[]): string {
  const { facts, opening, ledgerThen: ledger } = view;
  const comparison = facts.verdict === null ? undefined : comparisonOf(view, facts.verdict);
  const doubted = ledger.records.length === 0 ? [] : doubts(facts, ledger);
  const isClosed = facts.how === "closed" || facts.how === "reviewed";
  const left = objections.length - shown.length;
  return page(
    `# ${inline(opening.title)}: ${stateWords[facts.how]}`,
    ...factsTable(facts, `*${questionWords(opening)}*${subjectLink(facts)}`),
    peopleWords(facts, ledger),
    facts.review && `Each finding with its failing case, its test and the smallest fix: ${link("findings.md")}`,
    facts.decided.as === "title" && facts.judge.headline !== null && headlineWords(facts.judge.headline),
    facts.judge.recommendation !== null && "**The verdict's text is the Judge's, and nobody signed it:**",
    facts.judge.recommendation !== null && excerpt(facts.judge.recommendation.split("\n")),
    isClosed && "## Reason (the Judge's words)",
    isClosed && (excerpt(facts.judge.description.split("\n")) || "None given."),
    comparison !== undefined && comparisonSentence(comparison),
    doubted.length > 0 && doubted.map((line) => `- ${line}`).join("\n"),
    ...(isClosed ? [] : changedParts(view)),
    objections.length > 0 && `## ${facts.review ? "Findings" : "Objections"}`,
    objections.length > 0 && objectionsTable(shown, facts.review),
    [severityLegend(shown), left > 0 ? `${plural(left, "more objection")} below.` : ""]
      .filter((part) => part !== "")
      .join(" · "),
    suggestionWords(facts),
    addedWords(facts),
  ).trimEnd();
}

/** Where no sentence was signed, the Judge's says most in one line: as the Judge's. */
function headlineWords(headline: string): string {
  return `The Judge sums it up, and nobody signed that: “${prose(headline)}”`;
}

const mostSuggestions = 6;

/** One line: none of them was decided. */
function suggestionWords({ suggestions }: VerdictFacts): string {
  if (suggestions.length === 0) return "";
  const named = suggestions
    .slice(0, mostSuggestions)
    .map(({ id, by, label }) => `${by.map(inline).join(", ")}: “${prose(label)}” (${inline(id)})`);
  const more = suggestions.length > mostSuggestions ? `; ${suggestions.length - mostSuggestions} more` : "";
  return `**Suggestions, not part of the decision.** ${named.join("; ")}${more}.`;
}

const longestAdded = 300;

/** What signers would still like is no part of what they signed. */
function addedWords({ added }: VerdictFacts): string {
  if (added.length === 0) return "";
  const said = added.map(({ by, words }) => `${inline(by)}: “${prose(cut(words, longestAdded))}”`);
  return `**What the signers added, not part of the decision.** ${said.join(" ")}`;
}

const mostNamed = 8;

/** Who the names on the page are. */
function peopleWords({ cost }: VerdictFacts, ledger: Ledger): string {
  const names = seatedExperts(ledger.records).map(({ name }) => inline(name));
  if (names.length === 0) return "";
  const more = names.length - mostNamed;
  const experts = listed([...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])]);
  const are = names.length === 1 ? "is an AI expert" : "are AI experts";
  const author = cost.author === 0 ? "" : "; the author is the AI run that rewrote the text between rounds";
  return `*${experts} ${are}; the Judge is the coding agent that ran the dialogue${author}. No signature here is a person's.*`;
}

const stateWords: Record<VerdictFacts["how"], string> = {
  converged: "decided",
  forced: "decided, forced at the limit",
  refused: "not decided",
  contested: "contested",
  superseded: "superseded",
  closed: "closed, nothing decided",
  reviewed: "reviewed",
  undecided: "not decided",
};

/** The subject, to open from the dialogue's folder, and the day. */
export function subjectLink({ subject, verdict }: VerdictFacts): string {
  const plain = subject !== null && /^[\w./-]+$/.test(subject);
  const named = subject === null ? [] : [plain ? link(`../../../${subject}`, subject) : code(subject)];
  return [...named, ...(verdict === null ? [] : [verdict.registered_at.slice(0, 10)])]
    .map((part) => ` · ${part}`)
    .join("");
}
