/** One document as Blue sees it: what its name says and what its text says. */
import { type DocumentType, statusOf, typeShapes } from "./document-types.ts";
import { documentName, type FileName } from "./file-name.ts";
import { fieldText, type Header, readHeader } from "./header.ts";
import { headingsOf, readMarkdown } from "./markdown.ts";
import { readWrittenDay } from "./natural-date.ts";

/** What a listing knows without opening the file. */
export interface DocumentFile {
  type: DocumentType;
  /** From the project's root. */
  path: string;
  name: FileName;
}

export interface Document extends DocumentFile {
  text: string;
  header: Header;
  title: string;
  /** In our words; the header's, else the name's, else `unknown`. */
  status: string;
  /** `2026-02-03`, or null. */
  date: string | null;
  /** The file of its own that holds an RFC's plan, where there is one. */
  plan?: { path: string; text: string };
}

export function readDocument(file: DocumentFile, text: string): Document {
  const header = readHeader(text);
  const word = fieldText(header, "status");
  return {
    ...file,
    text,
    header,
    title: fieldText(header, "title") ?? titleOf(text, header) ?? file.name.slug.replaceAll("-", " "),
    status: word === undefined ? (file.name.status ?? "unknown") : statusOf(file.type, word),
    date:
      readWrittenDay(fieldText(header, "date") ?? fieldText(header, "created") ?? "") ??
      readWrittenDay(file.name.stamp ?? "") ??
      null,
  };
}

/** The first heading, without the `RFC 0003:` or `3.` that only repeats the name. */
function titleOf(text: string, header: Header): string | undefined {
  const head = text.slice(header.bodyStart, header.bodyStart + 4000);
  const title = headingsOf(head, readMarkdown(head)).find(({ level }) => level === 1)?.title;
  return title?.replace(
    /^(?:(?:(?:Alignment|RFC) )?Dialogue|RFC|ADR|PRD|Spike|Audit|Postmortem|Post-mortem|Decision|Runbook)(?:[ -]\d+)?\s*[:—–-]\s*|^\d+\. /i,
    "",
  );
}

/** `RFC 0003`, or a dated document's name: how people speak of it. */
export function nameOf(file: DocumentFile): string {
  return documentName(file.type, file.name);
}

/** The heading that opens a document. */
export function titleHeading(type: DocumentType, digits: string | undefined, title: string): string {
  return `# ${typeShapes[type].label}${digits === undefined ? "" : ` ${digits}`}: ${title}`;
}
