/** Every objection in a row: raised, what the author answered, and who accepted that. Worst first. */
import type { Objection } from "../facts/objections.ts";
import { capital, cut, cutAfter } from "../facts/text/cut.ts";
import { type Severity, severities } from "../rules/vocabulary.ts";
import { markdownTable } from "./page.ts";
import { inline, prose } from "./quote.ts";

const longestWords = 200;

export const severitySigns: Record<Severity, string> = { critical: "🔴", major: "🟠", minor: "⚪" };

/** As many as there is room for; a critical one is never left out. */
export function mostOf(objections: readonly Objection[], room: number): Objection[] {
  return objections.filter(({ severity }, i) => severity === "critical" || i < room);
}

export function objectionsTable(objections: readonly Objection[], isReview: boolean): string {
  const rated = objections.some(({ severity }) => severity !== null);
  const answered = objections.some(({ answer }) => answer !== null);
  const quoted = new Map<string, string>();
  const headings = [
    ...(rated ? [" "] : []),
    "Raised",
    ...(answered ? ["The author"] : []),
    ...(isReview ? [] : ["Accepted by"]),
  ];
  const rows = objections.map((one) => [
    ...(rated ? [one.severity === null ? " " : severitySigns[one.severity]] : []),
    raisedWords(one),
    ...(answered ? [answerWords(one)] : []),
    ...(isReview ? [] : [endWords(one, quoted)]),
  ]);
  return markdownTable(headings, rows);
}

/** What the signs mean; empty where there is none. */
export function severityLegend(objections: readonly Objection[]): string {
  return severities
    .filter((severity) => objections.some((one) => one.severity === severity))
    .map((severity) => `${severitySigns[severity]} ${severity}`)
    .join(" ");
}

function labelSentence({ label }: Pick<Objection, "label">): string {
  const words = prose(capital(label.trim()));
  return `**${words}${/[.!?…]$/.test(words) ? "" : "."}**`;
}

/** Its name and what breaks. */
export function objectionWords(one: Objection): string {
  const { said } = one;
  return `${labelSentence(one)} ${prose(cutAfter(capital(said.failing_case ?? said.words), longestWords))}`.trim();
}

function raisedWords(one: Objection): string {
  const { id, raised_by, round } = one;
  const who = `${inline(id)}, ${raised_by.map(inline).join(", ")}${round === 0 ? "" : `, round ${round}`}`;
  return `${objectionWords(one)} ${who}`;
}

/** Quoted again: a reader should not have to look for it. */
const shortQuote = 80;

const kinds = { fixed: "Fixed.", part: "Fixed in part.", refused: "Refused." };

function answerWords({ answer }: Objection): string {
  if (answer === null) return "not answered";
  // What a refusal costs is said at its end, so it is never cut.
  const longest = answer.as === "refused" ? Number.POSITIVE_INFINITY : longestWords;
  return `**${kinds[answer.as]}** ${prose(cut(capital(answer.text), longest))}`;
}

/** An objection that the author refused never reads as resolved. */
function endWords({ id, closed, state, fix }: Objection, quoted: Map<string, string>): string {
  if (closed === null) return fix === null ? "**Still open**" : "**Still open**, a fix is offered";
  const words = prose(cut(closed.words, longestWords));
  if (state === "accepted") return `**Unresolved; the Judge accepted it:** ${words || "no reason given"}`;
  const who = `${closed.by.length === 0 ? "the Judge alone" : closed.by.map(inline).join(", ")}, round ${closed.round}`;
  const said = `${who}: ${words}`;
  if (words === "") return who;
  const first = quoted.get(said);
  if (first !== undefined && words.length > shortQuote) return `${who}: the same words as for ${inline(first)}`;
  if (first === undefined) quoted.set(said, id);
  return `${who}: “${words}”`;
}
