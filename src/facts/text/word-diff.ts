/**
 * What changed between two stretches of words, for reading. A short stretch of equal words between two changes joins them: a raw word diff is
 * confetti. Code and bold words are compared whole.
 */
export type Step = "same" | "added" | "removed";

export interface WordRun {
  step: Step;
  text: string;
}

/** Above this many cells two texts are taken as rewritten; no table of that size is built in a browser. */
const maxCells = 4_000_000;
const islandWords = 3;
const islandLength = 28;

/** The longest common subsequence as steps over both lists. */
export function steps<T>(before: readonly T[], after: readonly T[]): { step: Step; value: T }[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (list: readonly T[]) => list.map((value) => ({ step: "same" as const, value }));
  return [
    ...same(before.slice(0, start)),
    ...middleSteps(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

function replaced<T>(before: readonly T[], after: readonly T[]): { step: Step; value: T }[] {
  return [
    ...before.map((value) => ({ step: "removed" as const, value })),
    ...after.map((value) => ({ step: "added" as const, value })),
  ];
}

function middleSteps<T>(before: readonly T[], after: readonly T[]): { step: Step; value: T }[] {
  const width = after.length + 1;
  if ((before.length + 1) * width > maxCells) return replaced(before, after);
  const table = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i * width + j] =
        before[i] === after[j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
  const found: { step: Step; value: T }[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      found.push({ step: "same", value: before[i]! });
      i++;
      j++;
    } else if (table[(i + 1) * width + j]! >= table[i * width + j + 1]!)
      found.push({ step: "removed", value: before[i++]! });
    else found.push({ step: "added", value: after[j++]! });
  }
  return [...found, ...replaced(before.slice(i), after.slice(j))];
}

const wordsOf = (text: string): string[] =>
  text.match(/`[^`]{1,400}`|\*\*[^*]{1,400}\*\*|\s+|[\p{L}\p{N}_’'/-]+(?:\.[\p{L}\p{N}_’'/-]+)*|[^\p{L}\p{N}_\s]/gu) ??
  [];

export function diffWords(before: string, after: string): WordRun[] {
  const runs: WordRun[] = [];
  for (const { step, value } of steps(wordsOf(before), wordsOf(after))) {
    const last = runs.at(-1);
    if (last?.step === step) last.text += value;
    else runs.push({ step, text: value });
  }
  return joinIslands(runs);
}

function joinIslands(runs: readonly WordRun[]): WordRun[] {
  // Beside equal words stand changes.
  const isIsland = ({ text }: WordRun, i: number) =>
    i > 0 && i < runs.length - 1 && text.length < islandLength && countWords(text) <= islandWords;
  const joined: WordRun[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed !== "") joined.push({ step: "removed", text: removed });
    if (added !== "") joined.push({ step: "added", text: added });
    removed = added = "";
  };
  runs.forEach((run, i) => {
    if (run.step === "same" && !isIsland(run, i)) {
      flush();
      joined.push({ ...run });
      return;
    }
    if (run.step !== "added") removed += run.text;
    if (run.step !== "removed") added += run.text;
  });
  flush();
  return joined;
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
