/**
 * The lines of a block without what only separates it from its neighbours: blank lines at both ends, rules (`---`) at the end. Found from its ends and
 * split into lines only when asked for: most who scan a draft want its markers, and a million lines cost more to make than to scan.
 */
export interface Body {
  /** Verbatim; empty when nothing is left. */
  text: string;
  /** Of the last line kept, counted from the line of the marker; 0 when nothing is left. */
  lastLine: number;
}

/** `from` is directly behind the marker, on the marker's own line; `to` where the block ends. */
export function trimmedBody(text: string, from: number, to: number): Body {
  const first = skipLead(text, from, lineEnd(text, from, to));
  let end = Math.min(to, text.length);
  for (
    let start = lineStart(text, first, end);
    separates(text.slice(start, end));
    start = lineStart(text, first, end)
  ) {
    if (start === first) return { text: "", lastLine: 0 };
    end = start - 1;
  }
  let start = first;
  let skipped = 0;
  for (let next = lineEnd(text, start, end); text.slice(start, next).trim() === ""; next = lineEnd(text, start, end)) {
    start = next + 1;
    skipped += 1;
  }
  return { text: text.slice(start, end), lastLine: skipped + countLineEnds(text, start, end) };
}

export function bodyLines({ text }: Body): string[] {
  return text === "" ? [] : text.split("\n");
}

/** A colon and the space behind it still belong to the marker. */
function skipLead(text: string, from: number, end: number): number {
  return from + (/^:?\s*/.exec(text.slice(from, end))?.[0].length ?? 0);
}

function lineStart(text: string, from: number, end: number): number {
  return end <= from ? from : Math.max(text.lastIndexOf("\n", end - 1) + 1, from);
}

function lineEnd(text: string, from: number, end: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 || newline > end ? Math.min(end, text.length) : newline;
}

function countLineEnds(text: string, from: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function separates(line: string): boolean {
  return line === "" || /^(?:-{3,}|\*{3,}|_{3,})?$/.test(line.trim());
}
