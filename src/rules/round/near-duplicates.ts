/**
 * Items of one type by different experts that seem to say the same: candidates for merging, never merged by themselves. Experts who meet the same
 * conflict share its rare words, hardly ever a run of words; so words are weighed by how few items of the round use them.
 */
import { withoutBrackets } from "./shingles.ts";

export interface Wording {
  localId: string;
  expert: string;
  type: string;
  label: string;
  text: string;
}

/** In recorded rounds nine of ten pairs above this were merged by the Judge, and about half of what was merged is above it. */
const alike = 0.25;
const mostPairs = 20;
/** A label says in few words what the text says in many. */
const labelWeight = 2;
/** Too few different words say nothing. */
const fewestWords = 8;

/** Beyond this many a hint is not worth comparing each with each. */
const mostCompared = 800;

/** The most alike first. A pair that others already join (a with b, b with c) is left out. */
export function nearDuplicates(all: readonly Wording[]): { a: string; b: string }[] {
  const wordings = all.slice(0, mostCompared);
  const vectors = weighed(wordings);
  const found: { a: number; b: number; score: number }[] = [];
  for (const [a, one] of wordings.entries()) {
    for (let b = a + 1; b < wordings.length; b++) {
      const other = wordings[b]!;
      if (one.type !== other.type || one.expert === other.expert) continue;
      const score = cosine(vectors[a]!, vectors[b]!);
      if (score >= alike) found.push({ a, b, score });
    }
  }
  found.sort((x, y) => y.score - x.score);
  const group = wordings.map((_, i) => i);
  const pairs: { a: string; b: string }[] = [];
  for (const { a, b } of found) {
    const [from, to] = [group[b]!, group[a]!];
    if (from === to || pairs.length === mostPairs) continue;
    for (const [i, of] of group.entries()) if (of === from) group[i] = to;
    pairs.push({ a: wordings[a]!.localId, b: wordings[b]!.localId });
  }
  return pairs;
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
