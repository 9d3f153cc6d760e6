/**
 * Reads a draft: Markdown in which only markers count. First the cover (code, quotes, comments), then the markers, then what they say. What was meant as
 * a marker and cannot be read is a problem with its line (`looks-like-marker.ts` has the one rule). Linear in the length of the text.
 */
import { type SeverityReading, severityReading } from "../rules/vocabulary.ts";
import { cover, coverText } from "./cover.ts";
import { DraftBuilder } from "./draft-builder.ts";
import { shown } from "./plain-text.ts";
import { MarkReader } from "./read-marks.ts";
import { type Author, type ScanLimits, type ScannedDraft, scanLimits } from "./scanned-draft.ts";

export type * from "./scanned-draft.ts";
export { scanLimits };

/** The place of a marker that does not count. */
const coverWords: Readonly<Record<number, string>> = {
  [cover.none]: "in a sentence",
  [cover.fence]: "in a code block",
  [cover.code]: "in backticks",
  [cover.quote]: "in a quote",
  [cover.comment]: "in a comment",
};

export interface ScanOptions {
  limits?: Partial<ScanLimits>;
  severities?: SeverityReading | undefined;
}

export function scanDraft(lines: readonly string[], author: Author, options: ScanOptions = {}): ScannedDraft {
  const limits = { ...scanLimits, ...options.limits };
  const text = lines.join("\n");
  const { mask, fences } = coverText(text);
  const { marks, uncounted, ownIds, cut } = new MarkReader(
    text,
    mask,
    author,
    options.severities ?? severityReading,
  ).read(limits.markers);
  const over = marks[limits.markers];
  const read = text.slice(0, over?.start);
  const builder = new DraftBuilder(read, author, marks.slice(0, limits.markers), limits.labelLength);
  const { draft, marked } = builder;

  for (const [localId, line] of ownIds)
    if (!marked.has(localId))
      builder.problem("unreadable", line, `${localId} is marked nowhere.`, `Write [${localId}: label].`);
  for (const { line, closed } of fences)
    if (!closed)
      builder.problem(
        "fence",
        line + 1,
        "Nothing closes this code fence.",
        "Close it with a line of the same characters.",
      );
  if (over !== undefined)
    builder.problem(
      "refused",
      over.line,
      `More than ${limits.markers} markers; the rest was not read.`,
      `Use at most ${limits.markers} markers.`,
    );
  for (const { line, from, to } of uncounted) {
    const message = `${shown(text.slice(from, to))} counts for nothing ${coverWords[mask[from]!]}.`;
    builder.note(line, message, "To count, a marker starts a line of its own, outside code, quotes and comments.");
  }

  const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
  draft.problems.sort(byLine);
  draft.notes.sort(byLine);
  const signal = draft.moves.find(({ kind }) => kind === "CONVERGE");
  return {
    ...draft,
    stance: draft.stances.at(-1) ?? null,
    converge: signal ? { line: signal.line } : null,
    cut,
    incomplete: cut || text.trim() === "",
  };
}
