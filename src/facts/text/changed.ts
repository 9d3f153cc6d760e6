/** What changed between two texts in a few rows: the blocks that answer most and changed most, each with its new words and the objections answered there. */
import { type BlockChange, diffBlocks, gistOf } from "./blocks.ts";
import { capital, cut } from "./cut.ts";
import { type Answer, placeAnswers } from "./placed-answers.ts";
import { countWords } from "./word-diff.ts";

export interface TextChange {
  /** Blocks that changed, of all that either text has; headings are none. */
  changed: number;
  of: number;
  /** Words. */
  before: number;
  after: number;
  /** In the order of the text. */
  rows: ChangedBlock[];
}

export interface ChangedBlock {
  name: string;
  isCode: boolean;
  isGone: boolean;
  /** Its longest new stretch; of a block that is gone, what it said. */
  gist: string;
  added: number;
  removed: number;
  /** What the author answered there with a change. */
  answers: string[];
}

/** An answer weighs as much as so many changed words. */
const answerWeight = 40;
const longestGist = 170;

export function textChange(
  before: string,
  after: string,
  answers: readonly Answer[],
  items: ReadonlyMap<string, { label: string }>,
  most = 8,
  changes = diffBlocks(before, after),
): TextChange {
  // A refusal changed nothing: beside a change it would read as if that had answered it.
  const { at } = placeAnswers(
    changes,
    answers.filter(({ answer }) => answer === "resolved"),
    items,
  );
  const blocks = changes.flatMap((change, i) =>
    (change.after ?? change.before)!.kind === "heading"
      ? []
      : [{ change, answers: (at.get(i) ?? []).map(({ id }) => id) }],
  );
  const changed = blocks.filter(({ change }) => !change.isSame);
  const weight = ({ change, answers: ids }: (typeof blocks)[number]) =>
    ids.length * answerWeight + change.added + change.removed;
  const kept = new Set(changed.toSorted((a, b) => weight(b) - weight(a)).slice(0, most));
  return {
    changed: changed.length,
    of: blocks.length,
    before: countWords(before),
    after: countWords(after),
    rows: changed.filter((one) => kept.has(one)).map(({ change, answers: ids }) => rowOf(change, ids)),
  };
}

function rowOf(change: BlockChange, answers: string[]): ChangedBlock {
  const { name, section, before, after, added, removed } = change;
  const block = (after ?? before)!;
  const said = block.kind === "table" ? rowsWords(change) : gistOf(change).replace(/^\*\*[^*]+\*\*/, "");
  const isOfSection = (block.kind === "paragraph" || block.kind === "table") && section !== "";
  return {
    name: isOfSection && name.startsWith(`${section}: `) ? section : name,
    isCode: block.kind === "code",
    isGone: after === null,
    gist: cut(capital(said.replace(/^[\s.,;:)]+/, "")), longestGist),
    added,
    removed,
    answers,
  };
}

/** Which rows of a table are new or other, by their first cell. */
function rowsWords({ lines }: BlockChange): string {
  const first = lines
    .filter(({ step }) => step === "added")
    .map(({ runs }) =>
      runs
        .map(({ text }) => text)
        .join("")
        .trim()
        .replace(/^\|/, "")
        .split("|")[0]!
        .trim(),
    )
    .filter((cell) => countWords(cell) > 0);
  return first.length === 0 ? "" : `the table: ${first.join("; ")}`;
}
