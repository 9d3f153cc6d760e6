/** Each objection as a reader wants it: raised in whose words, answered how by the author, accepted by whom. Worst first. */
import { offersResolution } from "../rules/round/expert-events.ts";
import { withoutMarkers } from "../rules/round/first-sentence.ts";
import { severities } from "../rules/vocabulary.ts";
import type { TensionFacts } from "./schema.ts";
import { cutAfter, sentencesOf } from "./text/cut.ts";
import { brokenWords, type NamedParts, readParts } from "./text/named-parts.ts";
import { tellingWords } from "./text/placed-answers.ts";

export interface Objection extends Pick<TensionFacts, "id" | "label" | "severity" | "state" | "round" | "raised_by"> {
  /** Of those who raised it, the one whose text says most: with a failing case and a test, else the shortest. */
  said: NamedParts & { by: string };
  /** What the others who raised it say: a merge must not hide it. */
  also: { by: string; words: string }[];
  /** The smallest change that anybody offers. */
  fix: { by: string; label: string; words: string } | null;
  answer: { as: AnswerKind; text: string; round: number } | null;
  /** `words`: of what closed it, those that speak of it; of one accepted unresolved, the Judge's reason. */
  closed: { by: string[]; too: string[]; round: number; words: string } | null;
  /** The line of the text under deliberation that it quotes first. */
  line: number | null;
  /** What it quotes elsewhere: `src/queue.ts:12`. */
  sources: string[];
}

/** `part`: the author says that something was not taken. Only a refusal is a refusal, whatever else an answer says. */
export type AnswerKind = "fixed" | "part" | "refused";

/** As every face says it. */
export const answerWords: Record<AnswerKind, string> = { fixed: "fixed", part: "fixed in part", refused: "refused" };

/** Where the words are found: the records, or what the page is given of them. */
export interface Words {
  /** An item in the words of each who wrote it, without its marker. */
  said(item: string): { by: string; lines: readonly string[] }[];
  label(item: string): string;
  /** Items that may settle it. */
  offers(tension: string): readonly string[];
  cited: readonly { item: string | null; path: string; from: number | null; found_at?: number | undefined }[];
  /** Whether this is the text under deliberation: the subject, or a copy in the dialogue's own folder. */
  isText(path: string): boolean;
}

export function readObjections(tensions: readonly TensionFacts[], words: Words): Objection[] {
  return tensions.map((tension) => {
    const { id, label, severity, state, round, raised_by, answer, closed } = tension;
    return {
      ...{ id, label, severity, state, round, raised_by },
      ...{ ...bestOf(words, id), fix: smallestFix(words, id) },
      answer: answer === null ? null : { as: answerKind(answer), text: answerText(answer), round: answer.round },
      closed:
        closed === null
          ? null
          : {
              by: closed.by.filter((name) => name !== "Judge"),
              too: closed.too ?? [],
              round: closed.round,
              words: state === "accepted" ? (closed.why ?? "") : wordsThatClosed(tension, words),
            },
      ...placesOf(words, id),
    };
  });
}

/** Of the item that closed it, what speaks of it; empty where there is none. */
export function wordsThatClosed({ id, label, answer, closed }: TensionFacts, words: Words): string {
  const own = (closed?.item == null ? [] : words.said(closed.item)).flatMap(({ lines }) => ownWords(lines, id) ?? []);
  if (own[0] !== undefined) return own[0];
  return closingWords(
    textsOf(words, closed?.item ?? null),
    id,
    `${label} ${allWords(words, id)} ${answer?.text ?? ""}`,
    closed?.item == null ? "" : words.label(closed.item),
  );
}

/**
 * The items that would settle a tension. `standing`: those that say so, as far as their word counts; where there is none, the recommendations about it
 * since it came back last.
 */
