/** findings.md: what one look found. The facts as a table, the worst as another, all of them to tick, and each in full by severity. */
import { objectionsOf } from "../facts/ledger-objections.ts";
import { type Objection, strongestFirst } from "../facts/objections.ts";
import { capital, cut } from "../facts/text/cut.ts";
import { blindCoverage } from "../rules/coverage.ts";
import { identicalTexts } from "../rules/round/warnings.ts";
import { seatedExperts } from "../rules/stance-history.ts";
import { severities } from "../rules/vocabulary.ts";
import { coverageMarkdown, laterLookWords } from "./coverage-lines.ts";
import { questionWords } from "./excerpt.ts";
import { allCitations, badCitations, citationsTable } from "./grounds.ts";
import { caseWords, mostOf, severitySigns, whoseWords } from "./objections.ts";
import { code, fold, generatedLine, link, markdownTable, page, plural } from "./page.ts";
import { expertFiles } from "./page-names.ts";
import { inline, prose } from "./quote.ts";
import { listed, severityCounts, verdictLines } from "./verdict-lines.ts";
import { subjectLink } from "./verdict-screen.ts";
import type { View } from "./view.ts";

export function renderFindings(view: View): string {
  const { opening, ledger, shown, facts } = view;
  const found = findingsOf(view);
  const serious = found.filter(({ severity }) => severity === "critical" || severity === "major");
  const shownFirst = mostOf(serious, mostRows);
  const left = serious.length - shownFirst.length;
  const coverage = blindCoverage(ledger);
  const bad = badCitations(allCitations(ledger));
  return page(
    `# ${inline(opening.title)}: ${plural(found.length, "finding")}`,
    `> **${severityCounts(found) || "Nothing was found"}. ${ledger.records.length > 1 ? "These are open still: the dialogue went on after the look." : "Nobody has answered them: this is no decision."}**`,
    `*${questionWords(opening)}*${subjectLink(facts)}`,
    markdownTable([" ", " "], factRows(view, found)),
    ...(coverage === null ? [] : coverageMarkdown(coverage).slice(1)),
    ...laterLookWords(ledger.records[0]?.later_looks),
    serious.length > 0 && `## ${capital([...new Set(serious.map(({ severity }) => severity))].join(" and "))}`,
    serious.length > 0 &&
      markdownTable([" ", "Line", "Finding", "How to test", "Smallest fix", "By"], shownFirst.map(seriousRow)),
    left > 0 && `${plural(left, "more major finding")} below, each in the list and in full.`,
    found.length > 0 && "## Check list",
    found.map(tickLine).join("\n"),
    ...[...severities, null].map((severity) => details(found.filter((one) => one.severity === severity))),
    bad.length > 0 && fold(`${plural(bad.length, "citation")} not found`, citationsTable(bad)),
    draftLinks(view).join(" · "),
    generatedLine({ shows: `the findings ${shown.span}`, ...shown }),
  );
}

/** What is open of a dialogue, as findings. */
export function findingsOf({ facts, ledgerThen }: Pick<View, "facts" | "ledgerThen">): Objection[] {
  const open = facts.tensions.filter(({ id }) => facts.open.includes(id));
  return strongestFirst(objectionsOf(open, ledgerThen));
}

/** The lines of every face, without those that only a decision has. */
function factRows(view: View, found: readonly Objection[]): string[][] {
  const words = (key: string) => prose(verdictLines(view.facts).find((line) => line.key === key)!.words);
  const seated = seatedExperts(view.ledger.records);
  const panel = seated.map(({ name, role }) => `${inline(name)} (${inline(role)})`);
  return [
    ["How", `one blind look by ${listed(panel)}, apart`],
    [
      "Found by more than one",
      [sharedWords(found, seated), ...view.rounds.slice(0, 1).flatMap(identicalTexts).map(prose)].join(". "),
    ],
    ["Rests on", words("rests")],
    ["The Judge's own words", words("judge")],
    ["Cost", words("cost")],
    ["One more look", words("coverage")],
  ];
}

/** "10: 3 by all, 6 by Muffin and Cupcake"; of more than three experts only how many. */
function sharedWords(found: readonly Objection[], panel: readonly { name: string }[]): string {
  const place = (name: string) => panel.findIndex((one) => one.name === name);
  const shared = found.filter(({ raised_by }) => raised_by.length > 1);
  const groups = new Map<string, number>();
  for (const { raised_by } of shared.toSorted((a, b) => b.raised_by.length - a.raised_by.length)) {
    const names = raised_by.toSorted((a, b) => place(a) - place(b));
    const some = panel.length > 3 ? `${names.length} experts` : listed(names.map(inline));
    const who = panel.every(({ name }) => names.includes(name)) ? "all" : some;
    groups.set(who, (groups.get(who) ?? 0) + 1);
  }
  if (shared.length === 0) return "nothing";
  return `${shared.length}: ${[...groups].map(([who, count]) => `${count} by ${who}`).join(", ")}`;
}

const longestCell = 240;
/** Of the table, but for critical ones. */
const mostRows = 12;

function seriousRow(one: Objection): string[] {
  const { severity, line, said, fix, raised_by, id } = one;
  return [
    severity === null ? " " : severitySigns[severity],
    line === null ? " " : String(line),
    `${caseWords(one)} ${inline(id)}`,
    said.test === null ? "" : prose(cut(capital(said.test), longestCell)),
    // Half a fix is none.
    fix === null ? "" : prose(capital(fix.words)),
    `${raised_by.map(inline).join(", ")}${whoseWords(one)}`,
  ];
}

function tickLine({ severity, label, line, id }: Objection): string {
  const sign = severity === null ? "" : `${severitySigns[severity]} `;
  return `- [ ] ${sign}${prose(capital(label))}${line === null ? "" : ` · line ${line}`} · ${inline(id)}`;
}

function details(found: readonly Objection[]): string | false {
  if (found.length === 0) return false;
  const title = `${found.length} ${found[0]!.severity ?? "without a severity"}: failing case, test, fix, sources`;
  return fold(title, ...found.flatMap(findingParts));
}

function findingParts(one: Objection): string[] {
  const { id, label, said, fix, raised_by, sources } = one;
  const named = (name: string, words: string | null) => (words ? [`**${name}.** ${prose(words)}`] : []);
  return [
    `### ${inline(id)} ${prose(capital(label))}`,
    ...named("What is wrong", said.words),
    ...named("Failing case", said.failing_case),
    ...named("Who is hurt", said.hurt),
    ...named("Test", said.test),
    ...named("Smallest fix", fix?.words ?? null),
    `**By** ${raised_by.map(inline).join(", ")}${whoseWords(one)}.${sources.length === 0 ? "" : ` **Read** ${sources.map(code).join(", ")}.`}`,
  ];
}

/** Everybody's own words. */
function draftLinks({ rounds }: View): string[] {
  const files = rounds.flatMap((round) =>
    [...expertFiles(round)].map(([{ expert }, file]) => link(`round-${round.round}/${file}`, inline(expert))),
  );
  return [...files, link("tensions.md", "objections")];
}
