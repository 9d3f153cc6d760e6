/** What the decided text changed against the one that was broken, by block. */
import { type TextChange, textChange } from "../facts/text/changed.ts";
import { cut } from "../facts/text/cut.ts";
import { lostSentences } from "../facts/text/lost-sentences.ts";
import { number } from "./page.ts";
import { inline, prose } from "./quote.ts";
import { signedText, type View } from "./view.ts";

/** Empty where there are not two texts to compare, or nothing changed. */
export function changedParts(view: View): string[] {
  const { opening, facts, ledgerThen: ledger } = view;
  const subject = opening.subject?.lines;
  const before = subject ?? ledger.records[0]?.proposal;
  const after = signedText(view);
  if (before == null || after.length === 0) return [];
  const answers = facts.tensions.flatMap(({ id, answer }) => (answer === null ? [] : [{ id, ...answer }]));
  const quoted = ledger.records.flatMap(({ citations }) => citations.flatMap(({ words }) => words ?? []));
  const [old, now] = [before.join("\n"), after.join("\n")];
  const change = textChange(old, now, answers, ledger.items);
  const lost = change.isRewritten ? [] : lostSentences(old, now, quoted);
  if (change.changed === 0) return ["## What changed", "Not one word."];
  return [
    `## What changed against ${subject === undefined ? "the first text" : prose(facts.subject ?? "the subject")}: ${sizeWords(change)}`,
    [...change.rows.map(rowWords), ...alsoWords(change, lost).map((words) => `- ${words}`)].join("\n"),
  ];
}

/** "294 words before, 378 after"; of a text that is another now, "rewritten" first. */
function sizeWords({ before, after, isRewritten }: TextChange): string {
  return `${isRewritten ? "rewritten, " : ""}${number(before)} words before, ${number(after)} after`;
}

function rowWords({ name, gist, goesOn, answers }: TextChange["rows"][number]): string {
  const answered = answers.length === 0 ? "" : ` (${answers.map(inline).join(", ")})`;
  return `- **${prose(name)}**${answered}${goesOn ? "" : ":"} ${prose(gist) || "shortened"}`;
}

const mostNamed = 8;

function alsoWords({ also: { changed, gone, dropped } }: TextChange, lost: readonly string[]): string[] {
  return [
    ...(changed.length === 0 ? [] : [`Also changed: ${someOf(changed)}`]),
    ...(gone.length === 0 ? [] : [`Parts removed: ${someOf(gone)}`]),
    ...(dropped.length === 0 ? [] : [`Parts removed, named in no answer: ${someOf(dropped)}`]),
    ...(lost.length === 0 ? [] : [`Gone, and no objection quotes it: ${lostWords(lost)}`]),
  ];
}

const mostLost = 6;
const longestLost = 110;

function lostWords(lost: readonly string[]): string {
  const shown = lost.slice(0, mostLost).map((sentence) => `“${prose(cut(sentence, longestLost))}”`);
  const more = lost.length > mostLost ? ` and ${lost.length - mostLost} more` : "";
  return `${shown.join(" ")}${more}`;
}

function someOf(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  return `${names.slice(0, mostNamed).map(prose).join(", ")}${more}`;
}
