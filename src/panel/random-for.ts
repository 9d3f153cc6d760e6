import { createHash } from "node:crypto";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/** The same dialogue, round and purpose give the same numbers, on any machine; any other combination gives unrelated ones. */
export function randomFor(seed: string, round: number, purpose: string): RandomGenerator {
  const hash = createHash("sha256")
    .update(JSON.stringify([seed, round, purpose]))
    .digest();
  return xoroshiro128plusFromState([0, 4, 8, 12].map((at) => hash.readInt32LE(at)));
}
