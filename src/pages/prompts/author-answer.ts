/**
 * An author's answer in one message: the answer sheet (before round 0: what it found), a boundary line, the text anew. The boundary carries the head's hash,
 * which covers everything said so far, so nothing that is in the prompt as material can have been written to contain it.
 */
import { toLines } from "../../rules/lines.ts";

export interface AnswerParts {
  sheet: string;
  text: string;
}

export function boundaryOf(head: string): string {
  return `=== TEXT ${head.slice(0, 8)} ===`;
}

/** Undefined unless the boundary of this head is a line of its own exactly once, and a text after it. */
export function splitAnswer(head: string, message: string): AnswerParts | undefined {
  const boundary = boundaryOf(head);
  const lines = toLines(message);
  const at = lines.flatMap((line, i) => (line.trim() === boundary ? [i] : []));
  const [first] = at;
  if (first === undefined || at.length > 1) return undefined;
  const part = (from: number, to?: number) => {
    const words = lines
      .slice(from, to)
      .join("\n")
      .replace(/^(?:[ \t]*\n)+/, "")
      .trimEnd();
    return words === "" ? "" : `${words}\n`;
  };
  const text = part(first + 1);
  return text === "" ? undefined : { sheet: part(0, first), text };
}
