/**
 * Marks every character of a draft that Markdown shows as code or quote or does not show at all: fences, block quotes and the lines that lazily
 * continue them, HTML blocks; `coverInline` does the rest. It follows CommonMark's block rules, list items included, because a fence in
 * a list item ends with the item. Four spaces do not make code here: a marker may be indented.
 */
import {
  closesFence,
  type Fence,
  fenceAt,
  type HtmlBlock,
  htmlBlockEnd,
  htmlClosingsAt,
  isHeading,
  isRule,
  listMarkerWidth,
} from "./block-starts.ts";
import { cover, coverInline } from "./cover-inline.ts";

export interface CoveredText {
  /** One value of `cover` per UTF-16 unit. */
  mask: Uint8Array;
  /** Fences that nothing closes before the text or the list item they stand in ends. */
  unclosedFences: Fence[];
}

const deepestList = 32;

export function coverText(text: string): CoveredText {
  const reader = new BlockReader(text);
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    reader.readLine(line, start, end);
    start = end + 1;
  }
  return reader.finish();
}

class BlockReader {
  private readonly text: string;
  private readonly mask: Uint8Array;
  private readonly unclosedFences: Fence[] = [];
  /** Where the content of each open list item begins. */
  private lists: number[] = [];
  /** The last line was a bare list marker: a blank line now ends the item. */
  private emptyItem = false;
  private fence: Fence | null = null;
  private html: HtmlBlock | null = null;
  private paragraph: { from: number; to: number; column: number } | null = null;
  /** A quoted paragraph is open: plain text on the next line still belongs to it. */
  private lazy = false;

  constructor(text: string) {
    this.text = text;
    this.mask = new Uint8Array(text.length);
  }

  finish(): CoveredText {
    this.endParagraph();
    if (this.fence !== null) this.unclosedFences.push(this.fence);
    return { mask: this.mask, unclosedFences: this.unclosedFences };
  }

  readLine(line: number, start: number, end: number): void {
    const { at, column } = indentation(this.text, start, end);
    if (this.inFence(start, at, end, column) || this.inHtml(start, at, end, column)) return;
    const wasEmptyItem = this.emptyItem;
    this.emptyItem = false;
    if (at < end) {
      this.readBlocks(line, start, at, end, column);
    } else {
      this.endParagraph();
      if (wasEmptyItem) this.lists.pop();
    }
  }

  private inFence(start: number, at: number, end: number, column: number): boolean {
    const fence = this.fence;
    if (fence === null) return false;
    if (at < end && column < fence.column) {
      this.unclosedFences.push(fence);
      this.fence = null;
      return false;
    }
    this.mask.fill(cover.fence, start, end);
    if (closesFence(fence, this.text, at, end, column)) this.fence = null;
    return true;
  }

  private inHtml(start: number, at: number, end: number, column: number): boolean {
    const html = this.html;
    if (html === null) return false;
    if (at < end && column < html.column) {
      this.html = null;
      return false;
    }
    this.coverHtml(html, start, start, end);
    return true;
  }

  private coverHtml(html: HtmlBlock, from: number, searchFrom: number, end: number): void {
    const close = htmlBlockEnd(html, this.text, searchFrom, end);
    this.mask.fill(cover.hidden, from, close < 0 ? end : close);
    this.html = close < 0 ? html : null;
  }

  /** Walks the list markers a line begins with to the block that starts behind them, or to plain text. */
  private readBlocks(line: number, start: number, from: number, end: number, indent: number): void {
    const { text, mask } = this;
    let at = from;
    let column = indent;
    const continues = this.paragraph !== null || this.lazy;
    if (!continues) this.leaveLists(column);
    let base = this.lists.findLast((offset) => offset <= column) ?? 0;
    if (!continues && column - base >= 4) return; // code for Markdown, indentation for us
    let inParagraph = this.paragraph !== null && column >= this.paragraph.column;
    for (let depth = 0; depth <= deepestList && column - base < 4 && at < end; depth += 1) {
      if (text[at] === ">") {
        this.startBlock(column);
        mask.fill(cover.quote, start, end);
        this.lazy = quotesParagraph(text, at, end);
        return;
      }
      const fence = fenceAt(text, at, end);
      const closings = htmlClosingsAt(text, at);
      const heading = isHeading(text, at, end);
      if (fence !== null || closings !== null || heading || isRule(text, at, end, inParagraph)) {
        this.startBlock(column);
        if (fence !== null) {
          const { char, length } = fence;
          this.fence = { char, length, column: base, line, from: at, to: end };
          mask.fill(cover.fence, start, end);
        } else if (closings !== null) this.coverHtml({ closings, column: base }, at, at + 2, end);
        else if (heading) coverInline(text, mask, at, end);
        return;
      }
      const width = listMarkerWidth(text, at, end, inParagraph);
      if (width === 0) break;
      this.startBlock(column);
      inParagraph = false;
      at = Math.min(at + width, end);
      column += width;
      base = column;
      if (this.lists.length < deepestList) this.lists.push(base);
    }
    if (this.lazy) mask.fill(cover.lazy, start, end);
    else if (this.paragraph !== null) this.paragraph.to = end;
    else if (at < end) this.paragraph = { from: at, to: end, column: base };
    else this.emptyItem = true;
  }

  private leaveLists(column: number): void {
    while ((this.lists.at(-1) ?? 0) > column) this.lists.pop();
  }

  private startBlock(column: number): void {
    this.endParagraph();
    this.leaveLists(column);
  }

  private endParagraph(): void {
    if (this.paragraph !== null) coverInline(this.text, this.mask, this.paragraph.from, this.paragraph.to);
    this.paragraph = null;
    this.lazy = false;
  }
}

function indentation(text: string, start: number, end: number): { at: number; column: number } {
  let at = start;
  let column = 0;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20) column += 1;
    else if (code === 0x09) column += 4 - (column % 4);
    else break;
  }
  return { at, column };
}

function quotesParagraph(text: string, from: number, end: number): boolean {
  let at = from;
  while (at < end && (text[at] === ">" || text[at] === " " || text[at] === "\t")) at += 1;
  if (at === end || fenceAt(text, at, end) !== null || htmlClosingsAt(text, at) !== null) return false;
  return !isHeading(text, at, end) && !isRule(text, at, end, false);
}
