/** The text under deliberation from the subject to the verdict, and why each version differs from the one before. */
import type { Answer } from "../data.ts";
import { type BlockChange, diffBlocks, mostCompared } from "./blocks.ts";
import { type Dialogue, type Item, personKey } from "./dialogue.ts";

export interface Version {
  key: string;
  name: string;
  note: string;
  text: string;
  /** The author's sheet as written, and what it says of each tension. */
  answers: string | null;
  answered: Answer[];
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
      answered: [],
      askedBy: null,
    });
  for (const { round, proposal, revisions } of rounds) {
    const own = revisions ?? [];
    own.forEach(({ alone, text, answers, answered }, i) => {
      const which = own.filter((one) => one.alone).length > 1 ? ` (${i + 1})` : "";
      const name = alone ? `Polished alone, before the panel${which}` : `Round ${round}`;
      const note = alone ? "by one agent" : "rewritten by the author";
      const askedBy = alone ? null : round - 1;
      add({ key: `v${round}.${i}`, name, note, text, answers: answers || null, answered, askedBy });
    });
    if (proposal !== null && own.at(-1)?.text.trim() !== proposal.trim())
      add({
        key: `v${round}`,
        name: `Round ${round}`,
        note: "as the panel was shown it",
        text: proposal,
        answers: null,
        answered: [],
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
      answered: live.author.answered,
      askedBy: live.round - 1,
    });
  if (verdict !== null && verdict.recommendation !== "")
    add({
      key: "verdict",
      name:
        view.export.facts.judge.recommendation === null
          ? verdict.in_force
            ? "Decided"
            : "Verdict"
          : "The Judge’s text",
      note: view.export.facts.judge.recommendation === null ? "as decided" : "in the verdict; nobody signed it",
      text: verdict.recommendation,
      answers: null,
      answered: [],
      askedBy: null,
    });
  return versions;
}

const known = new WeakMap<Version, Map<string, BlockChange[]>>();

/** Kept: the rail asks for the size of every change, the view for one of them in full. */
export function changeOf(before: Version, after: Version): BlockChange[] {
  const mine = known.get(after) ?? new Map<string, BlockChange[]>();
  known.set(after, mine);
  const found = mine.get(before.key) ?? diffBlocks(before.text, after.text);
  mine.set(before.key, found);
  return found;
}

/** In words. */
export function changeSize(before: Version, after: Version): { added: number; removed: number } {
  const size = { added: 0, removed: 0 };
  for (const { added, removed } of changeOf(before, after)) {
    size.added += added;
    size.removed += removed;
  }
  return size;
}

/** What the author answered on the way from one version to another; of several answers to one objection the last. */
export function answersBetween(versions: readonly Version[], from: number, to: number): Answer[] {
  const last = new Map<string, Answer>();
  for (const { answered } of versions.slice(from + 1, to + 1)) for (const one of answered) last.set(one.id, one);
  return [...last.values()];
}

export interface PlacedAnswers {
  /** By the place of the change in the list. */
  at: Map<number, Answer[]>;
  /** What fits nowhere. */
  loose: Answer[];
}

/** Fewer words in common say nothing. */
const leastScore = 2;
const forTheName = 4;

/**
 * Beside which change each answer stands: the one whose new words share most rare words with it. An answer that begins with the name of a block or of its
 * section means that one.
 */
export function placeAnswers(
  changes: readonly BlockChange[],
  answers: readonly Answer[],
  items: ReadonlyMap<string, Item>,
): PlacedAnswers {
  const blocks = changes.flatMap((change, i) => {
    const { before, after, isSame, section, runs, lines } = change;
    if (isSame || (after ?? before)!.kind === "heading") return [];
    const fresh = [...runs, ...lines.flatMap(({ step, runs: own }) => (step === "added" ? own : []))];
    const added = fresh.filter(({ step }) => step !== "removed" && (lines.length > 0 || step === "added"));
    return [
      {
        i,
        change,
        fresh: telling(added.map(({ text }) => text).join(" ")),
        all: telling(`${after?.text ?? ""} ${section}`),
        gone: telling(before?.text ?? ""),
      },
    ];
  });
  const found = new Map<string, number>();
  for (const { all, gone } of blocks)
    for (const word of new Set([...all, ...gone])) found.set(word, (found.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(1 + blocks.length / (found.get(word) ?? blocks.length));
  const at: PlacedAnswers["at"] = new Map();
  const loose: Answer[] = [];
  const told = answers.map((answer) => ({
    answer,
    said: telling(answer.text),
    label: telling(items.get(answer.id)?.label ?? ""),
  }));
  const words = told.reduce((sum, { said, label }) => sum + said.size + label.size + 16, 0);
  if (words * blocks.length > mostCompared) return { at, loose: [...answers] };
  for (const { answer, said, label } of told) {
    const scores = blocks.map(({ i, change, fresh, all, gone }) => {
      let score = 0;
      for (const word of said) score += (fresh.has(word) ? 2 : all.has(word) ? 1 : 0) * rarity(word);
      for (const word of label) score += (all.has(word) || gone.has(word) ? 0.7 : 0) * rarity(word);
      const named = isNamed(answer.text, change) ? forTheName : 0;
      return { i, score: named + score / (1 + Math.log(1 + all.size) / 4) };
    });
    const best = scores.toSorted((a, b) => b.score - a.score)[0];
    if (best === undefined || best.score < leastScore) loose.push(answer);
    else at.set(best.i, [...(at.get(best.i) ?? []), answer]);
  }
  return { at, loose };
}

function isNamed(text: string, { name, section }: BlockChange): boolean {
  const begin = text.replace(/^[\s"“'`*(]+/, "").toLowerCase();
  return [name, section].some((one) => one.length > 2 && begin.startsWith(one.toLowerCase()));
}

const common = new Set(
  "that this with from have been will when what which where their there only into also must than then them they does would could should after before every because other never always".split(
    " ",
  ),
);

function telling(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [];
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, "")));
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
