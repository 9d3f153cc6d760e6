/**
 * A text without what a formatter may change: breaks, indentation, the kind of quote marks, trailing commas, list signs. Two texts that are equal in
 * this form say the same words; what stays (`>=`, `-5`, `"admin"` in code) is what changes a meaning.
 */

export type TextKind = "document" | "code";

const documentName = /\.(?:md|mdx|markdown|rst|adoc|txt|html)$/i;

/** Documents quote code, so a copy in one is no move of code, nor the reverse. */
export function kindOf(path: string): TextKind {
  return documentName.test(path) ? "document" : "code";
}

export function loosen(text: string, kind: TextKind): string {
  const plain = text.replace(/^\uFEFF/, "");
  const ascii = isAscii(plain);
  const words = ascii ? plain : plain.normalize("NFC");
  const loose = kind === "code" ? looseCode(words) : looseDocument(words);
  return ascii
    ? loose.replace(/[\s;,()]+/g, " ").replace(/ (?![\w$])|(?<![\w$]) /g, "")
    : loose.replace(/[\s;,()]+/g, " ").replace(/ (?![\p{L}\p{N}_$])|(?<![\p{L}\p{N}_$]) /gu, "");
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function looseCode(text: string): string {
  return text
    .replace(/\\?['"`‘’“”]/g, '"')
    .replace(/\{\s*" "\s*\}/g, " ")
    .replace(/"([\p{L}\p{N}_$]+)"(?=\s*:)(?<!(?:\?\s*|\bcase\s+)"[^"]*")/gu, "$1")
    .replace(/([=:(<,&?[{])\s*\|(?!\|)/g, "$1 ");
}

function looseDocument(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const inner = line
        .replace(/^(?:\s*(?:>(?=[\s>]|$)|(?:[-+*]|\d+\.|#+)(?=\s)))+/, "")
        .replace(/^\s*\||\|\s*$/g, "");
      return /^[\s=\-:|*_~]*$/.test(inner) ? "" : inner;
    })
    .join("\n")
    .replace(/(?<=^|[\s(|])(?:[*_]{2,}|[*_](?=\S))|(?<=[^\s*_])[*_]+(?=$|[\s).,;:!?|])/gm, "")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/~~~|["'`‘’“”]/g, " ");
}

/** Fewer word characters than this (`});`) identify nothing. */
const fewestWordCharacters = 4;
/** Quotes this long are treated as unique: a match is not a coincidence. */
const identifyingLength = 20;

/** Words that were cited, in every form in which they are looked for. */
export class Quote {
  readonly words: string;
  /** White space folded; with a second way to read `\\"`. */
  readonly folded: readonly string[];
  readonly #loose: Partial<Record<TextKind, string>> = {};

  constructor(words: string) {
    const folded = foldSpace(words);
    this.folded = folded.includes('\\"') ? [folded, folded.replaceAll('\\"', '"')] : [folded];
    this.words = words;
  }

  loose(kind: TextKind): string {
    this.#loose[kind] ??= loosen(this.words, kind);
    return this.#loose[kind];
  }

  /** Too few to be looked for. */
  get tooShort(): boolean {
    return (this.words.match(/[\p{L}\p{N}_$]/gu)?.length ?? 0) < fewestWordCharacters;
  }

  /** Long enough to be known again in another file. */
  get identifying(): boolean {
    return Math.min(this.loose("document").length, this.loose("code").length) >= identifyingLength;
  }
}

/** A text made ready to be looked through for many quotes. */
export class LooseText {
  readonly text: string;
  readonly kind: TextKind;
  #folded: string | undefined;
  #loose: string | undefined;

  constructor(text: string, kind: TextKind) {
    this.text = text;
    this.kind = kind;
  }

  get folded(): string {
    this.#folded ??= foldSpace(this.text.replace(/^\uFEFF/, ""));
    return this.#folded;
  }

  get loose(): string {
    this.#loose ??= loosen(this.text, this.kind);
    return this.#loose;
  }
}

/** `cut`: only inside a longer word or number (`30` in `300`). */
export function howHeld(text: LooseText, quote: Quote): "whole" | "cut" | undefined {
  if (howFound(text.text, quote.words) === "whole") return "whole";
  let cut = false;
  for (const needle of quote.folded) {
    const held = howFound(text.folded, needle);
    if (held === "whole") return held;
    cut ||= held === "cut";
  }
  return howFound(text.loose, quote.loose(text.kind)) ?? (cut ? "cut" : undefined);
}

/** How often the words stand there whole. */
export function countOf(text: LooseText, quote: Quote): number {
  const folded = Math.max(...quote.folded.map((needle) => countWhole(text.folded, needle)));
  return Math.max(folded, countWhole(text.loose, quote.loose(text.kind)));
}

function howFound(text: string, needle: string): "whole" | "cut" | undefined {
  if (needle === "") return undefined;
  let found: "cut" | undefined;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (isWhole(text, at, needle.length)) return "whole";
    found = "cut";
  }
  return found;
}

function countWhole(text: string, needle: string): number {
  if (needle === "") return 0;
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
    if (isWhole(text, at, needle.length)) count++;
  return count;
}

const wordCharacter = /[\p{L}\p{N}_$]/u;
const isWord = (character: string | undefined) => character !== undefined && wordCharacter.test(character);
const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);

/** Whether neither end of a find lies inside a word or a number. */
function isWhole(text: string, at: number, length: number): boolean {
  const end = at + length;
  if (isWord(text[at]) && isWord(text[at - 1])) return false;
  if (isWord(text[end - 1]) && isWord(text[end])) return false;
  if (isDigit(text[at]) && text[at - 1] === "." && isDigit(text[at - 2])) return false;
  return !(isDigit(text[end - 1]) && text[end] === "." && isDigit(text[end + 1]));
}

export function foldSpace(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, " ").trim();
}
