/** Every tension with its life: who raised it, what was said to it, and the one item that closed it or the reason it was accepted. */

import { itemWords } from "../facts/item-lines.ts";
import { saidIn } from "../facts/ledger-objections.ts";
import {
  acceptsAnswer,
  answerKind,
  answerText,
  answerWords,
  changeWords,
  offersOf,
  wordsThatClosed,
} from "../facts/objections.ts";
import { answersTo, lifeOf, tensionFact, tensionFacts, undoneWords } from "../facts/tensions.ts";
import { cut } from "../facts/text/cut.ts";
import { readParts } from "../facts/text/named-parts.ts";
import { actorsOf, authorsOf, speakerIn } from "../rules/guests.ts";
import { bySeverity, isOpen, type Ledger, type LedgerTension } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { isFound } from "../rules/rot.ts";
import { offersResolution, raisedAgain } from "../rules/round/expert-events.ts";
import { itemTexts } from "../rules/round/item-texts.ts";
import { lostCitations } from "../rules/round/warnings.ts";
import { answerSentence, severitySigns } from "./objections.ts";
import { code, filledTable, fold, generatedLine, page, plural } from "./page.ts";
import { anchorOf } from "./page-names.ts";
import { html, inline, prose, quoteByLine } from "./quote.ts";
import {
  closers,
  closingOf,
  closingSentence,
  labelWords,
  resolutionPath,
  statusWords,
  tensionsIn,
  writersOf,
} from "./tension-words.ts";
import { listed } from "./verdict-lines.ts";
import type { View } from "./view.ts";

export function renderTensions({ ledger, shown }: View): string {
  const all = bySeverity([...ledger.tensions.values()]);
  const open = tensionsIn(ledger, "open", "addressed", "reopened").length;
  const resolved = tensionsIn(ledger, "resolved").length;
  const accepted = tensionsIn(ledger, "accepted").length;
  const undone = undoneWords(tensionFacts(ledger));
  const total = `${plural(all.length, "tension")}: ${open} open, ${resolved} resolved${undone === "" ? "" : ` (${undone})`}${accepted === 0 ? "" : `, ${accepted} accepted unresolved`}.`;
  return page(
    "# Tensions: what was objected, and what became of it",
    all.length === 0 ? "No tension was raised." : total,
    all.length > 0 &&
      filledTable(
        ["Severity", "ID", "Label", "Raised by", "Status", "How", "Owner"],
        all.map((tension) => row(tension, ledger)),
      ),
    all.length > 0 && "## Each in its words",
    ...all.map((tension) => history(tension, ledger)),
    generatedLine({ shows: `the tensions ${shown.span}`, ...shown }),
  );
}

function row(tension: LedgerTension, ledger: Ledger): string[] {
  const { severity, id, owner, round } = tension;
  const fact = tensionFact(ledger, tension);
  return [
    severity === null ? "" : `${severitySigns[severity]} ${severity}`,
    `[${inline(id)}](#${anchorOf(id)})`,
    labelWords(tension),
    `${fact.raised_by.map(inline).join(", ")}${round === 0 ? "" : `, round ${round}`}`,
    statusWords(tension, ledger),
    endWords(tension, ledger),
    inline(owner ?? ""),
  ];
}

/** By whom and when; of an open one what is known of its end. */
function endWords(tension: LedgerTension, ledger: Ledger): string {
  const closing = closingOf(tension, ledger);
  if (closing === undefined) return prose(resolutionPath(tension, ledger));
  if (closing.item === null) return `by the Judge: ${prose(closing.text) || "no reason given"}`;
  const { answer } = tensionFact(ledger, tension);
  const what = answer === null ? "settled" : answerKind(answer) === "fixed" ? "fixed, accepted" : "accepted";
  return `${what} by ${closers(tension, ledger)}, round ${closing.round}`;
}

/** By which item, as it was summed up and in its author's words where those say more; of one accepted unresolved the reason. */
function closedParts(tension: LedgerTension, ledger: Ledger): string[] {
  const closing = closingOf(tension, ledger);
  if (closing === undefined) return [];
  if (closing.item === null) return [`Accepted unresolved by the Judge: ${prose(closing.text) || "no reason given"}`];
  const sentence = closingSentence(ledger, tension);
  const said = [
    sentence.includes(closing.text) ? "" : closing.text,
    closing.text.includes(sentence.replace(/…$/, "")) && sentence !== closing.text ? "" : sentence,
  ].filter((one) => one !== "");
  const { answer, closed } = tensionFact(ledger, tension);
  const by = `${answer === null ? "Settled" : "Accepted"} by ${writersOf(closing.item, ledger)
    .map(inline)
    .join(", ")} in ${inline(closing.item)}`;
  const too = (closed?.too ?? []).map((name) => alsoAccepts(name, tension, ledger));
  return [[[by, ...said.map((one) => `“${prose(one)}”`)].join(": "), ...too].join(" ")];
}

/** Who raised it too, and accepts it in words of their own. */
function alsoAccepts(name: string, tension: LedgerTension, ledger: Ledger): string {
  const isOwn = (id: string) => writersOf(id, ledger).some((one) => expertKey(one) === expertKey(name));
  const item = tension.resolvers.findLast((one) => isOwn(one.item))?.item;
  if (item === undefined) return `${inline(name)} accepts it too.`;
  const fact = tensionFact(ledger, tension);
  const words = wordsThatClosed({ ...fact, closed: { ...fact.closed!, item } }, saidIn(ledger));
  return `${inline(name)} accepts it too in ${inline(item)}: “${prose(cut(words, longestWord))}”`;
}

