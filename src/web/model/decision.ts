/** What the decision view shows beside the facts: what deliberation changed, and how blind graders ranked the texts. */
import { type Dialogue, plural } from "./dialogue.ts";

export interface Change {
  /** Short: it stands large. */
  figure: string;
  words: string;
  items: string[];
  isWarning: boolean;
}

export function changesSinceBlind(dialogue: Dialogue): Change[] {
  const { view, tensions, rounds } = dialogue;
  const changes: Change[] = [];
  const add = (figure: string, words: string, items: string[] = [], isWarning = false) =>
    changes.push({ figure, words, items, isWarning });
  const { change, stood } = view.export.facts;
  if (change !== null && change.before > 0 && change.after > 0) {
    const { before, after } = change;
    const factor = after / before;
    const grew = factor >= 1.05;
    const shrank = factor <= 0.95;
    const words = `${before.toLocaleString("en")} to ${after.toLocaleString("en")} words.`;
    if (grew)
      add(
        `×${factor.toFixed(1)}`,
        `The text grew from ${words}${factor >= 2 ? " Doubling is a warning." : ""}`,
        [],
        factor >= 2,
      );
    else if (shrank) add(`−${Math.round((1 - factor) * 100)}%`, `The text shrank from ${words}`);
    else add("±0", `The text kept its length: ${after.toLocaleString("en")} words.`);
  }
  const moved = view.export.delta.filter(({ changed }) => changed);
  if (stood.moved > 0) {
    const [from, to] = [moved[0]?.from.toLowerCase(), moved[0]?.to.toLowerCase()];
    const same = moved.every((one) => one.from.toLowerCase() === from && one.to.toLowerCase() === to);
    add(
      `${stood.moved}`,
      same ? `moved from ${from} to ${to}.` : `of ${view.export.delta.length} changed their stance.`,
    );
  } else if (view.export.delta.length > 0) add("0", "Nobody changed their stance since they first took one.");
  const blind = tensions.filter(({ round }) => round === 0).length;
  if (rounds.length > 1 && tensions.length > 0)
    add(
      `+${tensions.length - blind}`,
      `${plural(tensions.length - blind, "tension")} came up after the blind round’s ${blind}.`,
    );
  const conceded = [
    ...new Set(view.export.moves.filter(({ kind }) => kind === "CONCEDE").flatMap(({ targets }) => targets)),
  ];
  if (conceded.length > 0)
    add(
      `${conceded.length}`,
      plural(conceded.length, "position was given up.", "positions were given up.").replace(/^\S+ /, ""),
      conceded,
    );
  const { recommendations_adopted: adopted = [], recommendations_rejected: rejected = [] } = dialogue.verdict ?? {};
  if (adopted.length + rejected.length > 0) {
    const all = [...dialogue.items.values()].filter(({ type }) => type === "R").length;
    add(`${adopted.length}`, `recommendations adopted, ${rejected.length} rejected, of ${all}.`);
  }
  return changes;
}

/** How blind graders ranked the texts, best first by the mean of their ranks. */
export function gradedTexts({ view }: Pick<Dialogue, "view">) {
  const comparison = view.export.comparisons.at(-1);
  if (comparison === undefined) return null;
  const counted = comparison.graders.filter(({ provenance }) => !provenance.unasked);
  const texts = comparison.texts.map((text) => {
    const grades = counted.flatMap(({ grades }) => grades.filter(({ letter }) => letter === text.letter));
    const mean = (of: (grade: (typeof grades)[number]) => number) =>
      grades.reduce((sum, grade) => sum + of(grade), 0) / Math.max(1, grades.length);
    return {
      ...text,
      rank: mean(({ rank }) => rank),
      serious: mean(({ critical, major }) => critical + major),
      grades,
    };
  });
  return { graders: counted.length, texts: texts.sort((a, b) => a.rank - b.rank) };
}
