/**
 * Finds, within one paragraph, what Markdown does not read as text: code spans (a run of backticks up to the next run of the same length, also
 * across lines), HTML comments and their kin, escaped brackets. The leftmost wins, as in CommonMark; every character is looked at a fixed
 * number of times.
 */

/** Why a character cannot belong to a marker. */
export const cover = { none: 0, fence: 1, span: 2, quote: 3, lazy: 4, hidden: 5, escaped: 6 } as const;

const backslash = 0x5c;
const backtick = 0x60;
const less = 0x3c;

/** Inline HTML that no reader sees, by opening and closing. */
export const hiddenPairs: readonly (readonly [string, string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
];

export function coverInline(text: string, mask: Uint8Array, from: number, to: number): void {
  const region = text.slice(from, to);
  let runs: BacktickRuns | null = null;
  let neverCloses: Set<string> | null = null;
  let at = nextSpecial(region, 0);
  while (at < region.length) {
    const char = region.charCodeAt(at);
    if (char === backslash) {
      at += readEscape(region, mask, from, at);
    } else if (char === backtick) {
      const length = runLength(region, at);
      runs ??= backtickRuns(region, at);
      const close = runs.nextAfter(length, at + length - 1);
      if (close >= 0) mask.fill(cover.span, from + at, from + close + length);
      at = close >= 0 ? close + length : at + length;
    } else if (char === less) {
      neverCloses ??= new Set();
      const end = hiddenEnd(region, at, neverCloses);
      if (end > at) mask.fill(cover.hidden, from + at, from + end);
      at = Math.max(end, at + 1);
    } else {
      at = nextSpecial(region, at);
    }
  }
}

const special = /[\\`<]/g;

/** Most text has nothing to cover, and is passed over at once. */
function nextSpecial(region: string, from: number): number {
  special.lastIndex = from;
  return special.test(region) ? special.lastIndex - 1 : region.length;
}

function readEscape(region: string, mask: Uint8Array, from: number, at: number): number {
  const next = region[at + 1];
  if (next === "[" || next === "]") mask[from + at + 1] = cover.escaped;
  return next === "[" || next === "]" || next === "\\" || next === "`" || next === "<" ? 2 : 1;
}

function hiddenEnd(region: string, at: number, neverCloses: Set<string>): number {
  for (const [open, close] of hiddenPairs) {
    if (!region.startsWith(open, at) || neverCloses.has(close)) continue;
    const end = region.indexOf(close, at + 2);
    if (end >= 0) return end + close.length;
    neverCloses.add(close);
  }
  return at;
}

function runLength(region: string, at: number): number {
  let end = at;
  while (region.charCodeAt(end) === backtick) end += 1;
  return end - at;
}

/** Where runs of each length start. The caller's positions only grow, so each list is walked once. */
interface BacktickRuns {
  nextAfter(length: number, position: number): number;
}

function backtickRuns(region: string, from: number): BacktickRuns {
  const starts = new Map<number, { at: number[]; next: number }>();
  for (let at = from; at >= 0; ) {
    const length = runLength(region, at);
    const list = starts.get(length);
    if (list === undefined) starts.set(length, { at: [at], next: 0 });
    else list.at.push(at);
    at = region.indexOf("`", at + length);
  }
  return {
    nextAfter(length, position) {
      const list = starts.get(length);
      if (list === undefined) return -1;
      while (list.next < list.at.length && (list.at[list.next] ?? 0) <= position) list.next += 1;
      return list.at[list.next] ?? -1;
    },
  };
}
