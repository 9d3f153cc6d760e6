/** The text under deliberation from the subject to the verdict, and why each version differs from the one before. */

import { type BlockChange, diffBlocks } from "../../facts/text/blocks.ts";
import type { Answer } from "../data.ts";
import { type Dialogue, personKey } from "./dialogue.ts";

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

/** What experts asked for in a round: the conditions of those who did not yet agree. */
export function conditionsOf({ view }: Dialogue, round: number) {
  return view.export.stances
    .filter(
      (stance) =>
        stance.round === round && stance.position !== "APPROVE" && stance.position !== "ABSTAIN" && stance.text !== "",
    )
    .map(({ by, position, confidence, text }) => ({ key: personKey(by), position, confidence, text }));
}
