/**
 * What a line may begin with so that a reader still sees the marker behind it as the line's first word: list numbers, bullets, check boxes and
 * spaces other than the plain ones. A marker there does not count, but it was meant to.
 */
const longestLead = 96;

const number = "(?:[0-9]{1,9}(?:\\.[0-9]{1,3}){0,4}|[a-z]|x{0,3}(?:ix|iv|v?i{1,3}|v|x))";
const space = "[\\s*_#\\-]|\\p{Cc}|\\p{Default_Ignorable_Code_Point}";
const bullet = "[+•‣⁃·∙\\u2190-\\u21ff]|\\p{Pd}|\\p{So}|\\p{Emoji_Modifier}|[0-9]\\ufe0f?\\u20e3";
const lead = new RegExp(`^(?:${space}|${bullet}|(?:${number}[.)]|\\(${number}\\)|\\[[ x]\\])(?=\\s))*`, "iu");

/** Where the line begins for a reader; `from` is behind what may stand before a marker that counts. */
export function behindLead(text: string, from: number, end: number): number {
  if (!mayLead(text, from)) return from;
  return from + (lead.exec(text.slice(from, Math.min(from + longestLead, end)))?.[0].length ?? 0);
}

/** Most lines begin with a word or a plain sign, and are passed over at once. */
function mayLead(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isWithin(code, "A", "Z") || isWithin(code, "a", "z")) return ".)ivxIVX".includes(text[at + 1] ?? " ");
  return !isWithin(code, "!", "~") || isWithin(code, "0", "9") || code === 0x28 || code === 0x2b || code === 0x5b;
}

function isWithin(code: number, first: string, last: string): boolean {
  return code >= first.charCodeAt(0) && code <= last.charCodeAt(0);
}
