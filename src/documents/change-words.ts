/** What a change is about, in words: the names of the files and the words its added lines use most. */

const tooCommon = new Set(
  "the and for with from this that not are was has have will can const let var function return import export default class type interface string number boolean true false null undefined void new async await public private static void int if else while switch case break continue src lib test tests index main file files".split(
    " ",
  ),
);
const mostWords = 40;

export function changeWords(patch: string, files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  for (const file of files) add(file.replace(/\.[a-z0-9]+$/i, ""), 5);
  for (const line of patch.split("\n")) {
    if (/^[+-](?![+-]{2} )/.test(line)) add(line.slice(1, 400), line.startsWith("+") ? 2 : 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, mostWords)
    .map(([word]) => word);
}

/** `listOrders` and `list_orders` are both list and orders. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3 && word.length <= 40 && !/^\d+$/.test(word) && !tooCommon.has(word));
}
