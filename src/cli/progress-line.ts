/** One line on stderr that is rewritten while an operation works and gone when it is done. Only ever shown to a person. */
import type { Progress } from "../context.ts";
import { truncateText } from "../operations/text/width.ts";
import { safeLine } from "../safe-text.ts";
import type { OutputStream } from "./terminal.ts";

const eraseLine = "\r\x1b[2K";
const quietMilliseconds = 50;

export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

export function makeProgressLine(
  stream: OutputStream,
  now: () => number = performance.now.bind(performance),
): ProgressLine {
  let last = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    show(progress) {
      if (now() - last < quietMilliseconds) return;
      last = now();
      shown = true;
      stream.write(eraseLine + truncateText(progressText(progress), (stream.columns || 80) - 1));
    },
    clear() {
      if (shown) stream.write(eraseLine);
      shown = false;
    },
  };
}

function progressText({ done, total, message }: Progress): string {
  const count = total === undefined ? `${done}` : `${done}/${total}`;
  return message === undefined ? count : `${count} ${safeLine(message)}`;
}
