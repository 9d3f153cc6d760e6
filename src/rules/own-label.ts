/** What experts call their items. The Judge may give another label; what is quoted as an expert's is the expert's. */
import { safeLine } from "../safe-text.ts";
import { plainDashes } from "./ids.ts";
import { expertKey } from "./names.ts";
import type { RoundRecord } from "./records.ts";
import { bars, severities } from "./vocabulary.ts";

type Item = RoundRecord["items"][number];

/** Of rounds that were asked about before: a record does not change, and every fold of the ledger asks again. */
const known = new WeakMap<RoundRecord["items"], ReadonlyMap<string, string>>();

export function ownLabels(record: Pick<RoundRecord, "items" | "texts">): ReadonlyMap<string, string> {
  const labels = known.get(record.items) ?? readLabels(record);
  known.set(record.items, labels);
  return labels;
}

/** A round without any `own_label` may be older than the field: there the marker's own line says it. */
function readLabels({ items, texts }: Pick<RoundRecord, "items" | "texts">): Map<string, string> {
  if (items.some(({ own_label }) => own_label !== undefined))
    return new Map(items.map(({ id, label, own_label }) => [id, own_label ?? label]));
  const lines = new Map(texts.map((text) => [expertKey(text.expert), text.lines]));
  return new Map(items.map((item) => [item.id, labelOnLine(item, lines.get(expertKey(item.sources[0]!.expert)))]));
}

const severity = new RegExp(`\\\\?[${bars}]\\s*(?:${severities.join("|")})$`, "i");
const behindLabel = new RegExp(`^\\s*\\\\?(?:[${bars}\\]］】〕]|$)`);

/** Where no marker with this ID is on the line (an answer without a marker of its own, the older dialect), the record's label is all there is. */
function labelOnLine({ label, sources, type }: Item, lines: readonly string[] = []): string {
  const { local_id, line } = sources[0]!;
  const text = safeLine(lines[line - 1] ?? "");
  const at = plainDashes(text).toUpperCase().indexOf(local_id);
  const [, inner] = /^[\s*_`]*[:：](.*)$/.exec(text.slice(at + local_id.length)) ?? [];
  if (at < 0 || inner === undefined) return label;
  const written = inner.trim();
  // The reader of drafts knows which brackets are code; where its label is what stands there, it is right.
  if (written.startsWith(label) && behindLabel.test(written.slice(label.length))) return label;
  if (label.endsWith("…") && written.startsWith(label.slice(0, -1))) return label;
  const inBrackets = upToClosing(written).replace(/\\$/, "").trim();
  return (type === "T" ? inBrackets.replace(severity, "").trim() : inBrackets) || label;
}

function upToClosing(text: string): string {
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    if ("[［【〔".includes(text[at]!)) depth++;
    else if ("]］】〕".includes(text[at]!) && --depth === 0) return text.slice(0, at);
  }
  return text;
}
