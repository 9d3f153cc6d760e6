/**
 * A document's header: YAML front matter, the table or bold lines of older documents, or what other ADR tools write: a list or plain lines under the
 * title, and a section `## Status`. Writing changes one value and no other byte.
 */
import { isMap, isScalar, isSeq, type Pair, parseDocument, stringify, type YAMLMap } from "yaml";
import { refuse } from "../errors.ts";
import { headingsOf, newlineOf, readMarkdown, splice } from "./markdown.ts";
import { findYamlExcess } from "./yaml-bounds.ts";

/** `- Status: accepted` is a list (MADR, log4brains); `Date: 2026-01-27` is plain and `## Status` a section (adr-tools). */
type RowForm = "table" | "bold" | "list" | "plain" | "section";
export type HeaderForm = "yaml" | RowForm | "none";

export interface Header {
  form: HeaderForm;
  /** By key in lower case with underscores: `source_spike`. */
  fields: Readonly<Record<string, unknown>>;
  /** Where the Markdown starts. */
  bodyStart: number;
  /** Why the front matter cannot be read. */
  problem?: string;
}

export function readHeader(text: string): Header {
  const yaml = frontMatterOf(text);
  if (yaml !== undefined) return { form: "yaml", bodyStart: yaml.bodyStart, ...parseFields(yaml.source) };
  const rows = headerRows(text);
  const fields = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  return { form: rows[0]?.form ?? "none", fields, bodyStart: 0 };
}

export function keyOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** A field as text: lists joined, dates as they were written. */
export function fieldText(header: Header, key: string): string | undefined {
  const value = header.fields[key];
  if (value === undefined || value === null || value === "") return undefined;
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

export function fieldList(header: Header, key: string): string[] {
  const value = header.fields[key];
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.map(String);
  return String(value)
    .split(/,\s*/)
    .filter((part) => part !== "");
}

interface FrontMatter {
  source: string;
  start: number;
  /** Of the closing line. */
  end: number;
  bodyStart: number;
}

function frontMatterOf(text: string): FrontMatter | undefined {
  const bom = text.startsWith("\ufeff") ? 1 : 0;
  const open = /^---[ \t]*\r?\n/.exec(text.slice(bom, bom + 64));
  if (open === null) return undefined;
  const start = bom + open[0].length;
  const close = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;
  const rest = text.slice(start);
  const found = close.exec(rest);
  if (found === null) return undefined;
  const end = start + found.index;
  return { source: text.slice(start, end), start, end, bodyStart: end + found[0].length };
}

/** A word or a sentence that means itself in YAML, or a date; what could be a number, a boolean, a quote or a comment is left to the library. */
const plainLine = /^([A-Za-z_][\w-]*): (\d{4}-\d{2}-\d{2}|[A-Za-z][\w./()-]*(?:,? [\w./()-]+)*)[ \t]*\r?$/;
const notText = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Most headers are plain lines; reading them as such is a hundred times faster. Undefined when one line is anything else. */
function plainFields(source: string): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  for (const line of source.split("\n")) {
    if (line === "" || line === "\r") continue;
    const [, key, value] = plainLine.exec(line) ?? [];
    if (key === undefined || value === undefined || notText.test(value) || keyOf(key) in fields) return undefined;
    fields[keyOf(key)] = value;
  }
  return fields;
}

function parseFields(source: string): { fields: Record<string, unknown>; problem?: string } {
  const plain = plainFields(source);
  if (plain !== undefined) return { fields: plain };
  const problem = findYamlExcess(source);
  if (problem !== undefined) return { fields: {}, problem };
  try {
    const document = parseDocument(source, { schema: "core", logLevel: "error" });
    const fault = document.errors[0];
    if (fault !== undefined) return { fields: {}, problem: fault.message.split("\n")[0]! };
    // Aliases could unfold to any size; nobody needs them in a header.
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    if (value === null || value === undefined) return { fields: {} };
    if (typeof value !== "object" || Array.isArray(value))
      return { fields: {}, problem: "it is not a list of keys and values" };
    return { fields: Object.fromEntries(Object.entries(value).map(([key, one]) => [keyOf(key), one])) };
  } catch (thrown) {
    return { fields: {}, problem: (thrown as Error).message };
  }
}

interface Row {
  form: RowForm;
  key: string;
  value: string;
  /** Of the value. */
  start: number;
  end: number;
  /** After the row's line. */
  lineEnd: number;
}

const tableRow = /^\|[ \t]*\*\*([^*|]+)\*\*[ \t]*\|(.*)\|[ \t]*$/ds;
const boldRow = /^\*\*([^*]+)\*\*:?[ \t]+(.*)$/ds;
const looseRow = /^([-*] )?([A-Z][A-Za-z -]{1,30}):[ \t]+(\S.*)$/ds;

