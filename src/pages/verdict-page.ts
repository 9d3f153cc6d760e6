/**
 * verdict.md: a reader of this page alone can say what was decided, who disagreed and on what it rests. The first screen says it; every text in full is
 * folded below, what was signed apart from what the Judge wrote, and RFC 0057's summary.
 */

import { objectionsOf } from "../facts/ledger-objections.ts";
import { type Objection, strongestFirst } from "../facts/objections.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import { cut } from "../facts/text/cut.ts";
import type { Ledger } from "../rules/ledger.ts";
import { seatedExperts } from "../rules/stance-history.ts";
import { changedParts } from "./changed-blocks.ts";
import { comparisonOf, comparisonPart } from "./comparison.ts";
import { disagreementParts } from "./disagreement.ts";
import { factsParts } from "./facts-table.ts";
import { allCitations, badCitations, citationsTable, groundsTable, keyItemWords } from "./grounds.ts";
import { mostOf, objectionsTable } from "./objections.ts";
import { verdictsTable } from "./overview.ts";
import { fold, generatedLine, link, markdownTable, page, plural } from "./page.ts";
import { answersName, hasAnswers, proposalName } from "./page-names.ts";
import { inline, prose, quote } from "./quote.ts";
import { allStands } from "./stands-table.ts";
import { convergenceSummary } from "./verdict.ts";
import { listed } from "./verdict-lines.ts";
import { fewObjections, mostObjections, verdictScreen } from "./verdict-screen.ts";
import { signedText, type View } from "./view.ts";

/** Undefined while there is no verdict of any kind. */
export function renderVerdict(view: View): string | undefined {
  const { facts, ledgerThen: ledger } = view;
  if (facts.verdict === null) return undefined;
  const { type, round, path, self } = facts.verdict;
  const shows = `the ${type} verdict${round === null ? "" : ` on round ${round}`}`;
  const all = strongestFirst(objectionsOf(facts.tensions, ledger));
  const shown = mostOf(all, mostObjections, fewObjections);
  const rest = all.filter((one) => !shown.includes(one));
  const disagreed = disagreementParts(facts);
  const comparison = comparisonOf(view, facts.verdict);
  const text = signedText(view);
  const changed = changedParts(view);
  const { diff } = changed;
  const tests = all.filter(({ said }) => said.test !== null);
  return page(
    verdictScreen(view, all, shown, changed),
    fold("How it came about", factsParts(facts, ledger).came),
    rest.length > 0 && fold(plural(rest.length, "more objection"), objectionsTable(rest, facts.review)),
    disagreed.length > 0 && fold("Who disagreed, in their own words", ...disagreed),
    ledger.records.length > 0 && fold("Who stood where", changeWords(facts, ledger), allStands(ledger)),
    diff !== null &&
      fold(`${textTitle(facts)}, line by line against ${inline(facts.subject ?? "the first text")}`, diff),
    diff === null && text.length > 0 && fold(`${textTitle(facts)}, ${plural(text.length, "line")}`, quote(text)),
    tests.length > 0 &&
      fold(
        `How to test ${tests.length} of ${plural(all.length, "objection")}`,
        "Each shows a failure of an earlier text, and may name what is gone since. In what you build, that failure must not happen.",
        tests.map(testLine).join("\n"),
      ),
    judgesPart(facts),
    grounds(view),
    comparison !== undefined && comparisonPart(comparison),
    view.verdicts.length > 1 && fold(`All ${view.verdicts.length} verdicts`, verdictsTable(view)),
    fold("Convergence Summary", `\`\`\`text\n${convergenceSummary(facts, ledger)}\n\`\`\``),
    fileLinks(view).join(" · "),
    peopleWords(facts, ledger),
    "Blue, the program that ran this, computed this page from the records beside it; it cannot check who wrote them.",
    generatedLine({ shows, record: path, self, lastRound: view.shown.lastRound! }),
  );
}

const mostNamed = 8;

/** Who the names on the page are. */
function peopleWords({ cost }: VerdictFacts, ledger: Ledger): string {
  const names = seatedExperts(ledger.records).map(({ name }) => inline(name));
  if (names.length === 0) return "";
  const more = names.length - mostNamed;
  const experts = listed([...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])]);
  const are = names.length === 1 ? "is an AI expert" : "are AI experts";
  const author = cost.author === 0 ? "" : "; the author is the AI run that rewrote the text between rounds";
  return `*${experts} ${are}; the Judge is the coding agent that ran the dialogue${author}. No signature here is a person's.*`;
}

