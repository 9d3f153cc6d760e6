/**
 * What the author hands in: the text anew, and an answer sheet with a line for every open tension, `T0003 resolved: where` or `T0003 refused: why`.
 * An answer closes nothing; a panel member's RESOLVE does. So the sheet must only be complete and true to the text: no tension passed over, and
 * nothing "resolved" in a text that did not change.
 */
import { type BlueError, refusal } from "../../errors.ts";
import type { Ledger } from "../ledger.ts";
import { expertKey } from "../names.ts";
import { type Decision, longestDecision, type OpeningRecord, type Revision } from "../records.ts";
import { type Answer, type PerspectiveAnswer, readDecision, readSheet, sheetErrors } from "./sheet.ts";

export const answerSheet = {
  words: ["resolved", "refused"],
  how: "Write `T0003 resolved: where and how`, `T0003 resolved: in part: where, and what is missing` or `T0003 refused: why, and what that costs`.",
} as const;

export type AuthorsAnswer = Answer<(typeof answerSheet.words)[number]>;

export interface RevisionMaterial {
  ledger: Ledger;
  /** Of the same head, oldest first. */
  earlier: readonly Pick<Revision, "lines">[];
  /** It polishes the text before a panel breaks it, and answers nothing. */
  alone: boolean;
  lines: readonly string[];
  sheet: readonly string[];
}

const leastCap = 12_000;
const growth = 1.25;

/** In characters: what the text may have. Nobody asked for a longer answer than the question had. */
export function maxSizeOf({ settings, subject }: OpeningRecord): number {
  if (settings.max_size !== undefined) return settings.max_size;
  return Math.max(leastCap, Math.ceil(sizeOf((subject?.lines ?? []).join("\n")) * growth));
}

/** The text under deliberation as it stands: the newest revision, else the last proposal, else the subject. */
export function standingText(
  { opening, records }: Ledger,
  revisions: readonly Pick<Revision, "lines">[],
): string | null {
  const lines = revisions.at(-1)?.lines ?? records.findLast(({ proposal }) => proposal !== null)?.proposal;
  return (lines ?? opening.subject?.lines)?.join("\n") ?? null;
}

/** The sentence that stands above a text: its author's; where the text is the last round's, that round's. */
export function standingDecision(
  { records }: Pick<Ledger, "records">,
  revisions: readonly Pick<Revision, "lines" | "sheet">[],
  text: string | null,
): Decision | null {
  const isText = (lines: readonly string[] | null | undefined) =>
    (lines?.join("\n").trim() ?? null) === (text?.trim() ?? null);
  const revision = revisions.at(-1);
  const own = revision !== undefined && isText(revision.lines) ? readDecision(revision.sheet) : undefined;
  if (own !== undefined) return { ...own, by: "author" };
  const last = records.at(-1);
  return last !== undefined && isText(last.proposal) ? (last.decision ?? null) : null;
}

/** What somebody last had before them: the text of the last round in which they wrote; null when they never did. */
export function lastReadBy({ opening, records }: Ledger, name: string): string | null {
  const key = expertKey(name);
  const last = records.findLast(({ texts }) =>
    texts.some(({ expert, lines }) => expertKey(expert) === key && lines.length > 0),
  );
  return last === undefined ? null : ((last.proposal ?? opening.subject?.lines)?.join("\n") ?? null);
}

export function sizeOf(text: string): number {
  return [...text.trimEnd()].length;
}

/** What the author answered, revision by revision; who polished the text alone answered nothing. */
export function answersIn(ledger: Ledger, revisions: readonly Revision[]): AuthorsAnswer[] {
  return revisions.flatMap(({ alone, sheet }) => (alone ? [] : readSheet(ledger, sheet, answerSheet).answers));
}

/** As `answersIn`, of perspectives. */
export function perspectivesIn(ledger: Ledger, revisions: readonly Revision[]): PerspectiveAnswer[] {
  return revisions.flatMap(({ alone, sheet }) => (alone ? [] : readSheet(ledger, sheet, answerSheet).perspectives));
}

/** Everything that is wrong with a revision. */
export function checkRevision({ ledger, earlier, alone, lines, sheet }: RevisionMaterial): BlueError[] {
  const errors: BlueError[] = [];
  const text = lines.join("\n");
  const size = sizeOf(text);
  const maxSize = maxSizeOf(ledger.opening);
  if (size > maxSize)
    errors.push(
      refusal("invalid_input", { text: size }, "max_size", {
        message: `The text has ${size} characters; it may have ${maxSize}`,
        suggestion: "Let the author cut it: what does not carry its weight goes first.",
      }),
    );
  const { text: decision = "", why = "", risk = "" } = readDecision(sheet) ?? {};
  for (const [name, sentence] of Object.entries({ Decision: decision, Why: why, Risk: risk })) {
    const characters = sizeOf(sentence);
    if (characters > longestDecision)
      errors.push(
        refusal("invalid_input", { [name.toLowerCase()]: characters }, "one_sentence", {
          message: `The sheet's line \`${name}:\` has ${characters} characters; it may have ${longestDecision}`,
          suggestion: `Let the author say it shorter, in one sentence: \`${name}: …\`.`,
        }),
      );
  }
  if (alone) return errors;
  const unchanged = standingText(ledger, earlier)?.trim() === text.trim();
  const answers = sheetErrors(ledger, sheet, answerSheet, "answer sheet", ({ id, answer }) =>
    answer === "resolved" && unchanged
      ? {
          message: `${id} cannot be resolved: the text did not change.`,
          suggestion: "Rewrite the text, or refuse it with the reason.",
        }
      : undefined,
  );
  return [...errors, ...answers];
}

/** Everything that is wrong with the revisions of one head, each held to what stood before it. */
export function revisionErrors(ledger: Ledger, revisions: readonly Revision[]): BlueError[] {
  return revisions.flatMap((revision, i) => checkRevision({ ledger, earlier: revisions.slice(0, i), ...revision }));
}
