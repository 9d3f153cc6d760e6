/** Sections added to, replaced in or read from a document; everything outside stays as it is. */
import { readHeader } from "./header.ts";
import { findSection, type Heading, headingsOf, newlineOf, readMarkdown, splice } from "./markdown.ts";

/** The first section that has one of these titles, in their order. */
export function findTitled(text: string, ...titles: readonly string[]): (Heading & { body: string }) | undefined {
  const headings = headingsOf(text, readMarkdown(text, readHeader(text).bodyStart));
  return titles.map((title) => findSection(text, headings, title)).find((one) => one !== undefined);
}

/** The body without the hints that a new document carries. */
export function writtenText(body: string | undefined): string {
  const text = body ?? "";
  // Behind the last end nothing closes a comment; to look there from each beginning would take long.
  const end = text.lastIndexOf("-->") + 3;
  return end < 3 ? text.trim() : (text.slice(0, end).replace(/<!--[\s\S]*?-->/g, "") + text.slice(end)).trim();
}

/** Puts text under a heading: where the section is empty or holds only its hint, there; behind what it holds; or in a new section at the end. */
export function appendSection(text: string, title: string, addition: string): string {
  const newline = newlineOf(text);
  const added = addition.trim().replace(/\r?\n/g, newline);
  const section = findTitled(text, title);
  if (section === undefined) {
    const gap =
      text === "" || text.endsWith(`${newline}${newline}`) ? "" : text.endsWith("\n") ? newline : newline + newline;
    return `${text}${gap}## ${title}${newline}${newline}${added}${newline}`;
  }
  const last = section.end === text.length;
  const tail = last ? newline : newline + newline;
  const lead = text[section.bodyStart - 1] === "\n" ? "" : newline;
  if (writtenText(section.body) === "")
    return splice(text, section.bodyStart, section.end, `${lead}${newline}${added}${tail}`);
  const body = text.slice(section.bodyStart, section.end).trimEnd();
  return splice(text, section.bodyStart + body.length, section.end, `${newline}${newline}${added}${tail}`);
}
