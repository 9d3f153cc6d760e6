/**
 * A grader's sheet: under each letter one line a defect, `- major: "words" what is wrong`, or `none`; then the ranking, best first. Every letter is graded
 * and ranked once; what cannot be read is a problem with its line, never a guess.
 */
import type { Grade } from "./records.ts";
import { type Severity, severities } from "./vocabulary.ts";

export interface SheetProblem {
  /** From 1. */
  line: number;
  message: string;
}

/** The first line of a sheet. */
export function sheetTitle(number: string): string {
  return `# Grading sheet ${number}`;
}

export const rankingHeading = "## Ranking";

const isHeading = /^#{1,6}\s/;
const letterHeading = /^#{1,6}\s+(?:[Tt]ext\s+)?[*_`]*(([A-Z])\2*)[*_`:.]*\s*$/;
const defect = /^[-*+]\s+[*_`]*(critical|major|minor)\b/i;
const none = /^(?:[-*+]\s+)?[*_`]*none\b/i;
const ranked = /^(\d{1,3})[.)]\s+(?:[Tt]ext\s+)?[*_`]*(([A-Z])\3*)\b/;

/** Lines that start with neither a list sign nor a number go on with what stands before them, and so do indented ones. */
export function readGrades(
  sheet: readonly string[],
  { letters, number }: { letters: readonly string[]; number: string },
): { grades: Grade[]; problems: SheetProblem[] } {
  const problems: SheetProblem[] = [];
  const wrong = (line: number, message: string) => problems.push({ line, message });
  const sections = new Map<string, { line: number; none: boolean; counts: Record<Severity, number> }>();
  const ranking: string[] = [];
  let rankingLine = sheet.length;
  let at: string | undefined;
  if (sheet[0]?.trim() !== sheetTitle(number))
    wrong(1, `the first line is not \`${sheetTitle(number)}\`: it may grade other texts`);
  for (const [i, text] of sheet.entries()) {
    const line = i + 1;
    const section = at === undefined ? undefined : sections.get(at);
    if (isHeading.test(text)) {
      if (i === 0) continue;
      at = headingOf(text);
      if (at === undefined)
        wrong(line, "this heading is none of the sheet's: remarks need no heading, code is indented");
      else if (at === rankingHeading) rankingLine = line;
      else if (!letters.includes(at)) wrong(line, `there is no text ${at}`);
      else if (sections.has(at)) wrong(line, `${at} is graded twice`);
      else sections.set(at, { line, none: false, counts: { critical: 0, major: 0, minor: 0 } });
    } else if (at === rankingHeading) {
      const [, place, name] = ranked.exec(text) ?? [];
      if (place === undefined) {
        if (/^\d/.test(text)) wrong(line, "this is no rank: write `1. A`");
        continue;
      }
      const letter = name!;
      if (!letters.includes(letter)) wrong(line, `there is no text ${letter}`);
      else if (ranking.includes(letter)) wrong(line, `${letter} is ranked twice`);
      else if (Number(place) !== ranking.length + 1)
        wrong(line, `rank ${ranking.length + 1} comes here: best first, no ties`);
      ranking.push(letter);
    } else if (section !== undefined) {
      const [, severity] = defect.exec(text) ?? [];
      if (severity !== undefined) section.counts[severity.toLowerCase() as Severity]++;
      else if (none.test(text)) section.none = true;
      else if (/^[-*+]\s/.test(text)) wrong(line, `this defect has no severity: begin with ${severities.join(", ")}`);
    }
  }
  for (const letter of letters) {
    const section = sections.get(letter);
    const found = section === undefined ? 0 : total(section.counts);
    if (section === undefined) wrong(rankingLine, `${letter} is not graded: its heading \`## ${letter}\` is missing`);
    else if (found === 0 && !section.none) wrong(section.line, `${letter} has no defect, and nothing says \`none\``);
    else if (found > 0 && section.none) wrong(section.line, `${letter} has defects, and says \`none\``);
    if (!ranking.includes(letter)) wrong(rankingLine, `${letter} is not ranked`);
  }
  const grades = letters.map((letter) => ({
    letter,
    rank: ranking.indexOf(letter) + 1,
    ...(sections.get(letter)?.counts ?? { critical: 0, major: 0, minor: 0 }),
  }));
  return { grades, problems: problems.sort((a, b) => a.line - b.line) };
}

/** The letter, or the ranking. */
function headingOf(text: string): string | undefined {
  return /^#{1,6}\s+ranking\b/i.test(text) ? rankingHeading : letterHeading.exec(text)?.[1];
}

function total(counts: Record<Severity, number>): number {
  return severities.reduce((sum, severity) => sum + counts[severity], 0);
}
