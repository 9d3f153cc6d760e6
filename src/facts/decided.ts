/**
 * What was decided, in the words that the panel signed: the sentence above the text, else what the text itself says, else the recommendations that were put
 * to it. Nothing that the Judge wrote after the signatures is among them.
 */
import { foldedText } from "../rules/comparison.ts";
import type { Ledger } from "../rules/ledger.ts";
import type { Revision, RoundRecord, VerdictRecord } from "../rules/records.ts";
import { firstSentence } from "../rules/round/first-sentence.ts";
import type { TensionFacts, VerdictFacts } from "./schema.ts";
import { undoneWords } from "./tensions.ts";
import { blocksOf, wordsIn } from "./text/blocks.ts";
import { isAbout } from "./text/changed.ts";
import { cutShown, sentencesOf } from "./text/cut.ts";

type Decided = VerdictFacts["decided"];

/** Whether the panel was shown the verdict's text. `brought`: it came with the registration, so that is the Judge's word. */
export type Sight = "shown" | "brought" | "other";

type Round = Pick<RoundRecord, "proposal" | "proposal_shown" | "asks">;

/** What the signals of a round may agree to: a text that came with the registration was not shown to a panel that Blue asked. */
export function signedLines(round: Round | undefined): readonly string[] | null {
  const isLate = round?.proposal_shown === false && (round.asks?.length ?? 0) > 0;
  return isLate ? null : (round?.proposal ?? null);
}

export function compareToProposal(recommendation: readonly string[], round: Round | undefined): Sight {
  const signed = signedLines(round);
  if (signed === null || foldedText(signed) !== foldedText(recommendation)) return "other";
  return round?.proposal_shown === false ? "brought" : "shown";
}

/** The words that a verdict decides: those of the round where the verdict's are the same, else its own. */
export function decidedLines(
  { recommendation, round }: Pick<VerdictRecord, "recommendation" | "round">,
  rounds: readonly RoundRecord[],
): readonly string[] {
  const signed = rounds.find((record) => record.round === round);
  return compareToProposal(recommendation, signed) === "other" ? recommendation : signed!.proposal!;
}

/** `ledger`: as it stood when the verdict was given. */
export function seenByPanel({ recommendation, seen_by_panel }: VerdictRecord, ledger: Ledger): Sight {
  const sight = compareToProposal(recommendation, ledger.records.at(-1));
  return sight === "shown" && !seen_by_panel ? "other" : sight;
}

/** The author's text with these words; undefined when they are somebody else's. */
export function findAuthors(lines: readonly string[], { records }: Pick<Ledger, "records">): Revision | undefined {
  const words = foldedText(lines);
  return records.flatMap(({ revisions }) => revisions ?? []).findLast((one) => foldedText(one.lines) === words);
}

/** What the signals of the last round agreed to. */
export function decidedBy(ledger: Ledger, tensions: readonly TensionFacts[]): Decided {
  const round = ledger.records.at(-1);
  if (round?.decision !== undefined) {
    const { text: words, by, ...reasons } = round.decision;
    return { words, ...reasons, as: "sentence", by };
  }
  const signed = signedLines(round);
  if (signed !== null) return textWords(signed, ledger, tensions);
  const ids = round?.recommendations ?? [];
  const named = ids.map((id) => `${id} ${ledger.items.get(id)?.label ?? ""}`.trim());
  // Whoever was asked by hand may have been shown one.
  const none = round?.asks?.length === 0 ? "no text is on record" : "no text was put to the panel";
  if (named.length === 0) return { words: `${ledger.opening.title}: ${none}`, as: "unknown", by: null };
  return { words: `the recommendations that stood: ${named.join("; ")}`, as: "recommendations", by: null };
}

/** Of a text of one paragraph its first sentence; a longer one goes by its title. */
function textWords(lines: readonly string[], ledger: Ledger, tensions: readonly TensionFacts[]): Decided {
  const by = writerOf(lines, ledger);
  const only = onlyParagraph(lines);
  if (only !== undefined) return { words: firstSentence(only, longestSentence), as: "first_sentence", by };
  const settled = tensions.filter(({ state }) => state === "resolved");
  const undone = undoneWords(settled);
  const count = settled.length === 1 ? "1 objection" : `${settled.length} objections`;
  const how =
    by === "subject" ? "as it was" : ledger.opening.subject === null && by === "judge" ? "as proposed" : "as rewritten";
  const objections = settled.length === 0 ? "" : `: ${count} settled${undone === "" ? "" : `, ${undone}`}`;
  const begins = cutShown(firstParagraph(lines), longestBeginning);
  const words = `${titleOf(lines) ?? ledger.opening.title}, ${how}${objections}`;
  return { words, ...(begins !== "" && { begins }), as: "title", by };
}

const longestSentence = 300;
const longestBeginning = 700;

function writerOf(lines: readonly string[], ledger: Ledger): Decided["by"] {
  if (findAuthors(lines, ledger) !== undefined) return "author";
  const subject = ledger.opening.subject?.lines;
  return subject !== undefined && foldedText(subject) === foldedText(lines) ? "subject" : "judge";
}

const heading = /^#{1,6}\s+(\S.*)$/;

function titleOf(lines: readonly string[]): string | undefined {
  const title = lines.map((line) => heading.exec(line)?.[1]).find((found) => found !== undefined);
  return title
    ?.replace(/\s#+\s*$/, "")
    .replaceAll("**", "")
    .trim();
}

/** Soft wraps joined. Undefined where there are more, or where it is a list, a table, a quotation or code. */
function onlyParagraph(lines: readonly string[]): string | undefined {
  const blocks = lines
    .map((line) => (heading.test(line) ? "" : line.trimEnd()))
    .join("\n")
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== "");
  const [block = ""] = blocks;
  const isProse = !/^(?:\s{4}|\t|\s*(?:[-*+>|]\s|\||```|~~~|\d+[.)]\s|[-*_]{3,}))/m.test(block.replace(/^\n+/, ""));
  return blocks.length === 1 && isProse ? block.replace(/\s+/g, " ").replaceAll("**", "").trim() : undefined;
}

/** Without lines like `Status: proposal`, and without the questions it begins with. */
function firstParagraph(lines: readonly string[]): string {
  const found = blocksOf(lines.join("\n")).find(({ kind, text }) => kind === "paragraph" && !isAbout(text))?.text ?? "";
  const sentences = sentencesOf(found.replaceAll("**", ""));
  const said = sentences.findIndex((sentence) => !sentence.endsWith("?"));
  return sentences.slice(Math.max(0, said)).join(" ");
}

/** Words of the text that the blind round read, and of the last one. */
export function changeOf({ opening, records }: Ledger): VerdictFacts["change"] {
  const before = signedLines(records[0]) ?? opening.subject?.lines;
  const after = signedLines(records.at(-1));
  return before == null || after == null
    ? null
    : { before: wordsIn(before.join("\n")), after: wordsIn(after.join("\n")) };
}
