/**
 * Whom a round asks. A check round asks only those whose own tension is open, or was closed since they last read, or of whose last text something did not
 * count; the others keep their seat and give no signal. Signing asks everybody. So a check never opens the gate by leaving somebody out.
 */
import { isOpen, type Ledger, type LedgerTension } from "./ledger.ts";
import { expertKey } from "./names.ts";
import type { AskKind, PanelMember } from "./records.ts";
import { uncounted } from "./uncounted.ts";

/** A second one is the Judge's to ask for: an expert who signs sees its own open tensions and their answers too. */
const mostChecks = 1;

/** The tensions a member raised, merged or reopened: those it can judge best. */
export function ownTensions({ tensions, records }: Ledger, name: string): LedgerTension[] {
  const key = expertKey(name);
  const merged = new Set(
    records.flatMap((record) =>
      record.merged.filter(({ local_id }) => local_id.startsWith(`${name.toUpperCase()}-`)).map(({ into }) => into),
    ),
  );
  const items = new Set(
    records.flatMap((record) =>
      record.items.filter(({ sources }) => sources.some(({ expert }) => expertKey(expert) === key)).map(({ id }) => id),
    ),
  );
  return [...tensions.values()].filter(
    ({ id, events }) =>
      items.has(id) ||
      merged.has(id) ||
      events.some(({ change, actors }) => change === "reopened" && actors.some((actor) => expertKey(actor) === key)),
  );
}

/** Its own tensions that are open, or were closed since it last wrote and not by its own RESOLVE. */
export function toCheck(ledger: Ledger, name: string): LedgerTension[] {
  const key = expertKey(name);
  const wrote = ledger.records.findLast(({ texts }) =>
    texts.some(({ expert, lines }) => expertKey(expert) === key && lines.length > 0),
  );
  const lastRead = wrote?.round ?? 0;
  return ownTensions(ledger, name).filter((tension) => {
    if (isOpen(tension)) return true;
    const agreed = tension.resolvers.some(({ by, round }) => expertKey(by) === key && round >= lastRead);
    return tension.events.at(-1)!.round >= lastRead && !agreed;
  });
}

/** Whether a check round asks this member. */
function isToCheck(ledger: Ledger, { name }: PanelMember): boolean {
  return toCheck(ledger, name).length > 0 || uncounted(ledger, name).length > 0;
}

/**
 * What the next round is, unless the Judge says otherwise. After the first rewrite the raisers check; after the next, or when nothing is open,
 * everybody signs. Without a rewrite everybody is asked as usual.
 */
export function askKind(ledger: Ledger, panel: readonly PanelMember[], revised: boolean): AskKind | undefined {
  const { records, rounds } = ledger;
  const checked = records.length - 1 - records.findLastIndex(({ asked }) => asked !== "check");
  if (!revised && checked === 0) return undefined;
  const isChecked = rounds.at(-1)?.open.length === 0 || checked >= mostChecks;
  return isChecked || !panel.some((member) => isToCheck(ledger, member)) ? "sign" : "check";
}

/** Those of the panel who are asked. */
export function askedOf(ledger: Ledger, panel: readonly PanelMember[], kind: AskKind | undefined): PanelMember[] {
  return kind === "check" ? panel.filter((member) => isToCheck(ledger, member)) : [...panel];
}
