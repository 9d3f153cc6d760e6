/** Markdown as a person says it, for one line of a terminal or a page. */

/** Nobody reads more on one line; a line of a megabyte of brackets would take long. */
const longest = 4000;

/** One line without the marks inside it: of a link its words. */
export function plain(line: string): string {
  return line
    .slice(0, longest)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__/g, "")
    .replace(/(?<![\w*])[*_](\S(?:[^*_]*\S)?)[*_](?![\w*])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** Any piece of a text on one line, without the marks of headings, lists, tables and fences either. */
export function plainPiece(text: string): string {
  const lines = text.split(/\r?\n/).map((line) =>
    line
      .replace(/\s+/g, " ")
      .trimEnd()
      .replace(/^(…?)[\s>]*(?:#{1,6}\s+|(?:[-*+]|\d+\.)\s+(?:\[.\]\s+)?)?/, "$1")
      .replace(/^(?:`{3,}|~{3,}).*$|^[-*_|:\s]{3,}$/, "")
      .replace(/^\| ?| ?\|$/g, "")
      .replace(/ \| /g, " · "),
  );
  return plain(lines.join(" "));
}
