/** What else a reader of a verdict should doubt, beside its facts. One line each. */

import type { VerdictFacts } from "../facts/schema.ts";
import { speaker, speakerIn } from "../rules/guests.ts";
import { isOpen, type Ledger, type LedgerTension } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { isPlayed } from "../rules/played.ts";
import { opponentsOf } from "../rules/resolvers.ts";
import { agreesIn } from "../rules/round/not-convinced.ts";
import { unsettled } from "../rules/unsettled.ts";
import { inline, prose } from "./quote.ts";
import { tensionsIn } from "./tension-words.ts";

export function doubts({ cost, review }: VerdictFacts, ledger: Ledger): string[] {
  return [
    unansweredWords(ledger),
    opposedWords(ledger),
    // A review settles nothing.
    review ? "" : unsettledWords(ledger),
    oneModelWords(cost.only_model),
    absenceWords(ledger),
  ].filter((line) => line !== "");
}

/** What was accepted, or closed without the raiser's own RESOLVE, and no raiser has agreed since: in a later round, by stance or signal. */
function unansweredWords(ledger: Ledger): string {
  const unanswered = [...ledger.tensions.values()].filter(isUnanswered(ledger));
  const closing = ({ events }: LedgerTension) =>
    inline(events.findLast(({ change }) => change === "resolved")?.item ?? "");
  const accepted = unanswered.filter(({ state }) => state === "accepted").map(({ id }) => inline(id));
  const closed = unanswered
    .filter(({ state }) => state === "resolved")
    .map((tension) => `${inline(tension.id)} by ${closing(tension)}`);
  const parts = [
    accepted.length === 0 ? "" : `accepted unresolved: ${accepted.join(", ")}`,
    closed.length === 0 ? "" : `closed without the raiser's own RESOLVE: ${closed.join(", ")}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `**Not answered by its raiser:** ${parts.join("; ")}.`;
}

function isUnanswered(ledger: Ledger): (tension: LedgerTension) => boolean {
  return (tension) => {
    const { state, events, resolvers } = tension;
    const closed = isOpen(tension) ? undefined : events.findLast(({ change }) => change === state);
    if (closed === undefined) return false;
    const raisers = events
      .filter(({ change }) => change === "raised")
      .flatMap(({ actors, round }) => actors.map((name) => ({ name, as: speakerIn(ledger, round, name) })));
    if (
      resolvers.some(
        ({ item, by }) => item === closed.item && raisers.some(({ name }) => expertKey(name) === expertKey(by)),
      )
    )
      return false;
    const later = ledger.records.filter(({ round }) => round > closed.round);
    return !raisers.some(({ name, as }) =>
      later.some((record) => speaker(record, name) === as && agreesIn(record, name)),
    );
  };
}

/** A closing by an item that somebody opposed before leaving the panel, and never took back. */
function opposedWords(ledger: Ledger): string {
  const closings = tensionsIn(ledger, "resolved").flatMap(({ id, events }) => {
    const item = events.findLast(({ change }) => change === "resolved")?.item;
    const opponents = item == null ? [] : opponentsOf(ledger, item);
    return opponents.length === 0
      ? []
      : [`${inline(id)} by ${inline(item!)}, which ${opponents.map(inline).join(", ")} opposed`];
  });
  return closings.length === 0 ? "" : `**Closed over a standing objection:** ${closings.join("; ")}.`;
}

/** Only where it was played: pages of other dialogues name who is not convinced, and stay as they were. */
function unsettledWords(ledger: Ledger): string {
  const people = isPlayed(ledger.records) ? unsettled(ledger) : [];
  const named = people.map(
    ({ expert, last_round, why }) => `${inline(expert)} (round ${last_round}: ${why.map(prose).join(", ")})`,
  );
  return named.length === 0 ? "" : `**Not settled:** ${named.join("; ")}.`;
}

function oneModelWords(model: string | null): string {
  return model === null
    ? ""
    : `**One model in every seat and in the chair:** ${inline(model)}. Where it is blind, all of them are.`;
}

/** Who did not speak, and when: a count alone hides whose view was missing. */
function absenceWords({ records }: Ledger): string {
  const absent = records.flatMap(({ round, texts }) =>
    texts.filter(({ state }) => state === "absent").map(({ expert }) => `${inline(expert)} in round ${round}`),
  );
  return absent.length === 0 ? "" : `**Absent:** ${absent.join(", ")}.`;
}
