/**
 * The first screen of verdict.md: what was decided and everything that is said of it, line by line, then the objections and who stood where. It never
 * has more than 60 lines, whatever the records hold; everything else stands below it.
 */

import { isMember } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { seatedExperts, stanceHistories } from "../rules/stance-history.ts";
import { itemTypeLetters, itemTypes } from "../rules/vocabulary.ts";
import { comparisonOf, comparisonSentence } from "./comparison.ts";
import { doubts } from "./doubts.ts";
import { excerpt, questionLine } from "./excerpt.ts";
import { factsTable } from "./facts-table.ts";
import { objectionsTable } from "./objections.ts";
import { code, link, page, plural } from "./page.ts";
import { answersName, hasAnswers, proposalName } from "./page-names.ts";
import { briefStands } from "./stands-table.ts";
import { tensionsIn } from "./tension-words.ts";
import type { View } from "./view.ts";

export const longestScreen = 60;
/** Objections on the screen. */
export const mostObjections = 6;

/** `head`: the page's first lines, which count too. */
export function verdictScreen(head: string, view: View): string {
  const { facts, ledgerThen: ledger } = view;
  const comparison = facts.verdict === null ? undefined : comparisonOf(view, facts.verdict);
  const doubted = ledger.records.length === 0 ? [] : doubts(facts, ledger);
  const isClosed = facts.how === "closed" || facts.how === "reviewed";
  const left = facts.tensions.length - mostObjections;
  const top = page(
    head,
    ...factsTable(facts),
    `${questionLine(view.opening)}${aboutWords(view)}`,
    facts.judge.recommendation !== null && "**The verdict's text is the Judge's, and nobody signed it:**",
    facts.judge.recommendation !== null && excerpt(facts.judge.recommendation.split("\n")),
    isClosed && "## Reason (the Judge's words)",
    isClosed && (excerpt(facts.judge.description.split("\n")) || "None given."),
    comparison !== undefined && comparisonSentence(comparison),
    ledger.records.length > 0 && changeWords(ledger),
    doubted.length > 0 && doubted.map((line) => `- ${line}`).join("\n"),
    facts.tensions.length > 0 && "## Objections",
    facts.tensions.length > 0 && objectionsTable(facts, ledger, mostObjections),
    left > 0 && `${plural(left, "more objection")} below.`,
  );
  const { table, left: more } = briefStands(ledger, longestScreen - top.split("\n").length - 10);
  const files = ["dialogue.md", "tensions.md", "scoreboard.md"].map((name) => link(name));
  return page(
    top.trimEnd(),
    table !== "" && "## Who stood where",
    table,
    `More: ${[...files, ...textLinks(view)].join(", ")}${more > 0 ? `; ${plural(more, "more expert")} below` : ""}.`,
    `IDs: ${itemTypeLetters.map((letter) => `${letter} ${itemTypes[letter].name}`).join(", ")}; the first two digits are the round.`,
  ).trimEnd();
}

function aboutWords({ facts }: View): string {
  const subject = facts.subject === null ? "" : ` · ${code(facts.subject)}`;
  return `${subject}${facts.verdict === null ? "" : ` · ${facts.verdict.registered_at.slice(0, 10)}`}`;
}

/** The text that was signed and the author's answers, of the verdict's round. */
function textLinks({ facts, rounds }: View): string[] {
  const round = rounds.find((one) => one.round === facts.verdict?.round);
  if (round === undefined) return [];
  return [
    ...(round.proposal === null ? [] : [link(`round-${round.round}/${proposalName}`)]),
    ...(hasAnswers(round) ? [link(`round-${round.round}/${answersName}`)] : []),
  ];
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
  const began = `the blind round 0 brought ${brought(items.filter(({ round }) => round === 0))}${stood === "" ? "" : ` and stood at ${stood}`}.`;
  if (ledger.records.length === 1) return `**One round:** ${began}`;
  const since = `Later rounds added ${brought(items.filter(({ round }) => round > 0))}`;
  const experts = seatedExperts(ledger.records).length;
  const moved = stanceHistories(ledger).filter(({ changed }) => changed).length;
  return `**What changed:** ${began} ${since}; ${tensionsIn(ledger, "resolved").length} of ${ledger.tensions.size} tensions were resolved, and ${moved} of ${plural(experts, "expert")} changed position.`;
}
