/**
 * What Blue has to see in a document: its headings, links, check boxes and fences, each with its place, so that an edit can be spliced in
 * and everything else stays as a person wrote it. What is in code or in a comment is no heading or link.
 */
import { cover, coverText, type Fence, lineEnd } from "../drafts/cover.ts";

export interface Line {
  /** From 1. */
  number: number;
  /** Offset of its first character. */
  start: number;
  /** Without its line end. */
  text: string;
  /** What it begins as; a comment counts as code, and so do a fence's own lines. */
  kind: "text" | "quote" | "code";
}

export interface Heading {
  level: number;
  title: string;
  start: number;
  /** After the heading's line. */
  bodyStart: number;
  /** Where the next heading of the same or a higher level starts. */
  end: number;
  /** From 0; the section's lines end before `endLine`. */
  line: number;
  endLine: number;
}

export interface Link {
  destination: string;
  /** Of the destination. */
  start: number;
  end: number;
  line: number;
}

export interface CheckBox {
  checked: boolean;
  text: string;
  /** Of the character between the brackets. */
  at: number;
  line: number;
}

export interface Markdown {
  lines: readonly Line[];
  fences: readonly Fence[];
  /** What covers each character of the text. */
  mask: Uint8Array;
}

export function readMarkdown(text: string, from = 0): Markdown {
  const { mask, fences } = coverText(text, from);
  const lines: Line[] = [];
  for (let start = from; start <= text.length; ) {
    const end = lineEnd(text, start);
    const line = text.slice(start, text[end - 1] === "\r" ? Math.max(start, end - 1) : end);
    const covered = mask[start + line.length - line.trimStart().length] ?? cover.none;
    const kind = line.trim() === "" ? "text" : kinds[covered]!;
    lines.push({ number: lines.length + 1, start, text: line, kind });
    start = end + 1;
  }
  return { lines, fences, mask };
}

const kinds: Record<number, Line["kind"]> = {
  [cover.none]: "text",
  [cover.code]: "text",
  [cover.quote]: "quote",
  [cover.fence]: "code",
  [cover.comment]: "code",
};

export function headingsOf(text: string, { lines }: Markdown): Heading[] {
  const found: Heading[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.kind !== "text") continue;
    const [, marks, title = ""] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s.exec(line.text) ?? [];
    if (marks === undefined) continue;
    const bodyStart = lines[i + 1]?.start ?? text.length;
    found.push({
      level: marks.length,
      title: title.replace(/(?<![ \t])[ \t]+#+[ \t]*$/, "").trim(),
      start: line.start,
      bodyStart,
      end: text.length,
      line: i,
      endLine: lines.length,
    });
  }
  const open: Heading[] = [];
  for (const heading of found) {
    while (open.length > 0 && open.at(-1)!.level >= heading.level)
      Object.assign(open.pop()!, { end: heading.start, endLine: heading.line });
    open.push(heading);
  }
  return found;
}

/** The heading that is the document's title. */
export function findTitle(text: string, bodyStart: number): Heading | undefined {
  return headingsOf(text, readMarkdown(text, bodyStart)).find(({ level }) => level === 1);
}

/** The section under a heading of this title (any case), its body trimmed of blank lines at both ends. */
export function findSection(
  text: string,
  headings: readonly Heading[],
  title: string,
): (Heading & { body: string }) | undefined {
  const heading = headings.find((one) => one.title.toLowerCase() === title.toLowerCase());
  return heading && { ...heading, body: text.slice(heading.bodyStart, heading.end).trim() };
}

/** Inline links, images and reference definitions. */
export function linksOf({ lines, mask }: Markdown): Link[] {
  const found: Link[] = [];
  for (const [line, { text, start, kind }] of lines.entries()) {
    if (kind === "code" || !text.includes("]")) continue;
    const definition = /^ {0,3}\[[^\]]+\]:[ \t]*<?([^\s>]+)>?/d.exec(text);
    if (definition !== null) {
      const [from, to] = definition.indices![1]!;
      found.push({ destination: definition[1]!, start: start + from, end: start + to, line });
      continue;
    }
    const plain = text.replace(/[^\n]/g, (char, at) => (isShown(mask[start + at]) ? char : " "));
    for (let at = plain.indexOf("]("); at !== -1; ) {
      const link = destinationAt(plain, at + 2);
      if (link === undefined) break; // nothing closes it on this line, nor what follows it
      const [from, to] = link;
      if (to > from) found.push({ destination: text.slice(from, to), start: start + from, end: start + to, line });
      at = plain.indexOf("](", to);
    }
  }
  return found;
}

function isShown(covered: number | undefined): boolean {
  return covered === cover.none || covered === cover.quote;
}

function destinationAt(line: string, from: number): [number, number] | undefined {
  let at = from;
  while (line[at] === " ") at++;
  if (line[at] === "<") {
    const end = line.indexOf(">", at);
    return end === -1 ? undefined : [at + 1, end];
  }
  let depth = 0;
  for (let end = at; end < line.length; end++) {
    const character = line[end];
    if (character === "(") depth++;
    else if (character === " " || (character === ")" && depth-- === 0)) return [at, end];
  }
  return undefined;
}

/** Check boxes between two offsets. */
export function checkBoxesOf({ lines }: Markdown, from = 0, to = Number.POSITIVE_INFINITY): CheckBox[] {
  return lines.flatMap(({ text, start, kind }, line) => {
    if (kind === "code" || start < from || start >= to) return [];
    const [, lead, mark, rest] = /^(\s*(?:[-*+]|\d+[.)])[ \t]+\[)([ xX])\][ \t]+(.*)$/s.exec(text) ?? [];
    if (lead === undefined || mark === undefined) return [];
    return [{ checked: mark !== " ", text: (rest ?? "").trim(), at: start + lead.length, line }];
  });
}

export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The line end a document uses. */
export function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
