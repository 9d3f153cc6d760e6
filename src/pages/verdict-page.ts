/**
 * verdict.md: a reader of this page alone can say what was decided, who disagreed and on what it rests. The first screen says it, RFC 0057's summary
 * follows; every text in full is folded below, what was signed apart from what the Judge wrote.
 */

import type { VerdictFacts } from "../facts/schema.ts";
import { comparisonOf, comparisonPart } from "./comparison.ts";
import { disagreementParts } from "./disagreement.ts";
import { allCitations, badCitations, citationsTable, groundsTable, keyItemWords } from "./grounds.ts";
import { objectionsTable } from "./objections.ts";
import { verdictsTable } from "./overview.ts";
import { fold, generatedLine, markdownTable, page, plural } from "./page.ts";
import { inline, quote } from "./quote.ts";
import { allStands } from "./stands-table.ts";
import { convergenceSummary } from "./verdict.ts";
import { mostObjections, verdictScreen } from "./verdict-screen.ts";
import { signedText, type View } from "./view.ts";

/** Undefined while there is no verdict of any kind. */
export function renderVerdict(view: View): string | undefined {
  const { facts, ledgerThen: ledger } = view;
  if (facts.verdict === null) return undefined;
  const { type, round, path, self } = facts.verdict;
  const shows = `the ${type} verdict${round === null ? "" : ` on round ${round}`}`;
  const source = { shows, record: path, self, lastRound: view.shown.lastRound! };
  const head = page(generatedLine(source), `# Verdict: ${inline(view.opening.title)}`).trimEnd();
  const objections = disagreementParts(facts);
  const comparison = comparisonOf(view, facts.verdict);
  const text = signedText(view);
  return page(
    verdictScreen(head, view),
    "## Convergence Summary",
    `\`\`\`text\n${convergenceSummary(facts, ledger)}\n\`\`\``,
    text.length > 0 && fold(`${textTitle(facts)}, ${plural(text.length, "line")}`, quote(text)),
    judgesPart(facts),
    grounds(view),
    facts.tensions.length > mostObjections &&
      fold(`All ${plural(facts.tensions.length, "objection")}`, objectionsTable(facts, ledger)),
    objections.length > 0 && fold("Who disagreed, in their own words", ...objections),
    comparison !== undefined && comparisonPart(comparison),
    ledger.records.length > 0 && fold("Everybody's first and last stance in full", allStands(ledger)),
    view.verdicts.length > 1 && fold(`All ${view.verdicts.length} verdicts`, verdictsTable(view)),
    "Blue attests that this page follows from the records beside it. It does not authenticate who wrote them.",
  );
}

function textTitle({ decided, signed }: VerdictFacts): string {
  if (decided.as === "nothing") return "The text that the last round judged";
  return signed.text === "shown" ? "The decided text" : "The text of the last round";
}

/** Everything the Judge wrote for the verdict: none of it was signed. */
function judgesPart({ judge, warning }: VerdictFacts): string | false {
  const { recommendation, headline, topics, description, conditions, vote, confidence, supporters } = judge;
  const rows = topics.map(({ topic, decision }) => [inline(topic), inline(decision)]);
  const said = [
    vote === null ? "" : `Vote: ${inline(vote)}`,
    confidence === null ? "" : `Confidence: ${inline(confidence)}`,
    supporters.length === 0 ? "" : `Supported by: ${supporters.map(inline).join(", ")}`,
  ].filter((part) => part !== "");
  const parts = [
    headline !== null && `**Headline:** ${inline(headline)}`,
    recommendation !== null && "### The verdict's text (the panel never saw it)",
    recommendation !== null && quote(recommendation.split("\n")),
    rows.length > 0 && markdownTable(["Topic", "As the Judge sums it up"], rows),
    description.trim() !== "" && "### Description",
    description.trim() !== "" && quote(description.split("\n")),
    warning !== null && "### Warning",
    warning !== null && quote(warning.split("\n")),
    ...conditions.flatMap((condition, i) => [`### Condition ${i + 1}`, quote(condition.split("\n"))]),
    said.length > 0 && said.map((line) => `- ${line}`).join("\n"),
  ].filter((part) => part !== false);
  return parts.length > 0 && fold("The Judge's own words, which nobody signed", ...parts);
}

function grounds({ facts, ledgerThen: ledger }: View): string | false {
  const { items } = facts.rests;
  const bad = badCitations(allCitations(ledger));
  if (items.length + bad.length === 0) return false;
  return fold(
    `What it rests on: ${plural(items.length, "item")}${bad.length === 0 ? "" : `; ${plural(bad.length, "source")} not found`}`,
    items.length > 0 && groundsTable(items, ledger),
    ...keyItemWords(items, ledger),
    bad.length > 0 && citationsTable(bad),
  );
}
