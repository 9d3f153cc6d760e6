/** One document as Blue sees it: what its name says and what its text says. */
import { posix } from "node:path";
import { slugOf } from "../rules/slug.ts";
import { type DocumentType, statusOf, typeShapes } from "./document-types.ts";
import { documentName, type FileName } from "./file-name.ts";
import { fieldText, type Header, readHeader, setField } from "./header.ts";
import { findTitle, splice } from "./markdown.ts";
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
  return findTitle(text.slice(0, header.bodyStart + 4000), header.bodyStart)?.title.replace(titlePrefix, "");
}

const titlePrefix =
  /^(?:(?:(?:Alignment|RFC) )?Dialogue|RFC|ADR|PRD|Spike|Audit|Postmortem|Post-mortem|Decision|Runbook)(?:[ -]\d+)?\s*[:—–-]\s*|^\d+\. /i;

/** The text and the file's name under another title; what else they say stays. */
export function withTitle({ type, path, text, header, name }: Document, title: string): { text: string; name: string } {
  const heading = findTitle(text, header.bodyStart);
  const headed =
    heading === undefined
      ? text
      : splice(
          text,
          heading.start,
          heading.start + /^.*/.exec(text.slice(heading.start))![0].length,
          `# ${titlePrefix.exec(heading.title)?.[0] ?? ""}${title}`,
        );
  const tail = name.word === undefined ? ".md" : `.${name.word}.md`;
  const lead = posix.basename(path).slice(0, -(name.slug.length + tail.length));
  return {
    text: heading === undefined || header.fields.title !== undefined ? setField(headed, "title", title) : headed,
    name: `${lead}${slugOf(title) || type}${tail}`,
  };
}

/** `RFC 0003`, or a dated document's name: how people speak of it. */
export function nameOf(file: DocumentFile): string {
  return documentName(file.type, file.name);
}

/** The heading that opens a document. */
export function titleHeading(type: DocumentType, digits: string | undefined, title: string): string {
  return `# ${typeShapes[type].label}${digits === undefined ? "" : ` ${digits}`}: ${title}`;
}
