/** What else a reader of a verdict should doubt, beside its facts. One line each. */

import type { VerdictFacts } from "../facts/schema.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { isPlayed } from "../rules/played.ts";
import { opponentsOf } from "../rules/resolvers.ts";
import { unsettled } from "../rules/unsettled.ts";
import { inline } from "./quote.ts";
import { tensionsIn } from "./tension-words.ts";

export function doubts({ cost }: VerdictFacts, ledger: Ledger): string[] {
  return [
    lastRoundWords(ledger),
    opposedWords(ledger),
    unsettledWords(ledger),
    oneModelWords(cost.only_model),
    absenceWords(ledger),
  ].filter((line) => line !== "");
}

/** What the panel had no later round to object to: accepted in the last round, or closed there without the raiser's own RESOLVE. */
function lastRoundWords({ records, tensions }: Ledger): string {
  const events = records.at(-1)?.tensions ?? [];
  const accepted = events.filter(({ change }) => change === "accepted").map(({ id }) => inline(id));
  const closed = events.filter(({ id, change, item }) => {
    const { events: life = [], resolvers = [] } = tensions.get(id) ?? {};
    const raisers = new Set(
      life.filter((event) => event.change === "raised").flatMap(({ actors }) => actors.map(expertKey)),
    );
    return change === "resolved" && !resolvers.some((one) => one.item === item && raisers.has(expertKey(one.by)));
  });
  const parts = [
    accepted.length === 0 ? "" : `accepted unresolved: ${accepted.join(", ")}`,
    closed.length === 0
      ? ""
      : `closed without the raiser's own RESOLVE: ${closed.map(({ id, item }) => `${inline(id)} by ${inline(item ?? "")}`).join(", ")}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `**In the last round,** ${parts.join("; ")}. The panel has not answered that.`;
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
    ({ expert, last_round, why }) => `${inline(expert)} (round ${last_round}: ${why.map(inline).join(", ")})`,
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