export function offersOf(
  { events, resolvers }: { events: readonly Change[]; resolvers: readonly { item: string }[] },
  standing: readonly string[],
): readonly string[] {
  if (standing.length > 0) return standing;
  const back = events.findLast(({ change }) => change === "reopened")?.round ?? -1;
  const about = events.flatMap(({ change, item, round }) =>
    change === "addressed" && round >= back && item?.startsWith("R") ? [item] : [],
  );
  return about.filter((id) => !resolvers.some(({ item }) => item === id));
}

type Change = { change: string; item: string | null; round: number };

/** `answered`: the rounds before which the author answered it. */
export interface Life {
  answered: readonly number[];
  events: readonly Pick<Change, "change" | "round">[];
}

/** Who says that a tension is resolved accepts the author's answer; before there is one, or once the tension came back, that offers a fix. */
export function acceptsAnswer(round: number, { answered, events }: Life): boolean {
  const last = answered.findLast((one) => one <= round);
  return (
    last !== undefined &&
    !events.some((event) => event.change === "reopened" && event.round >= last && event.round < round)
  );
}

/** What happened to a tension, as every face says it. */
export function changeWords(
  { change, note, round }: { change: string; note: string | null; round: number },
  life: Life,
) {
  if (change === "resolved") return "closed";
  if (change === "accepted") return "accepted unresolved";
  if (note !== offersResolution) return change;
  return acceptsAnswer(round, life) ? "answer accepted" : "fix offered";
}

/** As they come, but what more people found before what fewer did. */
export function strongestFirst(objections: readonly Objection[]): Objection[] {
  const rank = ({ severity }: Objection) => (severity === null ? severities.length : severities.indexOf(severity));
  return objections.toSorted((a, b) => rank(a) - rank(b) || b.raised_by.length - a.raised_by.length);
}

export function answerKind({ answer, text }: { answer: "resolved" | "refused"; text: string }): AnswerKind {
  if (answer === "refused") return "refused";
  return inPart.test(text) || leftOutAt(text) >= 0 ? "part" : "fixed";
}

/** Where an answer begins to say what it refuses or leaves out; -1: nowhere. */
function leftOutAt(text: string): number {
  const not = text.search(/\bnot taken:/i);
  return not >= 0 ? not : text.search(/[.;]\s{1,9}Refused\b/);
}

const inPart = /^\W*(?:only )?(?:in part|partly)\b[,:;.]?\s*/i;

/** Characters of a short account, and of what is wrong where a failing case follows: neither hides the other. */
const short = { all: 140, before: 60 };

/** What is wrong and the failing case, for a table. */
export function brokenInShort({ words, failing_case }: Pick<NamedParts, "words" | "failing_case">): string {
  return brokenWords({
    words: cutAfter(words, failing_case === null ? short.all : short.before),
    failing_case: failing_case && cutAfter(failing_case, short.all),
  });
}

/** What an answer refuses or leaves out, where it says so in a sentence of its own; else all of it. */
export function leftOutWords(answer: { answer: "resolved" | "refused"; text: string }): string {
  const text = answerText(answer);
  if (answer.answer === "refused") return text;
  return text.slice(Math.max(0, leftOutAt(text))).replace(/^[.;]\s{1,9}/, "");
}

/** Without "in part": that is said beside it. */
export function answerText({ answer, text }: { answer: "resolved" | "refused"; text: string }): string {
  return answer === "resolved" ? text.replace(inPart, "") : text;
}

/** "T0013 and T0015: ", before what is said of them. */
const head = /(?<!\S)T\d{4,}(?:(?:,? and |, )T\d{4,}){0,9}: /g;

/** A longer claim has too many clauses: the one with most words in common was often the wrong one. */
const shortClaim = 160;

/** `[RE:RESOLVE T0003]`, perhaps several, at the beginning of a line, and what follows there. */
const resolving = /^\s*((?:\[RE:RESOLVE [^\]]*\]\s*)+)(.*)$/;

