/**
 * The parts of Markdown that a dialogue's document is made of: headings, tables and `**Key**: value` lines. What is in code, quotes or hidden
 * HTML is none of them, and emphasis and spacing never matter.
 */
import { toLines } from "../../rules/lines.ts";
import { headingsOf, type Line, readMarkdown as readLines } from "../markdown.ts";

export interface Section {
  level: number;
  /** Without emphasis. */
  title: string;
  line: number;
  /** The last line before the next heading of the same level or a higher one. */
  end: number;
}

export interface Row {
  line: number;
  /** Without emphasis. */
  cells: string[];
}

export interface Table {
  line: number;
  columns: string[];
  rows: Row[];
}

export interface Field {
  key: string;
  value: string;
  line: number;
  /** Above the first section. */
  header: boolean;
}

export interface MarkdownDocument {
  lines: Line[];
  sections: Section[];
  tables: Table[];
  fields: Field[];
  hasFences: boolean;
  unclosedFences: { line: number; info: string }[];
}

export function readMarkdown(source: string): MarkdownDocument {
  const text = toLines(source).join("\n");
  const markdown = readLines(text);
  const lines = [...markdown.lines];
  const sections = headingsOf(text, markdown)
    .filter(({ title }) => title !== "")
    .map(({ level, title, line, endLine }) => ({ level, title: plain(title), line: line + 1, end: endLine }));
  const tables = readTables(lines);
  const bodyStart = sections.find(({ level }) => level > 1)?.line ?? Number.POSITIVE_INFINITY;
  return {
    lines,
    sections,
    tables,
    fields: readFields(lines, tables, bodyStart),
    hasFences: markdown.fences.length > 0,
    unclosedFences: markdown.fences.filter(({ closed }) => !closed).map(({ line, info }) => ({ line: line + 1, info })),
  };
}

/** Without emphasis, code marks, escapes and what is struck through; spaces single. */
export function plain(text: string): string {
  return text
    .replace(/~~[^~]*~~/g, "")
    .replace(/\*+|`+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/\\([|[\]<>*_`\\])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** The number a cell holds; null when it holds none, or more than a number. */
export function numberIn(cell: string | undefined): number | null {
  const written = (cell ?? "").replace(/,(?=\d{3}\b)/g, "").replace(/ ?(?:points?|pts?\.?)$/i, "");
  return /^[+-]?\d{1,15}(?:\.\d{1,6})?$/.test(written) ? Number(written) : null;
}

function readTables(lines: Line[]): Table[] {
  const tables: Table[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const head = lines[at - 1]!;
    const under = lines[at]!;
    if (!isRow(head) || !isRow(under) || !isDelimiter(under.text)) continue;
    const rows: Row[] = [];
    let next = at + 1;
    for (; next < lines.length && isRow(lines[next]!); next += 1) {
      const { number, text } = lines[next]!;
      rows.push({ line: number, cells: cellsOf(text) });
    }
    tables.push({ line: head.number, columns: cellsOf(head.text), rows });
    at = next;
  }
  return tables;
}

function isRow({ text, kind }: Line): boolean {
  return kind === "text" && text.includes("|");
}

function isDelimiter(row: string): boolean {
  return splitRow(row).every((cell) => /^:?-+:?$/.test(cell.trim()));
}

function cellsOf(row: string): string[] {
  return splitRow(row).map(plain);
}

function splitRow(row: string): string[] {
  const inner = row.trim().replace(/^\|/, "");
  const cells = inner.split(/(?<!\\)\|/);
  if (cells.length > 1 && cells.at(-1) === "") cells.pop(); // the bar that closes the row
  return cells;
}

/** `**Key**: value`, also as a list item; above the first section also `Key: value` and the rows of a table of two columns. */
function readFields(lines: Line[], tables: Table[], bodyStart: number): Field[] {
  const fields: Field[] = [];
  for (const { number, text, kind } of lines) {
    if (kind !== "text" || /^\s*\|/.test(text)) continue;
    const header = number < bodyStart;
    const bold = /^\s*(?:[-*+] )?\*\*([^*:]{1,60})(?::\*\*|\*\*\s*:)(.*)$/.exec(text);
    const bare = header ? /^([A-Z][A-Za-z ]{1,30}):\s+(\S.*)$/.exec(text) : null;
    const [, key, value] = bold ?? bare ?? [];
    if (key !== undefined) fields.push({ key: keyOf(key), value: plain(value ?? ""), line: number, header });
  }
  for (const table of tables) {
    if (table.line >= bodyStart || table.columns.length !== 2) continue;
    for (const { line, cells } of table.rows) {
      fields.push({ key: keyOf(cells[0] ?? ""), value: cells.slice(1).join(" | "), line, header: true });
    }
  }
  return fields;
}

function keyOf(written: string): string {
  return plain(written).toLowerCase();
}
