/**
 * Which characters of a Markdown text a reader does not take for its words: code, quotes, comments. For drafts, documents and lint alike. Line by
 * line and linear: inline code ends with its line, indentation makes no code, and a fence may be in a list.
 */
export const cover = { none: 0, fence: 1, code: 2, quote: 3, comment: 4 } as const;

export interface Fence {
  /** The opening line, from 0. */
  line: number;
  /** What follows the opening backticks or tildes. */
  info: string;
  closed: boolean;
}

export interface CoveredText {
  /** One value of `cover` per UTF-16 unit. */
  mask: Uint8Array;
  fences: Fence[];
}

/** Lines longer than any person writes are not searched for inline code. */
const longestLine = 10_000;
const blockStart = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:(>)|(`{3,}|~{3,}))/;
/** What such a line begins with. Most begin with a letter, and are not matched, which would leave garbage for each of them. */
const beginsBlock = " \t-*+>`~0123456789";
const nothing: readonly [] = [];

export function coverText(text: string, from = 0): CoveredText {
  const mask = new Uint8Array(text.length);
  const fences: Fence[] = [];
  let open: { fence: Fence; mark: string; column: number } | null = null;
  const lastClosing = text.lastIndexOf("-->");
  let commentEnd = from;
  let line = -1;
  for (let start = from, end: number; start < text.length; start = end + 1) {
    end = lineEnd(text, start);
    line += 1;
    if (open !== null) {
      mask.fill(cover.fence, start, end);
      if (closes(open, text.slice(start, end))) {
        open.fence.closed = true;
        open = null;
      }
      continue;
    }
    const mayBegin = start >= commentEnd && beginsBlock.includes(text.charAt(start));
    const [lead = "", quote, mark] = (mayBegin ? blockStart.exec(text.slice(start, start + 200)) : null) ?? nothing;
    if (quote !== undefined) {
      mask.fill(cover.quote, start, end);
    } else if (mark !== undefined && opensFence(mark, text.slice(start + lead.length, end))) {
      const fence = { line, info: text.slice(start + lead.length, end).trim(), closed: false };
      mask.fill(cover.fence, start, end);
      fences.push(fence);
      open = { fence, mark, column: lead.length - mark.length };
    } else if (end - start <= longestLine) {
      // Nothing is left of a line that lies in a comment.
      commentEnd = coverInline(text, mask, Math.max(start, commentEnd), end, lastClosing);
    }
  }
  return { mask, fences };
}

function opensFence(mark: string, info: string): boolean {
  return !(mark.startsWith("`") && info.includes("`"));
}

function closes({ mark, column }: { mark: string; column: number }, line: string): boolean {
  const found = /^([ \t]*)(`{3,}|~{3,})[ \t\r]*$/.exec(line);
  return found !== null && found[2]!.startsWith(mark) && found[1]!.length <= column + 3;
}

/** Inline code and comments of one line; the leftmost wins. Where the last comment ends, which may be lines further on. */
function coverInline(text: string, mask: Uint8Array, from: number, end: number, lastClosing: number): number {
  const line = text.slice(from, end);
  if (!line.includes("`") && !line.includes("<!--")) return from;
  const closings = codeClosings(line);
  let covered = 0;
  for (const { 0: token, index } of line.matchAll(/(?<!\\)`+|<!--/g)) {
    if (index < covered) continue;
    const comment = token === "<!--";
    if (comment && from + index + 4 > lastClosing) continue; // nothing closes it, so it hides nothing
    const close = comment ? text.indexOf("-->", from + index + 4) + 3 - from : closings.get(index);
    if (close === undefined) continue;
    mask.fill(comment ? cover.comment : cover.code, from + index, from + close);
    covered = close;
  }
  return from + covered;
}

/** For each run of backticks, where the next one of the same length ends. */
function codeClosings(line: string): Map<number, number | undefined> {
  const closings = new Map<number, number | undefined>();
  const next = new Map<number, number>();
  for (const { 0: run, index } of [...line.matchAll(/(?<!\\)`+/g)].reverse()) {
    closings.set(index, next.get(run.length));
    next.set(run.length, index + run.length);
  }
  return closings;
}

export function lineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 ? text.length : newline;
}
