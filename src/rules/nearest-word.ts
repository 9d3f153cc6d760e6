/** Which of some words was probably meant: the one that is fewest letters away, and not half of it. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const near = words
    .map((word) => ({ word, away: lettersAway(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, away }) => away <= 3 && away * 2 < word.length)
    .sort((a, b) => a.away - b.away);
  return near[0]?.word;
}

/** Letters to put in, take out or exchange. */
function lettersAway(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
