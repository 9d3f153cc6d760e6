/** A tension as tables and boxes say it. */

import { saidIn } from "../facts/ledger-objections.ts";
import { acceptsAnswer, answerWords, offersOf, wordsThatClosed } from "../facts/objections.ts";
import { keptOf, lifeOf, settledAs, tensionFact } from "../facts/tensions.ts";
import { authorsOf } from "../rules/guests.ts";
import { isOpen, type Ledger, type LedgerTension, type TensionState } from "../rules/ledger.ts";
import { firstSentence } from "../rules/round/first-sentence.ts";
import { inline, prose } from "./quote.ts";

/** A label for a table: the expert's, and beside it the Judge's where that is another. */
export function labelWords({ label, renamed }: { label: string; renamed?: string | undefined }): string {
  return renamed === undefined ? prose(label) : `${prose(label)} (the Judge calls it “${prose(renamed)}”)`;
}

/** RFC 0057's three; what else is known of an open one is in its resolution path. */
export const stateWords: Record<TensionState, string> = {
  open: "OPEN",
  addressed: "OPEN",
  reopened: "OPEN",
  resolved: "RESOLVED",
  accepted: "ACCEPTED UNRESOLVED",
};

/** RFC 0057's word; of one that is settled without being fixed, what it is. */
export function statusWords(tension: LedgerTension, ledger: Ledger): string {
  const as = settledAs(tensionFact(ledger, tension)) ?? "fixed";
  return as === "fixed" ? stateWords[tension.state] : `${answerWords[as].toUpperCase()}, accepted as such`;
}

export interface Closing {
  round: number;
  /** The item named as its resolver; null when it was accepted unresolved. */
  item: string | null;
  /** Free text: the Judge's note, or else the resolver's label. */
  text: string;
}

/** How it was closed; undefined while it is open. */
export function closingOf(tension: LedgerTension, ledger: Ledger): Closing | undefined {
  if (isOpen(tension)) return undefined;
  const event = tension.events.findLast(({ change }) => change === tension.state);
  if (event === undefined) return undefined;
  const item = event.item === null ? undefined : ledger.items.get(event.item);
  const isTold = item !== undefined && (saysNothing.test(item.label) || speaksOf(item.id, tension.id, ledger));
  const label = isTold ? closingSentence(ledger, tension) : item?.label;
  return { round: event.round, item: event.item, text: event.note ?? (label || item?.label) ?? "" };
}

function speaksOf(item: string, tension: string, ledger: Ledger): boolean {
  return saidIn(ledger)
    .said(item)
    .some(({ lines }) => lines.some((line) => line.includes(tension)));
}

/** A label that only says that it is settled tells nobody how. */
const saysNothing = /^(?:all |both )?(?:settled|resolved|fixed|closed|agreed)\b/i;

/** Who wrote an item; nobody where it is not on record. */
export function writersOf(id: string | null | undefined, ledger: Ledger): string[] {
  return authorsOf(ledger, ledger.items.get(id ?? "") ?? { sources: [] });
}

/** "Muffin, Scone": who closed it, and who raised it and accepts that. */
export function closers(tension: LedgerTension, ledger: Ledger): string {
  const { closed } = tensionFact(ledger, tension);
  const by = new Set(
    [...writersOf(closed?.item, ledger), ...(closed?.by ?? []), ...(closed?.too ?? [])].filter(
      (name) => name !== "Judge",
    ),
  );
  return by.size === 0 ? "the Judge alone" : [...by].map(inline).join(", ");
}

/** The "Resolution Path" of RFC 0057: how it was closed, or how it is to be. Free text. */
export function resolutionPath(tension: LedgerTension, ledger: Ledger): string {
  const closing = closingOf(tension, ledger);
  if (closing === undefined) {
    const planned = tension.resolution_path ?? "";
    return [planned, openWords(tension, ledger)].filter((part) => part !== "").join("; ");
  }
  return closing.item === null ? closing.text : `${closing.text} (${closing.item})`;
}

/** What was said to a tension that is still open. */
function openWords(tension: LedgerTension, ledger: Ledger): string {
  const { state, events, resolvers } = tension;
  if (state === "reopened") return `reopened in round ${events.findLast(({ change }) => change === "reopened")!.round}`;
  if (state !== "addressed") return "";
  const life = lifeOf(ledger, tension);
  const accepting = new Set(resolvers.flatMap(({ item, round }) => (acceptsAnswer(round, life) ? [item] : [])));
  const said = [
    ...new Set(
      offersOf(
        tension,
        resolvers.map(({ item }) => item),
      ),
    ),
  ];
  const offered = said.filter((item) => !accepting.has(item));
  const named = (item: string) => {
    const label = ledger.items.get(item)?.label;
    return label === undefined ? item : `${label} (${item})`;
  };
  const parts = [
    offered.length === 0 ? "" : `a fix is offered: ${offered.map(named).join(", ")}`,
    accepting.size === 0 ? "" : `the author's answer is accepted: ${[...accepting].join(", ")}`,
  ].filter((part) => part !== "");
  return parts.join("; ") || "addressed";
}

/** The tension and what became of it. Free text. */
export function tensionAndPath(tension: LedgerTension, ledger: Ledger): string {
  return `${tension.label} → ${resolutionPath(tension, ledger)}`;
}

/** What the item that closed it says of it, in one sentence of its author's. Free text, may be empty. */
export const closingSentence = keptOf((ledger, tension) =>
  firstSentence(wordsThatClosed(tensionFact(ledger, tension), saidIn(ledger)), longestSentence),
);

const longestSentence = 240;

export function tensionsIn(ledger: Ledger, ...states: TensionState[]): LedgerTension[] {
  return [...ledger.tensions.values()].filter(({ state }) => states.includes(state));
}
