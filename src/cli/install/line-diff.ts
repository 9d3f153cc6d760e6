/** What a change looks like, as `diff -u` prints it. */
import { formatPatch, OMIT_HEADERS, structuredPatch } from "diff";

const longestLine = 600;

export interface DiffOptions {
  /** Of a private file: the lines (trimmed, without a comma at the end) that anybody who sees this may read. */
  only?: ReadonlySet<string> | undefined;
  /** Of a file that is new or gone: how many lines are shown. */
  most?: number | undefined;
}

export function unifiedDiff(
  name: string,
  before: string | undefined,
  after: string | undefined,
  { only, most = Number.POSITIVE_INFINITY }: DiffOptions = {},
): string {
  const patch = structuredPatch("", "", before ?? "", after ?? "", "", "", { context: only === undefined ? 3 : 0 });
  for (const hunk of patch.hunks) hunk.lines = hunk.lines.map((line) => show(line, only));
  const lines = formatPatch(patch, OMIT_HEADERS).trimEnd().split("\n");
  const whole = before !== undefined && after !== undefined;
  const shown = whole || lines.length <= most + 2 ? lines : lines.slice(0, most + 1);
  return [
    `--- ${before === undefined ? "/dev/null" : name}`,
    `+++ ${after === undefined ? "/dev/null" : name}`,
    ...shown,
    ...(shown.length < lines.length ? [`… and ${lines.length - shown.length} more lines`] : []),
  ].join("\n");
}

export function trimmed(line: string): string {
  return line.trim().replace(/,$/, "");
}

function show(line: string, only: ReadonlySet<string> | undefined): string {
  if (line.startsWith("\\")) return line; // no newline at end of file
  if (only !== undefined && !only.has(trimmed(line.slice(1)))) return `${line[0]}…`;
  const text = line.replace(/\r$/, "");
  return text.length > longestLine ? `${text.slice(0, 41)} … (${text.length - 1} characters)` : text;
}
