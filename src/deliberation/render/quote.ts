/**
 * Free text in a generated file is quoted line by line and stripped of characters that hide or reorder: whatever an expert wrote, an unclosed
 * comment or fence in it cannot swallow what Blue computed.
 */
export function quote(lines: readonly string[]): string {
  return lines.map((line) => `> ${visible(line).replace(swallows, "&lt;")}`.trimEnd()).join("\n");
}

/** One line of free text where Markdown wants one line: a heading, a table cell. */
export function inline(text: string): string {
  return visible(text.replace(/\s+/g, " "))
    .replace(/([\\`|<>[\]])/g, "\\$1")
    .trim();
}

/** Without control, bidirectional and zero-width characters; tabs stay, and so does the joiner that emoji are made with. */
export function visible(text: string): string {
  return text.replace(acting, "");
}

const acting =
  /[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

// The end of a quotation closes its HTML block, but browsers read on: these, left open, take in what follows the quotation.
const swallows =
  /<(?=[!?]|\/?(?:details|form|frameset|iframe|math|noembed|noframes|noscript|object|plaintext|script|select|style|svg|table|template|textarea|title|xmp)\b)/gi;
