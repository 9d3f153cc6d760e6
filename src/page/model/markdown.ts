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

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+-]*)[^`]*$/;
const listItem = /^( {0,6})([-*+]|\d{1,9}[.)])(?:\s+|$)(.*)$/;
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
      const end = lines.findIndex((one, k) => k > i && closing(one));
      const last = end === -1 ? lines.length : end;
      blocks.push({ kind: "code", language: opening[2]!, text: lines.slice(i + 1, last).join("\n") });
      i = last + 1;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) {
      flush();
      blocks.push({ kind: "heading", level: heading[1]!.length, parts: parseInline(heading[2]!) });
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
    if (line.includes("|") && /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[i + 1] ?? "")) {
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

function cellsOf(line: string): Inline[][] {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => parseInline(cell.trim().replaceAll("\\|", "|")));
}

/** Marks are short and reach not far, so that no text makes the reader try for long. */
const inlineMark =
  /(?<!`)(?<tick>`{1,4})(?!`)(?<code>.{1,2000}?)(?<!`)\k<tick>(?!`)|!?\[(?<label>[^[\]]{0,500})\]\((?<href>[^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?)(?:\s+"[^"]{0,200}")?\)|(?<!\*)\*\*(?=[^\s*])(?<strong>.{1,2000}?)(?<=\S)\*\*(?!\*)|(?<!\w)__(?=[^\s_])(?<strong2>.{1,2000}?)(?<=\S)__(?!\w)|~~(?=[^\s~])(?<del>.{1,500}?)~~|(?<![\w*])\*(?=[^\s*])(?<em>.{1,1000}?)(?<=[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])(?<em2>.{1,1000}?)(?<=\S)_(?!\w)|<(?<auto>https?:\/\/[^\s<>]{1,2000})>|\\(?<escaped>[!-/:-@[-`{-~])/s;

export function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  const plain = (words: string) => {
    if (words === "") return;
    const last = parts.at(-1);
    if (last?.kind === "text") last.text += words;
    else parts.push({ kind: "text", text: words });
  };
  let rest = text;
  while (rest !== "") {
    const found = depth < maxDepth ? inlineMark.exec(rest) : null;
    if (found === null) {
      plain(rest);
      break;
    }
    plain(rest.slice(0, found.index));
    const { code, label, href, strong, strong2, del, em, em2, auto, escaped } = found.groups!;
    const inner = (words: string) => parseInline(words, depth + 1);
    if (code !== undefined) parts.push({ kind: "code", text: code.trim() || code });
    else if (href !== undefined) {
      const safe = safeHref(href);
      if (safe === undefined) for (const part of inner(label!)) parts.push(part);
      else parts.push({ kind: "link", href: safe, parts: inner(label!) });
    } else if ((strong ?? strong2) !== undefined) parts.push({ kind: "strong", parts: inner(strong ?? strong2!) });
    else if (del !== undefined) parts.push({ kind: "del", parts: inner(del) });
    else if ((em ?? em2) !== undefined) parts.push({ kind: "em", parts: inner(em ?? em2!) });
    else if (auto !== undefined) parts.push({ kind: "link", href: auto, parts: [{ kind: "text", text: auto }] });
    else plain(escaped ?? found[0]);
    rest = rest.slice(found.index + found[0].length);
  }
  return parts;
}

/** Undefined for everything but the web and mail: a path of the repository leads nowhere from this page. */
export function safeHref(href: string): string | undefined {
  return /^(?:https?:\/\/|mailto:)[^\s\u0000-\u001f]+$/i.test(href) ? href : undefined;
}

export function plainText(parts: readonly Inline[]): string {
  return parts.map((part) => ("parts" in part ? plainText(part.parts) : part.text)).join("");
}
