/** What a dialogue without records decided, as far as its text says so: the first sentence below its last heading that names a decision. */
import { headingsOf, readMarkdown } from "./markdown.ts";

const deciding = /recommendation|verdict|decision|ruling|conclusion|consensus|converge|resolution|answer/i;
const fewestWords = 4;

export function olderDecision(text: string): string | undefined {
  const markdown = readMarkdown(text);
  const headings = headingsOf(text, markdown).filter(({ title }) => deciding.test(title));
  for (const { line, endLine } of headings.reverse()) {
    const sentence = markdown.lines
      .slice(line + 1, endLine)
      .filter(({ kind }) => kind !== "code")
      .map((one) => one.text.replace(/^[\s>]*(?:(?:[-*+]|\d+\.)\s+)?/, "").replaceAll("**", ""))
      .find((one) => !/^[|#]|[?:]\s*$/.test(one) && (one.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewestWords);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}
