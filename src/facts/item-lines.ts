/**
 * An item's own words, cut from its author's text by the line numbers that the record keeps. No text is read for markers again: what a record
 * holds has a page, also where no reader would take it.
 */
import type { Ledger, LedgerItem } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import type { RoundRecord } from "../rules/records.ts";
import { cutItem, type Marked, withoutMarker } from "./text/cut-item.ts";

/** A record does not change, so it is gone through once, however many items are asked for. */
const indexes = new WeakMap<RoundRecord, Map<string, Marked>>();

function indexOf(record: RoundRecord): Map<string, Marked> {
  const known = indexes.get(record);
  if (known !== undefined) return known;
  const index = new Map<string, Marked>();
  for (const { expert, lines } of record.texts) {
    const key = expertKey(expert);
    if (!index.has(key)) index.set(key, { lines, starts: new Set() });
  }
  const starts = [
    ...record.items.flatMap(({ sources }) => sources),
    ...record.stances.map(({ by, line }) => ({ expert: by, line })),
    ...record.statements.map(({ by, line }) => ({ expert: by, line })),
    ...record.dismissed,
  ];
  for (const { expert, line } of starts) index.get(expertKey(expert))?.starts.add(line);
  indexes.set(record, index);
  return index;
}

/** From its marker to the next one. */
export function itemLines({ records }: Ledger, { expert, line, round }: LedgerItem["sources"][number]): string[] {
  const record = records.find((one) => one.round === round);
  const marked = record && indexOf(record).get(expertKey(expert));
  return marked === undefined ? [] : cutItem(marked, line);
}

/** Without the marker, unless there is nothing else. */
export function itemWords(ledger: Ledger, source: LedgerItem["sources"][number]): string[] {
  return withoutMarker(itemLines(ledger, source));
}
