import { formatPatch, OMIT_HEADERS, structuredPatch } from "diff";

/** Two texts as `diff -u` shows them, with so many lines around each change. */
export function lineDiff(before: string, after: string, context: number): string {
  const patch = structuredPatch("", "", `${before.trimEnd()}\n`, `${after.trimEnd()}\n`, "", "", { context });
  return formatPatch(patch, OMIT_HEADERS).trimEnd();
}