/** Where an item resolves several, each with words of its own behind its marker: those of this one. Undefined where its words are for all. */
function ownWords(lines: readonly string[], id: string): string | undefined {
  const parts: { marks: string; said: string[] }[] = [];
  for (const line of lines) {
    const [, marks, rest = ""] = resolving.exec(line) ?? [];
    const last = parts.at(-1);
    if (marks === undefined) last?.said.push(line);
    else if (last !== undefined && last.said.join("").trim() === "")
      parts[parts.length - 1] = { marks: last.marks + marks, said: [rest] };
    else parts.push({ marks, said: [rest] });
  }
  const told = parts.filter(({ said }) => said.join("").trim() !== "");
  const own = told.find(({ marks }) => marks.includes(id));
  return told.length < 2 || own === undefined
    ? undefined
    : withoutMarkers(own.said.join(" ")).replace(/\s+/g, " ").trim();
}

/**
 * What an item says of one objection: behind its ID, else the sentence that names it, else, of a short one, the clause with most words in common with
 * what is said `about` the objection, of a long one its `name`, else all of it; nothing where it speaks of others by their IDs and not of this one.
 */
export function closingWords(texts: readonly string[], id: string, about = "", name = ""): string {
  for (const text of texts) {
    const heads = [...text.matchAll(head)];
    const at = heads.findIndex(([ids]) => ids.includes(id));
    if (at >= 0)
      return text
        .slice(heads[at]!.index + heads[at]![0].length, heads[at + 1]?.index)
        .trimEnd()
        .replace(/\s[-*+]$/, "")
        .trimEnd();
  }
  const named = texts.flatMap(sentencesOf).find((sentence) => sentence.includes(id));
  const claim = texts.find((text) => text !== "") ?? "";
  if (named === undefined && texts.some((text) => text.search(head) >= 0)) return "";
  if (named !== undefined) return named;
  return claim.length < shortClaim ? (nearestClause(claim, about) ?? claim) : name || claim;
}

/** With "…" where its sentence goes on. Undefined where no clause has more words in common than every other. */
function nearestClause(claim: string, about: string): string | undefined {
  const told = tellingWords(about);
  const clauses = sentencesOf(claim).flatMap((sentence) => sentence.replace(/;\s+/g, "…\n").split("\n"));
  const shared = clauses.map((clause) => ({
    ...{ clause, count: [...tellingWords(clause)].filter((word) => told.has(word)).length },
  }));
  const [best, next] = shared.toSorted((a, b) => b.count - a.count);
  return next !== undefined && best!.count > next.count ? best!.clause : undefined;
}

function allWords(words: Words, id: string): string {
  return words
    .said(id)
    .map(({ lines }) => lines.join(" "))
    .join(" ");
}

/** Without the signs of lists: its points are read on as sentences. */
function textsOf(words: Words, id: string | null): string[] {
  return (id === null ? [] : words.said(id)).map(({ lines }) =>
    withoutMarkers(lines.map((line) => line.replace(/^\s*(?:[-*+]|\(?\w{1,2}[.)])\s+/, "")).join(" ")),
  );
}

function bestOf(words: Words, id: string): Pick<Objection, "said" | "also"> {
  const said = words.said(id).map(({ by, lines }) => ({ ...readParts(lines), by }));
  const weight = ({ test, failing_case }: NamedParts) => (failing_case === null ? 0 : 2) + (test === null ? 0 : 1);
  const [best, ...others] = said.toSorted((a, b) => weight(b) - weight(a) || a.words.length - b.words.length);
  return {
    said: best ?? { ...readParts([]), by: "" },
    also: others.map((one) => ({ by: one.by, words: brokenInShort(one) })).filter(({ words: more }) => more !== ""),
  };
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
  const own = cited
    .filter(({ item }) => item === id)
    .map(({ path, from, found_at }) => ({ path, from: found_at ?? from }));
  const places = own
    .filter(({ path }) => !isText(path))
    .map(({ path, from }) => path + (from === null ? "" : `:${from}`));
  return {
    line: own.find(({ path, from }) => isText(path) && from !== null)?.from ?? null,
    sources: [...new Set(places)],
  };
}
