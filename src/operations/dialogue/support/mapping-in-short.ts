/** Markers and the IDs they got, for a reader: `MUFFIN-T0001..13` is `T0001..13` where one runs beside the other. */
import { type ItemId, parseId } from "../../../rules/ids.ts";

export function mappingInShort(mapping: Readonly<Record<string, string>>): Record<string, string> {
  const runs: { first: [string, string]; last: [string, string] }[] = [];
  for (const pair of Object.entries(mapping).toSorted(([a], [b]) => compare(parseId(a), parseId(b)))) {
    const run = runs.at(-1);
    if (run?.last.every((id, i) => isNext(parseId(id), parseId(pair[i]!)))) run.last = pair;
    else runs.push({ first: pair, last: pair });
  }
  return Object.fromEntries(runs.map(({ first, last }) => [range(first[0], last[0]), range(first[1], last[1])]));
}

function compare(a: ItemId | null, b: ItemId | null): number {
  const of = (id: ItemId | null) => `${id?.expert} ${id?.type}`;
  if (of(a) === of(b)) return (a?.seq ?? 0) - (b?.seq ?? 0);
  return of(a) < of(b) ? -1 : 1;
}

function isNext(a: ItemId | null, b: ItemId | null): boolean {
  if (a === null || b === null) return false;
  return a.expert === b.expert && a.type === b.type && a.round === b.round && a.seq + 1 === b.seq;
}

function range(first: string, last: string): string {
  return first === last ? first : `${first}..${String(parseId(last)!.seq).padStart(2, "0")}`;
}
