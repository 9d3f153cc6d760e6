/** Makes text from outside fit to be scanned and its labels fit to be shown: one kind of line end, no character that acts instead of showing. */
import { refuse } from "../errors.ts";
import { safeLine } from "../safe-text.ts";

/** Line ends become LF, a byte order mark goes; text that is too large or binary is refused. */
export function normaliseText(text: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(text, "utf8");
  if (bytes > maxBytes) {
    refuse("invalid_input", { text: bytes }, `at most ${maxBytes} bytes`, {
      message: `The draft has ${bytes} bytes; at most ${maxBytes} are read.`,
      suggestion: "Shorten the draft; long material belongs in a file that the draft cites.",
    });
  }
  const nul = text.indexOf("\0");
  if (nul >= 0) {
    refuse("invalid_input", { text: nul }, "no NUL", {
      message: `The draft is not text: it has a NUL at character ${nul}.`,
      suggestion: "Write the draft again as plain UTF-8 Markdown.",
    });
  }
  const unmarked = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return unmarked.includes("\r") ? unmarked.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : unmarked;
}

/** The beginning of a text, on one line. */
export function shown(text: string): string {
  return cutTo(safeLine(text.slice(0, 400)), 80);
}

/** At most `max` characters, never half of a surrogate pair. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}
