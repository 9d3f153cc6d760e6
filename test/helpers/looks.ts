/** Blind looks without a dialogue around them. */
import type { BlindLook } from "../../src/rules/coverage.ts";

/** `counts[j - 1]` objections were raised by exactly j of `k` experts. */
export function lookOf(k: number, counts: readonly number[]): BlindLook {
  const experts = Array.from({ length: k }, (_, i) => `expert ${i + 1}`);
  const objections = counts.flatMap((count, j) =>
    Array.from({ length: count }, () => ({ severity: null, raisers: experts.slice(0, j + 1) })),
  );
  return { experts, objections };
}
