/** Each objection as a reader wants it: raised in whose words, answered how by the author, accepted by whom. Worst first. */
import { withoutMarkers } from "../rules/round/first-sentence.ts";
import type { TensionFacts } from "./schema.ts";
import { type NamedParts, readParts } from "./text/named-parts.ts";

export interface Objection extends Pick<TensionFacts, "id" | "label" | "severity" | "state" | "round" | "raised_by"> {
  /** Of those who raised it, the one whose text says most: with a test and a failing case, else the shortest. */
  said: NamedParts & { by: string };
  /** The smallest change that anybody offers. */
  fix: { by: string; label: string; words: string } | null;
  answer: { as: AnswerKind; text: string; round: number } | null;
  /** `words`: of what closed it, those that speak of it; of one accepted unresolved, the Judge's reason. */
  closed: { by: string[]; round: number; words: string } | null;
  /** The line of the text under deliberation that it quotes first. */
  line: number | null;
  /** What it quotes elsewhere: `src/queue.ts:12`. */
  sources: string[];
}

/** `part`: the author says that something was not taken. Only a refusal is a refusal, whatever else an answer says. */
export type AnswerKind = "fixed" | "part" | "refused";

/** Where the words are found: the records, or what the page is given of them. */
export interface Words {
  /** An item in the words of each who wrote it, without its marker. */
  said(item: string): { by: string; lines: readonly string[] }[];
  label(item: string): string;
  /** Items that may settle it. */
  offers(tension: string): readonly string[];
  cited: readonly { item: string | null; path: string; from: number | null }[];
  /** Whether this is the text under deliberation: the subject, or a copy in the dialogue's own folder. */
  isText(path: string): boolean;
}

export function readObjections(tensions: readonly TensionFacts[], words: Words): Objection[] {
  return tensions.map(({ id, label, severity, state, round, raised_by, answer, closed }) => ({
    ...{ id, label, severity, state, round, raised_by },
    ...{ said: bestOf(words, id), fix: smallestFix(words, id) },
    answer: answer === null ? null : { as: answerKind(answer), text: answer.text, round: answer.round },
    closed:
      closed === null
        ? null
        : {
            by: closed.by.filter((name) => name !== "Judge"),
            round: closed.round,
            words: state === "accepted" ? (closed.why ?? "") : closingWords(textsOf(words, closed.item), id),
          },
    ...placesOf(words, id),
  }));
}

export function answerKind({ answer, text }: { answer: "resolved" | "refused"; text: string }): AnswerKind {
  if (answer === "refused") return "refused";
  return /^\W*(?:only )?(?:in part|partly)\b|\bnot taken:/i.test(text) ? "part" : "fixed";
}

/** What an item says of one objection: behind its ID, else the sentence that names it, else all of it. */
export function closingWords(texts: readonly string[], id: string): string {
  const behind = texts.map((text) => ` ${text}`.split(` ${id}: `)[1]).find((rest) => rest !== undefined);
  if (behind !== undefined) return behind.split(/(?<!\s)\s+T\d{4,}: /)[0]!;
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+/));
  return sentences.find((sentence) => sentence.includes(id)) ?? texts.find((text) => text !== "") ?? "";
}

function textsOf(words: Words, id: string | null): string[] {
  return (id === null ? [] : words.said(id)).map(({ lines }) =>
    withoutMarkers(lines.join(" ").replace(/^\(?\w{1,2}[.)]\s+/, "")),
  );
}

function bestOf(words: Words, id: string): Objection["said"] {
  const said = words.said(id).map(({ by, lines }) => ({ ...readParts(lines), by }));
  const weight = ({ test, failing_case }: NamedParts) => (test === null ? 0 : 2) + (failing_case === null ? 0 : 1);
  const best = said.toSorted((a, b) => weight(b) - weight(a) || a.words.length - b.words.length)[0];
  return best ?? { ...readParts([]), by: "" };
}

function smallestFix(words: Words, id: string): Objection["fix"] {
  const said = (item: string, pick: (parts: NamedParts) => string | null) =>
    words.said(item).map(({ by, lines }) => ({ by, label: words.label(item), words: pick(readParts(lines)) ?? "" }));
  const fixes = [
    ...said(id, ({ smallest_change }) => smallest_change),
    ...words
      .offers(id)
      .filter((item) => item !== id)
      .flatMap((item) => said(item, (parts) => parts.smallest_change ?? parts.words)),
  ].filter((fix) => fix.words !== "");
  return fixes.toSorted((a, b) => a.words.length - b.words.length)[0] ?? null;
}

function placesOf({ cited, isText }: Words, id: string): Pick<Objection, "line" | "sources"> {
  const own = cited.filter(({ item }) => item === id);
  const places = own
    .filter(({ path }) => !isText(path))
    .map(({ path, from }) => path + (from === null ? "" : `:${from}`));
  return {
    line: own.find(({ path, from }) => isText(path) && from !== null)?.from ?? null,
    sources: [...new Set(places)],
  };
}
