/**
 * What Blue has to see in a document: its headings, links, check boxes and fences, each with where it stands, so that an edit can be spliced in
 * and everything else stays as a person wrote it. Line by line and linear; what stands in a fence or in inline code is nobody's heading or link.
 */

export interface Line {
  /** Offset of its first character. */
  start: number;
  /** Without its line end. */
  text: string;
  /** In a code fence, the fence's own lines included. */
  fenced: boolean;
}

export interface Heading {
  level: number;
  title: string;
  start: number;
  /** After the heading's line. */
  bodyStart: number;
  /** Where the next heading of the same or a higher level starts. */
  end: number;
  line: number;
}

export interface Link {
  destination: string;
  /** Of the destination. */
  start: number;
  end: number;
  line: number;
}

export interface CheckBox {
  checked: boolean;
  text: string;
  /** Of the character between the brackets. */
  at: number;
  line: number;
}

export interface Fence {
  line: number;
  info: string;
  closed: boolean;
}

export interface Markdown {
  lines: readonly Line[];
  fences: readonly Fence[];
}

const fenceStart = /^ {0,3}(`{3,}|~{3,})(.*)$/;

export function readMarkdown(text: string, from = 0): Markdown {
  const lines: Line[] = [];
  const fences: (Fence & { mark: string })[] = [];
  let open: (Fence & { mark: string }) | undefined;
  for (let start = from; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end > start && text[end - 1] === "\r" ? end - 1 : end);
    const [, mark, info = ""] = fenceStart.exec(line) ?? [];
    let fenced = open !== undefined;
    if (open === undefined && mark !== undefined && !(mark[0] === "`" && info.includes("`"))) {
      open = { line: lines.length, info: info.trim(), closed: false, mark };
      fences.push(open);
      fenced = true;
    } else if (
      open !== undefined &&
      mark !== undefined &&
      info.trim() === "" &&
      mark[0] === open.mark[0] &&
      mark.length >= open.mark.length
    ) {
      open.closed = true;
      open = undefined;
    }
    lines.push({ start, text: line, fenced });
    if (newline === -1) break;
    start = newline + 1;
  }
  return { lines, fences };
}

export function headingsOf(text: string, { lines }: Markdown): Heading[] {
  const found: Heading[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.fenced) continue;
    const [, marks, title = ""] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line.text) ?? [];
    if (marks === undefined) continue;
    const bodyStart = lines[i + 1]?.start ?? text.length;
    found.push({
      level: marks.length,
      title: title.replace(/[ \t]+#+[ \t]*$/, "").trim(),
      start: line.start,
      bodyStart,
      end: text.length,
      line: i,
    });
  }
  const open: Heading[] = [];
  for (const heading of found) {
    while (open.length > 0 && open.at(-1)!.level >= heading.level) open.pop()!.end = heading.start;
    open.push(heading);
  }
  return found;
}

/** The section under a heading of this title (any case), its body trimmed of blank lines at both ends. */
export function findSection(
  text: string,
  headings: readonly Heading[],
  title: string,
): (Heading & { body: string }) | undefined {
  const heading = headings.find((one) => one.title.toLowerCase() === title.toLowerCase());
  return heading && { ...heading, body: text.slice(heading.bodyStart, heading.end).trim() };
}

/** Inline links, images and reference definitions. */
export function linksOf({ lines }: Markdown): Link[] {
  const found: Link[] = [];
  for (const [line, { text, start, fenced }] of lines.entries()) {
    if (fenced || !text.includes("]")) continue;
    const definition = /^ {0,3}\[[^\]]+\]:[ \t]*<?([^\s>]+)>?/d.exec(text);
    if (definition !== null) {
      const [from, to] = definition.indices![1]!;
      found.push({ destination: definition[1]!, start: start + from, end: start + to, line });
      continue;
    }
    const plain = withoutCode(text);
    for (let at = plain.indexOf("]("); at !== -1; ) {
      const link = destinationAt(plain, at + 2);
      if (link === undefined) break; // nothing closes it on this line, nor what follows it
      const [from, to] = link;
      if (to > from) found.push({ destination: text.slice(from, to), start: start + from, end: start + to, line });
      at = plain.indexOf("](", to);
    }
  }
  return found;
}

/** The line with inline code blanked out, every character in its place. A run of backticks without its end is text. */
function withoutCode(line: string): string {
  if (!line.includes("`")) return line;
  let out = "";
  let at = 0;
  for (const run of line.matchAll(/`+/g)) {
    if (run.index < at) continue;
    const close = closingRun(line, run.index + run[0].length, run[0].length);
    if (close === undefined) continue;
    out += line.slice(at, run.index) + " ".repeat(close - run.index);
    at = close;
  }
  return out + line.slice(at);
}

const longestLine = 4_000;

/** Lines longer than any person writes are not searched for the end of their code. */
function closingRun(line: string, from: number, length: number): number | undefined {
  if (line.length > longestLine) return undefined;
  for (let at = line.indexOf("`", from); at !== -1; ) {
    let end = at;
    while (line[end] === "`") end++;
    if (end - at === length) return end;
    at = line.indexOf("`", end);
  }
  return undefined;
}

function destinationAt(line: string, from: number): [number, number] | undefined {
  let at = from;
  while (line[at] === " ") at++;
  if (line[at] === "<") {
    const end = line.indexOf(">", at);
    return end === -1 ? undefined : [at + 1, end];
  }
  let depth = 0;
  for (let end = at; end < line.length; end++) {
    const character = line[end];
    if (character === "(") depth++;
    else if (character === " " || (character === ")" && depth-- === 0)) return [at, end];
  }
  return undefined;
}

/** Check boxes between two offsets. */
export function checkBoxesOf({ lines }: Markdown, from = 0, to = Number.POSITIVE_INFINITY): CheckBox[] {
  return lines.flatMap(({ text, start, fenced }, line) => {
    if (fenced || start < from || start >= to) return [];
    const [, lead, mark, rest] = /^(\s*(?:[-*+]|\d+[.)])[ \t]+\[)([ xX])\][ \t]+(.*)$/.exec(text) ?? [];
    if (lead === undefined || mark === undefined) return [];
    return [{ checked: mark !== " ", text: (rest ?? "").trim(), at: start + lead.length, line }];
  });
}

export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The line end a document uses. */
export function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
