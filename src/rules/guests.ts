/**
 * A guest speaks under any name the caller gives. So anybody who was not on that round's panel is marked wherever they are named: no page lets a
 * visitor's word pass for an expert's.
 */
import type { Ledger, LedgerItem, LedgerTension } from "./ledger.ts";
import { expertKey } from "./names.ts";
import type { Provenance, RoundRecord } from "./records.ts";

type Seated = Pick<RoundRecord, "panel">;

export function isMember({ panel }: Seated, name: string): boolean {
  if (panel.some((member) => member.name === name)) return true;
  const key = expertKey(name);
  return panel.some((member) => expertKey(member.name) === key);
}

interface Filed {
  provenance: Provenance;
  others: readonly { provenance: Provenance }[];
}

/** Whether somebody else than a guest wrote, among everything that lies under one name. */
export function isExperts(filed: Filed): boolean {
  return sourcesOf(filed).some((source) => source !== "guest");
}

/** Whether a guest spoke under this name. */
export function hasGuests(filed: Filed): boolean {
  return sourcesOf(filed).includes("guest");
}

function sourcesOf({ provenance, others }: Filed): Provenance["source"][] {
  return [provenance.source, ...others.map((other) => other.provenance.source)];
}

/** "Muffin", or "Muffin (guest)". */
export function speaker(record: Seated | undefined, name: string): string {
  return record === undefined || isMember(record, name) ? name : `${name} (guest)`;
}

/** As `speaker`, of a round of the ledger. */
export function speakerIn({ records }: Ledger, round: number, name: string): string {
  return speaker(
    records.find((record) => record.round === round),
    name,
  );
}

/** Who wrote an item. */
export function authorsOf(ledger: Ledger, { sources }: Pick<LedgerItem, "sources">): string[] {
  return [...new Set(sources.map(({ expert, round }) => speakerIn(ledger, round, expert)))];
}

/** Whether `by`, as they spoke in this round, is an author of the item. */
export function isOwn(ledger: Ledger, record: Seated, by: string, id: string): boolean {
  const item = ledger.items.get(id);
  return (
    item !== undefined &&
    authorsOf(ledger, item)
      .map(expertKey)
      .includes(expertKey(speaker(record, by)))
  );
}

/** Who brought a change of a tension about. An expert resolved it in the round of its item, which may be an earlier one. */
export function actorsOf(
  ledger: Ledger,
  { resolvers }: Pick<LedgerTension, "resolvers">,
  { actors, change, item, round }: LedgerTension["events"][number],
): string[] {
  return actors.map((actor) => {
    if (actor === "Judge") return actor;
    const offered =
      change === "resolved" ? resolvers.find((one) => one.item === item && one.by === actor)?.round : undefined;
    return speakerIn(ledger, offered ?? round, actor);
  });
}
