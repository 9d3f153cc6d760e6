/** Which change of a text the author's answers speak of. */
import { type BlockChange, mostCompared } from "./blocks.ts";
import { sentencesOf } from "./cut.ts";
import type { Step } from "./word-diff.ts";

export interface Answer {
  id: string;
  answer: "resolved" | "refused";
  text: string;
}

export interface PlacedAnswers {
  /** By the place of the change in the list. */
  at: Map<number, Answer[]>;
  /** What fits nowhere. */
  loose: Answer[];
}

/** Fewer words in common say nothing. */
const leastScore = 2;

/**
 * Beside which change each answer is shown: the one whose new words share most rare words with it. A sentence of it that begins with the name of a block or of
 * its section means that one, or one of its blocks. A refusal changed nothing, so only a name says where it belongs.
 */
export function placeAnswers(
  changes: readonly BlockChange[],
  answers: readonly Answer[],
  items: ReadonlyMap<string, { label: string }>,
): PlacedAnswers {
  const blocks = changes.flatMap((change, i) => {
    const { before, after, isSame, section, runs, lines } = change;
    if (isSame || (after ?? before)!.kind === "heading") return [];
    const isNew = ({ step }: { step: Step }) => step === "added";
    const added = [...runs.filter(isNew), ...lines.filter(isNew).flatMap((line) => line.runs)];
    return [
      {
        i,
        change,
        fresh: tellingWords(added.map(({ text }) => text).join(" ")),
        all: tellingWords(`${after?.text ?? ""} ${section}`),
        gone: tellingWords(before?.text ?? ""),
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
    said: tellingWords(answer.text),
    label: tellingWords(items.get(answer.id)?.label ?? ""),
  }));
  const words = told.reduce((sum, { said, label }) => sum + said.size + label.size + 16, 0);
  if (words * blocks.length > mostCompared) return { at, loose: [...answers] };
  for (const { answer, said, label } of told) {
    const named = namedBy(answer.text, blocks);
    const possible = named.length > 0 || answer.answer === "refused" ? named : [blocks];
    const places = possible.flatMap((some) => {
      const scores = some.map(({ i, fresh, all, gone }) => {
        let score = 0;
        for (const word of said) score += (fresh.has(word) ? 2 : all.has(word) ? 1 : 0) * rarity(word);
        for (const word of label) score += (all.has(word) || gone.has(word) ? 0.7 : 0) * rarity(word);
        return { i, score: score / (1 + Math.log(1 + all.size) / 4) };
      });
      const best = scores.toSorted((a, b) => b.score - a.score)[0];
      return best === undefined || (named.length === 0 && best.score < leastScore) ? [] : [best.i];
    });
    if (places.length === 0) loose.push(answer);
    for (const i of new Set(places)) at.set(i, [...(at.get(i) ?? []), answer]);
  }
  return { at, loose };
}

/** The blocks that each sentence names: the first begins with the name, a later one also has a colon after it. */
function namedBy<T extends { change: BlockChange }>(text: string, blocks: readonly T[]): T[][] {
  return sentencesOf(text)
    .map((sentence, n) => {
      const begin = sentence.replace(/^[\s"“'`*(]+/, "").toLowerCase();
      const ends = n === 0 ? /^(?![\p{L}\p{N}])/u : /^:/;
      const isFirst = (one: string) =>
        one.length > 2 && begin.startsWith(one.toLowerCase()) && ends.test(begin.slice(one.length));
      return blocks.filter(({ change: { name, section } }) => isFirst(name) || isFirst(section));
    })
    .filter((some) => some.length > 0);
}

const common = new Set(
  "that this with from have been will when what which where their there only into also must than then them they does would could should after before every because other never always".split(
    " ",
  ),
);

/** The words and numbers by which a text is told from others, without their endings. */
export function tellingWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{4,}|\d+/gu) ?? [];
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, "")));
}
