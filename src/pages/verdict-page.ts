/**
 * verdict.md: a reader of this page alone can say what was decided, who disagreed and on what it rests. The first screen says it; every text in
 * full is folded below. Consensus stands beside its price: the Judge's hand, who left unconvinced, and whether the panel ever saw these words.
 */

import type { Ledger } from "../rules/ledger.ts";
import type { VerdictRecord } from "../rules/records.ts";
import { isClosing, ledgerAt, verdictPath } from "../rules/standing.ts";
import { comparisonOf, comparisonPart } from "./comparison.ts";
import { disagreement } from "./disagreement.ts";
import { allCitations, badCitations, citationsTable, groundsOf, groundsTable, keyItemWords } from "./grounds.ts";
import { verdictsTable } from "./overview.ts";
import { fold, generatedLine, markdownTable, page, plural } from "./page.ts";
import { inline, quote } from "./quote.ts";
import { allStands } from "./stands-table.ts";
import { convergenceSummary } from "./verdict.ts";
import { verdictScreen } from "./verdict-screen.ts";
import type { View } from "./view.ts";

/** Undefined while there is no verdict of any kind. */
export function renderVerdict(view: View): string | undefined {
  const { verdict } = view.decision;
  if (verdict === undefined) return undefined;
  const ledger = ledgerAt(view, verdict);
  const shows = `the ${verdict.verdict_type} verdict${verdict.round === null ? "" : ` on round ${verdict.round}`}`;
  const source = { shows, record: verdictPath(verdict), self: verdict.self, lastRound: view.shown.lastRound! };
  const head = page(generatedLine(source), `# Verdict: ${inline(view.opening.title)}`).trimEnd();
  const objections = disagreement(view, verdict, ledger);
  const comparison = comparisonOf(view, verdict);
  return page(
    verdictScreen(head, view, verdict, ledger),
    inFull(verdict),
    grounds(verdict, ledger),
    objections.length > 0 && fold("Who disagreed, in their own words", ...objections),
    comparison !== undefined && comparisonPart(comparison),
    ledger.records.length > 0 && fold("Everybody's first and last stance in full", allStands(ledger)),
    fold("Convergence Summary", `\`\`\`text\n${convergenceSummary(view, verdict)}\n\`\`\``),
    view.verdicts.length > 1 && fold(`All ${view.verdicts.length} verdicts`, verdictsTable(view)),
    "Blue attests that this page follows from the records beside it. It does not authenticate who wrote them.",
  );
}

/** A closing has a reason and recommends nothing. */
function inFull(verdict: VerdictRecord): string {
  const description = quote(verdict.description);
  if (isClosing(verdict)) return fold("The reason in full", description || "None given.");
  const decisions = verdict.decisions.map(({ topic, decision }) => [inline(topic), inline(decision)]);
  const parts: [count: number, what: string][] = [
    [verdict.recommendation.length, "line"],
    [decisions.length, "topic"],
    [verdict.conditions.length, "condition"],
  ];
  const sizes = parts.filter(([count]) => count > 0).map(([count, what]) => plural(count, what));
  return fold(
    `The recommendation in full: ${sizes.join(", ")}`,
    decisions.length > 0 && markdownTable(["Topic", "Decision (as the Judge sums it up)"], decisions),
    quote(verdict.recommendation),
    description !== "" && "### Description",
    description,
    verdict.warning !== null && "### Warning",
    verdict.warning !== null && quote(verdict.warning.split("\n")),
    ...verdict.conditions.flatMap((condition, i) => [
      `### Condition ${i + 1} (the Judge's words)`,
      quote(condition.split("\n")),
    ]),
  );
}

function grounds(verdict: VerdictRecord, ledger: Ledger): string | false {
  const items = groundsOf(verdict, ledger).size;
  const bad = badCitations(allCitations(ledger));
  if (items + bad.length === 0) return false;
  return fold(
    `What it rests on: ${plural(items, "item")}${bad.length === 0 ? "" : `; ${plural(bad.length, "source")} not found`}`,
    items > 0 && groundsTable(verdict, ledger),
    ...keyItemWords(verdict, ledger),
    bad.length > 0 && citationsTable(bad),
  );
}
