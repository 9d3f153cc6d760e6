/**
 * Text that anyone may have written (an expert, a branch, a file's name) made safe to print. Nothing of it may move a cursor, colour a terminal,
 * turn the reading direction or hide.
 */

// Whole escape sequences first, so that no `[31m` is left standing where the escape character was; then what is left one by one.
const escapeSequence = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c))/g;
const control = "[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029]";
/** What Unicode says is not to be seen. */
const invisible = "[\\p{Default_Ignorable_Code_Point}\\p{Cf}]";
/** What emoji are made with: one selector after a picture or in a keycap, a joiner between two pictures. */
const inEmoji =
  "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)|(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})";
const acting = new RegExp(`${control}|(?=${invisible})(?!${inEmoji}).`, "gu");

/** Most text has none of what changes; to see that takes a tenth of the time that looking for each of it does. */
const unusual = /[^\t\n -~]/;
const unusualInLine = /[^ -~]| {2}|^ | $/;

/** Without control characters and invisible ones. Line breaks and tabs stay, and so does what emoji are made with. */
export function safeText(text: string): string {
  if (!unusual.test(text)) return text;
  return text.replace(escapeSequence, "").replace(acting, "");
}

/** On one line, single spaces between its words. */
export function safeLine(text: string): string {
  if (!unusualInLine.test(text)) return text;
  return safeText(text.replace(/\s{2,}|[^\S ]/g, " "))
    .replace(/ {2,}/g, " ")
    .trim();
}

/** JSON loses nothing: what `safeText` would strip is escaped, and what JSON itself escapes already stays as it is. */
export function safeJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? "null";
  return text.replace(acting, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** As one word of a command that a person pastes into a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
