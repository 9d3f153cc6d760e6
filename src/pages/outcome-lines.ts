/** How decisions fared, in words. Plain text: a face lays it out and escapes. */
import type { FaredGroup } from "../facts/track-record.ts";
import type { OutcomeWord } from "../rules/records.ts";

export interface OutcomeEntry {
  outcome: OutcomeWord;
  because: string;
  on: string;
}

/** "decided 2026-03-01, failed 2026-06-02: the index did not fit". */
export function outcomeLine(decidedOn: string | null, { outcome, because, on }: OutcomeEntry): string {
  return `${decidedOn === null ? "" : `decided ${decidedOn.slice(0, 10)}, `}${outcome} ${on}: ${because}`;
}

/** "8 of 10 held, 1 changed, 1 failed". */
export function faredWords({ held, changed, failed }: FaredGroup): string {
  return `${held} of ${held + changed + failed} held, ${changed} changed, ${failed} failed`;
}

export const tooFew = "too few to mean anything";
