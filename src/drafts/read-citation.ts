/**
 * Reads `[CITE path#L10-L14 "words"]`. Words are verbatim source text, so they may hold brackets, quotes and backticks: they end at the first
 * `"]` that leaves their own brackets balanced, else at the first `"]`. Path and words are bounded, and so is the cost of a bad citation.
 */
export interface Citation {
  path: string;
  from: number | null;
  to: number | null;
  words: string | null;
  /** Behind the closing bracket. */
  end: number;
}

const longestPath = 1_024;
const longestWords = 1_000;
const quotePairs: Record<string, string> = { '"': '"', "“": "”" };

export function isCitationHead(text: string, open: number): boolean {
  return text[open + 1] === "C" && text.startsWith("[CITE", open) && /^[\s:\]]$/.test(text[open + 5] ?? "");
}

/** Null when it is malformed; `lineEnd` is where its line ends. */
export function readCitation(text: string, open: number, lineEnd: number): Citation | null {
  let at = open + "[CITE".length;
  if (text[at] === ":") at += 1;
  at = skipSpaces(text, at, lineEnd);
  const pathEnd = endOfPath(text, at, lineEnd);
  const source = readSource(text.slice(at, pathEnd));
  if (source === null) return null;
  at = skipSpaces(text, pathEnd, lineEnd);
  const close = quotePairs[text[at] ?? ""];
  if (close !== undefined && at < lineEnd) {
    const wordsEnd = endOfWords(text, at + 1, Math.min(lineEnd, at + longestWords), close);
    if (wordsEnd <= at + 1) return null;
    const words = text.slice(at + 1, wordsEnd);
    return { ...source, words, end: skipSpaces(text, wordsEnd + 1, lineEnd) + 1 };
  }
  if (at >= lineEnd || text[at] !== "]") return null;
  return { ...source, words: null, end: at + 1 };
}

/** A path ends at a space or at the bracket that closes the marker; `app/[id]/page.tsx` is one path. */
function endOfPath(text: string, from: number, lineEnd: number): number {
  const limit = Math.min(lineEnd, from + longestPath);
  let depth = 0;
  for (let at = from; at < limit; at += 1) {
    const char = text[at];
    if (char === " " || char === "\t") return at;
    if (char === "[") depth += 1;
    else if (char === "]") depth -= 1;
    if (depth < 0) return at;
  }
  return limit;
}

function readSource(written: string): Pick<Citation, "path" | "from" | "to"> | null {
  const match = /^([^#]*?)(?:#L?([0-9]{1,9})(?:[-–]L?([0-9]{1,9}))?|:([0-9]{1,9})(?:[-–]([0-9]{1,9}))?)?$/.exec(
    written.replaceAll("`", ""),
  );
  if (match === null) return null;
  const path = match[1] ?? "";
  const first = match[2] ?? match[4];
  const last = match[3] ?? match[5];
  const from = first === undefined ? null : Number(first);
  const to = last === undefined ? from : Number(last);
  if (path === "" || from === 0 || (from !== null && to !== null && to < from)) return null;
  return { path, from, to };
}

function endOfWords(text: string, from: number, limit: number, close: string): number {
  let depth = 0;
  let first = -1;
  for (let at = from; at < limit; at += 1) {
    const char = text[at];
    if (char === close && text[skipSpaces(text, at + 1, limit)] === "]") {
      if (depth === 0) return at;
      if (first < 0) first = at;
    }
    if (char === "[") depth += 1;
    else if (char === "]" && depth > 0) depth -= 1;
  }
  return first;
}

function skipSpaces(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && (text[at] === " " || text[at] === "\t")) at += 1;
  return at;
}
