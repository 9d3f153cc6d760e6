/** How past decisions fared: the last outcome that people gave each, by how sure its signers were and by how it was decided. */

import { expertKey } from "../rules/names.ts";
import type { OutcomeWord, RoundRecord } from "../rules/records.ts";
import type { VerdictFacts } from "./schema.ts";

/** Fewer outcomes than this say nothing about the next decision. */
export const fewestOutcomes = 10;

export const decidedWays = ["unanimous", "with disagreement", "forced", "reviewed", "document"] as const;
export type DecidedWay = (typeof decidedWays)[number];

export interface Fared {
  outcome: OutcomeWord;
  /** Of those who signed, on average; null where nobody said. */
  confidence: number | null;
  way: DecidedWay;
}

export interface FaredGroup {
  name: string;
  held: number;
  changed: number;
  failed: number;
  too_few: boolean;
}

const bands: readonly (readonly [name: string, least: number])[] = [
  ["0.9 and above", 0.9],
  ["0.8 to 0.9", 0.8],
  ["0.7 to 0.8", 0.7],
  ["below 0.7", 0],
];

export function trackRecord(fared: readonly Fared[]): { by_confidence: FaredGroup[]; by_way: FaredGroup[] } {
  const bandOf = ({ confidence }: Fared) =>
    confidence === null ? "not said" : bands.find(([, least]) => confidence >= least)![0];
  return {
    by_confidence: grouped(fared, [...bands.map(([name]) => name), "not said"], bandOf),
    by_way: grouped(fared, decidedWays, ({ way }) => way),
  };
}

function grouped(fared: readonly Fared[], names: readonly string[], nameOf: (one: Fared) => string): FaredGroup[] {
  return names.flatMap((name) => {
    const own = fared.filter((one) => nameOf(one) === name);
    const count = (word: OutcomeWord) => own.filter(({ outcome }) => outcome === word).length;
    if (own.length === 0) return [];
    return [
      {
        name,
        held: count("held"),
        changed: count("changed"),
        failed: count("failed"),
        too_few: own.length < fewestOutcomes,
      },
    ];
  });
}

/** The mean of the last confidence that each of `signers` gave. */
export function signedAt(rounds: readonly RoundRecord[], signers: readonly string[]): number | null {
  const said = signers.flatMap((name) => {
    const stances = rounds.flatMap((round) => round.stances.filter(({ by }) => expertKey(by) === expertKey(name)));
    return stances.findLast(({ confidence }) => confidence !== null)?.confidence ?? [];
  });
  return said.length === 0 ? null : Math.round((said.reduce((sum, one) => sum + one, 0) / said.length) * 100) / 100;
}

export function wayOf({ how, disagree }: Pick<VerdictFacts, "how" | "disagree">): DecidedWay {
  if (how === "forced" || how === "reviewed") return how;
  return disagree.length > 0 ? "with disagreement" : "unanimous";
}
