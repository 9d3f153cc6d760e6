/**
 * A sheet has a line for every open tension: its ID, one of a few words, and what stands behind the word. The author answers on one, `T0003 resolved: §4`;
 * a verifier gives another, `T0003 refuted: ran it`. Neither closes anything, so a sheet must only be complete: no tension passed over, no
 * word without a reason. Beside them the author may say of a perspective whether the text takes it up: `P0001 taken: §2`. No sheet must.
 */
import { leadLength } from "../../drafts/line-lead.ts";
import { type BlueError, refusal } from "../../errors.ts";
import { formatId, type ItemId, parseId, parseIds } from "../ids.ts";
import { isOpen, type Ledger } from "../ledger.ts";
import type { Decision } from "../records.ts";
import type { ItemType } from "../vocabulary.ts";
import { findItemId } from "./resolve-refs.ts";

export interface SheetKind<Word extends string> {
  words: readonly Word[];
  /** What to write. */
  how: string;
}

export interface Answer<Word extends string> {
  id: string;
  answer: Word;
  text: string;
  /** In the sheet, from 1. */
  line: number;
}

export const perspectiveWords = ["not taken", "taken"] as const;
export type PerspectiveAnswer = Answer<(typeof perspectiveWords)[number]>;

export interface Sheet<Word extends string> {
  answers: Answer<Word>[];
  perspectives: PerspectiveAnswer[];
  /** Lines that begin with a tension's ID and say none of the words. */
  unreadable: { line: number; text: string }[];
}

/** IDs, perhaps a remark in brackets, then the word: `T0003 (the cache): resolved, §4`. Emphasis that ends there goes, what begins there is the answer's. */
function answerLine(words: readonly string[]): RegExp {
  return new RegExp(
    String.raw`^([^()]{1,400}?)[\s*_\`]{0,9}(?:\(([^()]{0,400})\))?[\s*_\`:：–—-]{0,9}\b(${words.join("|")})\b(?:[\s:：,;.–—-]|[*_\`]{1,9}(?=[\s:：,;.–—-]|$))*(.*)$`,
    "is",
  );
}

/**
 * List signs, numbers and emphasis before an ID do not matter. A raiser's own ID stands for the tension it became; a line that begins with other items
 * answers the tensions in its brackets, `C0102 (T0003: the cache): resolved, §4`. Two lines that say the same of a tension are one answer. Lines that name
 * none go on with the answer before them, up to a heading.
 */
