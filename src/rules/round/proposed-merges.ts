/**
 * Items of one type by different experts that seem to say the same: merges that Blue proposes, and never makes by itself. Experts who meet the same
 * conflict share its rare words, hardly ever a run of words; so words are weighed by how few items of the round use them.
 */
import type { ScannedText } from "./scan-round.ts";
import { withoutBrackets } from "./shingles.ts";

export interface Wording {
  localId: string;
  expert: string;
  type: string;
  label: string;
  text: string;
}

/** Without claims that something is resolved: each speaks for who makes it, in words that the prompt suggests to all. */
export function wordingsOf(texts: readonly ScannedText[]): Wording[] {
  return texts.flatMap(({ expert, draft }) => {
    const resolving = new Set(draft?.refs.flatMap(({ kind, item }) => (kind === "RESOLVE" ? [item] : [])));
    return (draft?.items ?? [])
      .filter(({ localId, type }) => type !== "C" || !resolving.has(localId))
      .map(({ localId, type, label, text }) => ({ localId, expert, type, label, text: text.join(" ") }));
  });
}

/** In recorded rounds more than nine of ten tensions in one group were merged by the Judge, and about half of what was merged is proposed. */
const alike = 0.25;
/** What stands alone in a large panel is put beside each other once more, by less: one in three of these says the same. */
const perhapsAlike = 0.15;
/** From so many experts on: duplicates that are left over then count most. */
const largePanel = 6;
/** A label says in few words what the text says in many. */
const labelWeight = 2;
/** Too few different words say nothing. */
const fewestWords = 8;

/** Beyond this many a hint is not worth comparing each with each. */
const mostCompared = 800;

/**
 * Groups to merge, in the order they were written; the first leads. Of one type, nobody twice in one, and alike on average: a chain of neighbours (a like b,
 * b like c) is no group.
 */
export function proposedMerges(all: readonly Wording[], least = alike): string[][] {
  const wordings = all.slice(0, mostCompared);
  const vectors = weighed(wordings);
  const found: { a: number; b: number; score: number }[] = [];
  for (const [a, one] of wordings.entries()) {
    for (let b = a + 1; b < wordings.length; b++) {
      if (one.type !== wordings[b]!.type) continue;
      const score = cosine(vectors[a]!, vectors[b]!);
      if (score >= least) found.push({ a, b, score });
    }
  }
  found.sort((x, y) => y.score - x.score);
  const groups = wordings.map((_, i) => [i]);
  for (const { a, b } of found) {
    const [one, other] = [groups[a]!, groups[b]!];
    const authors = new Set(one.map((i) => wordings[i]!.expert));
    if (other.some((i) => authors.has(wordings[i]!.expert))) continue;
    const scores = one.flatMap((i) => other.map((j) => cosine(vectors[i]!, vectors[j]!)));
    if (scores.reduce((sum, score) => sum + score, 0) < least * scores.length) continue;
    const joined = [...one, ...other].sort((x, y) => x - y);
    for (const i of joined) groups[i] = joined;
  }
  return [...new Set(groups)].filter(({ length }) => length > 1).map((group) => group.map((i) => wordings[i]!.localId));
}

/** In a large panel: tensions that nobody else raised, beside those that perhaps say the same in other words. */
export function perhapsMerges(all: readonly Wording[], proposed: readonly (readonly string[])[]): string[][] {
  if (new Set(all.map(({ expert }) => expert)).size < largePanel) return [];
  const placed = new Set(proposed.flat());
  const single = all.filter(({ type, localId }) => type === "T" && !placed.has(localId));
  return proposedMerges(single, perhapsAlike);
}

/** Per wording: word → weight, in unit length; empty where there is too little to compare. */
function weighed(wordings: readonly Wording[]): Map<string, number>[] {
  const counts = wordings.map(({ label, text }) => {
    const count = new Map<string, number>();
    for (const word of wordsOf(text)) count.set(word, (count.get(word) ?? 0) + 1);
    for (const word of wordsOf(label)) count.set(word, (count.get(word) ?? 0) + labelWeight);
    return count;
  });
  const users = new Map<string, number>();
  for (const count of counts) for (const word of count.keys()) users.set(word, (users.get(word) ?? 0) + 1);
  return counts.map((count) => {
    if (count.size < fewestWords) return new Map();
    const weights = [...count].map(([word, n]): [string, number] => [
      word,
      (1 + Math.log(n)) * Math.log((wordings.length + 1) / users.get(word)!),
    ]);
    const length = Math.hypot(...weights.map(([, weight]) => weight));
    return new Map(weights.map(([word, weight]) => [word, weight / length]));
  });
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, weight] of a) sum += weight * (b.get(word) ?? 0);
  return sum;
}

/** Without markers, and without the endings that tell `page` from `pages`. */
export function wordsOf(text: string): string[] {
  const words = withoutBrackets(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu);
  return (words ?? []).map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, "") : word));
}
