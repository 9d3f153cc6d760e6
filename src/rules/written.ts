/** Everything that was written for a round, and as what: the one list by which runs, tokens and bytes are counted. */
import type { Provenance, RoundRecord } from "./records.ts";

export interface Written {
  /** A guest is a person: what it wrote is no run. */
  as: "expert" | "guest" | "author" | "verifier";
  lines: readonly string[];
  /** Null of a draft that was set aside. */
  provenance: Provenance | null;
  /** It stands beside a first text under the same name and is no run of its own. */
  second: boolean;
}

export function writtenIn({ texts, discarded, revisions = [], cross_checks = [] }: RoundRecord): Written[] {
  return [
    ...texts.flatMap(({ lines, provenance, others }): Written[] => [
      ...(lines.length > 0 ? [{ as: writerOf(provenance), lines, provenance, second: false }] : []),
      ...others.map((other): Written => ({ as: writerOf(other.provenance), ...other, second: true })),
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

function writerOf(provenance: Provenance | null): Written["as"] {
  return provenance?.source === "guest" ? "guest" : "expert";
}

export function isRun({ as, second }: Written): boolean {
  return !second && as !== "guest";
}

/** Agents that ran for these rounds: experts, authors, verifiers. */
export function runsOf(rounds: readonly RoundRecord[], as?: Written["as"]): number {
  return rounds.flatMap(writtenIn).filter((one) => isRun(one) && (as === undefined || one.as === as)).length;
}
