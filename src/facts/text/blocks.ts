/**
 * What changed between two versions of a text, block by block: a fence is code, a paragraph is one paragraph however it is wrapped, a list item and a
 * table are themselves. Blocks that resemble each other are paired, and only inside a pair are words compared.
 */
import { countWords, diffWords, steps, type WordRun } from "./word-diff.ts";

export interface TextBlock {
  kind: "code" | "heading" | "table" | "item" | "quote" | "paragraph";
  /** Without its fence or its sign; the lines of code and tables stay lines. */
  text: string;
  /** Of a heading. */
  level: number;
  /** Of code. */
  language: string;
  /** Of an item: `-`, `2.`. */
  marker: string;
}

export interface BlockChange {
  before: TextBlock | null;
  after: TextBlock | null;
  isSame: boolean;
  /** Short, for lists. */
  name: string;
  /** The heading above it. */
  section: string;
  /** The bold words with which it begins, or, of code, the paragraph right before it. */
  lead: string | null;
  /** Of prose. */
  runs: WordRun[];
  /** Of code and tables. */
  lines: LineChange[];
  /** Words. */
  added: number;
  removed: number;
}

export interface LineChange {
  step: WordRun["step"];
  /** All of it is new or gone: nothing on the other side resembles it. */
  isWhole: boolean;
  /** Stretches; one that is not "same" is what changed in the line. */
  runs: WordRun[];
}

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+-]*)/;
const listSign = /^\s*([-*+]|\d{1,9}[.)])\s+/;
const startsBlock = /^\s*(?:[-*+]|\d{1,9}[.)])\s+|^ {0,3}(?:`{3}|~{3})|^#{1,6}\s|^\s*\||^>/;

export function blocksOf(text: string): TextBlock[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const blocks: TextBlock[] = [];
  const add = (kind: TextBlock["kind"], words: string, more: Partial<TextBlock> = {}) =>
    blocks.push({ kind, text: words, level: 0, language: "", marker: "", ...more });
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    const opening = fence.exec(line);
    if (opening !== null) {
      let end = i + 1;
      while (end < lines.length && !lines[end]!.trim().startsWith(opening[1]!)) end++;
      add("code", lines.slice(i + 1, end).join("\n"), { language: opening[2]! });
      i = end + 1;
      continue;
    }
    if (line.trim() === "") {
      i++;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*)$/.exec(line);
    if (heading !== null) {
      add("heading", heading[2]!.replace(/\s#+\s*$/, "").trim(), { level: heading[1]!.length });
      i++;
      continue;
    }
    if (/^\s*\|/.test(line)) {
      let end = i;
      while (end < lines.length && /^\s*\|/.test(lines[end]!)) end++;
      add("table", lines.slice(i, end).join("\n"));
      i = end;
      continue;
    }
    const sign = listSign.exec(line);
    const isQuote = /^\s*>/.test(line);
    const words = [isQuote ? unquoted(line) : line.slice(sign?.[0].length ?? 0).trim()];
    for (i++; i < lines.length && lines[i]!.trim() !== ""; i++) {
      const next = lines[i]!;
      if (isQuote ? !/^\s*>/.test(next) : startsBlock.test(next)) break;
      words.push(isQuote ? unquoted(next) : next.trim());
    }
    const joined = words.join(" ").trim();
    if (isQuote) add("quote", joined);
    else if (sign === null) add("paragraph", joined);
    else add("item", joined, { marker: sign[1]! });
  }
  return blocks;
}

/** Of a whole text as its blocks have them: neither the number of a list nor the sign of code is a word. */
export function wordsIn(text: string): number {
  return blocksOf(text).reduce((sum, block) => sum + countWords(block.text), 0);
}

function unquoted(line: string): string {
  return line.replace(/^\s*>\s?/, "").trim();
}

/** Everything here is compared with everything there only up to so many comparisons of a word; beyond, what is equal is paired and nothing else. */
export const mostCompared = 4_000_000;
const likeProse = 0.34;
const likeCode = 0.25;

export function diffBlocks(before: string, after: string): BlockChange[] {
  // A block belongs below a heading of its own text: a heading that is removed before it is not its heading.
  const sections = { before: "", after: "" };
  const leads: Record<"before" | "after", string | null> = { before: null, after: null };
  return align(blocksOf(before), blocksOf(after)).map(([a, b]) => {
    const block = (b ?? a)!;
    if (a?.kind === "heading") sections.before = plain(a.text);
    if (b?.kind === "heading") sections.after = plain(b.text);
    const section = b === null ? sections.before : sections.after;
    if (a !== null && a.kind !== "code") leads.before = leadOf(a);
    if (b !== null && b.kind !== "code") leads.after = leadOf(b);
    const isSame = a !== null && b !== null && a.text === b.text;
    const asLines = block.kind === "code" || block.kind === "table";
    const lines = asLines ? diffLines(a?.text.split("\n") ?? [], b?.text.split("\n") ?? []) : [];
    const runs: WordRun[] = asLines
      ? []
      : isSame
        ? [{ step: "same", text: block.text }]
        : a !== null && b !== null
          ? diffWords(a.text, b.text)
          : [{ step: b === null ? "removed" : "added", text: block.text }];
    const all = asLines ? lines.flatMap((line) => marked(line)) : runs;
    const words = (step: WordRun["step"]) =>
      all.reduce((sum, run) => (run.step === step ? sum + countWords(run.text) : sum), 0);
    return {
      ...{ before: a, after: b, isSame, section, runs, lines },
      lead: b === null ? leads.before : leads.after,
      name: nameOf(block, section),
      added: words("added"),
      removed: words("removed"),
    };
  });
}

/** In a line that was changed only what differs counts. */
function marked({ step, isWhole, runs }: LineChange): WordRun[] {
  return isWhole ? runs.map(({ text }) => ({ step, text })) : runs;
}

type Pair = readonly [TextBlock | null, TextBlock | null];

/** The longest common sequence of blocks of one kind; a pair weighs as much as it has words in common. */
function align(before: readonly TextBlock[], after: readonly TextBlock[]): Pair[] {
  let start = 0;
  while (start < before.length && start < after.length && isEqual(before[start]!, after[start]!)) start++;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    isEqual(before[before.length - 1 - end]!, after[after.length - 1 - end]!)
  )
    end++;
  const kept = (from: number, to: number, shift: number): Pair[] =>
    before.slice(from, to).map((block, i) => [block, after[from + i + shift]!]);
  return [
    ...kept(0, start, 0),
    ...alignMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...kept(before.length - end, before.length, after.length - before.length),
  ];
}

function isEqual(a: TextBlock, b: TextBlock): boolean {
  return a.kind === b.kind && a.text === b.text;
}

function alignMiddle(before: readonly TextBlock[], after: readonly TextBlock[]): Pair[] {
  const width = after.length + 1;
  const [bagsBefore, bagsAfter] = [before, after].map((blocks) => blocks.map(({ text }) => bagOf(text))) as [
    Bag[],
    Bag[],
  ];
  if (comparisons(bagsBefore, bagsAfter) > mostCompared)
    return [...before.map((a): Pair => [a, null]), ...after.map((b): Pair => [null, b])];
  const weights = new Float64Array(before.length * after.length);
  const table = new Float64Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const weight = likeness(before[i]!, after[j]!, bagsBefore[i]!, bagsAfter[j]!);
      weights[i * after.length + j] = weight;
      const paired = weight > 0 ? weight + table[(i + 1) * width + j + 1]! : 0;
      table[i * width + j] = Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!, paired);
    }
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    const weight = weights[i * after.length + j]!;
    const here = table[i * width + j]!;
    if (weight > 0 && here === weight + table[(i + 1) * width + j + 1]!) pairs.push([before[i++]!, after[j++]!]);
    else if (here === table[(i + 1) * width + j]) pairs.push([before[i++]!, null]);
    else pairs.push([null, after[j++]!]);
  }
  for (; i < before.length; i++) pairs.push([before[i]!, null]);
  for (; j < after.length; j++) pairs.push([null, after[j]!]);
  return inSections(pairs);
}

/** What is new stands in the section that it continues, not below a heading that is gone. */
function inSections(pairs: readonly Pair[]): Pair[] {
  const sorted: Pair[] = [];
  let gone: Pair[] = [];
  for (const pair of pairs) {
    const [before, after] = pair;
    if (after === null && (gone.length > 0 || before!.kind === "heading")) gone.push(pair);
    else if (before === null && after!.kind !== "heading") sorted.push(pair);
    else {
      sorted.push(...gone, pair);
      gone = [];
    }
  }
  return [...sorted, ...gone];
}

/** 0: no pair. */
function likeness(a: TextBlock, b: TextBlock, bagA: Bag, bagB: Bag): number {
  if (a.kind !== b.kind) return 0;
  if (a.text === b.text) return 2;
  const shared = share(bagA, bagB);
  // A text has one title, and a paragraph that begins with the same bold words is the same paragraph.
  if (a.kind === "heading" && a.level === 1 && b.level === 1) return 1 + shared;
  const lead = leadOf(a);
  if (lead !== null && lead === leadOf(b)) return 1 + shared;
  return shared > (a.kind === "code" ? likeCode : likeProse) ? shared : 0;
}

interface Bag {
  counts: Map<string, number>;
  size: number;
}

function bagOf(text: string): Bag {
  const counts = new Map<string, number>();
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, size: words.length };
}

/** Of words, when each of these is held against each of those; a pair costs something without any. */
function comparisons(some: readonly Bag[], others: readonly Bag[]): number {
  return some.reduce((sum, { counts }) => sum + counts.size + 16, 0) * others.length;
}

function share(a: Bag, b: Bag): number {
  let shared = 0;
  for (const [word, count] of a.counts) shared += Math.min(count, b.counts.get(word) ?? 0);
  return a.size + b.size === 0 ? 1 : (2 * shared) / (a.size + b.size);
}

/** The bold words with which it begins. */
function leadOf({ text }: TextBlock): string | null {
  return /^\*\*([^*]{1,80}?)[.:]?\*\*/.exec(text)?.[1] ?? null;
}

const plain = (text: string) => text.replace(/[`*]/g, "");

