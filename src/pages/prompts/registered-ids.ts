/**
 * Experts' words are shown as they were written, with the local IDs in them (`MUFFIN-E0006`). A reader of a later round needs the global IDs, so they
 * stand beside the words, never in them.
 */
import { formatId, idLetters, parseId } from "../../rules/ids.ts";
import type { RoundRecord } from "../../rules/records.ts";

const localId = new RegExp(
  `(?<![\\p{L}\\p{N}])\\p{L}[\\p{L}\\p{N}-]*[-\\u2010-\\u2015\\u2212][${idLetters}]\\d{4,6}(?!\\p{N})`,
  "giu",
);

/** "IDs in the words above: MUFFIN-E0006 is E0004."; empty when there are none. */
export function registeredIds(records: readonly RoundRecord[], text: string): string {
  const mapping = new Map(records.flatMap((record) => Object.entries(record.mapping)));
  const written = new Set([...text.matchAll(localId)].map(([raw]) => formatId(parseId(raw)!)));
  const known = [...written].flatMap((id) => (mapping.has(id) ? [`${id} is ${mapping.get(id)}`] : []));
  return known.length === 0 ? "" : `IDs in the words above: ${known.join(", ")}.`;
}
