/**
 * One question in several wordings. Each is ranked by itself, and all their words together as one more; the places are then fused by reciprocal rank.
 * Together they find what no single one does, and one that is found first by its own wording stays in front.
 */

/** A question as words and phrases. */
export type Wording = readonly string[];

/** What is ranked: every wording that has words, and all of them together. */
export function rankedLists(wordings: readonly Wording[]): Wording[] {
  const spoken = wordings.filter((words) => words.length > 0);
  const all = new Map(spoken.flat().map((word) => [word.toLowerCase(), word]));
  return spoken.length > 1 ? [...spoken, [...all.values()]] : [...spoken];
}

/** What a place in one of the lists counts. Small, because few sources are ranked: with 60, as is usual for thousands, the tenth place counts nearly as the first. */
export const rankOffset = 1;

/** Best first; equal ones in the order in which they are met. */
export function fuse<T>(lists: readonly (readonly T[])[], keyOf: (one: T) => string | number): T[] {
  const found = new Map<string | number, { one: T; score: number }>();
  for (const list of lists) {
    for (const [i, one] of list.entries()) {
      const known = found.get(keyOf(one)) ?? { one, score: 0 };
      known.score += 1 / (rankOffset + i + 1);
      found.set(keyOf(one), known);
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).map(({ one }) => one);
}