/** The rows between the title and the first section; a list or plain lines only where there is no table and nothing bold. */
function headerRows(text: string): Row[] {
  const rows = rowsAbove(text, (line) => {
    const match = tableRow.exec(line) ?? boldRow.exec(line);
    return match && { form: line.startsWith("|") ? "table" : "bold", name: match[1]!, at: match.indices![2]! };
  });
  if (rows.length === 0) {
    const loose = rowsAbove(text, (line) => {
      const match = looseRow.exec(line);
      if (match === null) return null;
      const form = match[1] === undefined ? "plain" : "list";
      return { form, name: match[2]!, at: match.indices![3]! };
    });
    rows.push(...loose.filter(({ form }) => form === loose[0]!.form));
  }
  return rows.some(({ key }) => key === "status") ? rows : [...rows, ...statusSection(text)];
}

/** `## Status`, and the first line below it. A new field goes before the first section. */
function statusSection(text: string): Row[] {
  if (!/^##[ \t]+status\b/im.test(text)) return [];
  const sections = headingsOf(text, readMarkdown(text)).filter(({ level }) => level === 2);
  const heading = sections.find(({ title }) => title.toLowerCase() === "status");
  if (heading === undefined) return [];
  const body = text.slice(heading.bodyStart, heading.end);
  const value = body.trim().split("\n")[0]!.trimEnd();
  const start = heading.bodyStart + body.length - body.trimStart().length;
  return value === ""
    ? []
    : [{ form: "section", key: "status", value, start, end: start + value.length, lineEnd: sections[0]!.start }];
}

/** `at`: where its value is, with the spaces around it. */
type ReadRow = (line: string) => { form: RowForm; name: string; at: [number, number] } | null;

function rowsAbove(text: string, read: ReadRow): Row[] {
  const rows: Row[] = [];
  for (let start = 0, line = 0; start < text.length && line < 60; line++) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const content = text.slice(start, end).replace(/\r$/, "");
    if (/^##/.test(content) || (rows.length > 0 && /^---\s*$/.test(content))) break;
    const row = read(content);
    if (row !== null) {
      const written = content.slice(...row.at);
      const value = written.trim();
      const from = start + row.at[0] + (value === "" ? written.length : written.indexOf(value));
      rows.push({
        form: row.form,
        key: keyOf(row.name),
        value,
        start: from,
        end: from + value.length,
        lineEnd: newline === -1 ? text.length : newline + 1,
      });
    }
    if (newline === -1) break;
    start = newline + 1;
  }
  return rows;
}

/** Where a text's own words begin: after front matter, a title, and rows of a header that has these keys. */
export function openingOf(text: string, keys: readonly string[], hasTitle = true): { end: number; titled: boolean } {
  const rows = headerRows(text).filter(({ form, key }) => form !== "section" && keys.includes(key));
  const rowEnds = new Set(rows.map(({ lineEnd }) => lineEnd));
  let titled = false;
  for (let start = frontMatterOf(text)?.bodyStart ?? 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(start, end).trim();
    const isTitle: boolean = hasTitle && !titled && /^#\s/.test(line);
    const isFrame = rows.length > 0 && (/^\|[\s|:-]*\|$/.test(line) || line === "---");
    if (line !== "" && !isTitle && !isFrame && !rowEnds.has(end)) return { end: start, titled };
    titled ||= isTitle;
    start = end;
  }
  return { end: text.length, titled };
}

/** The text with one field set; a new field goes to the end of the header. */
export function setField(text: string, key: string, value: string | number | readonly string[]): string {
  const yaml = frontMatterOf(text);
  if (yaml !== undefined) return setYaml(text, yaml, key, value);
  const rows = headerRows(text);
  const row = rows.find((one) => one.key === key);
  const isSmall = row !== undefined && /^[a-z]/.test(row.value);
  const shown = isSmall ? humanValue("", value) : humanValue(key, value);
  if (row !== undefined) return splice(text, row.start, row.end, shown);
  const last = rows.findLast(({ form }) => form !== "section") ?? rows.at(-1);
  const newline = newlineOf(text);
  if (last !== undefined)
    return splice(
      text,
      last.lineEnd,
      last.lineEnd,
      `${atLineStart(text, last.lineEnd, newline)}${rowText(last.form, key, shown)}${newline}${last.form === "section" ? newline : ""}`,
    );
  // No header at all: the shortest one that says it.
  return `---${newline}${yamlLine(key, value)}${newline}---${newline}${newline}${text}`;
}

/** The text with `value` added to a list field (a single value becomes a list of two). */
export function addToField(text: string, key: string, value: string): string {
  const header = readHeader(text);
  const standing = fieldList(header, key);
  if (standing.includes(value)) return text;
  return addToBlockList(text, key, value) ?? setField(text, key, standing.length === 0 ? value : [...standing, value]);
}

/** The pairs of a block mapping; anything else cannot be written to without harm, so it is refused. */
function blockPairs(source: string): Pair[] {
  const excess = findYamlExcess(source);
  const document = parseDocument(excess === undefined ? source : "", { schema: "core", logLevel: "error" });
  const contents = document.contents as (YAMLMap & { flow?: boolean }) | null;
  const why = excess ?? document.errors[0]?.message.split("\n")[0];
  if (why === undefined && (contents === null || (isMap(contents) && contents.flow !== true)))
    return (contents?.items ?? []) as Pair[];
  refuse("invalid_input", "front matter", "readable_header", {
    message: `The front matter cannot be written to: ${why ?? "it is not a list of keys and values, one to a line"}`,
    suggestion: "Correct the YAML between the two `---` lines; nothing was written.",
  });
}

type Range = [number, number, number];

function setYaml(
  text: string,
  { source, start, end }: FrontMatter,
  key: string,
  value: string | number | readonly string[],
): string {
  const newline = newlineOf(text);
  const pair = blockPairs(source).find((one) => isScalar(one.key) && keyOf(String(one.key.value)) === key);
  if (pair === undefined)
    return splice(text, end, end, `${atLineStart(text, end, newline)}${yamlLine(key, value)}${newline}`);
  const keyRange = (pair.key as { range: Range }).range;
  const range = (pair.value as { range?: Range } | null)?.range;
  const from = text.indexOf(":", start + keyRange[1]) + 1;
  // A value that is not there ends where its colon does: a comment behind it stays.
  const to = range === undefined || range[0] === range[1] ? from : start + range[1];
  // A block ends with its last line; the new value takes one line and leaves that end in place.
  const ends = text[to - 1] === "\n" ? newline : "";
  return splice(text, from, to, ` ${yamlValue(value)}${ends}`);
}

/** One more line in a list that has a line for each; undefined where the field is no such list. */
function addToBlockList(text: string, key: string, value: string): string | undefined {
  const yaml = frontMatterOf(text);
  if (yaml === undefined) return undefined;
  const pair = blockPairs(yaml.source).find((one) => isScalar(one.key) && keyOf(String(one.key.value)) === key);
  const list = pair?.value;
  if (!isSeq(list) || list.flow === true || list.items.length === 0) return undefined;
  const last = (list.items.at(-1) as { range?: Range } | undefined)?.range;
  if (last === undefined) return undefined;
  const at = yaml.start + last[0];
  const lineStart = text.lastIndexOf("\n", at) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))![0];
  const newlineAt = text.indexOf("\n", yaml.start + last[1] - 1);
  const end = newlineAt === -1 ? yaml.end : newlineAt + 1;
  return splice(text, end, end, `${indent}- ${yamlScalar(value, false)}${newlineOf(text)}`);
}

