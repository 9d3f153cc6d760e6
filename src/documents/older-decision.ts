/** What a document or a dialogue without records decided, as far as its text says so: the first sentence of the section that says it. */
import { firstSentence } from "../rules/round/first-sentence.ts";
import type { Document } from "./document.ts";
import { headingsOf, type Line, readMarkdown } from "./markdown.ts";
import { findTitled } from "./sections.ts";

const deciding = /recommendation|verdict|decision|ruling|conclusion|consensus|converge|resolution|answer/i;
const fewestWords = 4;

/** Below the last heading that names a decision. */
export function olderDecision(text: string): string | undefined {
  const markdown = readMarkdown(text);
  const headings = headingsOf(text, markdown).filter(({ title }) => deciding.test(title));
  for (const { line, endLine } of headings.reverse()) {
    const sentence = sentenceIn(markdown.lines.slice(line + 1, endLine));
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** Of an RFC or an ADR: below its decision, or where it has none, its summary. */
export function decidedSentence({ text }: Document): string | undefined {
  const section = findTitled(text, "Decision Outcome", "Decision", "Recommendation", "Summary", "Proposal", "Solution");
  return section === undefined ? undefined : sentenceIn(readMarkdown(section.body).lines);
}

/** The first that is not a table, code, a heading, a question or the start of a list. */
function sentenceIn(lines: readonly Line[]): string | undefined {
  const found = lines
    .filter(({ kind }) => kind !== "code")
    .map(({ text }) => text.replace(/^[\s>]*(?:(?:[-*+]|\d+\.)\s+)?/, "").replaceAll("**", ""))
    .find((one) => !/^[|#]|[?:]\s*$/.test(one) && (one.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewestWords);
  return found === undefined ? undefined : firstSentence(found);
}
