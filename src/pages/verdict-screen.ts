/**
 * The first screen of verdict.md: what was asked and decided, why, what it cost, what stayed open or is only the Judge's word, and who stood
 * where. It never has more than 60 lines, whatever the records hold; everything else is folded below it.
 */

import { costOf } from "../rules/cost.ts";
import { authorsOf, isMember } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import type { VerdictRecord } from "../rules/records.ts";
import { clipped } from "../rules/round/first-sentence.ts";
import { seatedExperts, stanceHistories } from "../rules/stance-history.ts";
import { isClosing, outcomeOf, standingOf } from "../rules/standing.ts";
import { itemTypeLetters, itemTypes } from "../rules/vocabulary.ts";
import { comparisonOf, comparisonSentence } from "./comparison.ts";
import { doubts } from "./doubts.ts";
import { excerpt, isWhole, questionLine } from "./excerpt.ts";
import { allCitations, citationWords, groundsOf } from "./grounds.ts";
import { link, page, plural } from "./page.ts";
import { inline } from "./quote.ts";
import { seenByPanel, seenWords, writerWords } from "./seen-by-panel.ts";
import { briefStands } from "./stands-table.ts";
import { closingOf, closingSentence, tensionsIn } from "./tension-words.ts";
import type { View } from "./view.ts";

export const longestScreen = 60;
/** Characters of a warning. */
const longestWords = 300;
/** Tensions and grounds named by their labels. */
const mostNamed = 3;

/** `head`: the page's first lines, which count too. */
export function verdictScreen(head: string, view: View, verdict: VerdictRecord, ledger: Ledger): string {
  const comparison = comparisonOf(view, verdict);
  const sight = isClosing(verdict) ? "shown" : seenByPanel(verdict, ledger);
  const top = page(
    head,
    sight !== "shown" && seenWords(sight),
    standing(view, verdict, ledger),
    comparison !== undefined && comparisonSentence(comparison),
    questionLine(view.opening),
    ...decision(view, verdict, ledger, sight === "shown"),
    ...(ledger.records.length === 0
      ? []
      : [
          isClosing(verdict) ? "## How it went" : "## Why",
          bullets(why(verdict, ledger)),
          "## What stayed open, and what is only the Judge's word",
          bullets(doubts(view, verdict, ledger)),
        ]),
  );
  const { table, left } = briefStands(ledger, longestScreen - top.split("\n").length - 10);
  const more = `More: ${["dialogue.md", "tensions.md", "scoreboard.md"].map((name) => link(name)).join(", ")}`;
  return page(
    top.trimEnd(),
    table !== "" && "## Who stood where",
    table,
    left > 0 ? `${more}; ${plural(left, "more expert")} below.` : `${more}.`,
    `IDs: ${itemTypeLetters.map((letter) => `${letter} ${itemTypes[letter].name}`).join(", ")}; the first two digits are the round.`,
  ).trimEnd();
}

function standing(view: View, verdict: VerdictRecord, ledger: Ledger): string {
  const where = verdict.round === null ? "before the first round" : `on round ${verdict.round}`;
  const forced =
    verdict.verdict_type === "final" && outcomeOf(verdict, ledger) === "forced" ? "forced at max rounds; " : "";
  const kind = isClosing(verdict)
    ? `Closed as ${verdict.verdict_type}`
    : `${verdict.verdict_type === "interim" ? "An" : "A"} ${verdict.verdict_type} verdict`;
  const last = ledger.rounds.at(-1);
  const counted =
    last === undefined
      ? ""
      : ` ${last.convergence.signals} of ${last.convergence.panel_size} experts signaled that they can live with the proposal; velocity ${last.velocity.total} (${plural(last.velocity.open_tensions, "open tension")} + ${plural(last.velocity.new_perspectives, "new perspective")}).`;
  const warning =
    verdict.warning === null ? "" : ` **The Judge's warning:** ${inline(clipped(verdict.warning, longestWords))}`;
  return `**${kind} ${where}: ${forced}${standingOf(verdict, view)}.**${counted} Registered ${verdict.registered_at}.${warning}`;
}

function decision(view: View, verdict: VerdictRecord, ledger: Ledger, shown: boolean): string[] {
  if (isClosing(verdict)) return ["## Reason", excerpt(verdict.description) || "None given."];
  const { recommendation, decisions } = verdict;
  const more = [
    isWhole(recommendation) ? "" : `all ${plural(recommendation.length, "line")}`,
    decisions.length === 0 ? "" : `${plural(decisions.length, "topic")} as the Judge sums them up`,
  ].filter((part) => part !== "");
  const notes = [
    shown ? seenWords("shown") : "",
    writerWords(verdict, ledger),
    more.length === 0 ? "" : `Below in full: ${more.join(", and ")}.`,
  ];
  return [
    view.decision.state === "decided" ? "## Decision" : "## Recommendation",
    verdict.headline === undefined ? "" : `**${inline(verdict.headline)}**`,
    excerpt(recommendation),
    notes.filter((note) => note !== "").join(" "),
  ];
}

