/** How alike two texts are: the runs of three words they share. */

/** Without what stands in brackets. Behind the last closing one nothing closes. */
export function withoutBrackets(text: string): string {
  const end = text.lastIndexOf("]") + 1;
  return text.slice(0, end).replace(/\[[^\]]*\]/g, " ") + text.slice(end);
}

/** Runs of three words, markers left out: two experts with nothing new write the same marker. */
export function shingles(text: string): Set<string> {
  const words =
    withoutBrackets(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const runs = new Set<string>();
  for (let i = 0; i + 3 <= words.length; i++) runs.add(`${words[i]} ${words[i + 1]} ${words[i + 2]}`);
  return runs;
}

/** Shared runs over all runs; too little text says nothing. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size < 8 || b.size < 8) return 0;
  let shared = 0;
  for (const run of a) if (b.has(run)) shared++;
  return shared / (a.size + b.size - shared);
}
