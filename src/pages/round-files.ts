/** The generated files of one round's folder. */
import { signedLines } from "../facts/decided.ts";
import type { Ledger } from "../rules/ledger.ts";
import type { Directive, Played, Provenance, RoundRecord } from "../rules/records.ts";
import { renderExpert, runWords } from "./expert-file.ts";
import { generatedLine, jsonFile, link, page, plural } from "./page.ts";
import { answersName, expertFiles, hasAnswers, proposalName, summaryName } from "./page-names.ts";
import { inline, prose, quote, quoteByLine } from "./quote.ts";
import { renderSummary } from "./summary.ts";

/** Name → text. The ledger as it stood after this round and before it. */
export function roundFiles(round: RoundRecord, ledger: Ledger, before: Ledger): Map<string, string> {
  const files = new Map([["panel.json", jsonFile({ round: round.round, experts: round.panel })]]);
  if (round.proposal !== null) files.set(proposalName, renderProposal(round, round.proposal));
  if (hasAnswers(round)) files.set(answersName, renderAnswers(round));
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

/** What was written between the last round and this one: what others found of the tensions, sizes, and the answers in the author's words. */
function renderAnswers({ round, self, revisions = [], cross_checks = [] }: RoundRecord): string {
  const filed = ({ filed_by, run }: Provenance) =>
    `${filed_by === null ? "" : `; filed by the ${inline(filed_by)}`}${run === undefined ? "" : `; from a run of its own (${runWords(run)})`}`;
  return page(
    `# The author's answers before round ${round}`,
    ...cross_checks.flatMap(({ by, sheet, provenance }) => [
      `## Cross-checked by ${inline(by)}`,
      `Before the author answered${filed(provenance)}. It closes nothing:`,
      quoteByLine(sheet),
    ]),
    ...revisions.flatMap(({ alone, size, sheet, provenance }, i) => [
      `## ${alone ? `Polished alone, ${i + 1} of ${revisions.length}` : "Rewritten after the round before"}`,
      `${size} characters${filed(provenance)}. ${alone ? "What it found:" : "What the author answered to each objection; who raised it says whether that settles it:"}`,
      sheet.length === 0 ? "None given." : quoteByLine(sheet.map(asLine)),
    ]),
    generatedLine({ shows: `what the author wrote before round ${round}`, record: "round.json", self }),
  );
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
