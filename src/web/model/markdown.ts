/**
 * Markdown as data, for the page to draw as elements. The text is somebody's words: no HTML in it is ever markup, and a link goes out only as
 * http, https or mailto.
 */
export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "em" | "del"; parts: Inline[] }
  | { kind: "link"; href: string; parts: Inline[] };

export type Block =
  | { kind: "heading"; level: number; parts: Inline[] }
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "list"; ordered: boolean; start: number; items: Block[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "rule" };

const fence = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(?!.*`)\s*([\w+-]*)/s;
const listItem = /^( {0,6})([-*+]|\d{1,9}[.)])(?:\s+|$)(.*)$/s;
const maxDepth = 6;

export function parseMarkdown(text: string): Block[] {
  return parseBlocks(text.replace(/\r\n?/g, "\n").split("\n"), 0);
}

function parseBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", parts: parseInline(paragraph.join("\n")) });
    paragraph = [];
  };
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    const opening = fence.exec(line);
    if (opening) {
      flush();
      const closing = (one: string) => one.trim().startsWith(opening[1]!) && /^[`~\s]*$/.test(one);
      let last = i + 1;
      while (last < lines.length && !closing(lines[last]!)) last++;
      blocks.push({ kind: "code", language: opening[2]!, text: lines.slice(i + 1, last).join("\n") });
      i = last + 1;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*)$/s.exec(line);
    if (heading) {
      flush();
      const title = heading[2]!.replace(/(?<!#)#+$/, "").trimEnd();
      blocks.push({ kind: "heading", level: heading[1]!.length, parts: parseInline(title) });
      i++;
      continue;
    }
    if (/^ {0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line)) {
      flush();
      blocks.push({ kind: "rule" });
      i++;
      continue;
    }
    if (/^ {0,3}>/.test(line) && depth < maxDepth) {
      flush();
      const quoted: string[] = [];
      for (; i < lines.length && /^ {0,3}>/.test(lines[i]!); i++) quoted.push(lines[i]!.replace(/^ {0,3}> ?/, ""));
      blocks.push({ kind: "quote", blocks: parseBlocks(quoted, depth + 1) });
      continue;
    }
    if (line.includes("|") && isDelimiter(lines[i + 1] ?? "")) {
      flush();
      const rows: Inline[][][] = [];
      const head = cellsOf(line);
      for (i += 2; i < lines.length && lines[i]!.includes("|"); i++) rows.push(cellsOf(lines[i]!));
      blocks.push({ kind: "table", head, rows });
      continue;
    }
    const item = listItem.exec(line);
    if (item && depth < maxDepth && !(paragraph.length > 0 && /^\d/.test(item[2]!) && item[2] !== "1.")) {
      flush();
      const { list, next } = parseList(lines, i, depth);
      blocks.push(list);
      i = next;
      continue;
    }
    if (/^(?: {4}|\t)/.test(line) && paragraph.length === 0) {
      const code: string[] = [];
      for (; i < lines.length && (/^(?: {4}|\t)/.test(lines[i]!) || lines[i]!.trim() === ""); i++)
        code.push(lines[i]!.replace(/^(?: {4}|\t)/, ""));
      blocks.push({ kind: "code", language: "", text: code.join("\n").trimEnd() });
      continue;
    }
    if (line.trim() === "") flush();
    else paragraph.push(line.trim());
    i++;
  }
  flush();
  return blocks;
}

