/** The label of a tension and the severity behind its last bar, in both dialects. */
import { bars, type Severity, type SeverityReading } from "../rules/vocabulary.ts";

export interface LabelRead {
  label: string;
  severity: Severity | null;
  /** What follows the last bar and is not a severity; it stays in the label. */
  unknown?: string;
}

export function readSeverity(written: string, { words, anyBar }: SeverityReading): LabelRead {
  const text = anyBar ? withoutEmptyCells(written) : written;
  const bar = Math.max(...(anyBar ? [...bars] : ["|"]).map((one) => text.lastIndexOf(one)));
  const word = bar < 0 ? "" : text.slice(bar + 1).trim();
  if (word === "") return { label: written, severity: null };
  const known = word.toLowerCase();
  if (!Object.hasOwn(words, known)) return { label: written, severity: null, unknown: word };
  return { label: text.slice(0, bar).replace(/\\$/, "").trim(), severity: words[known]! };
}

/** Without the bars at the end that nothing follows. */
function withoutEmptyCells(text: string): string {
  let end = text.length;
  for (let at = end - 1; at >= 0; at--) {
    if (bars.includes(text[at]!)) end = at;
    else if (!/[\s\\]/.test(text[at]!)) break;
  }
  return text.slice(0, end).replace(/\\$/, "");
}
