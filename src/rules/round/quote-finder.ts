/**
 * Looks for many quotes in one pass over a text. A rolling hash of sixteen characters says where a quote may stand, so the time depends on the text
 * and hardly on how many quotes there are.
 */
import { isWhole, type LooseText, type Quote, type TextKind } from "./loose-text.ts";

const width = 16;
const factor = 0x01000193;
const bits = 20;

function hashAt(text: string, offset: number): number {
  let hash = 0;
  for (let i = 0; i < width; i++) hash = (Math.imul(hash, factor) + text.charCodeAt(offset + i)) | 0;
  return hash;
}

let leaving = 1;
for (let i = 1; i < width; i++) leaving = Math.imul(leaving, factor);

interface Needle {
  needle: string;
  quote: number;
  /** Where its hashed characters begin. */
  offset: number;
}

/** Needles by the hash of some of their characters; those too short for one are looked for one by one. */
class NeedleTable {
  readonly #byHash = new Map<number, Needle[]>();
  readonly #seen = new Uint8Array(1 << bits);
  readonly #short: { needle: string; quote: number }[] = [];

  /** Many quotes begin alike (`import { …`), so the characters that fewest others share are hashed: first, middle or last ones. */
  add(needle: string, quote: number): void {
    if (needle === "") return;
    const last = needle.length - width;
    if (last < 0) {
      this.#short.push({ needle, quote });
      return;
    }
    const choices = [0, last >> 1, last].map((offset) => ({ offset, hash: hashAt(needle, offset) }));
    const shared = ({ hash }: { hash: number }) => this.#byHash.get(hash)?.length ?? 0;
    const { offset, hash } = choices.reduce((best, one) => (shared(one) < shared(best) ? one : best));
    this.#seen[hash >>> (32 - bits)] = 1;
    const known = this.#byHash.get(hash);
    if (known === undefined) this.#byHash.set(hash, [{ needle, quote, offset }]);
    else known.push({ needle, quote, offset });
  }

  find(text: string, found: Set<number>): void {
    for (const { needle, quote } of this.#short) {
      if (found.has(quote)) continue;
      for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
        if (isWhole(text, at, needle.length)) {
          found.add(quote);
          break;
        }
    }
    if (this.#byHash.size === 0 || text.length < width) return;
    // Numbers in an array are read ten times as fast as characters of a string.
    const bytes = Buffer.from(text, "utf16le");
    const codes = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
    const seen = this.#seen;
    let hash = 0;
    for (let i = 0; i < width; i++) hash = (Math.imul(hash, factor) + codes[i]!) | 0;
    for (let start = 0; ; start++) {
      if (start > 0) {
        if (start + width > codes.length) return;
        hash = (hash - Math.imul(codes[start - 1]!, leaving)) | 0;
        hash = (Math.imul(hash, factor) + codes[start + width - 1]!) | 0;
      }
      if (seen[hash >>> (32 - bits)] === 0) continue;
      for (const { needle, quote, offset } of this.#byHash.get(hash) ?? []) {
        const at = start - offset;
        if (at >= 0 && !found.has(quote) && text.startsWith(needle, at) && isWhole(text, at, needle.length))
          found.add(quote);
      }
    }
  }
}

/** Which of the quotes a text holds whole, by their place in the list. */
export class QuoteFinder {
  readonly #folded = new NeedleTable();
  readonly #loose: Record<TextKind, NeedleTable> = { document: new NeedleTable(), code: new NeedleTable() };

  constructor(quotes: readonly Quote[]) {
    for (const [i, quote] of quotes.entries()) {
      for (const needle of quote.folded) this.#folded.add(needle, i);
      this.#loose.document.add(quote.loose("document"), i);
      this.#loose.code.add(quote.loose("code"), i);
    }
  }

  find(text: LooseText): Set<number> {
    const found = new Set<number>();
    this.#folded.find(text.folded, found);
    this.#loose[text.kind].find(text.loose, found);
    return found;
  }
}
