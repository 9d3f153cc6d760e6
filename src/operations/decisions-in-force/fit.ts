/**
 * How well a source answers what was asked, from 0 to 1. A passage is weighed as BM25 weighs it, as a share of what one would get that is full of every
 * word; so a question nobody decided anything about can be told from one in other words. SQLite's own score cannot be compared between questions, and
 * gives nothing for a word that is in every second passage, as in a repository with few decisions each telling word does.
 */
import { closest, places } from "../../documents/change-words.ts";

export interface HeardPassage {
  /** Every occurrence of an asked word, by its place, as it is written there. */
  found: Readonly<Record<string, readonly string[]>>;
  /** In characters. */
  length: number;
}

export interface Asked {
  words: readonly string[];
  /** How many documents and dialogues have each of the words. */
  frequency: ReadonlyMap<string, number>;
  /** All documents and dialogues of the index. */
  sources: number;
}

export interface Fit {
  /** Of its best passage: what sources are ranked by. */
  best: number;
  /** Of its best passage and of all its passages together: a long dialogue says in many what a document says in one. */
  about: number;
}

/** Of the passages of one source; `usual`: how long a passage usually is. */
export function fitOf(passages: readonly HeardPassage[], asked: Asked, usual: number): Fit {
  const words = asked.words.map((word) => word.toLowerCase());
  const weights = new Map(asked.words.map((word) => [word.toLowerCase(), weightOf(word, asked)]));
  const whole = sum(weights.values());
  const share = (strengths: ReadonlyMap<string, number>) =>
    sum([...strengths].map(([word, strength]) => weights.get(word)! * strength)) / whole;
  const heard = passages.map((passage) => strengthsOf(passage, words, usual));
  const together = new Map<string, number>();
  for (const strengths of heard)
    for (const [word, strength] of strengths) together.set(word, Math.max(together.get(word) ?? 0, strength));
  const best = Math.max(0, ...heard.map(share));
  return { best, about: Math.sqrt(best * share(together)) };
}

/**
 * A word that few sources have says more; one that nobody has says most, and lowers every fit. Passages do not count: what one dialogue is about it
 * says in a hundred of them.
 */
function weightOf(word: string, { frequency, sources }: Asked): number {
  return Math.log(1 + sources / ((frequency.get(word) ?? 0) + 0.5));
}

/** BM25's usual constants. */
const [saturation, byLength] = [1.2, 0.75];

/** How strongly a passage speaks of each word, below 1: more often is more, but ever less so, and in a long passage less. */
function strengthsOf({ found, length }: HeardPassage, words: readonly string[], usual: number): Map<string, number> {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [place, forms] of Object.entries(found)) {
    for (const form of forms) {
      const word = known.get(form) ?? closest(form, words);
      known.set(form, word);
      counts.set(word, (counts.get(word) ?? 0) + (places[place] ?? 0));
    }
  }
  const half = saturation * (1 - byLength + (byLength * length) / usual);
  return new Map([...counts].map(([word, count]) => [word, count / (count + half)]));
}

/** Enough of however few words. */
export const surelyFits = 0.4;

/**
 * What fits less only shares a few words with the question. Of few words one is soon met by chance, so fewer ask for more. Measured on the dialogues of
 * this repository and on an older one: docs/decisions-in-force.md.
 */
export function leastFit({ words }: Pick<Asked, "words">): number {
  return Math.min(surelyFits, Math.max(0.17, 0.05 + 0.8 / words.length));
}

/** What fits less well than this share of the best is not what was asked for. */
const shareOfBest = 0.5;

/** A wording of so many words that fits so well is enough alone: all words together say less the more of the other wordings missed. */
const alone = { words: 7, fit: 0.25 };

interface Ranking {
  asked: Pick<Asked, "words">;
  sources: readonly { key: string; about: number }[];
}

/** The sources that are about the question. `rankings`: by each wording, and last by all of them together. */
export function fittingSources(rankings: readonly Ranking[]): Set<string> {
  const together = rankings.at(-1)!;
  const best = Math.max(0, ...together.sources.map(({ about }) => about));
  const least = Math.max(leastFit(together.asked), best * shareOfBest);
  const enough = ({ asked }: Ranking) =>
    asked.words.length >= alone.words ? Math.max(alone.fit, least) : Number.POSITIVE_INFINITY;
  return new Set(
    rankings.flatMap((one) => {
      const needed = one === together ? least : enough(one);
      return one.sources.filter(({ about }) => about >= needed).map(({ key }) => key);
    }),
  );
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, one) => total + one, 0);
}
