/** What belongs to an item on the map of everything, and what its label tells. */
import type { Dialogue, Item } from "./dialogue.ts";

/** A lineage longer than this hides what it should show. */
const longest = 14;

/**
 * The item, everything it refers to or that refers to it, the line of refinements it stands in, and what closed it. The number is how far away
 * each is: 0 the item itself, 1 joined to it, 2 by lineage alone.
 */
export function chainOf(
  { items, refs, tensions }: Pick<Dialogue, "items" | "refs" | "tensions">,
  id: string,
): Map<string, number> {
  const chain = new Map<string, number>([[id, 0]]);
  const lineage = new Set([id]);
  for (const { kind, from, target } of refs) {
    if (from !== id && target !== id) continue;
    const other = from === id ? target : from;
    chain.set(other, 1);
    if (kind === "REFINE") lineage.add(other);
  }
  const closing = tensions
    .find((tension) => tension.id === id)
    ?.events.findLast(({ change }) => change === "resolved")?.item;
  if (closing !== undefined && closing !== null && items.has(closing)) {
    chain.set(closing, 1);
    lineage.add(closing);
  }
  const queue = [...lineage];
  for (const at of queue) {
    for (const { kind, from, target } of refs) {
      if (kind !== "REFINE" || (from !== at && target !== at)) continue;
      const other = from === at ? target : from;
      if (lineage.has(other) || lineage.size >= longest) continue;
      lineage.add(other);
      queue.push(other);
      if (!chain.has(other)) chain.set(other, 2);
    }
  }
  return chain;
}

/** Words that only say "this settles that": such a label tells nothing away from its draft. */
const emptyWords =
  /\b(?:[PRTEC]\d{4,}|and|or|is|are|as|it|the|this|that|now|settled?|settles|resolved?|resolves|closed?|holds?|stands?|accepted|agreed?|by|with|to|of|in|for|text|new|read|section|first|one|two|three|four|five|six|all|both|my|tensions?|objections?|conditions?|tried|run|again|here|words?|sentences?|add|convinces|what|already|sections|answers?)\b|\d+|[^\p{L}\s]/giu;

/** Away from its draft. */
export function saysNothing(label: string): boolean {
  return label.replace(emptyWords, "").trim().length < 6;
}

/** A label for the map: one that says only which tensions are settled is replaced by what those say. */
export function spokenLabel(item: Item, { items, refs }: Pick<Dialogue, "items" | "refs">): string {
  const label = item.label.replaceAll("`", "").replaceAll("**", "");
  if (item.type === "T" || !saysNothing(label)) return label;
  const settled = refs
    .filter(({ from, kind }) => from === item.id && kind === "RESOLVE")
    .map(({ target }) => items.get(target)!);
  if (settled.length === 0) return label;
  const more = settled.length > 1 ? ` and ${settled.length - 1} more` : "";
  return `settles: ${settled[0]!.label.replaceAll("`", "")}${more}`;
}
