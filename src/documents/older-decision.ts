/** What a document or a dialogue without records decided, as far as its text says so: a sentence of the section that says it, without Markdown. */
import { firstSentence } from "../rules/round/first-sentence.ts";
import type { Document } from "./document.ts";
import { readHeader } from "./header.ts";
import { headingsOf, type Line, readMarkdown } from "./markdown.ts";
import { plain } from "./plain-text.ts";

/** Of a dialogue. How far its panel converged is said only where nothing says what on. */
const ruling = /recommendation|verdict|decision|ruling|conclusion|consensus|resolution|answer/i;
const converging = /converge/i;

/** Below the last heading that names a decision. */
export function olderDecision(text: string): string | undefined {
  const sections = sectionsOf(text).reverse();
  const says = (sentence: string) => !progress.test(sentence);
  return sentenceBelow(sections, ruling, says) ?? sentenceBelow(sections, converging, says);
}

/** How a panel got there, not what it decided. */
const progress = /\bconverge(?:d|nce)\b|\btensions?\b|\bunanim/i;

const decisions = [
  /^decision(?: outcome)?$/i,
  /^recommendation/i,
  /^summary$/i,
  /^(?:proposal|proposed solution|solution|principle)/i,
  /^(?:design|approach)$/i,
];
const answers = [
  /answer$/i,
  /^conclusion/i,
  /^outcome$/i,
  /^recommend/i,
  /^(?:root cause|key discovery)/i,
  /^findings$/i,
];

/** Of an RFC or an ADR: below its decision, or where it has none, its summary. Of a spike: its answer. */
export function decidedSentence({ text, type }: Pick<Document, "text" | "type">): string | undefined {
  const sections = sectionsOf(text);
  for (const title of type === "spike" ? answers : decisions) {
    const sentence = sentenceBelow(sections, title);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** What a spike asks. */
export function askedQuestion({ text }: Pick<Document, "text">): string | undefined {
  const section = sectionsOf(text).find(({ title }) => /^question$/i.test(title));
  const [first] = section === undefined ? [] : blocksOf(section.lines);
  return first === undefined ? undefined : firstSentence(first);
}

interface Section {
  title: string;
  lines: readonly Line[];
}

function sectionsOf(text: string): Section[] {
  const markdown = readMarkdown(text, readHeader(text).bodyStart);
  return headingsOf(text, markdown).map(({ title, line, endLine }) => ({
    title,
    lines: markdown.lines.slice(line + 1, endLine),
  }));
}

const fewestWords = 4;

/** In the first section of this title that has one that says something; a question does not. */
function sentenceBelow(
  sections: readonly Section[],
  title: RegExp,
  says: (sentence: string) => boolean = () => true,
): string | undefined {
  for (const section of sections.filter((one) => title.test(one.title))) {
    const found = blocksOf(section.lines).filter(
      (one) => (one.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewestWords && !/[?:]$/.test(one) && says(leadOf(one)),
    );
    // A summary often begins with the problem, and says then what the document does about it.
    const own = found.flatMap((one) => /(?:^|[.!] )(This (?:RFC|ADR|proposal|document) .*)/.exec(one)?.[1] ?? []);
    const [first] = [...own, ...found];
    if (first !== undefined) return leadOf(first);
  }
  return undefined;
}

/** Its first sentence, and the next with it where that is only a few words: "Delete boldly. Git remembers." */
function leadOf(block: string): string {
  const first = firstSentence(block);
  const rest = block.slice(first.length).trim();
  return first.split(" ").length >= 6 || rest === "" || first.endsWith("…") ? first : `${first} ${firstSentence(rest)}`;
}

/** Tables, headings, rules and the markers of a dialogue. */
const notSaid = /^(?:[|#]|[-*_]{3,}$|\[[A-Z])/;

/** Paragraphs and list items, each on one line without Markdown's marks. What opens a list has the items behind it. */
function blocksOf(lines: readonly Line[]): string[] {
  const blocks: string[][] = [];
  let open = false;
  for (const { kind, text } of lines) {
    const [, item, words = ""] = /^[\s>]*((?:[-*+]|\d+\.)\s+(?:\[.\]\s+)?)?(.*)$/.exec(text.trimEnd())!;
    // Struck out.
    if (words.startsWith("~~")) continue;
    if (kind === "code" || words === "" || notSaid.test(words)) {
      open = open && words === "" && endsWithColon(blocks.at(-1));
      continue;
    }
    const said = plain(words);
    // What opens a list is followed by an item, a paragraph by more of itself.
    if (open && endsWithColon(blocks.at(-1)) === (item !== undefined)) blocks.at(-1)!.push(said);
    else blocks.push([said]);
    open = true;
  }
  return blocks.map((parts) => parts.join(" ")).filter((one) => one !== "");
}

function endsWithColon(block: readonly string[] | undefined): boolean {
  return block?.at(-1)?.endsWith(":") ?? false;
}