export function readSheet<Word extends string>(
  ledger: Ledger,
  sheet: readonly string[],
  { words }: SheetKind<Word>,
): Sheet<Word> {
  const tensions = answersTo<Word>("T", words);
  const perspectives = answersTo("P", perspectiveWords);
  const unreadable: Sheet<Word>["unreadable"] = [];
  let last: string[][] = [];
  for (const [i, written] of sheet.entries()) {
    const text = written.slice(leadLength(written));
    const begun = tensions.read(ledger, text, i + 1) ?? perspectives.read(ledger, text, i + 1);
    if (begun !== undefined) last = begun;
    else if (/^T\d{4,6}\b/.test(text)) unreadable.push({ line: i + 1, text: text.trim() });
    else if (/^\s*#/.test(written)) last = [];
    else for (const said of last) said.push(written);
  }
  return { answers: tensions.answers(), perspectives: perspectives.answers(), unreadable };
}

/** The answers to items of one type. `read` answers with the words of each that the line begins; undefined: it begins none. */
function answersTo<Word extends string>(type: ItemType, words: readonly Word[]) {
  const found = new Map<string, Omit<Answer<Word>, "text"> & { said: string[] }>();
  const pattern = answerLine(words);
  const wordsOf = (said: readonly string[]) => said.map((one) => one.trim()).filter((one) => one !== "");
  return {
    read(ledger: Ledger, text: string, line: number): string[][] | undefined {
      const [, named = "", remark = "", word = "", said = ""] = pattern.exec(text) ?? [];
      const ids = itemsNamed(ledger, type, named, remark);
      if (ids.length === 0) return undefined;
      const answer = word.toLowerCase() as Word;
      return ids.map((id) => {
        const key = `${id} ${answer}`;
        const one = found.get(key) ?? { id, answer, said: [], line };
        found.set(key, one);
        one.said.push(said);
        return one.said;
      });
    },
    answers: (): Answer<Word>[] =>
      [...found.values()].map(({ said, ...one }) => ({ ...one, text: wordsOf(said).join("\n") })),
  };
}

/**
 * The decision in one sentence, which is the sheet's first line, `Decision: One key for each customer.`; and the two lines that may follow it: `Why: …` and
 * `Risk: …`.
 */
export function readDecision(sheet: readonly string[]): Omit<Decision, "by"> | undefined {
  const [first = "", ...next] = sheet.filter((line) => line.trim() !== "").slice(0, 3);
  const text = wordsAfter("decision", first);
  if (text === undefined) return undefined;
  const [why] = next.flatMap((line) => wordsAfter("why", line) ?? []);
  const [risk] = next.flatMap((line) => wordsAfter("risk", line) ?? []);
  return { text, ...(why === undefined ? {} : { why }), ...(risk === undefined ? {} : { risk }) };
}

/** What the line says after the word and a colon; list signs and emphasis do not matter. */
function wordsAfter(word: "decision" | "why" | "risk", line: string): string | undefined {
  const [, said = ""] = labelled[word].exec(line) ?? [];
  const words = said.replace(/^[\s*_]+|(?<![\s*_])[\s*_]+$/g, "");
  return words === "" ? undefined : words;
}

const labelled = {
  decision: /^[\s#>*_-]{0,20}decision[\s*_]{0,9}[:：](.*)$/is,
  why: /^[\s#>*_-]{0,20}why[\s*_]{0,9}[:：](.*)$/is,
  risk: /^[\s#>*_-]{0,20}risk[\s*_]{0,9}[:：](.*)$/is,
};

/** Those of the type in the list; where it has none, those in the brackets after it. Empty when the list holds anything but IDs. */
function itemsNamed(ledger: Ledger, type: ItemType, list: string, brackets: string): string[] {
  const named = parseIds(list);
  if (named === null) return [];
  const isMeant = (id: ItemId) => id.type === type;
  const inBrackets = () => brackets.split(/[\s,;:=]+/).flatMap((word) => parseId(word) ?? []);
  const meant = named.some(isMeant) ? named : inBrackets();
  const ids = meant.filter(isMeant).map((id) => formatId(id));
  return [...new Set(ids.map((id) => findItemId(ledger, { mapping: new Map() }, id) ?? id))];
}

/**
 * Everything that keeps a sheet from standing, each with its line. `name`: what it is called, as in “the answer sheet”; `findFault`: what else a line may
 * have wrong.
 */
export function sheetErrors<Word extends string>(
  ledger: Ledger,
  sheet: readonly string[],
  kind: SheetKind<Word>,
  name: string,
  findFault: (answer: Answer<Word>) => { message: string; suggestion: string } | undefined = () => undefined,
): BlueError[] {
  const open = [...ledger.tensions.values()].filter(isOpen).map(({ id }) => id);
  const { answers, unreadable } = readSheet(ledger, sheet, kind);
  const errors: BlueError[] = [];
  const wrong = (line: number, message: string, suggestion: string) =>
    errors.push(
      refusal("invalid_input", { answers: line }, "answer_sheet", {
        message: `${name.charAt(0).toUpperCase()}${name.slice(1)}, line ${line}: ${message}`,
        suggestion,
      }),
    );
  for (const { line, text } of unreadable) wrong(line, `“${text.slice(0, 60)}” is no answer.`, kind.how);
  const answered = new Map<string, Word>();
  for (const one of answers) {
    const { id, answer, text, line } = one;
    const before = answered.get(id);
    const fault = findFault(one);
    if (!open.includes(id)) wrong(line, `${id} is not an open tension.`, `Open are ${open.join(", ") || "none"}.`);
    else if (before !== undefined)
      wrong(line, `${id} is both ${before} and ${answer}.`, "Say one, and what is left of the other in its words.");
    else if (text === "") wrong(line, `${id} is ${answer} without a word.`, kind.how);
    else if (fault !== undefined) wrong(line, fault.message, fault.suggestion);
    answered.set(id, answer);
  }
  const missing = open.filter((id) => !answered.has(id));
  if (missing.length > 0)
    errors.push(
      refusal("invalid_input", { answers: missing }, "every_tension_answered", {
        message: `The ${name} has no line for ${missing.join(", ")}`,
        suggestion: `Every open tension gets a line. ${kind.how.replace(/\b[TP]\d{4}\b/g, missing[0]!)}`,
        context: { missing },
      }),
    );
  return errors;
}
