/**
 * Who disagreed, in their own words: those who left unconvinced, those on the last panel who do not simply approve, every dissent and minority
 * statement, and every verdict that rivals the one shown.
 */
import { isMember, speaker } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import type { RoundRecord, VerdictRecord } from "../rules/records.ts";
import { verdictPath } from "../rules/standing.ts";
import { code, plural } from "./page.ts";
import { inline, quote } from "./quote.ts";
import { stanceHistories, stanceWords } from "./stances.ts";
import type { View } from "./view.ts";

export function disagreement({ verdicts }: Pick<View, "verdicts">, shown: VerdictRecord, ledger: Ledger): string[] {
  const seated = new Set(ledger.records.at(-1)?.panel.map(({ name }) => expertKey(name)));
  const reserved = stanceHistories(ledger).filter(
    ({ expert, last }) => seated.has(expertKey(expert)) && last?.position !== "APPROVE" && last?.position !== "ABSTAIN",
  );
  const blocks = [
    ...ledger.unconvinced.flatMap(({ expert, role, last_round, position, condition }) => [
      `**${inline(expert)}** (${inline(role)}) left after round ${last_round} unconvinced: ${position ?? "no stance"}.`,
      sentence(condition),
    ]),
    ...reserved.flatMap(({ expert, role, last }) => [
      `**${inline(expert)}** (${inline(role)}), on the last panel: ${last === null ? "no stance" : stanceWords(last)}.`,
      sentence(last?.text),
    ]),
    ...reservedGuests(ledger).flatMap(({ by, round, stance }) => [
      `**${inline(by)}** (guest), round ${round}: ${stanceWords(stance)}.`,
      sentence(stance.text),
    ]),
    ...ledger.records.flatMap((record) =>
      record.statements.flatMap((statement) => [statementWords(record, statement), quote(statement.lines)]),
    ),
    ...[...ledger.records, shown].flatMap(setAsideWords),
    ...ledger.records.flatMap(secondTextWords),
    ...verdicts
      .filter((verdict) => rivals(verdict, shown))
      .flatMap((verdict) => [
        `**A ${verdict.verdict_type} verdict**, ${code(verdictPath(verdict))}, supported by ${verdict.supporting_experts.map(inline).join(", ") || "nobody named"}.`,
        quote([...verdict.recommendation, ...verdict.description]),
      ]),
  ].filter((block) => block !== "");
  if (blocks.length > 0) return blocks;
  return ["Nobody: every last stance is an approval or an abstention, and no objection is on record."];
}

/** The last stance of each guest, where it is neither approval nor abstention. */
function reservedGuests({ records }: Ledger): { by: string; round: number; stance: RoundRecord["stances"][number] }[] {
  const last = new Map<string, { by: string; round: number; stance: RoundRecord["stances"][number] }>();
  for (const record of records) {
    for (const stance of record.stances)
      if (!isMember(record, stance.by)) last.set(expertKey(stance.by), { by: stance.by, round: record.round, stance });
  }
  return [...last.values()].filter(({ stance }) => stance.position !== "APPROVE" && stance.position !== "ABSTAIN");
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
