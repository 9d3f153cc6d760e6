/**
 * Looks for many quotes in one pass over a text. At first only letters are compared, which no formatter changes: a rolling hash of eight of them says
 * where a quote may stand, so the time depends on the text and hardly on how many quotes there are. Only such a text is looked at as a whole.
 */
import { howHeld, type LooseText, type Quote, type TextKind } from "./loose-text.ts";

const width = 8;
const factor = 0x01000193;

let leaving = 1;
for (let i = 1; i < width; i++) leaving = Math.imul(leaving, factor);

const isKept: Record<TextKind, Uint8Array> = { code: keptBytes(/[a-z0-9]/i), document: keptBytes(/[a-z]/i) };

/** Parts of longer characters are kept. */
function keptBytes(kept: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x80 || kept.test(String.fromCharCode(byte)) ? 1 : 0));
}

/** The letters of a text in their order, without accents, and its digits; not those of a document, where they may number a list. */
function lettersOf(text: string, kind: TextKind): Buffer {
  const bytes = Buffer.from(
    /[^\0-\x7f]/.test(text) ? text.normalize("NFD").replace(/[^\p{L}\p{N}]+/gu, "") : text,
    "utf8",
  );
  const kept = isKept[kind];
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    bytes[length] = byte;
    length += kept[byte]!;
  }
  return bytes.subarray(0, length);
}

/** The hash of every eight letters that follow each other. */
function hashesOf(letters: Buffer): Int32Array {
  const hashes = new Int32Array(Math.max(0, letters.length - width + 1));
  let hash = 0;
  for (let end = 0; end < letters.length; end++) {
    if (end >= width) hash = (hash - Math.imul(letters[end - width]!, leaving)) | 0;
    hash = (Math.imul(hash, factor) + letters[end]!) | 0;
    if (end >= width - 1) hashes[end - width + 1] = hash;
  }
  return hashes;
}

interface Needle {
  letters: Buffer;
  quotes: number[];
  /** Where its hashed letters begin. */
  offset: number;
}

/** Quotes by the hash of those of their letters that fewest others have (many begin with `import { …`). */
class NeedleTable {
  /** Too few letters for a hash: looked for one by one. */
  readonly #short: Needle[] = [];
  readonly #byHash = new Map<number, Needle[]>();
  /** By the last bits of a hash, whether there may be a needle: a short look before the long one. */
  readonly #seen: Uint8Array;

  constructor(quotes: readonly Quote[], kind: TextKind) {
    const needles = new Map<string, Needle>();
    for (const [i, { words }] of quotes.entries()) {
      const letters = lettersOf(words, kind);
      const key = letters.toString("latin1");
      const known = needles.get(key);
      if (known === undefined) needles.set(key, { letters, quotes: [i], offset: 0 });
      else known.quotes.push(i);
    }
    const size = 1 << Math.min(22, 8 + Math.ceil(Math.log2(needles.size + 1)));
    this.#seen = new Uint8Array(size);
    const having = new Uint32Array(size);
    for (const { letters } of needles.values()) for (const hash of hashesOf(letters)) having[hash & (size - 1)]!++;
    for (const needle of needles.values()) {
      const hashes = hashesOf(needle.letters);
      const shared = (offset: number) => having[hashes[offset]! & (size - 1)]!;
      for (let offset = 1; offset < hashes.length; offset++)
        if (shared(offset) < shared(needle.offset)) needle.offset = offset;
      const hash = hashes[needle.offset];
      if (hash === undefined) {
        this.#short.push(needle);
        continue;
      }
      this.#seen[hash & (size - 1)] = 1;
      this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), needle]);
    }
  }

  /** The quotes whose letters these hold. */
  find(letters: Buffer): Set<number> {
    const found = new Set(this.#short.flatMap((needle) => (letters.includes(needle.letters) ? needle.quotes : [])));
    const seen = this.#seen;
    const mask = seen.length - 1;
    const hashes = hashesOf(letters);
    for (let start = 0; start < hashes.length; start++) {
      if (seen[hashes[start]! & mask] === 0) continue;
      for (const needle of this.#byHash.get(hashes[start]!) ?? [])
        if (standsAt(letters, needle.letters, start - needle.offset)) for (const i of needle.quotes) found.add(i);
    }
    return found;
  }
}

function standsAt(letters: Buffer, needle: Buffer, at: number): boolean {
  if (at < 0 || at + needle.length > letters.length) return false;
  for (let i = 0; i < needle.length; i++) if (letters[at + i] !== needle[i]) return false;
  return true;
}

/** Which of the quotes a text holds whole, by their place in the list. */
export class QuoteFinder {
  readonly #quotes: readonly Quote[];
  readonly #tables: Partial<Record<TextKind, NeedleTable>> = {};

  constructor(quotes: readonly Quote[]) {
    this.#quotes = quotes;
  }

  find(text: LooseText): number[] {
    const found = this.#tableFor(text.kind).find(lettersOf(text.text, text.kind));
    return [...found].filter((i) => howHeld(text, this.#quotes[i]!) === "whole");
  }

  #tableFor(kind: TextKind): NeedleTable {
    this.#tables[kind] ??= new NeedleTable(this.#quotes, kind);
    return this.#tables[kind];
  }
}
