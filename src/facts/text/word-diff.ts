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
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const same = (list: readonly T[]) => list.map((value) => ({ step: "same" as const, value }));
  return [
    ...same(before.slice(0, start)),
    ...middleSteps(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

function middleSteps<T>(before: readonly T[], after: readonly T[]): { step: Step; value: T }[] {
  const width = after.length + 1;
  const found: { step: Step; value: T }[] = [];
  if ((before.length + 1) * width > maxCells)
    return [
      ...before.map((value) => ({ step: "removed" as const, value })),
      ...after.map((value) => ({ step: "added" as const, value })),
    ];
  const table = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i * width + j] =
        before[i] === after[j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      found.push({ step: "same", value: before[i]! });
      i++;
      j++;
    } else if (i < before.length && (j >= after.length || table[(i + 1) * width + j]! >= table[i * width + j + 1]!))
      found.push({ step: "removed", value: before[i++]! });
    else found.push({ step: "added", value: after[j++]! });
  }
  return found;
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
  const isChange = (run: WordRun | undefined) => run !== undefined && run.step !== "same";
  const isIsland = ({ step, text }: WordRun, i: number) =>
    step === "same" &&
    isChange(runs[i - 1]) &&
    isChange(runs[i + 1]) &&
    text.length < islandLength &&
    countWords(text) <= islandWords;
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
