/** One document of one type, as an operation: its header, its text, and `details` that only this type has. */
import * as z from "zod";
import type { Document } from "../documents/document.ts";
import { type DocumentType, typeShapes } from "../documents/document-types.ts";
import { fieldText, readHeader } from "../documents/header.ts";
import { findTitle, type Line, readMarkdown } from "../documents/markdown.ts";
import { cover } from "../drafts/cover.ts";
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

/** The Markdown below front matter and title, links by their words, tables without their rule; where a section has only its hint, that nothing is written. */
function bodyOf({ text }: Answer): string {
  const { bodyStart } = readHeader(text);
  const title = findTitle(text, bodyStart);
  const { lines, mask } = readMarkdown(text, bodyStart);
  const isHint = (line: Line) => mask[line.start] === cover.comment && /^<!--.*-->$/.test(line.text.trim());
  const isCode = ({ start }: Line) => mask[start] === cover.code || mask[start] === cover.fence;
  // The rule of a table, and a head without words.
  const isEmptyRow = (line: Line) => /^\s*\|[\s:|-]*\|\s*$/.test(line.text) && !isCode(line);
  const withoutTargets = ({ text, start }: Line) =>
    text.replace(/\[([^[\]]+)\]\((?![a-z]+:)[^()\s]+\)/g, (link, words: string, at: number) =>
      mask[start + at] === cover.code || mask[start + at] === cover.fence ? link : words,
    );
  return lines
    .filter((line) => line.start !== title?.start && !isEmptyRow(line))
    .map((line) => (isHint(line) ? "(not written yet)" : withoutTargets(line)))
    .join("\n")
    .trim();
}