const declared =
  /\b(?:CREATE (?:UNIQUE )?(?:TABLE|INDEX|TYPE|VIEW)|ALTER TABLE|UPDATE|INSERT INTO|SELECT|DELETE FROM|function|class|interface|def|fn|func)\s+[\w.]+/i;

function nameOf(block: TextBlock, section: string): string {
  const { kind, text, language } = block;
  if (kind === "heading") return plain(text);
  if (kind === "code") return declared.exec(text)?.[0] ?? (language || "code");
  const begin = plain(text.replace(/[|\s]+/g, " ").trim());
  const short = (length: number) =>
    begin.length <= length ? begin : `${begin.slice(0, length).replace(/\s+\S*$/, "")}…`;
  if (kind === "table") return section === "" ? "table" : `${section}: table`;
  return leadOf(block) ?? (kind === "paragraph" && section !== "" ? `${section}: ${short(28)}` : short(40));
}

const likeLine = 0.5;

/** Equal lines, then lines that resemble each other with the words that differ. */
function diffLines(before: readonly string[], after: readonly string[]): LineChange[] {
  const all = steps(before, after);
  const changes: LineChange[] = [];
  for (let i = 0; i < all.length; ) {
    if (all[i]!.step === "same") {
      changes.push({ step: "same", isWhole: false, runs: [{ step: "same", text: all[i++]!.value }] });
      continue;
    }
    const removed: string[] = [];
    const added: string[] = [];
    for (; i < all.length && all[i]!.step !== "same"; i++)
      (all[i]!.step === "removed" ? removed : added).push(all[i]!.value);
    changes.push(...pairLines(removed, added));
  }
  return changes;
}

