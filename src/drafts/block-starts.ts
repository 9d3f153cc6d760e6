/** How Markdown recognises the start of a block, one predicate each; `at` is the first character that is no indentation. */
import { hiddenPairs } from "./cover-inline.ts";

export interface Fence {
  char: string;
  length: number;
  /** Where the content of the list item that holds it begins; a line further left ends item and fence. */
  column: number;
  /** The opening line. */
  line: number;
  from: number;
  to: number;
}

export function fenceAt(text: string, at: number, end: number): { char: string; length: number } | null {
  const char = text[at];
  if (char !== "`" && char !== "~") return null;
  const length = countRun(text, at, end, char);
  if (length < 3) return null;
  if (char === "`" && text.slice(at + length, end).includes("`")) return null;
  return { char, length };
}

export function closesFence(fence: Fence, text: string, at: number, end: number, column: number): boolean {
  if (text[at] !== fence.char || column - fence.column > 3) return false;
  const length = countRun(text, at, end, fence.char);
  return length >= fence.length && isBlank(text, at + length, end);
}

export function isHeading(text: string, at: number, end: number): boolean {
  const level = countRun(text, at, end, "#");
  return level >= 1 && level <= 6 && isSpaceOrEnd(text, at + level, end);
}

/** A thematic break, or under a paragraph the line that makes it a heading. */
export function isRule(text: string, from: number, end: number, inParagraph: boolean): boolean {
  const char = text[from];
  if (char !== "-" && char !== "*" && char !== "_" && char !== "=") return false;
  const run = countRun(text, from, end, char);
  if (inParagraph && (char === "-" || char === "=") && isBlank(text, from + run, end)) return true;
  if (char === "=") return false;
  let count = run;
  for (let at = from + run; at < end; at += 1) {
    if (text[at] === char) count += 1;
    else if (!isSpaceOrEnd(text, at, end)) return false;
  }
  return count >= 3;
}

/** Marker and the spaces behind it, 0 for none. In a paragraph only a bullet or `1.` with text starts a list. */
export function listMarkerWidth(text: string, at: number, end: number, inParagraph: boolean): number {
  const marker = markerLength(text, at, end, inParagraph);
  if (marker === 0 || !isSpaceOrEnd(text, at + marker, end)) return 0;
  let spaces = 0;
  while (at + marker + spaces < end && spaces < 5 && isSpaceOrEnd(text, at + marker + spaces, end)) spaces += 1;
  if (at + marker + spaces >= end) return inParagraph ? 0 : marker + 1;
  return marker + (spaces === 5 ? 1 : spaces);
}

function markerLength(text: string, at: number, end: number, inParagraph: boolean): number {
  const char = text[at];
  if (char === "-" || char === "*" || char === "+") return 1;
  let digits = 0;
  while (at + digits < end && digits < 10 && isDigit(text, at + digits)) digits += 1;
  if (digits === 0 || digits > 9) return 0;
  if (inParagraph && text.slice(at, at + digits) !== "1") return 0;
  return text[at + digits] === "." || text[at + digits] === ")" ? digits + 1 : 0;
}

export interface HtmlBlock {
  /** What ends it, in lower case. */
  closings: readonly string[];
  column: number;
}

const rawElement = /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i;
const rawClosings = ["</script>", "</pre>", "</style>", "</textarea>"];

/** What ends the HTML block that begins here and hides what it holds, or whose content Markdown does not read; null when none begins. */
export function htmlClosingsAt(text: string, at: number): readonly string[] | null {
  if (text[at] !== "<") return null;
  for (const [open, close] of hiddenPairs) if (text.startsWith(open, at)) return [close];
  const head = text.slice(at, at + 10);
  if (/^<![a-z]/i.test(head)) return [">"];
  return rawElement.test(head) ? rawClosings : null;
}

/** Where on this line the HTML block ends; -1 when it goes on. */
export function htmlBlockEnd(block: Pick<HtmlBlock, "closings">, text: string, from: number, end: number): number {
  const line = text.slice(from, end).toLowerCase();
  const ends = block.closings.flatMap((closing) =>
    line.includes(closing) ? line.indexOf(closing) + closing.length : [],
  );
  return ends.length === 0 ? -1 : from + Math.min(...ends);
}

function countRun(text: string, at: number, end: number, char: string): number {
  let to = at;
  while (to < end && text[to] === char) to += 1;
  return to - at;
}

function isSpaceOrEnd(text: string, at: number, end: number): boolean {
  return at >= end || text[at] === " " || text[at] === "\t";
}

function isBlank(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (!isSpaceOrEnd(text, at, end)) return false;
  return true;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}
