/**
 * An item's own words, cut from its author's text by the line numbers that the record keeps. No text is read for markers again: what a record
 * holds has a page, also where no reader would take it.
 */
import type { Ledger, LedgerItem } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";

/** From its marker to the next one. */
export function itemLines({ records }: Ledger, { expert, line, round }: LedgerItem["sources"][number]): string[] {
  const record = records.find((one) => one.round === round);
  if (record === undefined) return [];
  const own = (name: string) => expertKey(name) === expertKey(expert);
  const starts = [
    ...record.items.flatMap(({ sources }) => sources.filter((source) => own(source.expert))),
    ...record.stances.filter(({ by }) => own(by)),
    ...record.statements.filter(({ by }) => own(by)),
    ...record.dismissed.filter((dismissed) => own(dismissed.expert)),
  ].map((start) => start.line);
  const end = Math.min(...starts.filter((start) => start > line), Number.POSITIVE_INFINITY) - 1;
  const text = record.texts.find((one) => own(one.expert))?.lines ?? [];
  const lines = text.slice(line - 1, Math.min(end, text.length));
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
}

/** Without the marker, unless there is nothing else. */
export function itemWords(ledger: Ledger, source: LedgerItem["sources"][number]): string[] {
  const lines = itemLines(ledger, source);
  const [first = "", ...rest] = lines;
  const words = [first.slice(first.indexOf("]") + 1).trim(), ...rest];
  return words.every((line) => line.trim() === "") ? lines : words[0] === "" ? rest : words;
}
