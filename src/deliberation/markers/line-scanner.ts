/** Reads one line: the markers it starts with, the citations in it, and whatever only looks like a marker. */
import { cover } from "./cover-inline.ts";
import type { DraftBuilder } from "./draft-builder.ts";
import { explainUncounted } from "./explain-uncounted.ts";
import { type Author, type Marker, malformed, startsBlock } from "./marker.ts";
import { type Citation, isCitationHead, readCitation } from "./read-citation.ts";
import { isMarkerHead, readMarker } from "./read-marker.ts";

type Found = { marker: Marker; end: number } | { citation: Citation; end: number };

const citationForm =
  'Write [CITE path#L10-L14 "words"]: a path without spaces, lines if you know them, words as they stand there.';

export class LineScanner {
  private readonly text: string;
  private readonly mask: Uint8Array;
  private readonly author: Author;
  private readonly draft: DraftBuilder;
  private bracket = -1;

  constructor(text: string, mask: Uint8Array, author: Author, draft: DraftBuilder) {
    this.text = text;
    this.mask = mask;
    this.author = author;
    this.draft = draft;
  }

  scanLine(line: number, start: number, end: number): void {
    const first = skip(this.text, start, end, isPrefix);
    if (this.bracketFrom(start) >= end) {
      if (first < end) this.noteUnbracketed(line, first, end);
      return;
    }
    this.readRest(line, start, first, this.readStart(line, start, first, end), end);
  }

  /** The markers at the start of a line, one after the other; the answer is where the rest of the line begins. */
  private readStart(line: number, lineStart: number, first: number, end: number): number {
    let at = first;
    let rest = first;
    while (this.text[at] === "[" && this.mask[at] === cover.none && !this.draft.problems.full) {
      const found = this.readAt(at, end);
      if (found === null) return at + 1;
      rest = found.end;
      const spot = { line, lineStart, raw: this.text.slice(at, rest), behind: this.behind(lineStart, at, rest) };
      if ("citation" in found) this.draft.addCitation(found.citation, spot);
      else if (at === first || !startsBlock(found.marker)) this.draft.addMarker(found.marker, spot);
      else this.draft.addMarker(misplaced(found.marker), spot);
      at = skip(this.text, rest, end, isBetween);
    }
    return rest;
  }

  private readAt(open: number, end: number): Found | null {
    if (isCitationHead(this.text, open)) {
      const citation = readCitation(this.text, open, end);
      if (citation !== null) return { citation, end: citation.end };
      return { marker: malformed("The citation cannot be read.", citationForm), end: Math.min(open + 6, end) };
    }
    const close = this.closing(open, end);
    const marker = readMarker(this.text.slice(open + 1, close < 0 ? end : close), this.author);
    if (marker === null) return null;
    if (close < 0) {
      const fix = "Close the bracket on the same line; long explanations go below.";
      return { marker: malformed("The marker's bracket is not closed on its line.", fix, startsBlock(marker)), end };
    }
    const next = this.text[close + 1];
    if (next === "(" || (next === ":" && isDefinition(this.text.slice(close + 2, end)))) {
      const fix = `Put a space behind the bracket instead of \`${next}\`.`;
      return { marker: malformed("Markdown reads this marker as a link.", fix, startsBlock(marker)), end: close + 1 };
    }
    return { marker, end: close + 1 };
  }

  /** Citations, and reports of what does not count, from `from` to the end of the line. */
  private readRest(line: number, start: number, first: number, from: number, end: number): void {
    for (let at = this.bracketFrom(from); at < end && !this.draft.problems.full; at = this.bracketFrom(at + 1)) {
      const counts = isCitationHead(this.text, at) && this.text[at + 5] !== "]" && this.mask[at] === cover.none;
      const found = counts ? this.readAt(at, end) : null;
      if (found !== null) {
        const spot = { line, lineStart: start, raw: this.text.slice(at, found.end), behind: found.end };
        if ("citation" in found) this.draft.addCitation(found.citation, spot);
        else this.draft.addMarker(found.marker, spot);
        at = found.end - 1;
      } else if (isMarkerHead(this.text, at)) {
        const place = { line, raw: this.text.slice(at, Math.min(at + 120, end)) };
        const starts = at === first || (at === first + 1 && this.text[first] === "\\");
        this.draft.problems.report(place, explainUncounted(this.mask[at] ?? 0, starts, this.text.slice(start, at)));
      }
    }
  }

  private noteUnbracketed(line: number, first: number, end: number): void {
    if (this.mask[first] !== cover.none) return;
    const own = this.author.expert.toUpperCase();
    const head = this.text.slice(first, Math.min(first + own.length + 16, end));
    if (!head.toUpperCase().startsWith(`${own}-`)) return;
    const match = /^-([PRTECS][0-9]{4,})[*_]{0,3} *:/i.exec(head.slice(own.length));
    if (match !== null) this.draft.noteUnbracketed(`${own}-${match[1]?.toUpperCase()}`, { line, raw: head });
  }

  /** The bracket that closes the one at `open`; brackets in code and escaped ones do not count. */
  private closing(open: number, end: number): number {
    let depth = 0;
    for (let at = open; at < end; at += 1) {
      const char = this.text.charCodeAt(at);
      if ((char !== 0x5b && char !== 0x5d) || this.mask[at] !== cover.none) continue;
      depth += char === 0x5b ? 1 : -1;
      if (depth === 0) return at;
    }
    return -1;
  }

  /** Behind a marker and the emphasis that closes around it. */
  private behind(start: number, open: number, end: number): number {
    const emphasis = /[*_]*$/.exec(this.text.slice(Math.max(start, open - 3), open))?.[0] ?? "";
    return emphasis !== "" && this.text.startsWith(emphasis, end) ? end + emphasis.length : end;
  }

  /** The first opening bracket at or behind `from`. Asked in growing order, so the text is searched once. */
  private bracketFrom(from: number): number {
    if (this.text[from] === "[") return from;
    if (this.bracket < from) {
      const found = this.text.indexOf("[", from);
      this.bracket = found < 0 ? this.text.length : found;
    }
    return this.bracket;
  }
}

function misplaced(marker: Marker): Marker {
  if (marker.is === "malformed") return marker;
  return malformed(
    "Only references, moves and citations may follow on a line.",
    "Begin a new line with this marker.",
    true,
  );
}

/** Whether `[…]:` and this rest make a link definition, which no reader sees. */
function isDefinition(rest: string): boolean {
  const words = rest.trim();
  const space = words.search(/\s/);
  return space < 0 || /^["'(]/.test(words.slice(space).trimStart());
}

function skip(text: string, from: number, end: number, skips: (code: number) => boolean): number {
  let at = from;
  while (at < end && skips(text.charCodeAt(at))) at += 1;
  return at;
}

/** Space, tab, `#`, `*`, `-`, `_`: what may stand before a marker. */
function isPrefix(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x23 || code === 0x2a || code === 0x2d || code === 0x5f;
}

/** What may stand between two markers of a line: also `,` `.` `;` `|` and a raised dot or dash. */
function isBetween(code: number): boolean {
  if (code === 0x23) return false;
  return isPrefix(code) || ",.;|·–—".includes(String.fromCharCode(code));
}
