/**
 * A text as lines: what records keep, and all that any reader of a draft or a sheet gets to see. No other place may strip or replace anything, or a record
 * would be read differently from the file it was made of.
 */

/** Without line ends, byte order marks in front and empty lines at the end. What no file of text can hold, NUL and half a surrogate pair, becomes U+FFFD. */
export function toLines(text: string): string[] {
  const lines = text
    .toWellFormed()
    .replaceAll("\0", "\ufffd")
    .replace(/^\ufeff+/, "")
    .split(/\r\n|\r|\n/);
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

export function isBlank(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === "");
}

export function sameLines(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((line, i) => line === others[i]);
}
