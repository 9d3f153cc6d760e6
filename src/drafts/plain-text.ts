/** Text from outside on one line of bounded length, fit to be shown. */
import { safeLine } from "../safe-text.ts";

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
