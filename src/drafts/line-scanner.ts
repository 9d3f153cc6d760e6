/** Reads one line: the markers it starts with, the citations in it, and whatever only looks like a marker. */

import { formatId, parseId } from "../rules/ids.ts";
import { cover } from "./cover-inline.ts";
import type { DraftBuilder } from "./draft-builder.ts";
import { explainNested, explainUncounted } from "./explain-uncounted.ts";
import { explainDisguise, foldHead, hasUnusual, wideClosing, wideOpening } from "./fold-head.ts";
import { behindLead } from "./line-lead.ts";
import { type Author, type Marker, malformed, startsBlock } from "./marker.ts";
import { disguisedHead, headLength, isAnyCaseHead, isMarkerHead } from "./marker-head.ts";
import { type Citation, isCitationHead, readCitation } from "./read-citation.ts";
import { readMarker, readWideMarker } from "./read-marker.ts";

type Found = { marker: Marker; end: number } | { citation: Citation; end: number };

const citationForm =
  'Write [CITE path#L10-L14 "words"]: a path without spaces, lines if you know them, words as they stand there.';

/** Behind the expert's name: the rest of an ID, then what parts it from its label. */
const unbracketed = /^[-\u2010-\u2015\u2212]([PRTECS][0-9]{4,})[*_]{0,3} *(?::|[\u2013\u2014] *\S|-{1,3} +\S)/i;

export class LineScanner {
  private readonly text: string;
  private readonly mask: Uint8Array;
  private readonly author: Author;
  private readonly draft: DraftBuilder;
  private readonly own: string;
  /** Finds brackets of every kind; null when the text has plain ones only. */
  private readonly brackets: RegExp | null;
  private bracket = -1;

  constructor(text: string, mask: Uint8Array, author: Author, draft: DraftBuilder) {
    this.text = text;
    this.mask = mask;
    this.author = author;
    this.draft = draft;
    this.own = author.expert.toUpperCase();
    this.brackets = wideOpening.test(text) ? new RegExp(`\\[|${wideOpening.source}`, "g") : null;
  }

  scanLine(line: number, start: number, end: number): void {
    const first = skip(this.text, start, end, isPrefix);
    if (first === end) return;
    const bracket = this.bracketFrom(start);
    if (bracket !== first) this.noteUnbracketed(line, first, end);
    if (bracket < end) this.readRest(line, start, first, this.readStart(line, start, first, end), end);
  }

  /** The markers at the start of a line, one after the other: where they end, and where the next bracket may be looked for. */
  private readStart(line: number, lineStart: number, first: number, end: number): { rest: number; from: number } {
    let at = first;
    let rest = first;
    while (this.opensAt(at) && this.mask[at] === cover.none && !this.draft.problems.full) {
      const found = this.readAt(at, end);
      if (found === null) return { rest, from: at + 1 };
      rest = found.end;
      const spot = { line, lineStart, raw: this.text.slice(at, rest), behind: this.behind(lineStart, at, rest) };
      if ("citation" in found) this.draft.addCitation(found.citation, spot);
      else {
        const stands = at === first || !startsBlock(found.marker);
        this.draft.addMarker(stands ? found.marker : misplaced(found.marker), spot);
        if (stands && found.marker.is !== "malformed") this.reportNested(line, at + 1, rest);
      }
      at = skip(this.text, rest, end, isBetween);
    }
    return { rest, from: rest };
  }

