/**
 * A blind comparison after a final verdict: every text the dialogue had, each once, under letters that say nothing. Which texts those are follows from
 * the records; only the control, which no round holds, is kept in the comparison itself.
 */
import { createHash } from "node:crypto";
import { readGrades } from "./grade-sheet.ts";
import type { ComparedText, ComparisonRecord, VerdictRecord } from "./records.ts";
import type { DialogueRecords } from "./standing.ts";
import { runsOf } from "./written.ts";

/** A text before it has a letter. */
export type TextToCompare = Omit<ComparedText, "letter"> & { lines: readonly string[] };

/** In the order they were made: subject, what lone agents and the author wrote, what was decided, and the control. Equal words are one text. */
export function textsToCompare(
  { opening, rounds }: Pick<DialogueRecords, "opening" | "rounds">,
  verdict: VerdictRecord,
  control: readonly string[] | undefined,
): TextToCompare[] {
  const texts = new Map<string, TextToCompare>();
  const add = (source: TextToCompare["source"], round: number | null, runs: number, lines: readonly string[]) => {
    const key = foldedWords(lines);
    const text = texts.get(key) ?? { source, round, runs, decided: false, sha256: hashOf(lines), lines };
    texts.set(key, text);
    return text;
  };
  const subject = opening.subject?.lines;
  let runs = subject === undefined ? 0 : 1;
  if (subject !== undefined) add("subject", null, runs, subject);
  for (const record of rounds.filter(({ round }) => round <= (verdict.round ?? -1))) {
    runs += record.cross_checks?.length ?? 0;
    for (const { alone, lines } of record.revisions ?? []) {
      runs++;
      add(alone ? "polished" : "rewritten", record.round, runs, lines);
    }
    if (record.proposal !== null) add("proposal", record.round, runs, record.proposal);
    runs += runsOf([record], "expert");
  }
  add("verdict", verdict.round, runs, verdict.recommendation).decided = true;
  if (control !== undefined) add("control", null, controlRuns, control);
  return [...texts.values()];
}

/** Whoever wrote the subject, and the one who revised it. */
const controlRuns = 2;

/** Graders read words: texts that differ in spaces and line ends alone are one to compare. Recorded comparisons were made so. */
function foldedWords(lines: readonly string[]): string {
  return lines.join("\n").replace(/\s+/g, " ").trim();
}

/** Two texts are one if they differ in line ends, spaces at the end of a line or empty lines at the end. Any other space may say something. */
export function foldedText(lines: readonly string[]): string {
  const text = lines.join("\n").split(/\r\n?|\n/);
  return text
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

/** A text as its file holds it; `sha256sum` of that file is the hash in the record. */
export function fileOf(lines: readonly string[]): string {
  return `${lines.join("\n").trimEnd()}\n`;
}

export function hashOf(lines: readonly string[]): string {
  return createHash("sha256").update(fileOf(lines)).digest("hex");
}

/** Of a file that holds these lines, with and without a last line end. */
export function textHashes(lines: readonly string[]): string[] {
  return ["", "\n"].map((end) =>
    createHash("sha256")
      .update(lines.join("\n") + end)
      .digest("hex"),
  );
}

/** Whether these are the lines of the file with this hash: one kind of line end, a byte order mark or none, any empty lines at its end. */
export function isTextOf(lines: readonly string[], sha256: string): boolean {
  return ["\n", "\r\n", "\r"].some((end) =>
    ["", "\ufeff"].some((mark) => {
      const hash = createHash("sha256").update(mark + lines.join(end));
      return Array.from({ length: mostEmptyLines + 1 }).some((_, i) => {
        if (i > 0) hash.update(end);
        return hash.copy().digest("hex") === sha256;
      });
    }),
  );
}

const mostEmptyLines = 20;

/** A, B, … Z, AA, BB, … */
export function lettersFor(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String.fromCharCode(65 + (i % 26)).repeat(Math.floor(i / 26) + 1));
}

/** Binds a sheet to the texts it graded: other words under its letters have another number. */
export function packageNumber(texts: readonly Pick<ComparedText, "letter" | "sha256">[]): string {
  const pairs = texts.map(({ letter, sha256 }) => `${letter} ${sha256}`).sort();
  return createHash("sha256").update(pairs.join("\n")).digest("hex").slice(0, 12);
}

/** What a comparison claims and the records beside it do not say. */
export function comparisonErrors(records: DialogueRecords, comparison: ComparisonRecord): string[] {
  const verdict = records.verdicts.find(({ self }) => self === comparison.prev);
  if (verdict === undefined) return ["there is no verdict that it follows"];
  const facts = ({ source, round, runs, decided, sha256 }: Omit<ComparedText, "letter">) =>
    JSON.stringify([source, round, runs, decided, sha256]);
  const expected = textsToCompare(records, verdict, comparison.control?.lines).map(facts);
  const claimed = comparison.texts.map(facts);
  const letters = comparison.texts.map(({ letter }) => letter).sort();
  const errors: string[] = [];
  if (claimed.join("\n") !== expected.join("\n")) errors.push("its texts are not those of this dialogue");
  if (letters.join() !== lettersFor(letters.length).sort().join()) errors.push("its letters are not one for each text");
  const counted = comparison.graders.filter(({ provenance }) => !provenance.unasked).length;
  if (counted > (comparison.asked ?? counted)) errors.push("it has sheets of more graders than were asked");
  for (const [i, { sheet, grades }] of comparison.graders.entries()) {
    const read = readGrades(sheet, { letters: lettersFor(letters.length), number: packageNumber(comparison.texts) });
    if (read.problems.length > 0 || JSON.stringify(read.grades) !== JSON.stringify(grades))
      errors.push(`the grades of grader ${i + 1} are not those on the sheet`);
  }
  return errors;
}
