/** One document of one type, as an operation: its header, its text, and `details` that only this type has. */
import * as z from "zod";
import type { Document } from "../documents/document.ts";
import { type DocumentType, typeShapes } from "../documents/document-types.ts";
import { fieldText, readHeader } from "../documents/header.ts";
import { findTitle, type Line, readMarkdown } from "../documents/markdown.ts";
import { plain } from "../documents/plain-text.ts";
import { cover } from "../drafts/cover.ts";
import { box } from "../pages/box.ts";
import { getDocument } from "../store/documents.ts";
import type { Project } from "../store/project.ts";
import {
  type DocumentEntry,
  documentEntry,
  documentId,
  documentText,
  entryOf,
  idFlags,
  textOf,
} from "./document-fields.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { textWidth } from "./text/width.ts";

type Answer = DocumentEntry & ReturnType<typeof textOf>;

interface GetShape<T extends object> extends Pick<Operation, "summary" | "description" | "examples"> {
  details: z.ZodObject<{ [K in keyof T]: z.ZodType<T[K]> }>;
  of(document: Document, project: Project): T;
  /** Lines for people, above its text and below it. */
  above?(out: Answer & T): string[];
  below?(out: Answer & T): string[];
}

export function getOperation<T extends object>(type: DocumentType, shape: GetShape<T>) {
  const { details, of, above = () => [], below = () => [], ...texts } = shape;
  const output: z.ZodObject = z.strictObject({ ...documentEntry.shape, ...details.shape, ...documentText });
  return defineOperation({
    ...texts,
    name: `${type}.get`,
    effect: "read",
    input: z.strictObject({ id: documentId }),
    output,
    cli: { ...idFlags, showsDocument: true },
    run({ id }, { project }) {
      const document = getDocument(project, id, [type]);
      return { ...entryOf(document), ...of(document, project), ...textOf(document) };
    },
    render(raw) {
      const out = raw as unknown as Answer & T;
      const own = below(out);
      return [
        `${out.number === null ? typeShapes[type].label : out.id}: ${out.title}`,
        `  ${[out.status, out.date].filter(Boolean).join(", ")}`,
        `  ${out.path}`,
        ...headerLines(out).map((line) => `  ${line}`),
        ...above(out),
        "",
        bodyOf(out),
        ...(out.truncated ? ["", `! The text is cut here; ${out.path} has the rest.`] : []),
        ...(own.length === 0 ? [] : ["", ...own]),
      ].join("\n");
    },
  });
}

/** Of the front matter what the first lines do not say already; another header is part of the text. */
function headerLines({ text }: Answer): string[] {
  const header = readHeader(text);
  if (header.form !== "yaml") return [];
  const keys = Object.keys(header.fields).filter((key) => !["title", "status", "date", "created"].includes(key));
  return keys.flatMap((key) => {
    const value = fieldText(header, key);
    return value === undefined ? [] : [`${key.replaceAll("_", " ")}: ${value}`];
  });
}

/**
 * The Markdown below front matter and title, links by their words, bold words without their stars, tables as boxes, quoted ones too; where a section has
 * only its hint, that nothing is written.
 */
function bodyOf({ text }: Answer): string {
  const { bodyStart } = readHeader(text);
  const title = findTitle(text, bodyStart);
  const { lines, mask } = readMarkdown(text, bodyStart);
  const isHint = (line: Line) => mask[line.start] === cover.comment && /^<!--.*-->$/.test(line.text.trim());
  const isCode = (at: number) => mask[at] === cover.code || mask[at] === cover.fence;
  const isRow = (line: Line | undefined, lead: string) =>
    line !== undefined && leadOf(line) === lead && /^\s*\|/.test(line.text.slice(lead.length)) && !isCode(line.start);
  const withoutMarks = ({ text, start }: Line) =>
    text.replace(
      /\[([^[\]]+)\]\((?![a-z]+:)[^()\s]+\)|(?<![\w*])\*\*(\S(?:[^*]*\S)?)\*\*(?![\w*])/g,
      (marked, link, bold, at) => (isCode(start + at) ? marked : (link ?? bold)),
    );
  const shown: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const lead = leadOf(line);
    if (isRow(line, lead) && tableRule.test(lines[i + 1]?.text.slice(lead.length) ?? "")) {
      const end = lines.findIndex((one, at) => at > i && !isRow(one, lead));
      const rows = lines.slice(i, end === -1 ? undefined : end);
      const cells = rows.filter((_, at) => at !== 1).map((row) => withoutMarks(row).slice(lead.length));
      shown.push(boxedTable(cells, widest - lead.length).replace(/^/gm, lead));
      i += rows.length - 1;
    } else if (line.start !== title?.start) shown.push(isHint(line) ? "(not written yet)" : withoutMarks(line));
  }
  return shown.join("\n").trim();
}

/** What makes a line part of a quotation. */
function leadOf({ text }: Line): string {
  return /^(?:[ ]{0,3}> ?)*/.exec(text)![0];
}

/** Between the head of a Markdown table and its rows. */
const tableRule = /^\s*\|[\s:|-]*-[\s:|-]*$/;

/** As wide as any terminal. */
const widest = 80;

function boxedTable(lines: readonly string[], width: number): string {
  const [head = [], ...rows] = lines.map((line) =>
    line
      .trim()
      .replace(/^\||(?<!\\)\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => plain(cell.replaceAll("\\|", "|"))),
  );
  const widths = head.map((_, i) => Math.max(1, ...[head, ...rows].map((row) => textWidth(row[i] ?? ""))));
  const room = Math.max(width - 3 * head.length - 1, 4 * head.length);
  let max = room;
  while (widths.reduce((sum, width) => sum + Math.min(width, max), 0) > room) max--;
  return box(
    head.map((heading) => ({ heading, min: 1, max })),
    rows.map((cells) => ({ cells })),
  );
}
