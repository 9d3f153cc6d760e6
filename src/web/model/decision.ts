/** How blind graders ranked the texts, best first by the mean of their ranks. */
import type { Dialogue } from "./dialogue.ts";

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
