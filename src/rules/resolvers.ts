/**
 * Which items may close a tension. Any item that says `[RE:RESOLVE T…]` is an offer; an offer does not stand while it is the tension itself, is
 * older than the tension's last reopening, was withdrawn by its author, is opposed by somebody on the panel who has not taken that back, or is a
 * guest's that no member supports.
 */
import { isMember, isOwn } from "./guests.ts";
import type { Ledger, LedgerTension } from "./ledger.ts";
import { expertKey } from "./names.ts";
import type { RoundRecord } from "./records.ts";

export interface Offer {
  item: string;
  by: string[];
  /** The round in which it was first offered. */
  round: number;
  /** Why it cannot close the tension; null: it can. */
  refused: string | null;
}

/** `ledger` includes the round in which the tension would be closed. */
export function offersFor(ledger: Ledger, tension: LedgerTension): Offer[] {
  const reopened = tension.events.findLast(({ change }) => change === "reopened")?.round ?? -1;
  const items = [...new Set(tension.resolvers.map(({ item }) => item))];
  return items.map((item) => {
    const offers = tension.resolvers.filter((offer) => offer.item === item);
    const by = [...new Set(offers.map((offer) => offer.by))];
    const last = Math.max(...offers.map(({ round }) => round));
    const refused = last < reopened ? `${tension.id} was reopened since` : whyRefused(ledger, tension, item);
    return { item, by, round: offers[0]!.round, refused };
  });
}

/** The items that may close it. */
export function resolversFor(ledger: Ledger, tension: LedgerTension): string[] {
  return offersFor(ledger, tension)
    .filter(({ refused }) => refused === null)
    .map(({ item }) => item);
}

function whyRefused(ledger: Ledger, tension: LedgerTension, item: string): string | null {
  return item === tension.id ? "a tension cannot resolve itself" : whyFallen(ledger, item);
}

/** Recommendations that nothing speaks against, and that no other one refines: what a signal agrees to where no text is shown. */
export function standingRecommendations(ledger: Ledger): string[] {
  const refined = new Set(
    ledger.records.flatMap(({ refs }) => refs.filter(({ kind }) => kind === "REFINE").map(({ target }) => target)),
  );
  return [...ledger.items.values()]
    .filter(({ id, type }) => type === "R" && !refined.has(id) && whyFallen(ledger, id) === null)
    .map(({ id }) => id);
}

/** Why an item's word does not count any more, or not yet. */
function whyFallen(ledger: Ledger, item: string): string | null {
  const withdrawn = ledger.records.some((record) =>
    record.moves.some(
      ({ kind, by, targets }) => kind === "CONCEDE" && targets.includes(item) && isOwn(ledger, record, by, item),
    ),
  );
  if (withdrawn) return "its author withdrew it";
  const panel = ledger.records.at(-1)!;
  const opponent = opponentsOf(ledger, item).find((name) => isMember(panel, name));
  if (opponent !== undefined) return `${opponent} opposes it`;
  return isSupported(ledger, item) ? null : "it is a guest's, and no panel member supports it";
}

/** Whoever opposed an item and has not supported or conceded it since, in any round. */
export function opponentsOf({ records }: Pick<Ledger, "records">, item: string): string[] {
  const opponents = new Map<string, string>();
  for (const record of records) {
    for (const { kind, by } of said(record, item)) {
      if (kind === "OPPOSE") opponents.set(expertKey(by), by);
      if (kind === "SUPPORT" || kind === "CONCEDE") opponents.delete(expertKey(by));
    }
  }
  return [...opponents.values()];
}

/** References to an item and moves about it, in the order in which each expert wrote them. */
function said({ refs, moves }: RoundRecord, item: string): { kind: string; by: string; line: number }[] {
  const about = [
    ...refs.filter(({ target }) => target === item),
    ...moves.filter(({ targets }) => targets.includes(item)),
  ];
  return about.sort((a, b) => a.line - b.line);
}

function isSupported(ledger: Ledger, item: string): boolean {
  const sources = ledger.items.get(item)?.sources ?? [];
  const record = (round: number) => ledger.records.find((one) => one.round === round);
  if (sources.some(({ expert, round }) => isMember(record(round)!, expert))) return true;
  return ledger.records.some((one) =>
    one.refs.some(({ kind, by, target }) => kind === "SUPPORT" && target === item && isMember(one, by)),
  );
}
