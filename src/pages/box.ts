/**
 * Boxes of box-drawing characters, as RFC 0057 prints them. Every line of a box is equally wide as a terminal shows it, emoji and CJK
 * included; long cells wrap, and no cell can draw a line of its own or end the code fence the box is in.
 */

import stringWidth from "fast-string-width";
import { safeText } from "../safe-text.ts";

export interface BoxColumn {
  heading: string;
  /** Columns of text, the two spaces around it apart. */
  min: number;
  max: number;
}

export interface BoxRow {
  cells: readonly string[];
  /** A second line across all columns. */
  below?: string;
}

/** `width`: of the whole box; its last column takes what the others leave. */
export function box(columns: readonly BoxColumn[], rows: readonly BoxRow[], width?: number): string {
  const texts = rows.map(({ cells }) => columns.map((_, i) => boxText(cells[i] ?? "")));
  const widths = columns.map(({ heading, min, max }, i) => {
    const widest = Math.max(stringWidth(heading), ...texts.map((row) => stringWidth(row[i]!)));
    return Math.min(Math.max(widest, min), max);
  });
  const last = widths.length - 1;
  const others = widths.slice(0, last).reduce((sum, one) => sum + one, 0);
  if (width !== undefined) widths[last] = width - others - 3 * last - 4;
  const belows = rows.map(({ below }) => (below === undefined ? undefined : boxText(below, true)));
  const inner = () => widths.reduce((sum, one) => sum + one, 0) + 3 * last;
  const missing = Math.max(0, ...belows.map((below) => stringWidth(below ?? ""))) - inner();
  if (missing > 0) widths[last]! += missing;

  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((one) => "─".repeat(one + 2)).join(middle) + right;
  const boxed = (cells: readonly string[]) => `│ ${cells.map((cell, i) => pad(cell, widths[i]!)).join(" │ ")} │`;
  const lines = [rule("┌", "┬", "┐")];
  if (columns.some(({ heading }) => heading !== ""))
    lines.push(boxed(columns.map(({ heading }, i) => centre(heading, widths[i]!))));
  for (const [i, row] of texts.entries()) {
    const wrapped = row.map((text, j) => wrapText(text, widths[j]!));
    const height = Math.max(...wrapped.map((cell) => cell.length));
    if (lines.length > 1) lines.push(rule("├", "┼", "┤"));
    for (let n = 0; n < height; n++) lines.push(boxed(wrapped.map((cell) => cell[n] ?? "")));
    if (belows[i] !== undefined) lines.push(`│ ${pad(belows[i], inner())} │`);
  }
  return [...lines, rule("└", "┴", "┘")].join("\n");
}

/** Free text as a box may hold it: one line, composed, without anything that acts, draws box lines or ends a fence. */
export function boxText(text: string, indented = false): string {
  const plain = safeText(text.replace(/\s/g, " "))
    .normalize("NFC")
    .replace(/(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu, "")
    .replace(/[\u00ad\u200c\u2061-\u2064\u206a-\u206f]/g, "")
    .replace(/`{3,}/g, "")
    .replace(/[│┃║]/g, "|")
    .replace(/[\u2500-\u257f]/g, "-");
  return indented ? plain.trimEnd() : plain.replace(/ +/g, " ").trim();
}

/** Lines of at most `width` columns, at least one; a word that is wider is cut between characters. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (stringWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = stringWidth(word) <= width ? [word] : cutWord(word, width);
    line = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  return [...lines, line];
}

function cutWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    // A cluster may be wider than the column: any number of Hangul jamo is one.
    for (const part of stringWidth(segment) <= width ? [segment] : segment) {
      if (piece !== "" && stringWidth(piece + part) > width) {
        pieces.push(piece);
        piece = "";
      }
      piece += part;
    }
  }
  return [...pieces, piece];
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

function centre(text: string, width: number): string {
  return " ".repeat(Math.max(0, Math.floor((width - stringWidth(text)) / 2))) + text;
}
