/**
 * Free text in a generated file is quoted line by line and stripped of characters that hide or reorder: whatever an expert wrote, an unclosed
 * comment or fence in it cannot swallow what Blue computed.
 */
export function quote(lines: readonly string[]): string {
  if (isHarmless(lines)) return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
  return lines.map((line) => `> ${visible(line).replace(swallows, "&lt;")}`.trimEnd()).join("\n");
}

/** One line of free text where Markdown wants one line: a heading, a table cell. */
export function inline(text: string): string {
  if (!inlineChanges.test(text)) return text;
  return visible(text.replace(/\s+/g, " "))
    .replace(/([\\`|<>[\]])/g, "\\$1")
    .trim();
}

/** Nothing in any of these lines is stripped or escaped. One look at all of them, behind a character that no line may lose. */
function isHarmless(lines: readonly string[]): boolean {
  const text = lines.join("\t");
  return !text.includes("<") && text.search(acting) < 0;
}

/** All that `inline` touches: anything but plain ASCII, what it escapes, white space that is not one space between words. */
const inlineChanges = /[^ !-;=?-Z^_a-{}~]|^ | {2}| $/;

/** Without control, bidirectional and zero-width characters; tabs stay, and so does the joiner that emoji are made with. */
export function visible(text: string): string {
  return text.replace(acting, "");
}

const acting =
  /[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

// The end of a quotation closes its HTML block, but browsers read on: these, left open, take in what follows the quotation.
const swallows =
  /<(?=[!?]|\/?(?:details|form|frameset|iframe|math|noembed|noframes|noscript|object|plaintext|script|select|style|svg|table|template|textarea|title|xmp)\b)/gi;
