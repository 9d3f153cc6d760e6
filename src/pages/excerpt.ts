/** What a long text says first, for a reader with two minutes: its title and its first paragraph, in its own words. */
import { clipped } from "../rules/round/first-sentence.ts";
import { prose, quote } from "./quote.ts";

const longest = 700;
const longestQuestion = 300;
/** A paragraph is one line; of a list, so many points. */
const mostLines = 4;

export function questionLine({ question, title }: { question: string | null; title: string }): string {
  return `**Question:** ${questionWords({ question, title })}`;
}

export function questionWords({ question, title }: { question: string | null; title: string }): string {
  return prose(clipped(question?.trim() || title, longestQuestion));
}

/** Quoted. */
export function excerpt(lines: readonly string[]): string {
  const { title, body } = firstWords(lines);
  const heading = title === undefined ? [] : [`**${title}**`];
  return quote([...heading, ...(heading.length > 0 && body.length > 0 ? [""] : []), ...body]);
}

function firstWords(lines: readonly string[]): { title: string | undefined; body: string[] } {
  const first = lines.findIndex((line) => line.trim() !== "" && !isHeading(line));
  const title = lines.slice(0, first < 0 ? lines.length : first).find(isHeading);
  const rest = first < 0 ? [] : lines.slice(first);
  const end = rest.findIndex((line) => line.trim() === "" || isHeading(line));
  const body: string[] = [];
  let room = longest;
  for (const line of unwrapped(end < 0 ? rest : rest.slice(0, end))) {
    if (room <= 0 || body.length === mostLines) break;
    body.push(clipped(line, room));
    room -= line.length;
  }
  return { title: title?.replace(/^#+\s+/, "").trim(), body };
}

function isHeading(line: string): boolean {
  return /^#{1,6}\s+\S/.test(line);
}

/** A line that starts nothing of its own goes on the line before it. */
function unwrapped(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const starts = /^\s*(?:[-*+>|]\s|[-*_`~|]{2}|\d+[.)]\s)/.test(line);
    if (starts || whole.length === 0) whole.push(line.trimEnd());
    else whole.push(`${whole.pop()} ${line.trim()}`);
  }
  return whole;
}
