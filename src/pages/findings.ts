/** findings.md: what one look found, worst first, each in its finder's words with the change that would settle it. The result of a dialogue that was opened as a review. */

import { itemWords } from "../facts/item-lines.ts";
import { blindCoverage } from "../rules/coverage.ts";
import { authorsOf } from "../rules/guests.ts";
import { bySeverity, isOpen, type Ledger, type LedgerTension } from "../rules/ledger.ts";
import { offersFor } from "../rules/resolvers.ts";
import { severities } from "../rules/vocabulary.ts";
import { coverageMarkdown } from "./coverage-lines.ts";
import { allCitations, citationWords } from "./grounds.ts";
import { generatedLine, page, plural } from "./page.ts";
import { inline, quote } from "./quote.ts";
import type { View } from "./view.ts";

export function renderFindings({ opening, ledger, shown }: View): string {
  const found = bySeverity([...ledger.tensions.values()].filter(isOpen));
  const counts = [...severities, null].flatMap((severity) => {
    const count = found.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity ?? "without a severity"}`];
  });
  const coverage = blindCoverage(ledger);
  return page(
    generatedLine({ shows: `the findings ${shown.span}`, ...shown }),
    `# Findings: ${inline(opening.title)}`,
    `${plural(found.length, "finding")} by ${plural(ledger.records[0]?.panel.length ?? 0, "expert")} who worked apart${counts.length === 0 ? "" : `: ${counts.join(", ")}`}. ${citationWords(allCitations(ledger))} Nobody has checked or answered them yet; they are no decision.`,
    ...(coverage === null ? [] : coverageMarkdown(coverage)),
    ...found.map((tension) => finding(tension, ledger)),
  );
}

function finding(tension: LedgerTension, ledger: Ledger): string {
  const item = ledger.items.get(tension.id)!;
  const words = (id: string) => (ledger.items.get(id)?.sources ?? []).map((source) => quote(itemWords(ledger, source)));
  return page(
    `## ${inline(tension.id)} ${inline(tension.label)}${tension.severity === null ? "" : ` (${tension.severity})`}`,
    `By ${authorsOf(ledger, item).map(inline).join(", ")}.`,
    ...words(tension.id),
    ...offersFor(ledger, tension).flatMap(({ item: id, by }) => [
      `To settle it, ${by.map(inline).join(", ")} (${inline(id)}):`,
      ...words(id),
    ]),
  ).trimEnd();
}
