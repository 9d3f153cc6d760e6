/**
 * Free text in a generated file is quoted line by line and stripped of characters that hide or reorder: whatever an expert wrote, an unclosed
 * comment or fence in it cannot swallow what Blue computed.
 */
export function quote(lines: readonly string[]): string {
  return lines.map((line) => `> ${visible(line)}`.trimEnd()).join("\n");
}

/** One line of free text where Markdown wants one line: a heading, a table cell. */
export function inline(text: string): string {
  return visible(text)
    .replace(/\s+/g, " ")
    .replace(/([\\`|<>[\]])/g, "\\$1")
    .trim();
}

/** Without control and bidirectional-override characters; tabs stay. */
export function visible(text: string): string {
  return text.replace(/[\0-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}
