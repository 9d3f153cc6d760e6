/**
 * Only tensions have a stored life cycle; what became of any other item is derived from what experts wrote about it and from the verdict in
 * force.
 */
import type { Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";
import type { VerdictRecord } from "./records.ts";

export function itemStatuses(ledger: Ledger, verdict: VerdictRecord | undefined): Map<string, string[]> {
  const statuses = new Map<string, Set<string>>();
  const add = (id: string, status: string) => statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
  const authors = new Map(
    [...ledger.items].map(([id, { sources }]) => [id, new Set(sources.map(({ expert }) => expertKey(expert)))]),
  );
  for (const { refs, moves, merged } of ledger.records) {
    for (const { kind, by, target } of refs) {
      const own = authors.get(target)?.has(expertKey(by));
      if (kind === "REFINE") add(target, own ? "amended" : "refined");
      if (kind === "SUPPORT") add(target, "supported");
      if (kind === "OPPOSE") add(target, own ? "withdrawn" : "opposed");
    }
    for (const { kind, by, targets } of moves) {
      for (const target of targets) {
        if (kind === "CHALLENGE") add(target, "challenged");
        if (kind === "DEFEND") add(target, "defended");
        if (kind === "CONCEDE") add(target, authors.get(target)?.has(expertKey(by)) ? "withdrawn" : "conceded");
      }
    }
    for (const { into } of merged) add(into, "merged");
  }
  for (const id of verdict?.recommendations_adopted ?? []) add(id, "adopted");
  for (const id of verdict?.recommendations_rejected ?? []) add(id, "rejected");
  return new Map([...statuses].map(([id, set]) => [id, [...set]]));
}
