/**
 * A local ID in a quoted text (`MUFFIN-E0006`) names its author, and no reader of a later round can look it up: it becomes the global ID it was
 * registered as.
 */
import { formatLocalId, type IdType } from "../../rules/ids.ts";
import type { RoundRecord } from "../../rules/records.ts";

export function withoutAuthors(records: readonly RoundRecord[]): (text: string) => string {
  const mapping = new Map(records.flatMap((record) => Object.entries(record.mapping)));
  const experts = new Set(records.flatMap(({ texts }) => texts.map(({ expert }) => expert)));
  if (experts.size === 0) return (text) => text;
  // The longest first: `Pastry2` is also how `Pastry21` begins.
  const names = [...experts]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const localId = new RegExp(
    `(?<![\\p{L}\\p{N}])(${names.join("|")})[-\\u2010-\\u2015\\u2212]([PRTECS])(\\d{2})(\\d{2,4})(?!\\p{N})`,
    "giu",
  );
  return (text) =>
    text.replace(localId, (_, expert: string, type: string, round: string, seq: string) => {
      const letter = type.toUpperCase() as IdType;
      if (letter === "S") return "a stance";
      return mapping.get(formatLocalId(expert, letter, Number(round), Number(seq))) ?? "(not registered)";
    });
}
