/**
 * How well a source answers what was asked, from 0 to 1. A passage is weighed as BM25 weighs it, as a share of what one would get that is full of every
 * word; so a question nobody decided anything about can be told from one in other words. SQLite's own score cannot be compared between questions, and
 * gives nothing for a word that stands in every second passage, as in a repository with few decisions each telling word does.
 */
import { closest, places } from "../../documents/change-words.ts";

export interface HeardPassage {
  /** Every occurrence of an asked word, by where it stands, as it is written there. */
  found: Readonly<Record<string, readonly string[]>>;
  /** In characters. */
  length: number;
}

export interface Asked {
  words: readonly string[];
  /** How many passages of the index have each of the words. */
  frequency: ReadonlyMap<string, number>;
  /** Of the index. */
  passages: number;
}

export interface Fit {
  /** Of its best passage: what sources are ranked by. */
  best: number;
  /** Of its best passage and of all its passages together: a long dialogue says in many what a document says in one. */
  about: number;
}

/** Of the passages of one source; `average`: the mean length of the passages that were found. */
export function fitOf(passages: readonly HeardPassage[], asked: Asked, average: number): Fit {
  const words = asked.words.map((word) => word.toLowerCase());
  const weights = new Map(asked.words.map((word) => [word.toLowerCase(), weightOf(word, asked)]));
  const whole = sum(weights.values());
  const share = (strengths: ReadonlyMap<string, number>) =>
    sum([...strengths].map(([word, strength]) => weights.get(word)! * strength)) / whole;
  const heard = passages.map((passage) => strengthsOf(passage, words, average));
  const together = new Map<string, number>();
  for (const strengths of heard)
    for (const [word, strength] of strengths) together.set(word, Math.max(together.get(word) ?? 0, strength));
  const best = Math.max(0, ...heard.map(share));
  return { best, about: Math.sqrt(best * share(together)) };
}

/** A word that few passages have says more; one that nobody has says most, and lowers every fit. */
function weightOf(word: string, { frequency, passages }: Asked): number {
  return Math.log(1 + passages / ((frequency.get(word) ?? 0) + 0.5));
}

/** BM25's usual constants. */
const [saturation, byLength] = [1.2, 0.75];

/** How strongly a passage speaks of each word, below 1: more often is more, but ever less so, and in a long passage less. */
function strengthsOf({ found, length }: HeardPassage, words: readonly string[], average: number): Map<string, number> {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [place, forms] of Object.entries(found)) {
    for (const form of forms) {
      const word = known.get(form) ?? closest(form, words);
      known.set(form, word);
      counts.set(word, (counts.get(word) ?? 0) + (places[place] ?? 0));
    }
  }
  const half = saturation * (1 - byLength + (byLength * length) / average);
  return new Map([...counts].map(([word, count]) => [word, count / (count + half)]));
}

/**
 * What fits less only shares a few words with the question. Of few words one is soon met by chance, so fewer ask for more. Measured on the dialogues of
 * this repository and on an older one: docs/decisions-in-force.md.
 */
export function leastFit({ words }: Pick<Asked, "words">): number {
  return Math.min(0.2, 0.1 + 0.8 / words.length);
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, one) => total + one, 0);
}
