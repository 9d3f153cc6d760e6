/** What a reader of a verdict should doubt: what stayed open, who disagrees, and what rests on the Judge's word alone. One line each. */

import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { isPlayed, onlyModel } from "../rules/played.ts";
import type { VerdictRecord } from "../rules/records.ts";
import { opponentsOf } from "../rules/resolvers.ts";
import { clipped } from "../rules/round/first-sentence.ts";
import { judgesHand } from "../rules/standing.ts";
import { unsettled } from "../rules/unsettled.ts";
import { disagreement, unconvinced } from "./disagreement.ts";
import { handWords } from "./judges-hand.ts";
import { link, plural } from "./page.ts";
import { inline } from "./quote.ts";
import { tensionAndPath, tensionsIn } from "./tension-words.ts";
import type { View } from "./view.ts";

/** Open tensions named by their labels. */
const mostNamed = 3;

export function doubts(view: View, verdict: VerdictRecord, ledger: Ledger): string[] {
  return [
    openWords(ledger),
    acceptedWords(ledger),
    lastRoundWords(ledger),
    opposedWords(ledger),
    disagreementWords(view, verdict, ledger),
    unsettledWords(ledger),
    judgesWords(verdict),
    oneModelWords(verdict, ledger),
    `${handWords(judgesHand(ledger, { verdict }))}${absenceWords(ledger)}`,
  ];
}

function openWords(ledger: Ledger): string {
  const open = tensionsIn(ledger, "open", "addressed", "reopened");
  const named = open.slice(0, mostNamed).map(({ id, label }) => `${inline(id)} ${inline(label)}`);
  if (open.length > named.length) named.push(`${open.length - named.length} more in ${link("tensions.md")}`);
  if (open.length > 0) return `**Open:** ${named.join("; ")}.`;
  const resolved = tensionsIn(ledger, "resolved").length;
  if (ledger.tensions.size === 0) return "No tension was raised.";
  return `**Resolved:** ${resolved} of ${plural(ledger.tensions.size, "tension")}; ${link("tensions.md")} says by what.`;
}

function acceptedWords(ledger: Ledger): string {
  const accepted = tensionsIn(ledger, "accepted").map(
    (tension) => `${inline(tension.id)} ${inline(tensionAndPath(tension, ledger))}`,
  );
  return accepted.length === 0 ? "" : `**Accepted unresolved, by the Judge:** ${accepted.join("; ")}.`;
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

function disagreementWords(view: View, verdict: VerdictRecord, ledger: Ledger): string {
  const people = unconvinced(ledger).map(({ who }) => who);
  if (people.length > 0) return `**Not convinced:** ${people.join("; ")}. Their words are below.`;
  return disagreement(view, verdict, ledger).length > 0
    ? "**Objections are on record,** below."
    : "**Nobody disagrees at the end:** every last stance agrees.";
}

/** Only where it was played: pages of other dialogues name who is not convinced, and stay as they were. */
function unsettledWords(ledger: Ledger): string {
  const people = isPlayed(ledger.records) ? unsettled(ledger) : [];
  const named = people.map(
    ({ expert, last_round, why }) => `${inline(expert)} (round ${last_round}: ${why.map(inline).join(", ")})`,
  );
  return named.length === 0 ? "" : `**Not settled:** ${named.join("; ")}.`;
}

function oneModelWords(verdict: VerdictRecord, { records }: Ledger): string {
  const model = onlyModel(records, verdict);
  return model === undefined
    ? ""
    : `**One model in every seat and in the chair:** ${inline(model)}. Where it is blind, all of them are.`;
}

/** Characters of a condition; it stands below in full. */
const longestCondition = 160;

/** What came with the verdict, when the panel had written. */
function judgesWords({ conditions, vote, confidence, supporting_experts }: VerdictRecord): string {
  const said = [
    conditions.length === 0
      ? ""
      : `${plural(conditions.length, "condition")} (${conditions.map((one) => inline(clipped(one, longestCondition))).join(" · ")})`,
    vote === null ? "" : `the vote (${inline(vote)})`,
    confidence === null ? "" : `the confidence (${inline(confidence)})`,
    supporting_experts.length === 0 ? "" : `who supports it (${supporting_experts.map(inline).join(", ")})`,
  ].filter((part) => part !== "");
  return said.length === 0 ? "" : `**Only the Judge says,** and the panel was not asked: ${said.join("; ")}.`;
}

/** Who did not speak, and when: a count alone hides whose view was missing. */
function absenceWords({ records }: Ledger): string {
  const absent = records.flatMap(({ round, texts }) =>
    texts.filter(({ state }) => state === "absent").map(({ expert }) => `${inline(expert)} in round ${round}`),
  );
  return absent.length === 0 ? "" : ` Absent: ${absent.join(", ")}.`;
}