function why(verdict: VerdictRecord, ledger: Ledger): string[] {
  const rests = isClosing(verdict) ? "" : restsWords(verdict, ledger);
  return [changeWords(ledger), ...mostRaised(ledger), rests, costWords(ledger)];
}

/** A unanimous end says nothing of the way there. */
function changeWords(ledger: Ledger): string {
  const blind = ledger.records[0]!;
  const positions = new Map<string, number>();
  for (const { by, position } of blind.stances)
    if (isMember(blind, by)) positions.set(position, (positions.get(position) ?? 0) + 1);
  const stood = [...positions].map(([position, count]) => `${count} ${position}`).join(", ");
  const items = [...ledger.items.values()].filter(({ type, new: isNew }) => type === "T" || (type === "P" && isNew));
  const brought = (some: typeof items) => {
    const tensions = some.filter(({ type }) => type === "T").length;
    return `${plural(tensions, "tension")} and ${plural(some.length - tensions, "new perspective")}`;
  };
  const moved = stanceHistories(ledger).filter(({ changed }) => changed).length;
  const began = `the blind round 0 brought ${brought(items.filter(({ round }) => round === 0))}${stood === "" ? "" : ` and stood at ${stood}`}.`;
  if (ledger.records.length === 1) return `**One round:** ${began}`;
  const since = `Later rounds added ${brought(items.filter(({ round }) => round > 0))}`;
  const experts = seatedExperts(ledger.records).length;
  return `**What changed:** ${began} ${since}; ${tensionsIn(ledger, "resolved").length} of ${ledger.tensions.size} tensions were resolved, and ${moved} of ${plural(experts, "expert")} changed position.`;
}

/** What most experts saw by themselves, with what became of it: the nearest thing to a reason that can be counted. */
function mostRaised(ledger: Ledger): string[] {
  const raised = [...ledger.tensions.values()].map((tension) => ({
    tension,
    by: authorsOf(ledger, ledger.items.get(tension.id) ?? { sources: [] }),
  }));
  const most = raised.sort((a, b) => b.by.length - a.by.length || b.tension.events.length - a.tension.events.length);
  return most.slice(0, mostNamed).map(({ tension, by }) => {
    const raisers = `**Raised by ${by.map(inline).join(", ")}:** ${inline(tension.id)} “${inline(tension.label)}”.`;
    const closing = closingOf(tension, ledger);
    if (closing === undefined) return `${raisers} Still open.`;
    if (closing.item === null) return `${raisers} Accepted by the Judge: ${inline(closing.text)}`;
    const closers = authorsOf(ledger, ledger.items.get(closing.item) ?? { sources: [] }).map(inline);
    const answer = `Answered by ${closers.join(", ")}, ${inline(closing.item)} “${inline(closing.text)}”`;
    return `${raisers} ${answer}: ${inline(closingSentence(tension, ledger))}`;
  });
}

function restsWords(verdict: VerdictRecord, ledger: Ledger): string {
  const grounds = [...groundsOf(verdict, ledger).keys()];
  const named = grounds.slice(0, mostNamed).map((id) => {
    const item = ledger.items.get(id);
    if (item === undefined) return `${inline(id)} (no such item in the ledger)`;
    return `${inline(id)} ${inline(item.label)} (${authorsOf(ledger, item).map(inline).join(", ")})`;
  });
  const more = grounds.length > named.length ? [`${grounds.length - named.length} more below`] : [];
  const rests = named.length === 0 ? "nothing that the verdict names." : `${[...named, ...more].join("; ")}.`;
  return `**It rests on** ${rests} ${citationWords(allCitations(ledger))}`;
}

function costWords({ records }: Ledger): string {
  const { rounds, experts, author, verifiers, runs, bytes, known } = costOf(records);
  const others = [
    author === 0 ? "" : `, ${plural(author, "run")} of the author`,
    verifiers === 0 ? "" : `, ${plural(verifiers, "run")} of verifiers`,
  ].join("");
  const cost = `**It cost** ${plural(rounds, "round")} and ${plural(experts, "expert run")}${others} (${Math.ceil(bytes / 1000)} KB of drafts).`;
  if (known.runs === 0) return cost;
  const took = [
    ...(known.tokens > 0 ? [`${known.tokens.toLocaleString("en-US")} tokens`] : []),
    ...(known.seconds > 0 ? [`${plural(Math.ceil(known.seconds / 60), "minute")} of their time`] : []),
  ];
  const models = known.models.slice(0, mostNamed).map(inline);
  const by = models.length === 0 ? "" : ` (${models.join(", ")})`;
  return `${cost} Known of ${known.runs} of ${plural(runs, "run")}: ${took.join(", ")}${by}.`;
}

function bullets(lines: readonly string[]): string {
  return lines
    .filter((line) => line !== "")
    .map((line) => `- ${line}`)
    .join("\n");
}