  private readAt(open: number, end: number): Found | null {
    if (this.text[open] !== "[") return this.readWide(open, end);
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

  private readWide(open: number, end: number): Found | null {
    const rest = this.text.slice(open + 1, end);
    const close = rest.search(wideClosing);
    const inner = close < 0 ? rest : rest.slice(0, close);
    const marker = readWideMarker(this.text[open] ?? "", inner, this.author);
    return marker === null ? null : { marker, end: close < 0 ? end : open + close + 2 };
  }

  /** Citations, and reports of what does not count, from `from` to the end of the line; `rest` is behind the markers that do. */
  private readRest(
    line: number,
    start: number,
    first: number,
    { rest, from }: { rest: number; from: number },
    end: number,
  ): void {
    if (this.bracketFrom(from) >= end) return;
    const counted = rest > first ? skip(this.text, rest, end, isBetween) : first;
    const lead = behindLead(this.text, counted, end);
    for (let at = this.bracketFrom(from); at < end && !this.draft.problems.full; at = this.bracketFrom(at + 1)) {
      const found = this.citesAt(at) ? this.readAt(at, end) : null;
      if (found !== null) {
        const spot = { line, lineStart: start, raw: this.text.slice(at, found.end), behind: found.end };
        if ("citation" in found) this.draft.addCitation(found.citation, spot);
        else this.draft.addMarker(found.marker, spot);
        at = found.end - 1;
      } else {
        const begins = at === lead || (at === first + 1 && this.text[first] === "\\");
        this.reportUncounted(line, at, end, begins ? this.text.slice(Math.min(counted, at), at) : null);
      }
    }
  }

  private citesAt(at: number): boolean {
    return isCitationHead(this.text, at) && this.text[at + 5] !== "]" && this.mask[at] === cover.none;
  }

  private reportUncounted(line: number, at: number, end: number, lead: string | null): void {
    const covered = this.mask[at] ?? cover.none;
    const head = this.headAt(at, end);
    if (head === null && (lead === null || covered !== cover.none || this.readAt(at, end) === null)) return;
    const raw = this.text.slice(at, Math.min(at + 120, end));
    const lost = covered === cover.none && head?.startsWith("CITE"); // a citation counts anywhere
    const finding = lost ? explainDisguise(raw) : explainUncounted(covered, lead);
    const problem = this.draft.problems.report({ line, raw }, finding);
    const tension = finding.code === "mid_sentence" ? this.ownTension(head ?? "") : null;
    if (problem !== null && tension !== null) this.draft.noteMidSentence(tension, problem);
  }

  private ownTension(head: string): string | null {
    const id = parseId(head.slice(0, head.indexOf(":")));
    return id?.expert === this.own && id.type === "T" ? formatId(id) : null;
  }

  /** Markers in the label or topic of one that counts. */
  private reportNested(line: number, from: number, to: number): void {
    for (let at = this.bracketFrom(from); at < to && !this.draft.problems.full; at = this.bracketFrom(at + 1)) {
      if (this.headAt(at, to) === null && !isAnyCaseHead(this.text, at)) continue;
      const place = { line, raw: this.text.slice(at, Math.min(at + 120, to)) };
      this.draft.problems.report(place, explainNested(this.mask[at] ?? cover.none));
    }
  }

  /** The head of the whole marker that a reader sees at `at`; null for none. */
  private headAt(at: number, end: number): string | null {
    if (isMarkerHead(this.text, at)) return this.text.slice(at + 1, Math.min(at + 1 + headLength, end));
    return disguisedHead(this.text, at, Math.min(this.bracketFrom(at + 1), end));
  }

  private noteUnbracketed(line: number, first: number, end: number): void {
    const at = behindLead(this.text, first, end);
    const { own } = this;
    if (this.mask[at] !== cover.none || !mayBegin(own, this.text.charCodeAt(at))) return;
    const raw = this.text.slice(at, Math.min(at + own.length + 16, end));
    const head = hasUnusual(raw) ? foldHead(raw) : raw;
    if (!head.toUpperCase().startsWith(own)) return;
    const match = unbracketed.exec(head.slice(own.length));
    if (match !== null) this.draft.noteUnbracketed(`${own}-${match[1]?.toUpperCase()}`, { line, raw });
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
      const found = this.search(from);
      this.bracket = found < 0 ? this.text.length : found;
    }
    return this.bracket;
  }

  private search(from: number): number {
    if (this.brackets === null) return this.text.indexOf("[", from);
    this.brackets.lastIndex = from;
    return this.brackets.exec(this.text)?.index ?? -1;
  }

  private opensAt(at: number): boolean {
    return this.text[at] === "[" || (this.brackets !== null && wideOpening.test(this.text[at] ?? ""));
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

/** Whether a name may begin with this character, in either case; one outside ASCII may stand for any. */
function mayBegin(own: string, code: number): boolean {
  return code > 0x7e || (code | 0x20) === (own.charCodeAt(0) | 0x20);
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
