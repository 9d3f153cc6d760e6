/** The piece of a text that speaks most of a question, as a person quotes it. Words that were found are marked in the text. */
import { closest } from "../../documents/change-words.ts";
import { plainPiece } from "../../documents/plain-text.ts";
import { blocksOf } from "../../facts/text/blocks.ts";
import { clipped } from "../../rules/round/first-sentence.ts";
import { settledItems } from "../../store/index/schema.ts";
import { markedWords, withoutMarks } from "../../store/search.ts";
import { fitOf, type HeardPassage } from "./fit.ts";

/** Characters: a line or two. */
const longest = 200;

/** Sentences, items, rows of tables, and code as a whole; what follows a heading has it in front. */
export function piecesOf(text: string): string[] {
  let heading = "";
  return blocksOf(text).flatMap(({ kind, text: words }) => {
    const above = heading;
    heading = kind === "heading" ? words : "";
    if (kind === "heading") return above === "" ? [] : [above];
    const isWhole = kind === "code" || kind === "item";
    const pieces = isWhole ? [words] : words.split(kind === "table" ? "\n" : /(?<=[.!?])\s+/);
    return pieces.map((piece, i) => (i === 0 && above !== "" ? `${above}: ${piece}` : piece));
  });
}

export function heardPiece(piece: string): HeardPassage {
  return { found: { body: markedWords(piece) }, length: piece.length };
}

/** A passage of what was decided: what it is, and its text. */
export type Decided = readonly [what: string, text: string];

/** What was signed says what was decided; how an objection to it was settled only where that has none of the words. */
export function quoteDecided(
  decided: readonly Decided[],
  words: readonly string[],
  number: boolean,
): string | undefined {
  const quote = (settled: boolean) =>
    quoteFrom(
      decided.filter(([what]) => (what === settledItems) === settled).map(([, text]) => text),
      words,
      number,
    );
  return quote(false) ?? quote(true);
}

/** Digits, or in words. */
const amount =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|hundred|thousand)\b|\bone (?:second|minute|hour|day|week|month|year)\b/i;

/** A word that few pieces have says more. `number`: what is asked for, so a piece with one counts double. Undefined where none has any of the words. */
export function quoteFrom(texts: readonly string[], words: readonly string[], number: boolean): string | undefined {
  const pieces = texts.flatMap(piecesOf).map((text) => ({ text, heard: heardPiece(text) }));
  const usual = pieces.reduce((sum, { text }) => sum + text.length, 0) / pieces.length;
  const having = pieces.flatMap(({ heard }) => [...new Set(heard.found.body!.map((form) => closest(form, words)))]);
  const frequency = new Map(words.map((word) => [word, having.filter((one) => one === word).length]));
  let best = { fit: 0, text: "" };
  for (const { text, heard } of pieces) {
    const { best: share } = fitOf([heard], { words, frequency, sources: pieces.length }, usual);
    const fit = number && amount.test(withoutMarks(text)) ? 2 * share : share;
    if (fit > best.fit) best = { fit, text };
  }
  return best.fit === 0 ? undefined : clippedAround(best.text);
}

/** Around the first word that was found. */
function clippedAround(piece: string): string {
  const first = markedWords(piece)[0]!;
  const text = plainPiece(withoutMarks(piece));
  const at = text.toLowerCase().indexOf(first);
  if (text.length <= longest || at < longest / 2) return clipped(text, longest);
  const start = text.indexOf(" ", Math.min(at, text.length - longest) - longest / 4) + 1;
  return `…${clipped(text.slice(Math.min(start, at)), longest)}`;
}
