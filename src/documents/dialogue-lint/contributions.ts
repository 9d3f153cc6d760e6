/**
 * Who speaks in a round. A contribution opens with a heading of the expert's emoji and name (`### 🧁 Muffin`, in older documents `### Muffin 🧁`);
 * documents without such headings name their speakers in bold. A text quoted line by line is read without its quote marks.
 */
import { expertKey } from "../../rules/names.ts";
import type { Line } from "../markdown.ts";
import { type MarkdownDocument, plain, type Section } from "./markdown.ts";

export interface Contribution {
  name: string;
  emoji: "🧁" | "💙" | null;
  line: number;
  /** The text, line for line; the first is line `line + 1` of the document. */
  body: string;
  /** The text is quoted in the document. */
  quoted: boolean;
}

export function readContributions(
  { lines, sections }: MarkdownDocument,
  round: Section,
  names: ReadonlySet<string>,
): Contribution[] {
  const inside = sections.filter(({ line, level }) => line > round.line && line <= round.end && level > round.level);
  const spoken = inside.flatMap((section) => {
    const speaker = readSpeaker(section.title, names);
    return speaker === null ? [] : [{ section, speaker }];
  });
  // a text may have headings of its own that begin with a name
  const level = Math.min(...spoken.map(({ section }) => section.level));
  const headed = spoken
    .filter(({ section }) => section.level === level)
    .map(({ section: { line, end }, speaker: { name, emoji } }) => {
      return { name, emoji, line, ...bodyOf(lines.slice(line, end)) };
    });
  if (headed.some((contribution) => !isOfJudge(contribution))) return headed;
  return [...headed, ...readBold(lines.slice(round.line, round.end), names)];
}

export function isOfJudge({ emoji, name }: Pick<Contribution, "emoji" | "name">): boolean {
  return emoji === "💙" || expertKey(name) === "judge";
}

/** `**Expert 3 (Architect):**`, `**🧁 Muffin**`: a line of its own or the start of one. */
function readBold(lines: Line[], names: ReadonlySet<string>): Contribution[] {
  const starts = lines.flatMap((line, at) => {
    const bold = line.kind === "text" ? /^\s*\*\*([^*]{1,120})\*\*:?/.exec(line.text) : null;
    const speaker = bold === null ? null : readSpeaker(plain(bold[1] ?? ""), names);
    return speaker === null || speaker.rest !== "" ? [] : [{ ...speaker, at, number: line.number }];
  });
  return starts.map(({ name, emoji, at, number }, index) => {
    const end = starts[index + 1]?.at ?? lines.length;
    return { name, emoji, line: number, ...bodyOf(lines.slice(at + 1, end)) };
  });
}

function readSpeaker(title: string, names: ReadonlySet<string>) {
  const match =
    /^(🧁|💙)? ?((?:expert|agent) \d{1,3}|\p{L}[\p{L}\p{N}]*)(?![\p{L}\p{N}]) ?(🧁|💙)? ?(?:\([^()]*\))? ?(?::|$|(?=[—–,-])|(?=\p{L}))(.*)$/iu.exec(
      title,
    );
  if (match === null) return null;
  const [, before, name = "", behind, rest = ""] = match;
  const emoji = (before ?? behind ?? null) as Contribution["emoji"];
  const judge = isOfJudge({ name, emoji });
  const known = judge || names.has(expertKey(name)) || /^(?:expert|agent) \d/i.test(name);
  // "Muffin joined the panel" is about Muffin, not by Muffin
  if (emoji === null && (!known || (!judge && /^\p{L}/u.test(rest)))) return null;
  return { name, emoji, rest: rest.trim() };
}

function bodyOf(lines: Line[]): { body: string; quoted: boolean } {
  const filled = lines.filter(({ text }) => text.trim() !== "");
  const quotes = filled.filter(({ text }) => /^\s{0,3}>/.test(text));
  const quoted = quotes.length > 0 && quotes.length * 2 >= filled.length;
  const text = lines.map((line) => {
    if (!quoted) return line.text;
    return /^\s{0,3}>/.test(line.text) ? line.text.replace(/^\s{0,3}> ?/, "") : "";
  });
  return { body: text.join("\n"), quoted };
}
