/**
 * Finds the markers of a draft. A marker starts its line or follows another one there; a citation counts anywhere, a reference also at the end of a
 * line that starts an item, a stance or a statement. Linear: every line is walked once, and a bracket inside it is followed only so far.
 */
import type { SeverityReading } from "../rules/vocabulary.ts";
import type { Span } from "./block-text.ts";
import { cover, lineEnd } from "./cover.ts";
import { leadLength } from "./line-lead.ts";
import { looksLikeMarker, ownIdIn } from "./looks-like-marker.ts";
import { isCitationHead, readCitation } from "./read-citation.ts";
import { type Marker, readMarker } from "./read-marker.ts";
import type { Author } from "./scanned-draft.ts";

/** A marker and its place; unreadable is what was meant as one. */
export interface Mark extends Span {
  marker: Marker | { is: "unreadable" };
  line: number;
  /** Where the text before it ends. */
  start: number;
}

type Found = Pick<Mark, "marker"> & { end: number };

const openings = "[［【〔";
const closings = "]］】〕";
const longestBracket = 500;
const mostUncounted = 1_000;
const closingRefs = /(?:\[(?:RE|CITE)\b[^[\]]*\][\s.,;*_]*)+$/i;

export class MarkReader {
  readonly marks: Mark[] = [];
  /** Markers where they count for nothing. */
  readonly uncounted: (Span & { line: number })[] = [];
  /** Own IDs of this round that begin a line without being marked there, with the first such line. */
  readonly ownIds = new Map<string, number>();
  /** The text ends inside a marker. */
  cut = false;
  private readonly text: string;
  private readonly mask: Uint8Array;
  private readonly author: Author;
  private readonly severities: SeverityReading;
  private bracket = -1;

  constructor(text: string, mask: Uint8Array, author: Author, severities: SeverityReading) {
    this.text = text;
    this.mask = mask;
    this.author = author;
    this.severities = severities;
  }

  /** Up to the line in which there are more than `most` markers. */
  read(most: number): this {
    const textEnd = this.text.trimEnd().length;
    let line = 0;
    for (let start = 0, end: number; start < textEnd && this.marks.length <= most; start = end + 1) {
      end = lineEnd(this.text, start);
      line += 1;
      this.cut = end >= textEnd && this.endsInMarker(start, end);
      this.readLine(line, start, end);
    }
    return this;
  }

  private readLine(line: number, start: number, end: number): void {
    let first = start;
    while (first < end && " \t".includes(this.text[first]!)) first += 1;
    first += leadLength(this.text.slice(first, end));
    let at = first;
    let rest = first;
    let startsBlock = false;
    for (let found = this.readAt(at, end); found !== null; found = this.readAt(at, end)) {
      const { from, to } = this.withEmphasis(start, at, found.end);
      this.marks.push({ marker: found.marker, line, start: at === first ? start : from, from, to });
      startsBlock ||= ["item", "stance", "statement"].includes(found.marker.is);
      rest = to;
      at = to + /^[\s*_,.;|·–—-]*/.exec(this.text.slice(to, end))![0].length;
    }
    if (rest === first && !this.cut && this.mask[first] === cover.none) {
      const id = ownIdIn(this.text.slice(first, end), this.author);
      if (id !== null && !this.ownIds.has(id)) this.ownIds.set(id, line);
    }
    this.readRest(line, rest, end, startsBlock);
  }

  private readAt(open: number, end: number): Found | null {
    if (open >= end || this.mask[open] !== cover.none || !openings.includes(this.text[open]!)) return null;
    const citation = this.citationAt(open, end);
    if (citation !== null) return citation;
    const close = this.closing(open, end);
    const inner = this.text.slice(open + 1, close < 0 ? end : close);
    if (close >= 0) {
      const marker = readMarker(inner.replace(/\\$/, ""), this.author, this.severities);
      if (marker !== null) return { marker, end: close + 1 };
      if ("([".includes(this.text[close + 1] ?? " ")) return null; // a link
    } else if (this.cut) return null;
    return looksLikeMarker(inner, this.author)
      ? { marker: { is: "unreadable" }, end: close < 0 ? end : close + 1 }
      : null;
  }

  private readRest(line: number, from: number, end: number, startsBlock: boolean): void {
    let at = this.bracketFrom(from);
    if (at >= end) return;
    const tail = Math.max(from, end - longestBracket);
    const refs = startsBlock ? tail + (closingRefs.exec(this.text.slice(tail, end))?.index ?? longestBracket) : end;
    for (; at < end; at = this.bracketFrom(at)) {
      const found = this.citationAt(at, end) ?? this.inSentence(at, end);
      const to = found?.end ?? at + 1;
      if (found !== null) {
        const counts = found.marker.is === "citation" || (found.marker.is === "ref" && at >= refs);
        if (counts && this.mask[at] === cover.none)
          this.marks.push({ marker: found.marker, line, start: at, from: at, to });
        else if (this.uncounted.length < mostUncounted) this.uncounted.push({ line, from: at, to });
      }
      at = to;
    }
  }

  private citationAt(open: number, end: number): Found | null {
    const citation = isCitationHead(this.text, open) ? readCitation(this.text, open, end) : null;
    return citation && { marker: { is: "citation", ...citation }, end: citation.end };
  }

  /** A marker in the middle of a line; also a citation that cannot be read. */
  private inSentence(open: number, end: number): Found | null {
    if (!/[\p{L} ]/u.test(this.text[open + 1] ?? "")) return null;
    const inner = this.text.slice(open + 1, Math.min(open + longestBracket, end));
    const close = inner.indexOf("]");
    if (close < 0) return null;
    const marker = isCitationHead(this.text, open)
      ? { is: "unreadable" as const }
      : readMarker(inner.slice(0, close), this.author, this.severities);
    return marker && { marker, end: open + close + 2 };
  }

  private endsInMarker(start: number, end: number): boolean {
    for (let at = Math.max(start, end - longestBracket); at < end; at += 1) {
      if (this.text[at] !== "[" || this.mask[at] !== cover.none || this.closing(at, end) >= 0) continue;
      const citation = this.citationAt(at, end);
      const inner = this.text.slice(at + 1, end).trimEnd();
      if (citation !== null) at = citation.end - 1;
      else if (/^\p{Lu}*$/u.test(inner) || looksLikeMarker(inner, this.author)) return true;
    }
    return false;
  }

  /** The first bracket at or behind `from`, which only grows: the text is searched once. */
  private bracketFrom(from: number): number {
    if (this.bracket < from) {
      const at = this.text.indexOf("[", from);
      this.bracket = at < 0 ? this.text.length : at;
    }
    return this.bracket;
  }

  /** The bracket that closes the one at `open`; brackets in code do not count. */
  private closing(open: number, end: number): number {
    let depth = 0;
    for (let at = open; at < end; at += 1) {
      if (this.mask[at] !== cover.none) continue;
      const char = this.text[at]!;
      if (openings.includes(char)) depth += 1;
      else if (closings.includes(char) && --depth === 0) return at;
    }
    return -1;
  }

  /** A marker together with the emphasis around it. */
  private withEmphasis(start: number, open: number, end: number): Span {
    const emphasis = /[*_]*$/.exec(this.text.slice(Math.max(start, open - 3), open))![0];
    if (!this.text.startsWith(emphasis, end)) return { from: open, to: end };
    return { from: open - emphasis.length, to: end + emphasis.length };
  }
}
