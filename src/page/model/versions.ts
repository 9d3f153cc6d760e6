/** The text under deliberation from the subject to the verdict, and why each version differs from the one before. */
import { type Dialogue, type Item, personKey } from "./dialogue.ts";
import { diffLines, type LineChange, sizeOfChange } from "./word-diff.ts";

export interface Version {
  key: string;
  name: string;
  note: string;
  text: string;
  /** The author's sheet: what it answers to each tension. */
  answers: string | null;
  /** The round whose drafts asked for the change; null where nobody had spoken. */
  askedBy: number | null;
}

export function versionsOf({ view, verdict, live }: Dialogue): Version[] {
  const { subject, rounds } = view.export;
  const versions: Version[] = [];
  const add = (version: Version) => {
    if (version.text.trim() !== "") versions.push(version);
  };
  if (subject?.lines !== undefined)
    add({
      key: "subject",
      name: "Subject",
      note: subject.path,
      text: subject.lines.join("\n"),
      answers: null,
      askedBy: null,
    });
  for (const { round, proposal, revisions } of rounds) {
    const own = revisions ?? [];
    own.forEach(({ alone, text, answers }, i) => {
      const which = own.filter((one) => one.alone).length > 1 ? ` (${i + 1})` : "";
      const name = alone ? `Polished alone, before the panel${which}` : `Round ${round}`;
      const note = alone ? "by one agent" : "rewritten by the author";
      add({ key: `v${round}.${i}`, name, note, text, answers: answers || null, askedBy: alone ? null : round - 1 });
    });
    if (proposal !== null && own.at(-1)?.text.trim() !== proposal.trim())
      add({
        key: `v${round}`,
        name: `Round ${round}`,
        note: "as the panel was shown it",
        text: proposal,
        answers: null,
        askedBy: round - 1,
      });
  }
  if (live?.author?.text)
    add({
      key: "draft-of-author",
      name: `Round ${live.round}`,
      note: "as the author has it now",
      text: live.author.text,
      answers: live.author.answers,
      askedBy: live.round - 1,
    });
  if (verdict !== null && verdict.recommendation !== "")
    add({
      key: "verdict",
      name: "Verdict",
      note: "as decided",
      text: verdict.recommendation,
      answers: null,
      askedBy: null,
    });
  return versions;
}

const known = new WeakMap<Version, Map<string, LineChange[]>>();

/** Kept: the rail asks for the size of every change, the view for one of them in full. */
export function changeOf(before: Version, after: Version): LineChange[] {
  const mine = known.get(after) ?? new Map<string, LineChange[]>();
  known.set(after, mine);
  const found = mine.get(before.key) ?? diffLines(before.text.split("\n"), after.text.split("\n"));
  mine.set(before.key, found);
  return found;
}

export function changeSize(before: Version, after: Version): { added: number; removed: number } {
  return sizeOfChange(changeOf(before, after));
}

export interface Answer {
  id: string;
  words: string;
  isRefused: boolean;
}

/** A sheet line by line: the tension it answers, and how. */
export function answersIn(sheet: string): Answer[] {
  return sheet.split("\n").flatMap((line) => {
    const found = /^\W*\**\[?(T\d{4,})\]?\**\s*[:|–—-]*\s*(.+)$/.exec(line.trim());
    if (found === null) return [];
    return [{ id: found[1]!, words: found[2]!, isRefused: /^refused|\brefuse/i.test(found[2]!) }];
  });
}

/**
 * The answers that a changed line may carry, best first: no record links a sentence to a tension, so the words they share decide. What the sheet
 * quotes weighs most.
 */
export function answersFor(line: string, answers: readonly Answer[], items: ReadonlyMap<string, Item>): Answer[] {
  const words = telling(line);
  return answers
    .map((answer) => {
      const quoted = [...answer.words.matchAll(/["“`]([^"”`]{6,})["”`]/g)].some(([, quote]) => line.includes(quote!));
      const own = telling(`${answer.words} ${items.get(answer.id)?.label ?? ""}`);
      const shared = [...own].filter((word) => words.has(word)).length;
      return { answer, score: (quoted ? 10 : 0) + shared };
    })
    .filter(({ score }) => score >= 4)
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ answer }) => answer);
}

const common = new Set(
  "that this with from have been will when what which where their there only into also must than then them they does would could should after before every because other never always".split(
    " ",
  ),
);

function telling(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []).filter((word) => !common.has(word)));
}

/** What experts asked for in a round: the conditions of those who did not yet agree. */
export function conditionsOf({ view }: Dialogue, round: number) {
  return view.export.stances
    .filter(
      (stance) =>
        stance.round === round && stance.position !== "APPROVE" && stance.position !== "ABSTAIN" && stance.text !== "",
    )
    .map(({ by, position, confidence, text }) => ({ key: personKey(by), position, confidence, text }));
}
