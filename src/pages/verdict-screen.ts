/**
 * The first screen of verdict.md: what was decided and everything that is said of it, what changed, and the objections with their answers. It has at most
 * 60 lines, whatever the records hold, but for critical objections, of which none is left out; everything else is below it.
 */

import { answerWords, type Objection } from "../facts/objections.ts";
import type { VerdictFacts } from "../facts/schema.ts";
import type { Changed } from "./changed-blocks.ts";
import { comparisonOf, comparisonSentence } from "./comparison.ts";
import { doubts } from "./doubts.ts";
import { excerpt, questionWords } from "./excerpt.ts";
import { factsParts } from "./facts-table.ts";
import { objectionsTable, severityLegend } from "./objections.ts";
import { code, link, page, plural } from "./page.ts";
import { proposalName } from "./page-names.ts";
import { inline } from "./quote.ts";
import { signedText, type View } from "./view.ts";

/** Objections on the screen: all of so many, else the first few. Of critical ones none is left out. */
export const mostObjections = 10;
export const fewObjections = 5;

export function verdictScreen(
  view: View,
  objections: readonly Objection[],
  shown: readonly Objection[],
  { isChanged, parts, dropped }: Changed,
): string {
  const { facts, opening, ledgerThen: ledger } = view;
  const comparison = facts.verdict === null ? undefined : comparisonOf(view, facts.verdict);
  const doubted = ledger.records.length === 0 ? [] : doubts(facts, ledger);
  const isClosed = facts.how === "closed" || facts.how === "reviewed";
  const left = objections.length - shown.length;
  const { decision, stands } = factsParts(facts, ledger);
  return page(
    `# ${inline(opening.title)}: ${stateWords[facts.how]}${byWords(facts, isChanged)}`,
    `*${questionWords(opening)}*${subjectLink(facts)}`,
    decision,
    isClosed ? signedWords(view) : page(signedWords(view), droppedWords(dropped)).trimEnd(),
    stands,
    facts.review && `Each finding with its failing case, its test and the smallest fix: ${link("findings.md")}`,
    facts.judge.recommendation !== null && "**The verdict's text is the Judge's, and nobody signed it:**",
    facts.judge.recommendation !== null && excerpt(facts.judge.recommendation.split("\n")),
    isClosed && "## Reason (the Judge's words)",
    isClosed && (excerpt(facts.judge.description.split("\n")) || "None given."),
    comparison !== undefined && comparisonSentence(comparison),
    doubted.length > 0 && doubted.map((line) => `- ${line}`).join("\n"),
    ...(isClosed ? [] : parts),
    objections.length > 0 && (facts.review ? "## Findings" : `## ${objectionCounts(objections)}`),
    objections.length > 0 && objectionsTable(shown, facts.review),
    [severityLegend(shown), left > 0 ? `${plural(left, "more objection")} below.` : ""]
      .filter((part) => part !== "")
      .join(" · "),
  ).trimEnd();
}

/** Where the text is that was signed: in the subject's file a reader finds what was there before. */
function signedWords(view: View): string | false {
  const { facts } = view;
  if (facts.signed.text !== "shown" || signedText(view).length === 0) return false;
  const subject =
    facts.subject === null
      ? ""
      : ` The dialogue itself does not change ${code(facts.subject)}: \`blue dialogue apply\` writes it there.`;
  return `${link(`round-${facts.verdict?.round}/${proposalName}`, "The decided text")}.${subject}`;
}

/** Shown also where it is nothing: then somebody looked. */
function droppedWords(dropped: string | null): string | false {
  return (
    dropped !== null &&
    `**Dropped without discussion:** ${dropped || "nothing"}. (By comparing words; sentences that an objection quotes are in the diff below.)`
  );
}

/** "9 objections: 7 fixed, 1 fixed in part, 1 refused". */
function objectionCounts(objections: readonly Objection[]): string {
  const words = objections.map(({ closed, state, answer }) =>
    closed === null
      ? "open"
      : state === "accepted"
        ? "accepted unresolved"
        : answer === null
          ? "settled"
          : answerWords[answer.as],
  );
  const kinds = [...new Set(words)].map((kind) => `${words.filter((one) => one === kind).length} ${kind}`);
  return `${plural(objections.length, "objection")}: ${kinds.join(", ")}`;
}

/** No person decided it, and the title of a page is often all that is read. */
function byWords({ how, signed: { count } }: VerdictFacts, isChanged: boolean): string {
  if (how !== "converged" || count === 0) return "";
  return ` by ${plural(count, "AI expert")}${isChanged ? ", on a changed text" : ""}`;
}

const stateWords: Record<VerdictFacts["how"], string> = {
  converged: "agreed",
  forced: "decided, forced at the limit",
  refused: "not decided",
  contested: "contested",
  superseded: "superseded",
  closed: "closed, nothing decided",
  reviewed: "reviewed",
  undecided: "not decided",
};

/** The subject, to open from the dialogue's folder, and the day. */
export function subjectLink({ subject, verdict }: VerdictFacts): string {
  const plain = subject !== null && /^[\w./-]+$/.test(subject);
  const named = subject === null ? [] : [plain ? link(`../../../${subject}`, subject) : code(subject)];
  return [...named, ...(verdict === null ? [] : [verdict.registered_at.slice(0, 10)])]
    .map((part) => ` · ${part}`)
    .join("");
}