function pairLines(removed: readonly string[], added: readonly string[]): LineChange[] {
  const whole = (step: "added" | "removed", text: string): LineChange => ({
    step,
    isWhole: true,
    runs: [{ step: "same", text }],
  });
  const changes: LineChange[] = [];
  const [gone, fresh] = [removed.map(bagOf), added.map(bagOf)];
  const isPaired = comparisons(gone, fresh) <= mostCompared;
  let [nextGone, nextFresh] = [0, 0];
  // What was removed stands above what took its place.
  const upTo = (endGone: number, endFresh: number) => {
    for (; nextGone < endGone; nextGone++) changes.push(whole("removed", removed[nextGone]!));
    for (; nextFresh < endFresh; nextFresh++) changes.push(whole("added", added[nextFresh]!));
  };
  for (const [i, line] of added.entries()) {
    let at = isPaired ? nextGone : removed.length;
    while (at < removed.length && share(gone[at]!, fresh[i]!) <= likeLine) at++;
    if (at === removed.length) continue;
    upTo(at, i);
    const runs = diffWords(removed[at]!, line);
    changes.push({ step: "removed", isWhole: false, runs: runs.filter(({ step }) => step !== "added") });
    changes.push({ step: "added", isWhole: false, runs: runs.filter(({ step }) => step !== "removed") });
    nextGone = at + 1;
    nextFresh = i + 1;
  }
  upTo(removed.length, added.length);
  return changes;
}