function parseList(lines: readonly string[], from: number, depth: number): { list: Block; next: number } {
  const first = listItem.exec(lines[from]!)!;
  const ordered = /^\d/.test(first[2]!);
  const indent = first[1]!.length;
  const items: string[][] = [];
  let i = from;
  for (; i < lines.length; i++) {
    const line = lines[i]!;
    const item = listItem.exec(line);
    if (item && item[1]!.length <= indent + 1) {
      if (item[1]!.length < indent || /^\d/.test(item[2]!) !== ordered) break;
      items.push([item[3]!]);
      continue;
    }
    if (line.trim() === "") {
      const next = lines[i + 1] ?? "";
      const goesOn = /^\s{2,}\S/.test(next) || (listItem.exec(next)?.[1]?.length ?? -1) >= indent;
      if (!goesOn) break;
      items.at(-1)!.push("");
      continue;
    }
    if (!/^\s/.test(line) && (lines[i - 1]!.trim() === "" || /^(#|>|```|\|)/.test(line))) break;
    items.at(-1)!.push(line.replace(new RegExp(`^\\s{0,${indent + first[2]!.length + 1}}`), ""));
  }
  const list: Block = {
    kind: "list",
    ordered,
    start: ordered ? Number.parseInt(first[2]!, 10) : 1,
    items: items.map((item) => parseBlocks(item, depth + 1)),
  };
  return { list, next: i };
}

/** The row under a table's head. */
function isDelimiter(line: string): boolean {
  return rowOf(line).every((cell) => /^:?-+:?$/.test(cell.trim()));
}

function cellsOf(line: string): Inline[][] {
  return rowOf(line).map((cell) => parseInline(cell.trim().replaceAll("\\|", "|")));
}

function rowOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/);
}

/** In the order in which they are tried. A lone star must not reach the next one pages away. */
const emphases = [
  { kind: "strong", width: 2, reach: 2_000, open: /(?<!\*)\*\*(?=[^\s*])/y, close: /(?<=\S)\*\*(?!\*)/g },
  { kind: "strong", width: 2, reach: 2_000, open: /(?<!\w)__(?=[^\s_])/y, close: /(?<=\S)__(?!\w)/g },
  { kind: "del", width: 2, reach: 500, open: /~~(?=[^\s~])/y, close: /~~/g },
  { kind: "em", width: 1, reach: 1_000, open: /(?<![\w*])\*(?=[^\s*])/y, close: /(?<=[^\s*])\*(?![\w*])/g },
  { kind: "em", width: 1, reach: 1_000, open: /(?<!\w)_(?=[^\s_])/y, close: /(?<=\S)_(?!\w)/g },
] as const;
const mayOpen = /[`*_~[!<\\]/g;
const link =
  /!?\[(?<label>[^[\]]{0,500})\]\((?<href>[^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?)(?:\s+"[^"]{0,200}")?\)/y;
const address = /<(https?:\/\/[^\s<>]{1,2000})>/y;
const escaped = /\\[!-/:-@[-`{-~]/y;

/** Linear: what closes a mark is looked for once, not from every place that may open one. */
export function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  const add = (part: Inline) => {
    const last = parts.at(-1);
    if (part.kind === "text" && last?.kind === "text") last.text += part.text;
    else if (part.kind !== "text" || part.text !== "") parts.push(part);
  };
  const codeSpans = codeSpansOf(text);
  const closings = new Map<RegExp, number>();
  const closingFrom = (close: RegExp, from: number) => {
    const known = closings.get(close) ?? -1;
    const at = known < from ? (execAt(close, text, from)?.index ?? text.length) : known;
    closings.set(close, at);
    return at;
  };
  const markAt = (at: number): { end: number; parts: Inline[] } | undefined => {
    const code = codeSpans.get(at);
    if (code !== undefined) {
      const words = text.slice(at + code.width, code.end - code.width);
      return { end: code.end, parts: [{ kind: "code", text: words.trim() || words }] };
    }
    const linked = execAt(link, text, at);
    if (linked !== null) {
      const label = parseInline(linked.groups!.label!, depth + 1);
      const href = safeHref(linked.groups!.href!);
      return { end: at + linked[0].length, parts: href === undefined ? label : [{ kind: "link", href, parts: label }] };
    }
    for (const { kind, width, reach, open, close } of emphases) {
      if (execAt(open, text, at) === null) continue;
      const end = closingFrom(close, at + width + 1);
      if (end === text.length || end - at - width > reach) continue;
      return { end: end + width, parts: [{ kind, parts: parseInline(text.slice(at + width, end), depth + 1) }] };
    }
    const href = execAt(address, text, at)?.[1];
    if (href !== undefined)
      return { end: at + href.length + 2, parts: [{ kind: "link", href, parts: [{ kind: "text", text: href }] }] };
    if (execAt(escaped, text, at) === null) return undefined;
    return { end: at + 2, parts: [{ kind: "text", text: text[at + 1]! }] };
  };
  let done = 0;
  for (let at = 0; depth < maxDepth; ) {
    at = execAt(mayOpen, text, at)?.index ?? text.length;
    if (at === text.length) break;
    const mark = markAt(at);
    if (mark !== undefined) {
      add({ kind: "text", text: text.slice(done, at) });
      for (const part of mark.parts) add(part);
      done = mark.end;
    }
    at = mark?.end ?? at + 1;
  }
  add({ kind: "text", text: text.slice(done) });
  return parts;
}

/** A pattern with the flag `y` is tried there, one with `g` from there on. */
function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const longestCode = 2_000;

/** By where they begin: one to four backticks, up to the next run of as many. */
function codeSpansOf(text: string): Map<number, { width: number; end: number }> {
  const spans = new Map<number, { width: number; end: number }>();
  const next = new Map<number, number>();
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
    const end = next.get(run.length);
    if (end !== undefined && run.length <= 4 && end - index <= longestCode)
      spans.set(index, { width: run.length, end });
    next.set(run.length, index + run.length);
  }
  return spans;
}

/** Undefined for everything but the web and mail: a path of the repository leads nowhere from this page. */
export function safeHref(href: string): string | undefined {
  return /^(?:https?:\/\/|mailto:)[^\s\u0000-\u001f]+$/i.test(href) ? href : undefined;
}

export function plainText(parts: readonly Inline[]): string {
  return parts.map((part) => ("parts" in part ? plainText(part.parts) : part.text)).join("");
}