function yamlLine(key: string, value: string | number | readonly string[]): string {
  return `${key}: ${yamlValue(value)}`;
}

/** One line of YAML, whatever the text. */
export function yamlValue(value: string | number | boolean | readonly string[]): string {
  if (Array.isArray(value)) return `[${value.map((one) => yamlScalar(String(one), true)).join(", ")}]`;
  return typeof value === "string" ? yamlScalar(value, false) : String(value);
}

function yamlScalar(value: string, inList: boolean): string {
  const plain = stringify(value, { lineWidth: 0, version: "1.2" }).trimEnd();
  return plain.includes("\n") ||
    plain.startsWith("|") ||
    plain.startsWith(">") ||
    (inList && /[,[\]{}]/.test(plain) && !/^["']/.test(plain))
    ? JSON.stringify(value)
    : plain;
}

function atLineStart(text: string, at: number, newline: string): string {
  return at === 0 || text[at - 1] === "\n" ? "" : newline;
}

export function rowText(form: RowForm, key: string, shown: string): string {
  const name = key
    .split("_")
    .map((word) =>
      /^(?:rfcs?|adrs?|prds?)$/.test(word)
        ? word.toUpperCase().replace(/S$/, "s")
        : word[0]!.toUpperCase() + word.slice(1),
    )
    .join(" ");
  if (form === "table") return `| **${name}** | ${shown} |`;
  if (form === "bold") return `**${name}:** ${shown}`;
  return `${form === "list" ? "- " : ""}${name}: ${shown}`;
}

/** As older headers write it: a status starts with a capital, a list is a sentence, a bar would end the cell. */
export function humanValue(key: string, value: string | number | readonly string[]): string {
  const text = (Array.isArray(value) ? value.join(", ") : String(value))
    .replace(/\s+/g, (space) => (space.includes("\n") ? " " : space))
    .replaceAll("|", "\\|");
  return key === "status" ? text[0]!.toUpperCase() + text.slice(1) : text;
}
