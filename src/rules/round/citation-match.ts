/**
 * Whether a source says what a citation claims. Words count as found when they stand verbatim within the cited lines, however the white space
 * between them is broken; the same words on other lines of the file are "found elsewhere", so that a moved passage is told from an invented one.
 */
import type { RoundRecord } from "../records.ts";

export type CitationResult = RoundRecord["citations"][number]["result"];

export interface Cited {
  /** Lines from 1; null: the whole file. */
  from: number | null;
  to: number | null;
  words: string | null;
}

/** A text made ready to be cited often: its words in one line, and where each line of the file lies in it. */
export interface CitableText {
  folded: string;
  /** Where the content of line n+1 begins and ends in `folded`; a blank line is empty and lies at the next word. */
  starts: number[];
  ends: number[];
}

export function makeCitable(text: string): CitableText {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (lines.at(-1) === "") lines.pop(); // the end of the last line starts no further one
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const line of lines) {
    const words = foldSpace(line);
    starts.push(at);
    ends.push(at + words.length);
    if (words === "") continue;
    parts.push(words);
    at += words.length + 1;
  }
  return { folded: parts.join(" "), starts, ends };
}

export interface Match {
  result: "found" | "found_elsewhere" | "not_found";
  /** Of words that are not on the cited lines, or cited without lines: the line where they begin. */
  found_at?: number;
}

/** Quotes within the words may be written with a backslash, as in code. */
export function matchCitation(source: CitableText, cited: Cited): Match {
  const words = foldSpace(cited.words ?? "");
  const match = matchWords(source, cited, words);
  return match.result === "not_found" && words.includes('\\"')
    ? matchWords(source, cited, words.replaceAll('\\"', '"'))
    : match;
}

function matchWords({ folded, starts, ends }: CitableText, cited: Cited, words: string): Match {
  const lineOf = (at: number) => ends.findIndex((one) => one > at) + 1;
  const from = cited.from ?? 1;
  const to = cited.from === null ? starts.length : (cited.to ?? from);
  if (words === "")
    return { result: cited.from === null || (from >= 1 && to <= starts.length) ? "found" : "not_found" };

  const start = starts[from - 1];
  const end = ends[Math.min(to, ends.length) - 1];
  if (start !== undefined && end !== undefined) {
    // all occurrences are of one length: if the first behind `start` ends too late, so does every later one
    const at = folded.indexOf(words, start);
    if (at >= 0 && at + words.length <= end)
      return { result: "found", ...(cited.from === null && { found_at: lineOf(at) }) };
  }
  const elsewhere = folded.indexOf(words);
  if (elsewhere < 0) return { result: "not_found" };
  return { result: "found_elsewhere", found_at: lineOf(elsewhere) };
}

/** Single spaces, which are most of a text, are left where they are. */
function foldSpace(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, " ").trim();
}