function testLine({ id, said }: Objection): string {
  return `- ${inline(id)}: ${prose(cut(said.test!, longestTest))}`;
}

const longestTest = 300;

/** The way in, and every text with its answers. */
function fileLinks({ rounds }: View): string[] {
  return [
    ...[link("dialogue.md", "dialogue"), link("tensions.md", "objections"), link("scoreboard.md", "scoreboard")],
    ...rounds.flatMap((round) => [
      ...(round.proposal === null
        ? []
        : [link(`round-${round.round}/${proposalName}`, `round ${round.round}: the text`)]),
      ...(hasAnswers(round) ? [link(`round-${round.round}/${answersName}`, `round ${round.round}: the answers`)] : []),
    ]),
  ];
}

/** How positions changed since round 0. */
function changeWords({ stood: { blind, moved } }: VerdictFacts, ledger: Ledger): string {
  const stood = Object.entries(blind.positions)
    .map(([position, count]) => `${count} ${position}`)
    .join(", ");
  const items = [...ledger.items.values()].filter(({ type, new: isNew }) => type === "T" || (type === "P" && isNew));
  const brought = (some: typeof items) => {
    const tensions = some.filter(({ type }) => type === "T").length;
    return `${plural(tensions, "objection")} and ${plural(some.length - tensions, "new perspective")}`;
  };
  const began = `The blind round 0 brought ${brought(items.filter(({ round }) => round === 0))}${stood === "" ? "" : ` and stood at ${stood}`}.`;
  if (ledger.records.length === 1) return began;
  const since = `Later rounds added ${brought(items.filter(({ round }) => round > 0))}`;
  const experts = seatedExperts(ledger.records).length;
  return `${began} ${since}; ${moved} of ${plural(experts, "expert")} changed position.`;
}

function textTitle({ decided, signed }: VerdictFacts): string {
  if (decided.as === "nothing") return "The text that the last round judged";
  return signed.text === "shown" ? "The decided text" : "The text of the last round";
}

/** Everything the Judge wrote for the verdict: none of it was signed. */
function judgesPart({ judge, warning }: VerdictFacts): string | false {
  const { recommendation, headline, topics, description, conditions, vote, confidence, supporters } = judge;
  const rows = topics.map(({ topic, decision }) => [prose(topic), prose(decision)]);
  const said = [
    vote === null ? "" : `Vote: ${prose(vote)}`,
    confidence === null ? "" : `Confidence: ${inline(confidence)}`,
    supporters.length === 0 ? "" : `Supported by: ${supporters.map(inline).join(", ")}`,
  ].filter((part) => part !== "");
  const parts = [
    headline !== null && `**Headline:** ${prose(headline)}`,
    recommendation !== null && "### The verdict's text (the panel never saw it)",
    recommendation !== null && quote(recommendation.split("\n")),
    rows.length > 0 && markdownTable(["Topic", "As the Judge sums it up"], rows),
    description.trim() !== "" && "### Description",
    description.trim() !== "" && quote(description.split("\n")),
    warning !== null && "### Warning",
    warning !== null && quote(warning.split("\n")),
    ...conditions.flatMap((condition, i) => [`### Condition ${i + 1}`, quote(condition.split("\n"))]),
    said.length > 0 && said.map((line) => `- ${line}`).join("\n"),
  ].filter((part) => part !== false);
  return parts.length > 0 && fold("The Judge's own words, which nobody signed", ...parts);
}

/** What an item settles stands beside the objection; here is what else it is used as, and what it cites. */
function grounds({ facts, ledgerThen: ledger }: View): string | false {
  const cited = new Set(allCitations(ledger).map(({ item }) => item));
  const items = facts.rests.items.filter(({ id, as }) => as.length > 0 || cited.has(id));
  const bad = badCitations(allCitations(ledger));
  if (items.length + bad.length === 0) return false;
  const what = items.some(({ as }) => as.length > 0) ? "What it rests on" : "What settled the objections";
  const counts = [
    ...(items.length === 0 ? [] : [plural(items.length, "item")]),
    ...(bad.length === 0 ? [] : [`${plural(bad.length, "quotation")} not found`]),
  ];
  return fold(
    `${what}: ${counts.join("; ")}`,
    items.length > 0 && groundsTable(items, ledger),
    ...keyItemWords(items, ledger),
    bad.length > 0 && citationsTable(bad),
  );
}
