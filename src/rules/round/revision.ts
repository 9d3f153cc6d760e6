/**
 * What the author hands in: the text anew, and an answer sheet with a line for every open tension, `T0003 resolved: where` or `T0003 refused: why`.
 * An answer closes nothing; a panel member's RESOLVE does. So the sheet must only be complete and true to the text: no tension passed over, and
 * nothing "resolved" in a text that did not change.
 */
import { leadLength } from "../../drafts/line-lead.ts";
import { type BlueError, refusal } from "../../errors.ts";
import { formatId, type ItemId, parseId, parseIds } from "../ids.ts";
import { isOpen, type Ledger } from "../ledger.ts";
import { expertKey } from "../names.ts";
import type { OpeningRecord, Revision } from "../records.ts";
import { findItemId } from "./resolve-refs.ts";

export interface Answer {
  id: string;
  answer: "resolved" | "refused";
  text: string;
  /** In the sheet, from 1. */
  line: number;
}

export interface Sheet {
  answers: Answer[];
  /** Lines that begin with a tension's ID and say neither. */
  unreadable: { line: number; text: string }[];
}

export interface RevisionMaterial {
  ledger: Ledger;
  /** Of the same head, oldest first. */
  earlier: readonly Pick<Revision, "lines">[];
  /** It polishes the text before a panel breaks it, and answers nothing. */
  alone: boolean;
  text: string;
  sheet: string;
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

/** IDs, perhaps a remark in brackets, then the answer: `T0003 (the cache): resolved, §4`. */
const answerLine =
  /^([^()]{1,400}?)[\s*_`]{0,9}(?:\(([^()]{0,400})\))?[\s*_`:：–—-]{0,9}\b(resolved|refused)\b[\s*_`:：,;.–—-]*(.*)$/is;

/**
 * List signs, numbers and emphasis before an ID do not matter. A raiser's own ID stands for the tension it became; a line that begins with other items
 * answers the tensions in its brackets, `C0102 (T0003: the cache): resolved, §4`. Two lines that say the same of a tension are one answer. Lines that name
 * none go on with the answer before them, up to a heading.
 */
export function readSheet(ledger: Ledger, sheet: string): Sheet {
  const read: Sheet = { answers: [], unreadable: [] };
  let last: Answer[] = [];
  const add = (one: Answer, more: string) => {
    one.text = `${one.text}\n${more.trim()}`.trim();
  };
  for (const [i, written] of sheet.split(/\r\n|\r|\n/).entries()) {
    const text = written.slice(leadLength(written));
    const [, named = "", remark = "", word = "", said = ""] = answerLine.exec(text) ?? [];
    const ids = tensionsNamed(ledger, named, remark);
    if (ids.length > 0) {
      const answer = word.toLowerCase() as Answer["answer"];
      last = ids.map((id) => {
        const same = read.answers.find((one) => one.id === id && one.answer === answer);
        if (same === undefined) read.answers.push({ id, answer, text: said.trim(), line: i + 1 });
        else add(same, said);
        return same ?? read.answers.at(-1)!;
      });
    } else if (/^T\d{4,6}\b/.test(text)) read.unreadable.push({ line: i + 1, text: text.trim() });
    else if (/^\s*#/.test(written)) last = [];
    else for (const one of last) add(one, written);
  }
  return read;
}

/** Those of the list; where it has none, those in the brackets after it. Empty when the list holds anything but IDs. */
function tensionsNamed(ledger: Ledger, list: string, brackets: string): string[] {
  const named = parseIds(list);
  if (named === null) return [];
  const isTension = ({ type }: ItemId) => type === "T";
  const inBrackets = () => brackets.split(/[\s,;:=]+/).flatMap((word) => parseId(word) ?? []);
  const tensions = named.some(isTension) ? named : inBrackets();
  const ids = tensions.filter(isTension).map((id) => formatId(id));
  return [...new Set(ids.map((id) => findItemId(ledger, { mapping: new Map() }, id) ?? id))];
}

/** Everything that is wrong with a revision. */
export function checkRevision({ ledger, earlier, alone, text, sheet }: RevisionMaterial): BlueError[] {
  const errors: BlueError[] = [];
  const size = sizeOf(text);
  const maxSize = maxSizeOf(ledger.opening);
  if (size > maxSize)
    errors.push(
      refusal("invalid_input", { text: size }, "max_size", {
        message: `The text has ${size} characters; it may have ${maxSize}`,
        suggestion: "Let the author cut it: what does not carry its weight goes first.",
      }),
    );
  if (alone) return errors;
  const open = [...ledger.tensions.values()].filter(isOpen).map(({ id }) => id);
  const unchanged = standingText(ledger, earlier)?.trim() === text.trim();
  const { answers, unreadable } = readSheet(ledger, sheet);
  const wrong = (line: number, message: string, suggestion: string) =>
    errors.push(
      refusal("invalid_input", { answers: line }, "answer_sheet", {
        message: `Answer sheet, line ${line}: ${message}`,
        suggestion,
      }),
    );
  for (const { line, text: shown } of unreadable)
    wrong(
      line,
      `“${shown.slice(0, 60)}” is no answer.`,
      "Write `T0003 resolved: where and how` or `T0003 refused: why, and what that costs`.",
    );
  const answered = new Set<string>();
  for (const { id, answer, text: said, line } of answers) {
    if (!open.includes(id)) wrong(line, `${id} is no open tension.`, `Open are ${open.join(", ") || "none"}.`);
    else if (answered.has(id))
      wrong(line, `${id} is both resolved and refused.`, "Say one, and what is left of the other in its words.");
    else if (said === "") wrong(line, `${id} is ${answer} without a word.`, "Say where and how, or why.");
    else if (answer === "resolved" && unchanged)
      wrong(
        line,
        `${id} cannot be resolved: the text did not change.`,
        "Rewrite the text, or refuse it with the reason.",
      );
    answered.add(id);
  }
  const missing = open.filter((id) => !answered.has(id));
  if (missing.length > 0)
    errors.push(
      refusal("invalid_input", { answers: missing }, "every_tension_answered", {
        message: `The answer sheet has no line for ${missing.join(", ")}`,
        suggestion: "Every open tension gets a line: resolved where, or refused at what cost.",
        context: { missing },
      }),
    );
  return errors;
}

/** Everything that is wrong with the revisions of one head, each held to what stood before it. */
export function revisionErrors(ledger: Ledger, revisions: readonly Revision[]): BlueError[] {
  return revisions.flatMap(({ alone, lines, sheet }, i) =>
    checkRevision({
      ledger,
      earlier: revisions.slice(0, i),
      alone,
      text: lines.join("\n"),
      sheet: sheet.join("\n"),
    }),
  );
}
