/** The acceptance criteria of a PRD: the check boxes under that heading, or all of them where a document has no such heading. */
import type { Document } from "./document.ts";
import { checkBoxesOf, readMarkdown } from "./markdown.ts";
import { findTitled } from "./sections.ts";

export interface Criterion {
  text: string;
  met: boolean;
  /** From 1. */
  line: number;
}

export function criteriaOf({ text, header }: Document): Criterion[] {
  const markdown = readMarkdown(text, header.bodyStart);
  const section = findTitled(text, "Acceptance Criteria", "Success Criteria");
  const before = text.slice(0, header.bodyStart).split("\n").length;
  return checkBoxesOf(markdown, section?.bodyStart ?? 0, section?.end).map(({ text: words, checked, line }) => ({
    text: words,
    met: checked,
    line: before + line,
  }));
}
