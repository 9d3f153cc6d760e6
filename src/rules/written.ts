/** Everything that was written for a round, and as what: the one list by which runs, tokens and bytes are counted. */
import type { Provenance, RoundRecord } from "./records.ts";

export interface Written {
  as: "expert" | "author" | "verifier";
  lines: readonly string[];
  /** Null of a draft that was set aside. */
  provenance: Provenance | null;
  /** It stands beside a first text under the same name and is no run of its own. */
  second: boolean;
}

export function writtenIn({ texts, discarded, revisions = [], cross_checks = [] }: RoundRecord): Written[] {
  return [
    ...texts.flatMap(({ lines, provenance, others }): Written[] => [
      ...(lines.length > 0 ? [{ as: "expert" as const, lines, provenance, second: false }] : []),
      ...others.map((other): Written => ({ as: "expert", ...other, second: true })),
    ]),
    ...discarded.flatMap((one) =>
      one.texts.map(({ lines }): Written => ({ as: "expert", lines, provenance: null, second: false })),
    ),
    ...revisions.map(({ lines, provenance }): Written => ({ as: "author", lines, provenance, second: false })),
    ...cross_checks.map(
      ({ sheet, provenance }): Written => ({
        as: "verifier",
        lines: sheet,
        provenance,
        second: false,
      }),
    ),
  ];
}

/** Agents that ran for these rounds: experts, authors, verifiers. */
export function runsOf(rounds: readonly RoundRecord[], as?: Written["as"]): number {
  return rounds.flatMap(writtenIn).filter((one) => !one.second && (as === undefined || one.as === as)).length;
}
