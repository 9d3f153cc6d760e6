/** An item's lines in its author's text. */

/** An expert's text in a round, and the lines at which its markers start. */
export interface Marked {
  lines: readonly string[];
  starts: Set<number>;
}

/** From its marker to the next one. */
export function cutItem({ lines, starts }: Marked, line: number): string[] {
  let end = Math.max(line, 0);
  while (end < lines.length && !starts.has(end + 1)) end++;
  const own = lines.slice(line - 1, end);
  while (own.at(-1)?.trim() === "") own.pop();
  return own;
}

/** Unless there is nothing else. */
export function withoutMarker(lines: string[]): string[] {
  const [first = "", ...rest] = lines;
  const words = [first.slice(first.indexOf("]") + 1).trim(), ...rest];
  return words.every((line) => line.trim() === "") ? lines : words[0] === "" ? rest : words;
}
