/**
 * What Blue prints may have been written by anyone: an expert, a branch, a file's name. Nothing of it may move the cursor, colour the
 * terminal or turn the reading direction, so every text passes through here once, on its way out.
 */

// Whole escape sequences first, so that no `[31m` is left standing where the escape character was; then what is left one by one.
const escapeSequence = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c))/g;
const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

/** Without control and bidirectional characters; line breaks and tabs stay. */
export function sanitize(text: string): string {
  return text.replace(escapeSequence, "").replace(control, "");
}

/** JSON loses nothing: what `sanitize` would strip is escaped, and what JSON itself escapes already stays as it is. */
export function safeJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? "null";
  return text.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
