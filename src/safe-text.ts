/**
 * Text that anyone may have written (an expert, a branch, a file's name) made safe to print. Nothing of it may move a cursor, colour a terminal,
 * turn the reading direction or hide.
 */

// Whole escape sequences first, so that no `[31m` is left standing where the escape character was; then what is left one by one.
const escapeSequence = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c))/g;
const acting =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/** Without control, bidirectional and zero-width characters. Line breaks and tabs stay, and so does the joiner that emoji are made with. */
export function safeText(text: string): string {
  return text.replace(escapeSequence, "").replace(acting, "");
}

/** On one line, single spaces between its words. */
export function safeLine(text: string): string {
  return safeText(text.replace(/\s+/g, " ")).replace(/ {2,}/g, " ").trim();
}

/** JSON loses nothing: what `safeText` would strip is escaped, and what JSON itself escapes already stays as it is. */
export function safeJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? "null";
  return text.replace(acting, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** As one word of a command that a person pastes into a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
