/** What the operations on documents share: how a document is asked for, and how it is listed. */
import { basename } from "node:path";
import * as z from "zod";
import { type Document, nameOf } from "../documents/document.ts";
import { type DocumentType, documentTypes } from "../documents/document-types.ts";
import { refuse } from "../errors.ts";
import type { Moved } from "../store/change-status.ts";
import { getDocument } from "../store/documents.ts";
import type { Project } from "../store/project.ts";
import { type Next, renderNext } from "./next-call.ts";
import { table } from "./text/table.ts";

/** RFC 0057 writes `--number 0014`, `--id …` and `--path …`; one field takes all three. */
export const documentId = z.union([z.string().min(1), z.int().min(0)]).describe("Its number, slug, file name or path.");

export const idFlags = { positional: ["id"], flagAliases: { id: ["number", "path"] } } as const;

export const documentEntry = z.strictObject({
  id: z.string().describe("`RFC 0003`, or the name of a dated document."),
  type: z.enum(documentTypes),
  number: z.int().nullable(),
  title: z.string(),
  status: z.string(),
  date: z.string().nullable(),
  path: z.string(),
});

export type DocumentEntry = z.output<typeof documentEntry>;

export function entryOf(document: Document): DocumentEntry {
  const { type, name, title, status, date, path } = document;
  return { id: nameOf(document), type, number: name.number ?? null, title, status, date, path };
}

export const unreadableEntry = z.strictObject({ path: z.string(), why: z.string() });

export function renderEntries(documents: readonly DocumentEntry[], none: string): string {
  if (documents.length === 0) return none;
  return table(
    ["Document", "Status", "Date", { heading: "Title", maxWidth: 72 }],
    documents.map(({ id, status, date, title }) => [id, status, date ?? "", title]),
  );
}

/** A line of a file that names something. */
export const namedLine = z.strictObject({ path: z.string(), line: z.int(), text: z.string() });

export function renderLine({ path, line, text }: z.output<typeof namedLine>): string {
  return `    ${path}:${line}  ${text}`;
}

interface Changed extends DocumentEntry {
  /** Documents whose links were fixed. */
  relinked?: readonly string[];
  outside?: readonly z.output<typeof namedLine>[];
  unstaged?: readonly string[];
  warnings?: readonly string[] | undefined;
  next?: Next | null;
}

/** What was done to a document, with `more` about it, and what to do next. */
export function renderChanged(verb: string, out: Changed, ...more: readonly string[]): string {
  const { id, title, status, path, relinked = [], outside = [], unstaged = [], warnings = [], next } = out;
  return [
    `✓ ${id} ${verb}: ${title} (${status})`,
    `  ${path}`,
    ...(relinked.length > 0 ? [`  links fixed in ${relinked.join(", ")}`] : []),
    ...more.map((line) => `  ${line}`),
    ...(outside.length > 0 ? ["! The old file name is still used outside of .blue; change it there:"] : []),
    ...outside.map(renderLine),
    ...renderUnstaged(unstaged),
    ...warnings.map((warning) => `! ${warning}`),
    ...(next ? [renderNext(next)] : []),
  ].join("\n");
}

/** A status that was changed, or only looked at. */
export function renderStatus(out: Changed & { from: string }, ...more: readonly string[]): string {
  const { id, title, status, path, relinked = [], outside = [], unstaged = [], warnings = [], next } = out;
  const done = [relinked, outside, unstaged, warnings, more].some((list) => list.length > 0);
  if (out.from !== status || done) return renderChanged(`${out.from} → ${status}`, out, ...more);
  return [`${id} is ${status}: ${title}`, `  ${path}`, ...(next ? [renderNext(next)] : [])].join("\n");
}

/** What a change of status needs has no meaning where none is given. */
export function refuseWithoutStatus(given: Readonly<Record<string, unknown>>): void {
  const [field] = Object.keys(given).filter((name) => given[name] !== undefined);
  if (field === undefined) return;
  refuse("invalid_input", field, "with_status", {
    message: `\`${field}\` goes only with \`status\``,
    suggestion: "Say which status the document gets.",
  });
}

/** The answer about a document that got another status or name, and `also` others with it. */
export function movedEntry(moved: Moved, ...also: readonly Moved[]): DocumentEntry & Omit<Moved, "document"> {
  const all = [moved, ...also];
  return {
    ...entryOf(moved.document),
    relinked: [...new Set(all.flatMap(({ relinked }) => relinked))],
    outside: all.flatMap(({ outside }) => outside),
    unstaged: all.flatMap(({ unstaged }) => unstaged),
  };
}

/** In answers of what moves files that git may track. */
export const unstagedField = z
  .array(z.string())
  .describe("Tracked files that were not staged, because git would run a filter on them.");

export function renderUnstaged(unstaged: readonly string[]): string[] {
  if (unstaged.length === 0) return [];
  return [
    `! Not staged, because git would run a filter on it: ${unstaged.join(", ")}. \`git add -A .blue\` stages it.`,
  ];
}

export const movedShape = {
  ...documentEntry.shape,
  relinked: z.array(z.string()).describe("Documents whose links were fixed."),
  outside: z.array(namedLine).describe("Lines outside `.blue` that still name the old file; they were not changed."),
  unstaged: unstagedField,
};

/** The document a field names; undefined when the field was not given. */
export function findNamed(
  project: Project,
  key: string | number | undefined,
  type: DocumentType,
  field: string,
): Document | undefined {
  return key === undefined ? undefined : getDocument(project, key, [type], field);
}

/** A title, given or taken from what the document is made from. */
export function requireTitle(title: string | undefined, suggestion: string): string {
  if (title !== undefined) return title;
  return refuse("invalid_input", "title", "required", { message: "`title` is required", suggestion });
}

/** For what ends once: an audit, a spike. */
export function refuseDone({ status, path, type }: Document, id: string | number): void {
  if (status !== "done") return;
  refuse("invalid_status_transition", { id }, "document_lifecycle", {
    message: `${basename(path)} is done already`,
    suggestion: `Begin a new ${type}.`,
  });
}

/** A document's own words, within what a model can be shown. */
export const documentText = {
  fields: z.record(z.string(), z.unknown()).describe("Its header, keys in lower case."),
  text: z.string().describe("The document as it is on disk."),
  truncated: z.boolean().describe("Whether the text was cut; the file has the rest."),
};

const longestText = 60_000;

export function textOf({ header, text }: Document): {
  fields: Record<string, unknown>;
  text: string;
  truncated: boolean;
} {
  return { fields: { ...header.fields }, text: text.slice(0, longestText), truncated: text.length > longestText };
}
