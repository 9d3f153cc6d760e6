/** Each objection as a reader wants it: raised in whose words, answered how by the author, accepted by whom. Worst first. */
import { speakerIn } from "../rules/guests.ts";
import { isOpen, type Ledger, type LedgerItem } from "../rules/ledger.ts";
import { offersFor } from "../rules/resolvers.ts";
import { withoutMarkers } from "../rules/round/first-sentence.ts";
import { itemWords } from "./item-lines.ts";
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

export function objectionsOf(tensions: readonly TensionFacts[], ledger: Ledger): Objection[] {
  return tensions.map(({ id, label, severity, state, round, raised_by, answer, closed }) => ({
    ...{ id, label, severity, state, round, raised_by },
    ...{ said: bestOf(ledger, id), fix: smallestFix(ledger, id) },
    answer: answer === null ? null : { as: answerKind(answer), text: answer.text, round: answer.round },
    closed:
      closed === null
        ? null
        : {
            by: closed.by.filter((name) => name !== "Judge"),
            round: closed.round,
            words: state === "accepted" ? (closed.why ?? "") : closingWords(textsOf(ledger, closed.item), id),
          },
    ...placesOf(ledger, id),
  }));
}

export function answerKind({ answer, text }: { answer: "resolved" | "refused"; text: string }): AnswerKind {
  if (answer === "refused") return "refused";
  return /^\W*(?:only )?(?:in part|partly)\b|\bnot taken:/i.test(text) ? "part" : "fixed";
}

/** What an item says of one objection: behind its ID, else the sentence that names it, else all of it. */
export function closingWords(texts: readonly string[], id: string): string {
  const behind = texts.map((text) => ` ${text}`.split(` ${id}: `)[1]).find((rest) => rest !== undefined);
  if (behind !== undefined) return behind.split(/\s+T\d{4,}: /)[0]!;
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+/));
  return sentences.find((sentence) => sentence.includes(id)) ?? texts.find((text) => text !== "") ?? "";
}

function textsOf(ledger: Ledger, id: string | null): string[] {
  const sources = ledger.items.get(id ?? "")?.sources ?? [];
  return sources.map((source) =>
    withoutMarkers(
      itemWords(ledger, source)
        .join(" ")
        .replace(/^\(?\w{1,2}[.)]\s+/, ""),
    ),
  );
}

function bestOf(ledger: Ledger, id: string): Objection["said"] {
  const said = ledger.items.get(id)!.sources.map((source) => ({
    ...readParts(itemWords(ledger, source)),
    by: speakerIn(ledger, source.round, source.expert),
  }));
  const weight = ({ test, failing_case }: NamedParts) => (test === null ? 0 : 2) + (failing_case === null ? 0 : 1);
  return said.toSorted((a, b) => weight(b) - weight(a) || a.words.length - b.words.length)[0]!;
}

function smallestFix(ledger: Ledger, id: string): Objection["fix"] {
  const said = (item: LedgerItem | undefined, pick: (parts: NamedParts) => string | null) =>
    (item?.sources ?? []).map((source) => ({
      by: speakerIn(ledger, source.round, source.expert),
      label: item!.label,
      words: pick(readParts(itemWords(ledger, source))) ?? "",
    }));
  const tension = ledger.tensions.get(id)!;
  const fixes = [
    ...said(ledger.items.get(id), ({ smallest_change }) => smallest_change),
    ...offersFor(ledger, tension)
      .filter(({ item, refused }) => item !== id && (refused === null || !isOpen(tension)))
      .flatMap(({ item }) => said(ledger.items.get(item), (parts) => parts.smallest_change ?? parts.words)),
  ].filter(({ words }) => words !== "");
  return fixes.toSorted((a, b) => a.words.length - b.words.length)[0] ?? null;
}

/** The text under deliberation is the subject, or a copy of it in the dialogue's own folder. */
function placesOf({ opening, records }: Ledger, id: string): Pick<Objection, "line" | "sources"> {
  const cited = records.flatMap(({ citations }) => citations.filter(({ item }) => item === id));
  const isSubject = ({ path }: { path: string }) =>
    path === opening.subject?.path || path.startsWith(`.blue/dialogues/${opening.dialogue}/`);
  const places = cited
    .filter((one) => !isSubject(one))
    .map(({ path, from }) => path + (from === null ? "" : `:${from}`));
  return {
    line: cited.find((one) => isSubject(one) && one.from !== null)?.from ?? null,
    sources: [...new Set(places)],
  };
}
