/**
 * Only tensions have a stored life cycle; what became of any other item is derived from what experts wrote about it and from the verdict in
 * force.
 */
import { isOwn } from "./guests.ts";
import type { Ledger } from "./ledger.ts";
import type { VerdictRecord } from "./records.ts";
import { isWithdrawn } from "./withdrawn.ts";

export function itemStatuses(ledger: Ledger, verdict: VerdictRecord | undefined): Map<string, string[]> {
  const statuses = new Map<string, Set<string>>();
  const add = (id: string, status: string) => statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
  for (const record of ledger.records) {
    for (const { kind, by, target } of record.refs) {
      const own = isOwn(ledger, record, by, target);
      if (kind === "REFINE") add(target, own ? "amended" : "refined");
      if (kind === "SUPPORT") add(target, "supported");
      if (kind === "OPPOSE") add(target, own ? "withdrawn" : "opposed");
    }
    for (const { kind, by, targets } of record.moves) {
      for (const target of targets) {
        if (kind === "CHALLENGE") add(target, "challenged");
        if (kind === "DEFEND") add(target, "defended");
        if (kind === "CONCEDE") add(target, isOwn(ledger, record, by, target) ? "withdrawn" : "conceded");
      }
    }
    for (const { into } of record.merged) add(into, "merged");
  }
  for (const id of verdict?.recommendations_adopted ?? []) add(id, "adopted");
  for (const id of verdict?.recommendations_rejected ?? []) add(id, "rejected");
  return new Map([...statuses].map(([id, set]) => [id, [...set]]));
}

/** The last word on an item, the strongest first. Whether others supported or attacked it is not one. */
const lastWords = ["adopted", "rejected", "withdrawn", "conceded"] as const;

/** What became of each item, in one word: a tension's state, or the last word on any other. */
export function itemFates(ledger: Ledger, verdict: VerdictRecord | undefined): Map<string, string> {
  const fates = new Map([...ledger.tensions.values()].map(({ id, state }) => [id, state as string]));
  for (const [id, statuses] of itemStatuses(ledger, verdict)) {
    const last = lastWords.find((word) => statuses.includes(word) && (word !== "withdrawn" || isWithdrawn(ledger, id)));
    if (last !== undefined && !fates.has(id)) fates.set(id, last);
  }
  return fates;
}
