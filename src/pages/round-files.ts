/** The generated files of one round's folder. */
import { signedLines } from "../facts/decided.ts";
import { itemWords } from "../facts/item-lines.ts";
import { objectionsOf } from "../facts/ledger-objections.ts";
import { type AnswerKind, answerKind, answerText, answerWords, type Objection } from "../facts/objections.ts";
import { tensionFacts } from "../facts/tensions.ts";
import { wordsIn } from "../facts/text/blocks.ts";
import { capital, cut } from "../facts/text/cut.ts";
import { authorsOf } from "../rules/guests.ts";
import { bySeverity, type Ledger } from "../rules/ledger.ts";
import type { Directive, Played, Provenance, Revision, RoundRecord } from "../rules/records.ts";
import { answersIn, perspectivesIn, standingText } from "../rules/round/revision.ts";
import { readDecision } from "../rules/round/sheet.ts";
import type { Severity } from "../rules/vocabulary.ts";
import { droppedSince } from "./changed-blocks.ts";
import { renderExpert, runWords } from "./expert-file.ts";
import { alsoWords, answerSentence, caseWords, labelSentence, severityLegend, severitySigns } from "./objections.ts";
import { filledTable, fold, generatedLine, jsonFile, link, page, plural } from "./page.ts";
import { answersName, expertFiles, hasAnswers, proposalName, summaryName } from "./page-names.ts";
import { inline, prose, quote, quoteByLine } from "./quote.ts";
import { renderSummary } from "./summary.ts";

/** Name → text. The ledger as it stood after this round and before it. */
export function roundFiles(round: RoundRecord, ledger: Ledger, before: Ledger): Map<string, string> {
  const files = new Map([["panel.json", jsonFile({ round: round.round, experts: round.panel })]]);
  if (round.proposal !== null) files.set(proposalName, renderProposal(round, round.proposal));
  if (hasAnswers(round)) files.set(answersName, renderAnswers(round, before));
  for (const [text, name] of expertFiles(round)) files.set(name, renderExpert(round, text));
  files.set("judge.md", renderJudge(round));
  files.set(summaryName(round), renderSummary(round, ledger, before));
  return files;
}

/** The text itself comes first, so that a citation's line number is the line of this page. */
function renderProposal({ round, self, proposal_shown }: RoundRecord, lines: readonly string[]): string {
  const which = proposal_shown === false ? `came with the registration of round ${round}` : `round ${round} judged`;
  const shows = `the text that ${which}, line for line`;
  return page(quote(lines), generatedLine({ shows, record: "round.json", self }));
}

/** What was written between the last round and this one: what others found of the tensions, then each text of the author with its answers. */
function renderAnswers(record: RoundRecord, before: Ledger): string {
  const { round, self, revisions = [], cross_checks = [] } = record;
  const isOnly = revisions.length + cross_checks.length === 1;
  return page(
    `# The author's answers before round ${round}`,
    ...cross_checks.flatMap(({ by, sheet, provenance }) => [
      `## Cross-checked by ${inline(by)}`,
      `Before the author answered${filedWords(provenance)}. It closes nothing:`,
      quoteByLine(sheet),
    ]),
    ...revisions.flatMap((revision, i) => [
      revision.alone ? `## Polished alone, ${i + 1} of ${revisions.length}` : isOnly ? "" : "## Rewritten",
      ...(revision.alone ? polishedParts(revision) : rewrittenParts(revision, record, before)),
    ]),
    generatedLine({ shows: `what the author wrote before round ${round}`, record: "round.json", self }),
  );
}

function filedWords({ filed_by, run }: Provenance): string {
  return `${filed_by === null ? "" : `; filed by the ${inline(filed_by)}`}${run === undefined ? "" : `; from a run of its own (${runWords(run)})`}`;
}

function polishedParts({ size, sheet, provenance }: Revision): string[] {
  return [`${size} characters${filedWords(provenance)}. What it found:`, sheetWords(sheet)];
}

/** The decision, then each objection beside its answer; the whole sheet is folded below. */
function rewrittenParts(revision: Revision, { round, proposal }: RoundRecord, before: Ledger): string[] {
  const { lines, sheet, provenance } = revision;
  const answers = answersIn(before, [revision]).map((answer) => ({
    ...{ id: answer.id, severity: before.tensions.get(answer.id)?.severity ?? null, as: answerKind(answer) },
    said: answerSentence({ as: answerKind(answer), text: answerText(answer) }, Number.POSITIVE_INFINITY),
  }));
  const taken = perspectivesIn(before, [revision]).map(({ id, answer, text }) => ({
    ...{ id, severity: null },
    said: `**${answer === "taken" ? "Taken up" : "Not taken up"}.** ${prose(capital(text))}`,
  }));
  const text = proposal === null ? "The text" : link(proposalName, "The text");
  const all = [...bySeverity(answers), ...taken];
  const objections = new Map(objectionsOf(tensionFacts(before), before).map((one) => [one.id, one]));
  const sign = (severity: Severity | null) => (severity === null ? "" : severitySigns[severity]);
  const rows = all.map(({ id, severity, said }) => [sign(severity), raisedWords(id, objections.get(id), before), said]);
  const { text: decision, why, risk } = readDecision(sheet) ?? {};
  const sentences = { "Proposed decision": decision, Why: why, Risk: risk };
  // Each on a line of its own: then the table has every word.
  const told = Object.values(sentences).filter((words) => words !== undefined).length;
  const earlier = standingText(before, []);
  const gone = earlier === null ? "" : droppedSince(earlier, lines.join("\n"), before, answersIn(before, [revision]));
  const was = earlier === null ? "" : ` (${wordsIn(earlier)} before)`;
  return [
    `${text} has ${plural(wordsIn(lines.join("\n")), "word")}${was}${filedWords(provenance)}.${rows.length === 0 ? "" : ` ${countWords(answers)}${link(summaryName({ round }), `Round ${round}`)} says which of them were accepted.`}`,
    gone === "" ? "" : `**Dropped, though nobody has spoken of it (by comparing words):** ${gone}.`,
    Object.entries(sentences)
      .flatMap(([name, words]) => (words === undefined ? [] : [`> **${name}:** ${prose(words)}`]))
      .join("\n>\n"),
    rows.length === 0
      ? ""
      : [filledTable([" ", "Raised", "The author"], rows), severityLegend(answers)].join("\n\n").trimEnd(),
    rows.length === 0 ? sheetWords(sheet) : "",
    rows.length > 0 && sheet.filter((line) => line.trim() !== "").length > rows.length + told
      ? fold("Word for word, as the author wrote it", sheetWords(sheet))
      : "",
  ];
}

