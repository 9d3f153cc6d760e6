/** The scoreboard in RFC 0057's columns, its three lines of totals, and the Judge's scores for each expert. */

import type { Ledger, RoundState } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { seatedExperts } from "../rules/stance-history.ts";
import { totalsOf } from "../rules/totals.ts";
import { generatedLine, markdownTable, number, page } from "./page.ts";
import { inline } from "./quote.ts";
import type { View } from "./view.ts";

export const scoreboardColumns = [
  "Round",
  "W",
  "C",
  "T",
  "R",
  "Score",
  "Open Tensions",
  "New Perspectives",
  "Velocity",
  "Converge %",
];

export const scoreLegend = "W Wisdom, C Consistency, T Truth, R Relationships: the Judge's, unbounded.";

export function renderScoreboard({ ledger, shown }: View): string {
  return page(
    "## Scoreboard",
    scoreboardTable(ledger),
    scoreboardTotals(ledger),
    `${scoreLegend} The four columns after Score are counted from what the experts wrote. Velocity = open tensions + new perspectives; converge % = members who signaled \`[MOVE:CONVERGE]\`.`,
    ...(ledger.records.some(({ scores }) => Object.keys(scores.experts).length > 0)
      ? ["## Scores per Expert", expertScoresTable(ledger)]
      : []),
    generatedLine({ shows: `the scoreboard ${shown.span}`, ...shown }),
  );
}

export function scoreboardTable(ledger: Ledger): string {
  const rows = ledger.rounds.map(({ round, score, velocity, convergence }) => [
    String(round),
    ...Object.values(componentsOf(score)),
    number(score.total),
    String(velocity.open_tensions),
    String(velocity.new_perspectives),
    String(velocity.total),
    `${convergence.percent}%`,
  ]);
  return rows.length === 0 ? "No round is registered yet." : markdownTable(scoreboardColumns, rows);
}

export function scoreboardTotals(ledger: Ledger): string {
  const { alignment, convergence_achieved, convergence_reason } = totalsOf(ledger);
  return [
    `**Total ALIGNMENT:** ${number(alignment.total)} ${componentsWords(alignment)}`,
    `**Max Rounds:** ${ledger.opening.settings.max_rounds}`,
    `**Convergence:** ${convergence_achieved ? "✓" : "✗"} (${convergence_reason})`,
  ].join("\n");
}

/** "(W:95 C:64 T:51 R:49)". */
export function componentsWords(score: RoundState["score"]): string {
  const { W, C, T, R } = componentsOf(score);
  return `(W:${W} C:${C} T:${T} R:${R})`;
}

/** As people read them: a score that was not split has none. */
function componentsOf({ W, C, T, R, total }: RoundState["score"]): Record<"W" | "C" | "T" | "R", string> {
  const unsplit = total !== 0 && [W, C, T, R].every((part) => part === 0);
  const words = (part: number) => (unsplit ? "–" : number(part));
  return { W: words(W), C: words(C), T: words(T), R: words(R) };
}

/** One row per expert, one column per round; "—" where the Judge gave no score. */
export function expertScoresTable(ledger: Ledger, heading = "Expert", mark = ""): string {
  const scores = ledger.records.map(
    ({ scores }) => new Map(Object.entries(scores.experts).map(([name, score]) => [expertKey(name), score])),
  );
  const seated = seatedExperts(ledger.records).map(({ name }) => name);
  const keys = new Set(seated.map(expertKey));
  const others = [...new Set(scores.flatMap((round) => [...round.keys()]))].filter((key) => !keys.has(key)).sort();
  const rows = [...seated, ...others].map((name) => {
    const own = scores.map((round) => round.get(expertKey(name)));
    const total = own.reduce<number>((sum, score) => sum + (score ?? 0), 0);
    const cells = own.map((score) => (score === undefined ? "—" : number(score)));
    return [`${mark}${inline(name)}`, ...cells, `**${number(total)}**`];
  });
  return markdownTable([heading, ...ledger.rounds.map(({ round }) => `R${round}`), "Total"], rows);
}
