/** What the decided text changed against the one that was broken, by block. */
import { type BlockChange, diffBlocks, type LineChange } from "../facts/text/blocks.ts";
import { type TextChange, textChange } from "../facts/text/changed.ts";
import { cut, cutShown } from "../facts/text/cut.ts";
import { lostSentences } from "../facts/text/lost-sentences.ts";
import type { Answer } from "../facts/text/placed-answers.ts";
import type { Ledger } from "../rules/ledger.ts";
import { lineDiff } from "./line-diff.ts";
import { codeBlock, fold, number } from "./page.ts";
import { proposalName } from "./page-names.ts";
import { inline, prose } from "./quote.ts";
import { signedText, type View } from "./view.ts";

export interface Changed {
  isChanged: boolean;
  /** Empty where there are not two texts to compare. */
  parts: string[];
  /** What is gone though nobody spoke of it: sentences that no objection quotes, and parts that no answer names. Null without two texts. */
  dropped: string | null;
  /** Line by line; null without two texts, and of another text, where it says less than that text. */
  diff: string | null;
}

export function changedParts(view: View): Changed {
  const { opening, facts, ledgerThen: ledger } = view;
  const subject = opening.subject?.lines;
  const before = subject ?? ledger.records[0]?.proposal;
  const after = signedText(view);
  if (before == null || after.length === 0) return { isChanged: false, parts: [], dropped: null, diff: null };
  const answers = facts.tensions.flatMap(({ id, answer }) => (answer === null ? [] : [{ id, ...answer }]));
  const [old, now] = [before.join("\n"), after.join("\n")];
  const changes = diffBlocks(old, now);
  const change = textChange(old, now, answers, ledger.items, undefined, changes);
  if (change.changed === 0)
    return { isChanged: false, parts: ["## What changed", "Not one word."], dropped: "", diff: null };
  const title = `## What changed against ${subject === undefined ? "the first text" : prose(facts.subject ?? "the subject")}${change.isRewritten ? `: ${sizeWords(change)}` : ""}`;
  const { changed, dropped } = change.also;
  // Of another text the old parts say little: most went on under another name.
  if (change.isRewritten) {
    const parts = [`Its parts now: ${[...change.rows.map(partName), ...changed.map(prose)].join("; ")}.`];
    if (dropped.length > 0) parts.push(`Parts of the old text that no answer names: ${someOf(dropped)}.`);
    return {
      isChanged: true,
      parts: [title, fold("Its parts, with the objections answered in each", ...parts)],
      dropped: null,
      diff: null,
    };
  }
  return {
    isChanged: true,
    parts: [
      title,
      `Excerpts, ${sizeWords(change)}; every changed line is folded below. In brackets: the objections whose answers name that part.`,
      [...change.rows.map((row) => rowWords(row, codeOf(row.name, changes))), ...alsoWords(change)].join("\n"),
    ],
    dropped: droppedWords(old, now, ledger, dropped),
    diff: codeBlock(
      "diff",
      `--- ${facts.subject ?? "first text"}\n+++ round-${facts.verdict?.round}/${proposalName}\n${lineDiff(old, now, Math.max(before.length, after.length))}`,
    ),
  };
}

/** What a text of the author's has lost without a word since the one before. Empty where there is nothing, and of another text. */
export function droppedSince(old: string, now: string, ledger: Ledger, answers: readonly Answer[]): string {
  const { isRewritten, also } = textChange(old, now, answers, ledger.items);
  return isRewritten ? "" : droppedWords(old, now, ledger, also.dropped);
}

/** Sentences that nobody quoted, and `parts` that no answer names. */
function droppedWords(old: string, now: string, { records }: Ledger, parts: readonly string[]): string {
  const quoted = records.flatMap(({ citations }) => citations.flatMap(({ words }) => words ?? []));
  const lost = lostSentences(old, now, quoted);
  const sections =
    parts.length === 0 ? [] : [`also the ${parts.length === 1 ? "section" : "sections"} ${someOf(parts)}`];
  return [...(lost.length === 0 ? [] : [lostWords(lost)]), ...sections].join("; ");
}

/** More lines of code are for the diff below. */
const mostCodeLines = 3;
const longestCode = 100;

