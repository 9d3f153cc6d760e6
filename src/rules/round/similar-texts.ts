/**
 * Which of many texts are alike. Most pairs are not, and that shows without comparing a word: every run of three words sets one bit of a small map, so
 * two maps differ in at most as many bits as the texts have runs that only one of them has. Only pairs that may be alike are compared in full.
 */
import { shingles, similarity } from "./shingles.ts";

/** Pairs of positions, the lower first. */
export function findSimilar(texts: readonly string[], atLeast: number): [number, number][] {
  const sketches = texts.map(sketchOf);
  const runs = new Map<number, Set<string>>();
  const runsOf = (i: number): Set<string> => {
    const known = runs.get(i) ?? shingles(texts[i]!);
    runs.set(i, known);
    return known;
  };
  const pairs: [number, number][] = [];
  for (let i = 0; i < texts.length; i++) {
    for (let j = i + 1; j < texts.length; j++) {
      if (mayBeAlike(sketches[i]!, sketches[j]!, atLeast) && similarity(runsOf(i), runsOf(j)) >= atLeast)
        pairs.push([i, j]);
    }
  }
  return pairs;
}

interface Sketch {
  bits: Uint32Array;
  /** Runs, repeated ones counted again: never fewer than there are. */
  runs: number;
}

/**
 * Of `all` runs in both texts together, a share of `atLeast` in common leaves at most (1 - atLeast) · all that only one has; and `all` is at most
 * the sum of both over (1 + atLeast).
 */
function mayBeAlike(a: Sketch, b: Sketch, atLeast: number): boolean {
  const most = ((1 - atLeast) / (1 + atLeast)) * (a.runs + b.runs) + 0.5; // bits are whole, fractions rounded
  let different = 0;
  for (let i = 0; i < a.bits.length; i++) {
    different += countBits(a.bits[i]! ^ b.bits[i]!);
    if (different > most) return false;
  }
  return true;
}

const sketchBits = 8192;

/** Words as `shingles` finds them, each as a number. */
function sketchOf(source: string): Sketch {
  const text = source.toLowerCase();
  const lastClose = text.lastIndexOf("]");
  const bits = new Uint32Array(sketchBits / 32);
  let runs = 0;
  let words = 0;
  let before = 0;
  let last = 0;
  let word = 0;
  let open = false;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 ? wordUnit[code] === 1 : at < text.length && isWordUnit(text, at, code)) {
      word = Math.imul(word ^ code, 0x01000193);
      open = true;
      continue;
    }
    if (open) {
      words++;
      if (words >= 3) {
        runs++;
        const mixed = Math.imul(Math.imul(before, 0x85ebca6b) ^ Math.imul(last, 0xc2b2ae35) ^ word, 0x9e3779b1);
        const bit = mixed >>> 19;
        bits[bit >>> 5]! |= 1 << (bit & 31);
      }
      before = last;
      last = word;
      word = 0;
      open = false;
    }
    if (code === 0x5b && at < lastClose) at = text.indexOf("]", at);
  }
  return { bits, runs };
}

const wordUnit = Uint8Array.from({ length: 128 }, (_, code) => Number(/[a-z0-9]/.test(String.fromCharCode(code))));

/** A letter or digit beyond ASCII, or half of one. */
function isWordUnit(text: string, at: number, code: number): boolean {
  const isSecondHalf = code >= 0xdc00 && code < 0xe000 && at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return /^[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(isSecondHalf ? at - 1 : at)!));
}

function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
