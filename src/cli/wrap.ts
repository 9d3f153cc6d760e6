/** Long lines broken between words, as wide as the terminal. What is already laid out stays as it is, and so does what people copy. */
import { textWidth } from "../operations/text/width.ts";

/** Signs of a list, an ID that begins a line, a quotation: what follows a break stands below the words behind them. */
const lead = /^\s*(?:(?:[✓✗!•·?★>*+-]|\d+[.)]|[A-Z]\d{4,}:?)\s+)*/;
const laidOut = /^\s*[|│┌├└]/;
const command = /^\s*(?:[\w ]+[:?]\s+)?(?:blue|git|node|npm|npx) /;
/** A word with the space before it; a command in backticks is one word. */
const word = /\s*(?:`[^`]*`|\S)+/g;

export function wrapLines(text: string, columns: number): string {
  const lines = text.split("\n");
  const inDiff = diffStarts(lines);
  let fence = "";
  return lines
    .map((line, i) => {
      const [mark = ""] = /^\s*(?:`{3,}|~{3,})/.exec(line) ?? [];
      if (mark !== "" && (fence === "" || mark.trim().startsWith(fence))) fence = fence === "" ? mark.trim() : "";
      const isWhole = fence !== "" || inDiff[i] !== undefined || laidOut.test(line) || command.test(line);
      return isWhole ? line : wrapLine(line, columns);
    })
    .join("\n");
}

function wrapLine(line: string, columns: number): string {
  if (textWidth(line) <= columns) return line;
  const [before] = lead.exec(line)!;
  // Below a row of columns a little more, so that it is no row.
  const indent = textWidth(before) + (/\S {2,}\S/.test(line.slice(before.length)) ? 2 : 0);
  const lines: string[] = [];
  let current = before;
  for (const [piece] of line.slice(before.length).matchAll(word)) {
    if (current.trim() !== "" && textWidth(current + piece) > columns) {
      lines.push(current);
      current = " ".repeat(indent) + piece.trimStart();
    } else current += piece;
  }
  return [...lines, current].join("\n");
}

/** Of each line where the diff begins that it is part of. */
export function diffStarts(lines: readonly string[]): (number | undefined)[] {
  let start: number | undefined;
  return lines.map((line, i) => {
    if (line === "") start = undefined;
    else if (line.startsWith("--- ") && lines[i + 1]?.startsWith("+++ ")) start ??= i;
    return start;
  });
}
