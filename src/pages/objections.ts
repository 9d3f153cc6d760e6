/** Every objection in a row: raised, what the author answered, and who accepted that. Worst first. */
import { type AnswerKind, answerWords, brokenInShort, type Objection } from "../facts/objections.ts";
import { capital, cut, cutShown } from "../facts/text/cut.ts";
import { type Severity, severities } from "../rules/vocabulary.ts";
import { link, markdownTable } from "./page.ts";
import { anchorOf } from "./page-names.ts";
import { inline, prose } from "./quote.ts";

const longestWords = 200;
const longestAlso = 120;
const longestAnswer = 300;
const longestCase = 240;

export const severitySigns: Record<Severity, string> = { critical: "🔴", major: "🟠", minor: "⚪" };

/** All where there is room; else the first few. A critical one is never left out. */
export function mostOf(objections: readonly Objection[], room: number, few = room): Objection[] {
  if (objections.length <= room) return [...objections];
  return objections.filter(({ severity }, i) => severity === "critical" || i < few);
}

export function objectionsTable(objections: readonly Objection[], isReview: boolean): string {
  const rated = objections.some(({ severity }) => severity !== null);
  const answered = objections.some(({ answer }) => answer !== null);
  const quoted = new Map<string, string>();
  const headings = [
    ...(rated ? [" "] : []),
    "Raised",
    ...(answered ? ["The AI author"] : []),
    ...(isReview ? [] : ["Accepted by"]),
  ];
  const rows = objections.map((one) => [
    ...(rated ? [one.severity === null ? " " : severitySigns[one.severity]] : []),
    raisedWords(one),
    ...(answered ? [one.answer === null ? "not answered" : answerSentence(one.answer)] : []),
    ...(isReview ? [] : [endWords(one, quoted)]),
  ]);
  return markdownTable(headings, rows);
}

/** What the signs mean; empty where there is none. */
export function severityLegend(objections: readonly Pick<Objection, "severity">[]): string {
  return severities
    .filter((severity) => objections.some((one) => one.severity === severity))
    .map((severity) => `${severitySigns[severity]} ${severity}`)
    .join(" ");
}

export function labelSentence({ label }: Pick<Objection, "label">): string {
  const words = prose(capital(label.trim()));
  return `**${words}${/[.!?…]$/.test(words) ? "" : "."}**`;
}

/** Its name, and what breaks. */
export function objectionWords(one: Objection): string {
  return `${labelSentence(one)} ${prose(capital(brokenInShort(one.said)))}`.trim();
}

/** Its name, and in a sentence or two the failing case, else what is wrong. */
export function caseWords(one: Objection): string {
  return `${labelSentence(one)} ${prose(cut(capital(one.said.failing_case ?? one.said.words), longestCase))}`.trim();
}

/** Of several who raised it, whose words these are: its name is the first one's. */
export function whoseWords({ said, raised_by }: Objection): string {
  return raised_by.length < 2 || said.by === raised_by[0] ? "" : ` (in ${inline(said.by)}'s words)`;
}

function raisedWords(one: Objection): string {
  const { id, raised_by, round } = one;
  const who = `${link(`tensions.md#${anchorOf(id)}`, inline(id))}, ${raised_by.map(inline).join(", ")}${whoseWords(one)}`;
  return `${objectionWords(one)}${alsoWords(one)} ${who}${round === 0 ? "" : `, round ${round}`}`;
}

/** Of the others who raised it, so many are quoted; tensions.md has all. */
const mostAlso = 2;

export function alsoWords({ also }: Objection): string {
  const said = also
    .slice(0, mostAlso)
    .map(({ by, words }) => ` The Judge merged in ${inline(by)}'s: ${prose(cut(words, longestAlso))}`);
  return said.join("");
}

/** Quoted again: a reader should not have to look for it. */
const shortQuote = 80;

/**
 * What the author answered. What a refusal costs, or what is missing, is said at the end, so neither is ever cut; where another answer is cut, that shows.
 */
export function answerSentence({ as, text }: { as: AnswerKind; text: string }, longest = longestAnswer): string {
  const words = cutShown(capital(text), as === "fixed" ? longest : Number.POSITIVE_INFINITY);
  return `**${capital(`${answerWords[as]} `).trim()}.** ${prose(words)}`;
}

/** Who accepts a fix mostly repeats the answer beside it; of anything else their words say why. */
function endWords({ id, closed, state, fix, answer }: Objection, quoted: Map<string, string>): string {
  if (closed === null) return fix === null ? "**Still open**" : "**Still open**, a fix is offered";
  const words = prose(cut(closed.words, longestWords));
  if (state === "accepted") return `**Unresolved; the Judge accepted it:** ${words || "no reason given"}`;
  const by = closed.by.length === 0 ? ["the Judge alone"] : closed.by.map(inline);
  const others = closed.too.map(inline);
  if (words === "" || answer?.as === "fixed") return `${[...by, ...others].join(", ")}, round ${closed.round}`;
  const who = `${by.join(", ")}, round ${closed.round}`;
  const said = `${who}: ${words}`;
  const too = others.length === 0 ? "" : `; accepted by ${others.join(", ")} too`;
  const first = quoted.get(said);
  if (first !== undefined && words.length > shortQuote) return `${who}: the same words as for ${inline(first)}${too}`;
  if (first === undefined) quoted.set(said, id);
  return `${who}: “${words}”${too}`;
}
