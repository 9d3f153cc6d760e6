/**
 * Reads a draft: Markdown in which only markers count. A marker starts its line; references, moves and citations may follow one another there,
 * and a citation may stand anywhere in visible text. What looks like a marker and does not count is reported, never dropped in silence.
 *
 * Linear in the length of the text: one pass marks code, quotes and hidden text, one walks the brackets; no pattern runs over the whole text.
 */
import { coverText } from "./cover-text.ts";
import { DraftBuilder } from "./draft-builder.ts";
import { LineScanner } from "./line-scanner.ts";
import type { Author } from "./marker.ts";
import { normaliseText } from "./plain-text.ts";
import { type ScanLimits, type ScannedDraft, scanLimits } from "./scanned-draft.ts";

export type * from "./scanned-draft.ts";
export { scanLimits };

export function scanDraft(text: string, who: Author, options: { limits?: Partial<ScanLimits> } = {}): ScannedDraft {
  const limits = { ...scanLimits, ...options.limits };
  const plain = normaliseText(text, limits.bytes);
  const { mask, unclosedFences } = coverText(plain);
  const draft = new DraftBuilder(plain, who, limits);
  for (const fence of unclosedFences) {
    const place = { line: fence.line, raw: plain.slice(fence.from, Math.min(fence.to, fence.from + 120)) };
    draft.problems.report(place, {
      code: "unclosed_fence",
      message: "Nothing closes this code fence.",
      fix: "Close it with a line of the same characters.",
    });
  }
  const scanner = new LineScanner(plain, mask, who, draft);
  let line = 0;
  let start = 0;
  while (start < plain.length && !draft.problems.full) {
    const newline = plain.indexOf("\n", start);
    const end = newline < 0 ? plain.length : newline;
    line += 1;
    scanner.scanLine(line, start, end);
    start = end + 1;
  }
  return draft.finish(start);
}
