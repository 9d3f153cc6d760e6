/**
 * Who disagreed, in their own words: those who left unconvinced, those on the last panel who do not simply approve, every dissent and minority
 * statement, and every verdict that rivals the one shown.
 */

import { speaker } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { notConvinced } from "../rules/not-convinced.ts";
import type { RoundRecord, VerdictRecord } from "../rules/records.ts";
import { verdictPath } from "../rules/standing.ts";
import { code, plural } from "./page.ts";
import { inline, quote } from "./quote.ts";
import type { View } from "./view.ts";

/** Empty where everyone last agreed or abstained and nobody objected. */
export function disagreement({ verdicts }: Pick<View, "verdicts">, shown: VerdictRecord, ledger: Ledger): string[] {
  const { records } = ledger;
  return [
    ...unconvinced(ledger).flatMap(({ who, text }) => [`${who}.`, sentence(text)]),
    ...records.flatMap((record) =>
      record.statements.flatMap((statement) => [statementWords(record, statement), quote(statement.lines)]),
    ),
    ...[...records, shown].flatMap(setAsideWords),
    ...records.flatMap(secondTextWords),
    ...verdicts
      .filter((verdict) => rivals(verdict, shown))
      .flatMap((verdict) => [
        `**A ${verdict.verdict_type} verdict**, ${code(verdictPath(verdict))}, supported by ${verdict.supporting_experts.map(inline).join(", ") || "nobody named"}.`,
        quote([...verdict.recommendation, ...verdict.description]),
      ]),
  ].filter((block) => block !== "");
}

/** Everybody whose last word is no agreement. */
export function unconvinced(ledger: Ledger): { who: string; text: string | null }[] {
  return notConvinced(ledger).map(({ expert, role, as, round, stance, text }) => {
    const name = `**${inline(expert)}** (${role === null ? "guest" : inline(role)})`;
    if (as === "left") return { who: `${name} left after round ${round} unconvinced: ${stance ?? "no stance"}`, text };
    return {
      who: `${name}${as === "seated" ? ", on the last panel" : `, round ${round}`}: ${stance ?? "no stance"}`,
      text,
    };
  });
}

/** Drafts that the Judge set aside: what they say counts nowhere, so the page may not be silent about them. */
function setAsideWords({ discarded }: RoundRecord | VerdictRecord): string[] {
  return discarded.flatMap(({ round, reason, texts }) =>
    texts.map(
      ({ expert }) =>
        `**${inline(expert)}** wrote a draft for round ${round} that the Judge set aside. The reason: ${inline(reason)}`,
    ),
  );
}

function secondTextWords({ round, texts }: RoundRecord): string[] {
  return texts
    .filter(({ others }) => others.length > 0)
    .map(
      ({ expert, others }) =>
        `**${inline(expert)}**, round ${round}: ${plural(others.length, "further text")}, kept in their file and not counted.`,
    );
}

function rivals(verdict: VerdictRecord, shown: VerdictRecord): boolean {
  if (verdict.self === shown.self) return false;
  const final = verdict.verdict_type === "final" && verdict.round === shown.round;
  return final || verdict.verdict_type === "minority" || verdict.verdict_type === "dissent";
}

function statementWords(record: RoundRecord, { kind, by, label }: RoundRecord["statements"][number]): string {
  const what = kind === "dissent" ? "dissent" : "minority verdict";
  return `**${inline(speaker(record, by))}**, round ${record.round}: ${what}${label === null ? "" : ` “${inline(label)}”`}.`;
}

function sentence(text: string | null | undefined): string {
  return quote((text ?? "").split("\n").filter((line) => line.trim() !== ""));
}
