/** The text of an item, stance or statement, or between them, without what only separates it from its neighbours. */
import { leadLength } from "./line-lead.ts";

export interface Span {
  from: number;
  to: number;
}

export interface BlockText {
  lines: string[];
  /** Of the first and last line kept, counted from the line it begins on. */
  first: number;
  last: number;
}

/** Stands for what is cut out; no text holds one. */
const gap = "\0";

/** Everything from `from` to `to` but the cuts; blank lines at both ends and rules (`---`) at the end go too. */
export function blockText(text: string, { from, to }: Span, cuts: readonly Span[]): BlockText {
  let kept = "";
  let at = from;
  for (const cut of cuts) {
    kept += text.slice(at, cut.from) + gap;
    at = cut.to;
  }
  // One list from here to the end: a long text is many lines, and each copy of the list is kept until all is read.
  const lines: (string | null)[] = (kept + text.slice(at, to)).replace(/^:/, "").split("\n");
  lines[0] = lines[0]!.trimStart();
  for (const [i, line] of lines.entries()) if (line!.includes(gap)) lines[i] = closeGaps(line!);
  while (lines.length > 0 && separates(lines.at(-1)!)) lines.pop();
  const first = lines.findIndex((line) => line !== null && line.trim() !== "");
  if (first < 0) return { lines: [], first: 0, last: 0 };
  return {
    lines: lines.filter((line, i): line is string => line !== null && i >= first),
    first,
    last: lines.length - 1,
  };
}

/** Null when the line says nothing without what was cut out of it. */
function closeGaps(line: string): string | null {
  const rest = line.replace(/^\0\s*|(?<![ \t])[ \t]*\0/g, "");
  return hasWords(rest.slice(leadLength(rest))) ? rest : null;
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function separates(line: string | null): boolean {
  return line === null || /^(?:-{3,}|\*{3,}|_{3,})?$/.test(line.trim());
}