/** What changed in the code of a part, of few lines in full: "`UNIQUE` → `REFERENCES job_keys`; new `digest bytea`". */
function codeOf(name: string, changes: readonly BlockChange[]): string {
  const said = changes
    .filter((one) => one.after?.kind === "code" && [one.lead, one.section, one.name].find((own) => own) === name)
    .flatMap(({ lines }) => lines.flatMap((line, i) => lineWords(line, lines[i - 1], lines[i + 1])));
  if (said.length > mostCodeLines) return `${said.length} lines of code changed.`;
  return said.length === 0 ? "" : `In the code: ${said.join("; ")}.`;
}

/** A line that became another is told with it. */
function lineWords(line: LineChange, before: LineChange | undefined, after: LineChange | undefined): string[] {
  const isPair = (old: LineChange | undefined, now: LineChange | undefined) =>
    old?.step === "removed" && now?.step === "added" && !old.isWhole && !now.isWhole;
  if (line.step === "same" || isPair(before, line)) return [];
  if (isPair(line, after)) {
    const [old, now] = [changedCode(line), changedCode(after!)];
    if (old !== "" && now !== "") return [`${old} → ${now}`];
    return [`now ${codeSpan(wholeLine(after!), true)}`];
  }
  const words = codeSpan(wholeLine(line), line.step === "added");
  return words === "" ? [] : [`${line.step === "added" ? "new" : "gone"} ${words}`];
}

function wholeLine({ runs }: LineChange): string {
  return runs.map(({ text }) => text).join("");
}

/** What is another in a line; a quotation is shown to its end: `interval '60 seconds'`. */
function changedCode({ runs, step }: LineChange): string {
  const words = runs.flatMap((run, i) => {
    if (run.step !== step) return [];
    const isOpen = run.text.split("'").length % 2 === 0;
    const rest = isOpen ? (/^[^']*'/.exec(runs[i + 1]?.text ?? "")?.[0] ?? "") : "";
    return [`${run.text}${rest}`];
  });
  return codeSpan(words.join(" … "));
}

/** But for a new line without the comment at its end; empty where nothing is left. */
function codeSpan(text: string, isNew = false): string {
  const line = text.replace(/\s+/g, " ");
  const plain = (isNew ? line : line.replace(/(?:^| )(?:--|\/\/|#) .*$/, "")).replace(/,? ?$/, "").trim();
  return /[\p{L}\p{N}]/u.test(plain) ? prose(`\`${cutShown(plain.replaceAll("`", "'"), longestCode)}\``) : "";
}

/** "294 words before, 378 after"; of a text that is another now, "rewritten" first. */
function sizeWords({ before, after, isRewritten }: TextChange): string {
  return `${isRewritten ? "rewritten, " : ""}${number(before)} words before, ${number(after)} after`;
}

type Part = TextChange["rows"][number];

/** With the objections that were answered there. */
function partName({ name, answers }: Part): string {
  return `**${prose(name)}**${answers.length === 0 ? "" : ` (${answers.map(inline).join(", ")})`}`;
}

function rowWords(part: Part, inCode: string): string {
  const said = inCode === "" ? part.gist : part.gist.replace(/ ?In the code: .*$/, "");
  const ended = inCode === "" || said === "" || /[.!?…]$/.test(said) ? said : `${said}.`;
  const words = [prose(ended), inCode].filter((one) => one !== "").join(" ");
  return `- ${partName(part)}${part.goesOn ? "" : ":"} ${words || "shortened"}`;
}

const mostNamed = 8;

function alsoWords({ also: { changed, gone } }: TextChange): string[] {
  return [
    ...(changed.length === 0 ? [] : [`- Also changed: ${someOf(changed)}`]),
    ...(gone.length === 0 ? [] : [`- Parts removed: ${someOf(gone)}`]),
  ];
}

const mostLost = 6;
const longestLost = 170;

function lostWords(lost: readonly string[]): string {
  const shown = lost.slice(0, mostLost).map((sentence) => `“${prose(cut(sentence, longestLost))}”`);
  const more = lost.length > mostLost ? ` and ${lost.length - mostLost} more` : "";
  return `${shown.join(" ")}${more}`;
}

function someOf(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  return `${names.slice(0, mostNamed).map(prose).join(", ")}${more}`;
}