/** "8 objections answered: 7 fixed, 1 refused. ". */
function countWords(answers: readonly { as: AnswerKind }[]): string {
  const kinds = (Object.keys(answerWords) as AnswerKind[]).flatMap((kind) => {
    const count = answers.filter(({ as }) => as === kind).length;
    return count === 0 ? [] : [`${count} ${answerWords[kind]}`];
  });
  return kinds.length === 0 ? "" : `Of ${plural(answers.length, "objection")} the author calls ${kinds.join(", ")}. `;
}

/** "**Dual-write runs every job twice.** During the week both backends hold each job. T0007, Scone". */
function raisedWords(id: string, objection: Objection | undefined, ledger: Ledger): string {
  const item = ledger.items.get(id);
  if (item === undefined) return inline(id);
  const words =
    objection === undefined
      ? `${labelSentence(item)} ${prose(cut(itemWords(ledger, item.sources[0]!).join(" "), longestWords))}`
      : `${caseWords(objection)}${alsoWords(objection)}`;
  return `${words} ${[id, ...authorsOf(ledger, item)].map(inline).join(", ")}`;
}

const longestWords = 240;

function sheetWords(sheet: readonly string[]): string {
  return sheet.length === 0 ? "Nothing." : quoteByLine(sheet.map(asLine));
}

/** The line that an author is asked for as `# Cut: …` is no heading. */
function asLine(line: string): string {
  return line.replace(/^#\s+(?=Cut:)/i, "");
}

function renderJudge(round: RoundRecord): string {
  const texts = round.discarded.flatMap((one) => one.texts);
  const facts = [
    round.proposal === null
      ? `No proposal ${round.asks?.length === 0 ? "is on record for" : "was put before the panel in"} this round.`
      : round.proposal_shown === false
        ? `The proposal (${link(proposalName)}) came with the registration; ${signedLines(round) === null ? "the panel was not shown it" : "that the panel was shown it is the Judge's word"}.`
        : `The proposal (${link(proposalName)}) was put before the panel.`,
    round.decision === undefined
      ? ""
      : ` The decision in one sentence that the panel was shown, written by the ${round.decision.by === "author" ? "author" : "Judge"}: “${prose(round.decision.text)}”${round.decision.why === undefined ? "" : ` Why: “${prose(round.decision.why)}”`}${round.decision.risk === undefined ? "" : ` Risk: “${prose(round.decision.risk)}”`}`,
    round.recommendations?.length
      ? ` A signal agreed to the recommendations that stood: ${round.recommendations.join(", ")}.`
      : "",
    round.asks?.length === 0 ? " Blue did not ask this panel: what it read is not known." : "",
    texts.length > 0 ? ` ${plural(texts.length, "draft")} set aside before this round, kept below.` : "",
  ];
  return page(
    generatedLine({ shows: `the Judge's words on round ${round.round}`, record: "round.json", self: round.self }),
    facts.join(""),
    ...directiveParts("## Asked of Single Experts", round.directives),
    "## The Judge's Words",
    round.judge.length === 0 ? "None." : quoteByLine(round.judge),
    ...round.discarded.flatMap((one) => [
      `## Set Aside, ${inline(one.discarded_at)}`,
      `Drafts for round ${one.round}. The Judge's reason: ${prose(one.reason)}`,
      ...directiveParts("Asked of single experts:", one.directives),
      ...one.texts.flatMap(({ expert, lines }) => [`### ${inline(expert)}`, quoteByLine(lines)]),
    ]),
    ...brokenOff(round.played),
  );
}

/** Words of runs that never became an answer. Somebody could read them, so they are on record; they count nothing. */
function brokenOff(played: Played | undefined): string[] {
  const runs = (played?.runs ?? []).flatMap(({ shown, ...run }) => (shown === null ? [] : [{ ...run, shown }]));
  return runs.flatMap(({ seat, purpose, ended, shown }, i) => [
    ...(i === 0 ? ["## Broken Off, Not Counted"] : []),
    `${inline(seat ?? purpose)}, ended as ${inline(ended)}:`,
    quoteByLine(shown),
  ]);
}

/** What the Judge added to prompts: a reader sees who was steered, and where. */
function directiveParts(title: string, directives: readonly Directive[] = []): string[] {
  if (directives.length === 0) return [];
  return [
    title,
    ...directives.flatMap(({ expert, directive, focus }) => [
      `${inline(expert)}${focus === null ? "" : `, with another focus: ${prose(focus)}`}${directive === null ? "" : ":"}`,
      ...(directive === null ? [] : [quote(directive)]),
    ]),
  ];
}
