/**
 * Names from the shared database (ids, paths, titles, statuses) are one line: they stand beside those of other repositories, and a line break in one
 * could pass for a line about another. The tables' types hold it for columns, and this for what is in JSON.
 */

/** Columns and fields of prose. Every other text is a name. */
export const prose: ReadonlySet<string> = new Set([
  ...["question", "label", "contributors", "recommendation", "warning", "words", "decision", "body", "why"],
]);

/** Control characters and line breaks, as patterns of both JavaScript and PostgreSQL have them. */
export const breaking = "[\\u0001-\\u001f\\u007f-\\u009f\\u2028\\u2029]";
const everyBreak = new RegExp(breaking, "g");

export function oneLine(text: string): string {
  return text.replace(everyBreak, " ");
}

/** The value with every name in it on one line. */
export function withOneLineNames(value: unknown, field = ""): unknown {
  if (typeof value === "string") return prose.has(field) ? value : oneLine(value);
  if (Array.isArray(value)) return value.map((one) => withOneLineNames(one, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withOneLineNames(one, name)]));
}