const longestWord = 240;

/** A line that only says where it looks. */
const isCitation = /^\s*(?:\[CITE [^\]]*\]\s*)+$/;

/** What it quotes in the middle of a sentence stays, without where that is. */
function withoutPlaces(line: string): string {
  return line.replace(/( ?)\[CITE [^\]"]*(?:"([^"]*)")?[^\]]*\]/g, (_, space: string, words?: string) =>
    words === undefined ? "" : `${space}“${words}”`,
  );
}

/** What the first recommendation about it says, beside what the author made of it. Before that its label in the table is enough. */
function fixOffered(tension: LedgerTension, ledger: Ledger): string[] {
  if (isOpen(tension) && answersTo(ledger, tension.id).length === 0) return [];
  const life = lifeOf(ledger, tension);
  // Who resolves it once the author has answered accepts that, and offers nothing.
  const offered = tension.resolvers.filter(({ round }) => !acceptsAnswer(round, life));
  const offers = offersOf(
    tension,
    offered.map(({ item }) => item),
  );
  const item = ledger.items.get(offers.find((id) => id.startsWith("R")) ?? "");
  if (item === undefined) return [];
  const { smallest_change, words } = readParts(itemWords(ledger, item.sources[0]!));
  return [
    `Fix offered by ${authorsOf(ledger, item).map(inline).join(", ")}: ${prose(item.label)} (${inline(item.id)}). “${prose(smallest_change ?? words)}”`,
  ];
}

function answerLine(tension: LedgerTension, ledger: Ledger): string {
  const { answer } = tensionFact(ledger, tension);
  return answer === null
    ? ""
    : `The author: ${answerSentence({ as: answerKind(answer), text: answerText(answer) }, Number.POSITIVE_INFINITY)}`;
}

/** Lines of each text that raised it; the rest is in its author's file. */
const longestWords = 6;

function history(tension: LedgerTension, ledger: Ledger): string {
  const { id, label, resolvers } = tension;
  return fold(
    html(`${id}: ${label}`),
    // Inside: who follows a link to it finds it opened.
    `<a id="${anchorOf(id)}"></a>`,
    ...wordings(tension, ledger),
    ...fixOffered(tension, ledger),
    answerLine(tension, ledger),
    ...closedParts(tension, ledger),
    resolvers.length === 0 && "No item says that it resolves it.",
    lifeWords(tension, ledger),
  );
}

/** The words of each who raised it, with the lines that they quote. */
function wordings({ id, events }: LedgerTension, ledger: Ledger): string[] {
  const recordOf = (round: number) => ledger.records.find((record) => record.round === round)!;
  const own = `.blue/dialogues/${ledger.opening.dialogue}/`;
  const first = ledger.items.get(id)?.sources ?? [];
  const again = events.filter(({ note }) => note?.startsWith(raisedAgain));
  const all = [
    ...first.map((source) => ({ ...source, words: itemWords(ledger, source) })),
    ...again.map(({ actors, round, note }) => ({
      ...{ expert: actors[0]!, round },
      words: itemTexts([recordOf(round)]).get(note!.slice(raisedAgain.length)) ?? [],
    })),
  ];
  return all
    .filter(({ words }) => words.length > 0)
    .flatMap(({ expert, round, words }) => {
      const cited = recordOf(round).citations.filter(
        (one) => one.item === id && expertKey(one.by) === expertKey(expert),
      );
      const places = cited.filter(isFound).map(({ path, from, found_at }) => {
        const line = found_at ?? from;
        const shown = path.startsWith(own) ? path.slice(own.length) : path;
        return code(line === null ? shown : `${shown}:${line}`);
      });
      // Where it looks is said before it.
      const said = words.filter((line) => !isCitation.test(line)).map(withoutPlaces);
      return [
        `As ${inline(speakerIn(ledger, round, expert))} put it in round ${round}${places.length === 0 ? "" : `, on ${listed([...new Set(places)])}`}:`,
        quoteByLine(said.length > longestWords ? [...said.slice(0, longestWords), "…"] : said),
        ...lostCitations(cited.filter((one) => !isFound(one))).map(prose),
      ];
    });
}

/**
 * Round by round, where more happened than that it was raised, answered and closed. The author answers before the panel of a round reads.
 */
function lifeWords(tension: LedgerTension, ledger: Ledger): string {
  const isPlain = ({ change, note }: LedgerTension["events"][number]) =>
    change === "resolved" || note === offersResolution || (change === "raised" && note === null);
  if (!isOpen(tension) && tension.events.every(isPlain)) return "";
  const life = lifeOf(ledger, tension);
  const answers = answersTo(ledger, tension.id).map((answer) => ({
    round: answer.round,
    words: `the author answered: ${answerWords[answerKind(answer)]}`,
  }));
  const changes = tension.events.map((event) => {
    const by = actorsOf(ledger, tension, event).map(inline).join(", ");
    const item = event.item === null || event.item === tension.id ? "" : ` (${inline(event.item)})`;
    const note = event.note === offersResolution || event.note === null ? "" : `: ${prose(event.note)}`;
    return { round: event.round, words: `${changeWords(event, life)}${by === "" ? "" : ` by ${by}`}${item}${note}` };
  });
  const all = [...answers, ...changes];
  const rounds = [...new Set(all.map(({ round }) => round))].sort((a, b) => a - b);
  const said = (round: number) => all.flatMap((one) => (one.round === round ? [one.words] : [])).join("; ");
  return rounds.map((round) => `Round ${round}: ${said(round)}.`).join(" ");
}
