/** The lines of a block without what only separates it from its neighbours: blank lines at both ends, rules (`---`) at the end. */
export interface Body {
  lines: string[];
  /** Of the last line kept, counted from the line of the marker; 0 when nothing is left. */
  lastLine: number;
}

/** `written` starts directly behind the marker, on the marker's own line. */
export function trimmedBody(written: string): Body {
  const lines = written.split("\n");
  lines[0] = (lines[0] ?? "").replace(/^:?\s*/, "");
  let end = lines.length;
  while (end > 0 && separates(lines[end - 1] ?? "")) end -= 1;
  let start = 0;
  while (start < end && (lines[start] ?? "").trim() === "") start += 1;
  return { lines: lines.slice(start, end), lastLine: Math.max(0, end - 1) };
}

function separates(line: string): boolean {
  return line === "" || /^(?:-{3,}|\*{3,}|_{3,})?$/.test(line.trim());
}
