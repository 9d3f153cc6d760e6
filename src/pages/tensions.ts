/** Every tension with its life: who raised it, what was said to it, and the one item that closed it or the reason it was accepted. */

import { itemWords } from "../facts/item-lines.ts";
import { isRefused, tensionFacts } from "../facts/tensions.ts";
import { actorsOf, authorsOf, speakerIn } from "../rules/guests.ts";
import { bySeverity, type Ledger, type LedgerTension } from "../rules/ledger.ts";
import { offersResolution } from "../rules/round/expert-events.ts";
import { clipped } from "../rules/round/first-sentence.ts";
import { code, fold, generatedLine, markdownTable, page, plural } from "./page.ts";
import { html, inline, quote } from "./quote.ts";
import { closingOf, closingSentence, labelWords, resolutionPath, stateWords, tensionsIn } from "./tension-words.ts";
import type { View } from "./view.ts";

export function renderTensions({ ledger, shown }: View): string {
  const all = bySeverity([...ledger.tensions.values()]);
  const rated = all.some(({ severity }) => severity !== null);
  const open = tensionsIn(ledger, "open", "addressed", "reopened").length;
  const resolved = tensionsIn(ledger, "resolved").length;
  const accepted = tensionsIn(ledger, "accepted").length;
  const facts = new Map(tensionFacts(ledger).map((one) => [one.id, one]));
  const refused = [...facts.values()].filter(isRefused).length;
  const resisted = refused === 0 ? "" : ` (${refused} of them refused by the author)`;
  const total = `${plural(all.length, "tension")}: ${open} open, ${resolved} resolved${resisted}, ${accepted} accepted unresolved.`;
  const answered = [...facts.values()].some(({ answer }) => answer !== null);
  const headings = ["ID", "Label", "Status", "Owner", "Raised", "Resolved By", "Resolution Path"];
  const more = [...(answered ? ["The Author"] : []), ...(rated ? ["Severity"] : [])];
  return page(
    "# Tensions: what was objected, and what became of it",
    all.length === 0 ? "No tension was raised." : total,
    all.length > 0 &&
      markdownTable(
        [...headings, ...more],
        all.map((tension) => {
          const one = facts.get(tension.id)!;
          const { answer } = one;
          return [
            ...row(tension, isRefused(one), ledger),
            ...(answered
              ? [answer === null ? "" : inline(clipped(`${answer.answer}: ${answer.text}`, longestAnswer))]
              : []),
            ...(rated ? [tension.severity ?? ""] : []),
          ];
        }),
      ),
    ...all.map((tension) => history(tension, ledger)),
    generatedLine({ shows: `the tensions ${shown.span}`, ...shown }),
  );
}

/** Characters of an answer; answers.md has it in full. */
const longestAnswer = 240;

function row(tension: LedgerTension, refused: boolean, ledger: Ledger): string[] {
  const closing = closingOf(tension, ledger);
  return [
    inline(tension.id),
    labelWords(tension),
    refused ? "REFUSED, accepted as such" : stateWords[tension.state],
    inline(tension.owner ?? ""),
    `round ${tension.round}`,
    closing === undefined || closing.item === null
      ? ""
      : `${closerWords(closing.item, ledger)}, round ${closing.round}`,
    inline(resolutionPath(tension, ledger)),
  ];
}

/** "R0101 (Muffin, Scone)". */
function closerWords(id: string, ledger: Ledger): string {
  const authors = authorsOf(ledger, ledger.items.get(id) ?? { sources: [] }).map(inline);
  return authors.length === 0 ? inline(id) : `${inline(id)} (${authors.join(", ")})`;
}

const changeWords: Partial<Record<string, string>> = {
  resolved: "settled",
  accepted: "accepted unresolved",
};

/** By which item, as it was summed up and in its author's words where those are others; of one accepted unresolved the reason. */
function closedParts(tension: LedgerTension, ledger: Ledger): string[] {
  const closing = closingOf(tension, ledger);
  if (closing === undefined) return [];
  if (closing.item === null) return [`Accepted unresolved by the Judge: ${inline(closing.text) || "no reason given"}`];
  const sentence = closingSentence(tension, ledger);
  const said = [closing.text === sentence ? "" : closing.text, sentence].filter((one) => one !== "");
  return [`Closed by ${[inline(closing.item), ...said.map((one) => `“${inline(one)}”`)].join(": ")}`];
}

/** Lines of the text that raised it; the rest is in its author's file. */
const longestWords = 6;

function history(tension: LedgerTension, ledger: Ledger): string {
  const { id, label, events, resolvers } = tension;
  const source = ledger.items.get(id)?.sources[0];
  const raised = source === undefined ? [] : itemWords(ledger, source);
  const rows = events.map((event) => [
    String(event.round),
    event.note === offersResolution ? "a fix is offered" : (changeWords[event.change] ?? event.change),
    actorsOf(ledger, tension, event).map(inline).join(", "),
    event.item === null ? "" : code(event.item),
    event.note === offersResolution ? "" : inline(event.note ?? ""),
  ]);
  const offered = [
    ...new Set(
      resolvers.map(
        ({ item, by, round }) => `${inline(item)} (${inline(speakerIn(ledger, round, by))}, round ${round})`,
      ),
    ),
  ];
  return fold(
    html(`${id}: ${label}`),
    source !== undefined &&
      raised.length > 0 &&
      `As ${inline(speakerIn(ledger, source.round, source.expert))} put it in round ${source.round}:`,
    quote(raised.slice(0, longestWords)),
    ...closedParts(tension, ledger),
    offered.length === 0
      ? "No item says that it resolves it."
      : `Items that say they resolve it: ${offered.join(", ")}.`,
    markdownTable(["Round", "Change", "By", "Item", "Note"], rows),
  );
}
