/**
 * Free text in a generated file is quoted line by line and stripped of characters that hide or reorder: whatever an expert wrote, an unclosed
 * comment or fence in it cannot swallow what Blue computed.
 */
import { cover, coverText } from "../drafts/cover.ts";
import { safeLine, safeText } from "../safe-text.ts";

export function quote(lines: readonly string[]): string {
  if (isHarmless(lines)) return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
  return lines.map((line) => `> ${safeText(line).replaceAll("\n", "").replace(swallows, "&lt;")}`.trimEnd()).join("\n");
}

/**
 * As `quote`, for what was written line by line, such as answers and markers. Markdown would join them to one paragraph, so an empty line comes before a line
 * that begins with an ID, a marker, `(a)` or a name and a colon, and after one of markers alone. Code stays as it is.
 */
export function quoteByLine(lines: readonly string[]): string {
  const { mask } = coverText(lines.join("\n"));
  let at = 0;
  return quote(
    lines.flatMap((line, i) => {
      const isCode = mask[at] === cover.fence;
      at += line.length + 1;
      const before = lines[i - 1]?.trim() ?? "";
      return before !== "" && !isCode && (ownLine.test(line) || /^\[.*\]$/.test(before)) ? ["", line] : [line];
    }),
  );
}

const ownLine = /^(?:\*\*)?(?:\[|\([\p{Ll}\d]{1,2}\)\s|(?:\p{Lu}+-)?[PRTECS]\d{4}|\p{Lu}[\p{L} ]{1,30}:\*{0,2}\s)/u;

/** One line of free text where Markdown wants one line: a heading, a table cell. */
export function inline(text: string): string {
  if (!inlineChanges.test(text)) return text;
  return escaped(safeLine(text));
}

/** As `inline`, for a sentence or a label: what its writer marked as code stays code, unless it looks like a tag; other marks go. */
export function prose(text: string): string {
  if (!proseChanges.test(text)) return text;
  return safeLine(text)
    .split(/(`[^`]*[^`\s][^`]*`)/)
    .map((part, i) =>
      i % 2 === 0 ? withoutMarks(part) : /<[a-z/!?]|\\/i.test(part) ? escaped(part.slice(1, -1)) : cell(part),
    )
    .join("");
}

function withoutMarks(text: string): string {
  return escaped(text.replaceAll("**", "").replace(/(^|[\s("“])\*(\S[^*]*)\*/g, "$1$2")).replaceAll("*", "\\*");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function escaped(text: string): string {
  return text.replace(/([\\`|<>[\]])/g, "\\$1");
}

/** One line of free text inside an element of Blue's own, where Markdown is not read. */
export function html(text: string): string {
  return safeLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Nothing in any of these lines is stripped or escaped. One look at all of them, behind a character that no line may lose. */
function isHarmless(lines: readonly string[]): boolean {
  const text = lines.join("\t");
  return !/[<\n]/.test(text) && safeText(text) === text;
}

/** All that `inline` touches: anything but plain ASCII, what it escapes, white space that is not one space between words. */
const inlineChanges = /[^ !-;=?-Z^_a-{}~]|^ | {2}| $/;
/** And what `prose` does: stars too. */
const proseChanges = /[^ !-)+-;=?-Z^_a-{}~]|^ | {2}| $/;

// The end of a quotation closes its HTML block, but browsers read on. These end the quotation or the fold it is in, take in what follows it,
// or (the second line) lend it their looks.
const swallows = new RegExp(
  `<(?=[!?]|/?(?:${[
    "applet|article|blockquote|body|details|div|form|frameset|html|iframe|main|marquee|math|noembed|noframes|noscript|object|plaintext|script|section|select|style|summary|svg|table|template|textarea|title|xmp",
    "a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u",
  ].join("|")})\\b)`,
  "gi",
);
