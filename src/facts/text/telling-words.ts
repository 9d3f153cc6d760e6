/** Which words of a question say what it is about. */

/** Words of grammar, those of everyday talk that say as little, and what an apostrophe leaves of some. */
const grammar =
  "a able about above after again against all almost along already also although always am among an and another any anybody anyone anything are around as at be because been before behind being below beside besides between beyond both but by can cannot come comes coming could despite did do does doing down during each either enough even ever every everybody everyone everything except few following for from further get gets getting give given gives goes going got had has have having he her here herself himself his how however i if in including inside instead into is it its itself just let lets many may maybe me might more most much must my myself near need needed needs neither never no nobody none nor not nothing now of off often on once one only onto or other others ought our ourselves out outside over own per perhaps quite rather really s same shall she should since so some somebody someone something soon still such t take taken takes than that the their them themselves then there these they this those though through to too took toward towards under unless until up upon us use used uses using very via want wanted wants was we were what whatever when where whereas whether which while who whoever whom whose why will with within without would yes yet you your yourself";
export const grammarWords: ReadonlySet<string> = new Set(grammar.split(" "));

/** After "how" they ask for a number; elsewhere they say something. */
const measure = /^how (?:long|large|big|small|far|fast|high|old|soon|many|much|often)$/i;

function isMeasure(word: string, i: number, words: readonly string[]): boolean {
  return measure.test(`${words[i - 1]} ${word}`);
}

/** "How long", "how many". */
export function asksForNumber(words: readonly string[]): boolean {
  return words.some(isMeasure);
}

/** The words of a question that say something. */
export function tellingWords(words: readonly string[]): string[] {
  return words.filter((word, i) => !grammarWords.has(word.toLowerCase()) && !isMeasure(word, i, words));
}

/** What is searched for: a question of nothing but such words has them searched. */
export function soughtWords(words: readonly string[]): readonly string[] {
  const telling = tellingWords(words);
  return telling.length > 0 ? telling : words;
}
