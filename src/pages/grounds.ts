/** What a decision rests on: items with their authors and where to read them, and whether the sources they cite were found. */

import { itemLines } from "../facts/item-lines.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import { speaker } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import type { RoundRecord } from "../rules/records.ts";
import { isFound } from "../rules/rot.ts";
import { expertFile } from "./expert-file.ts";
import { code, link, markdownTable, plural } from "./page.ts";
import { inline, prose, quoteByLine } from "./quote.ts";

type Citation = RoundRecord["citations"][number];
type Grounds = VerdictFacts["rests"]["items"];

const results: Record<Citation["result"], string> = {
  found: "found",
  found_elsewhere: "found elsewhere in the file",
  not_found: "not found",
  file_missing: "file missing",
  refused: "not looked up",
};

export function badCitations(citations: readonly Citation[]): Citation[] {
  return citations.filter((one) => !isFound(one));
}

export function citationWords(citations: readonly Citation[]): string {
  if (citations.length === 0) return "No source is cited.";
  const count = (result: Citation["result"]) => citations.filter((citation) => citation.result === result).length;
  const elsewhere = count("found_elsewhere");
  const found = citations.filter(isFound).length;
  const lost = (["not_found", "file_missing", "refused"] as const).flatMap((result) =>
    count(result) === 0 ? [] : [`${count(result)} ${results[result]}`],
  );
  const all = found === citations.length && found > 1 ? "all" : String(found);
  const where = elsewhere === 0 ? "" : `, ${elsewhere} of them on another line`;
  return `${plural(citations.length, "citation")} checked: ${[`${all} found${where}`, ...lost].join(", ")}.`;
}

export function citationsTable(citations: readonly Citation[]): string {
  const rows = citations.map(({ by, item, path, from, to, words, result }) => [
    item === null ? "" : inline(item),
    inline(by),
    code(path + (from === null ? "" : `#L${from}${to === null || to === from ? "" : `-L${to}`}`)),
    prose(words ?? ""),
    results[result],
  ]);
  return markdownTable(["Item", "By", "Source", "Words", "Result"], rows);
}

/** People who were not members are marked as guests. */
export function citationsOf(record: RoundRecord): Citation[] {
  return record.citations.map((citation) => ({ ...citation, by: speaker(record, citation.by) }));
}

export function allCitations({ records }: Ledger): Citation[] {
  return records.flatMap(citationsOf);
}

/** Lines of an item that are on the verdict; the rest is a link away. */
const longestExcerpt = 8;

/** Key evidence and claims in their authors' words, cut from the texts by the line numbers the records keep. */
export function keyItemWords(items: Grounds, ledger: Ledger): string[] {
  const key = items.filter(({ as }) => as.includes("key evidence") || as.includes("key claim"));
  return key.flatMap(({ id }) => {
    const item = ledger.items.get(id);
    const source = item?.sources[0];
    const record = ledger.records.find(({ round }) => round === item?.round);
    if (item === undefined || source === undefined || record === undefined) return [];
    const lines = itemLines(ledger, source);
    return [
      `**${inline(item.id)}**, ${prose(item.label)} (${inline(speaker(record, source.expert))}, round ${item.round}):`,
      quoteByLine(lines.length > longestExcerpt ? [...lines.slice(0, longestExcerpt), "…"] : lines),
    ];
  });
}

export function groundsTable(items: Grounds, ledger: Ledger): string {
  const rows = items.map((item) => groundRow(item, ledger));
  return markdownTable(["Item", "Label", "By", "Used As", "Sources Cited", "Text"], rows);
}

function groundRow({ id, label, by, as, settles }: Grounds[number], ledger: Ledger): string[] {
  const item = ledger.items.get(id);
  const used = [...as, ...settles.map((tension) => `settles ${tension}`)].map(inline).join(", ");
  if (item === undefined) return [inline(id), prose(label), "", used, "", ""];
  const own = allCitations(ledger).filter((citation) => citation.item === id);
  const bad = badCitations(own).length;
  const record = ledger.records.find(({ round }) => round === item.round);
  const texts = new Map<string, string>();
  for (const { expert } of item.sources) {
    const file = record === undefined ? undefined : expertFile(record, expert);
    if (file !== undefined) texts.set(expert, link(`round-${item.round}/${file}`));
  }
  return [
    inline(id),
    prose(label),
    by.map(inline).join(", "),
    used,
    own.length === 0 ? "none" : `${own.length - bad} found${bad > 0 ? `, ${bad} not found` : ""}`,
    [...texts.values()].join(", "),
  ];
}
