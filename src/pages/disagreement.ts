/**
 * Who disagreed, in their own words: those who left unconvinced, those on the last panel who do not simply approve, every dissent and minority
 * statement, and every verdict that rivals the one shown.
 */

import { isMember, speaker } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import type { RoundRecord, VerdictRecord } from "../rules/records.ts";
import { stanceWords } from "../rules/stance-history.ts";
import { lastWordOf, leftUnconvinced, type Stance, verdictPath } from "../rules/standing.ts";
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

/** Everybody whose last word is no agreement: who left, who sits on the last panel, and guests. */
export function unconvinced(ledger: Ledger): { who: string; text: string | null | undefined }[] {
  const { records } = ledger;
  const left = leftUnconvinced(ledger).map(({ expert, role, last_round, position, condition }) => ({
    who: `**${inline(expert)}** (${inline(role)}) left after round ${last_round} unconvinced: ${position ?? "no stance"}`,
    text: condition,
  }));
  const seated = (records.at(-1)?.panel ?? []).flatMap(({ name, role }) => {
    const { stance, convinced } = lastWordOf(records, name, "member");
    const said = stance === null ? "no stance" : stanceWords(stance);
    const who = `**${inline(name)}** (${inline(role)}), on the last panel: ${said}`;
    return convinced ? [] : [{ who, text: stance?.text }];
  });
  const guests = reservedGuests(records).map((stance) => ({
    who: `**${inline(stance.by)}** (guest), round ${stance.round}: ${stanceWords(stance)}`,
    text: stance.text,
  }));
  return [...left, ...seated, ...guests];
}

/** The last stance of each guest who took one and is not convinced. */
function reservedGuests(records: readonly RoundRecord[]): Stance[] {
  const guests = records.flatMap((record) => record.stances.filter(({ by }) => !isMember(record, by)));
  const names = new Map(guests.map(({ by }) => [expertKey(by), by]));
  return [...names.values()].flatMap((name) => {
    const { stance, convinced } = lastWordOf(records, name, "guest");
    return convinced || stance === null ? [] : [stance];
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
