/** What a question or a change is about, in words that tell documents apart, each with its weight. */
import { grammarWords } from "../facts/text/telling-words.ts";

/** Words of code; a question may be about them. */
const code =
  "const let var function return import export default class type interface string number boolean true false null undefined void new async await public private static int if else switch case break continue src lib test tests index main file files";

const codeWords = new Set(code.split(" "));
const mostWords = 40;

export type WeightedWords = Map<string, number>;

/** How many of the asked words a text has, in any of their forms. */
export function wordsShared(asked: readonly string[], text: string): number {
  const has = new Set((text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map(stemOf));
  return asked.filter((word) => has.has(stemOf(word.toLowerCase()))).length;
}

/** What forms of a word have in common: cache, cached and caching; roll and rolling; deploy and deployment. */
export function stemOf(word: string): string {
  return word.replace(/(?<=.{3})(?:ments?|ions?|ing|ed|es|e|s)$/, "").replace(/(.)\1$/, "$1");
}

/** The names of the files count most, then the words its added lines use most. */
export function changeWords(patch: string, files: readonly string[]): WeightedWords {
  const weights: WeightedWords = new Map();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) weights.set(word, (weights.get(word) ?? 0) + weight);
  };
  for (const file of files) add(file.replace(/\.[a-z0-9]+$/i, ""), 5);
  for (const line of patch.split("\n")) {
    if (/^[+-](?![+-]{2} )/.test(line)) add(line.slice(1, 400), line.startsWith("+") ? 2 : 1);
  }
  return new Map([...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, mostWords));
}

/** `listOrders` and `list_orders` are both list and orders. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(
      (word) =>
        word.length >= 3 && word.length <= 40 && !/^\d+$/.test(word) && !grammarWords.has(word) && !codeWords.has(word),
    );
}

/** How much a word counts by where a decision has it; in its title or where it says when it applies, it is what the decision is about. */
export const places: Readonly<Record<string, number>> = { title: 5, applies_when: 5, decision: 2, body: 1 };

/** How much of what was asked a decision speaks of: above 1 when it is in its title. `found`: the words by place, as the decision writes them. */
export function shareOf(asked: WeightedWords, found: Readonly<Record<string, readonly string[]>>): number {
  const best = new Map<string, number>();
  for (const [place, words] of Object.entries(found)) {
    for (const word of words.map((one) => closest(one, [...asked.keys()])))
      best.set(word, Math.max(best.get(word) ?? 0, places[place] ?? 0));
  }
  const sum = (weights: Iterable<number>) => [...weights].reduce((total, one) => total + one, 0);
  return sum([...best].map(([word, place]) => (asked.get(word) ?? 0) * place)) / sum(asked.values());
}

/** The asked word that was found in another form: stemming keeps the beginning. */
export function closest(found: string, asked: readonly string[]): string {
  const common = (word: string) => {
    let length = 0;
    while (length < word.length && word[length]?.toLowerCase() === found[length]) length++;
    return length;
  };
  return asked.reduce((best, word) => (common(word) > common(best) ? word : best));
}
