/** The project's documents of every type as the page shows them. */
import { basename } from "node:path";
import { type DocumentType, documentTypes } from "../../documents/document-types.ts";
import { refuse } from "../../errors.ts";
import { getDocument, listDocuments, openDocuments } from "../../store/documents.ts";
import { readOutcomes } from "../../store/outcomes.ts";
import type { Project } from "../../store/project.ts";
import type { DocumentList, DocumentView } from "../../web/data.ts";
import { type DocumentEntry, entryOf } from "../document-fields.ts";
import { entriesOf, outcomeKey } from "../record-outcome.ts";

export function documentsForPage(project: Project): DocumentList {
  const { documents, unreadable } = openDocuments(project, listDocuments(project));
  const entries = documents.map(entryOf);
  const isShared = ({ type, number }: DocumentEntry) =>
    entries.filter((one) => one.type === type && one.number === number).length > 1;
  return {
    documents: entries.map((entry) => ({ ...entry, key: isShared(entry) ? fileKey(entry) : keyOf(entry) })),
    unreadable,
  };
}

export function documentForPage(project: Project, type: string, key: string): DocumentView {
  if (!(documentTypes as readonly string[]).includes(type))
    refuse("not_found", { type }, "document_type", {
      message: `There are no documents of the type ${type}`,
      suggestion: `Types are ${documentTypes.join(", ")}.`,
    });
  const document = getDocument(project, key, [type as DocumentType]);
  return {
    ...entryOf(document),
    ...{ key, fields: { ...document.header.fields }, text: document.text },
    outcomes: entriesOf(readOutcomes(project, outcomeKey(document), null).outcomes),
  };
}

/** A number outlives a change of status, which renames the file. */
function keyOf(entry: DocumentEntry): string {
  return entry.number === null ? fileKey(entry) : String(entry.number);
}

function fileKey({ path }: DocumentEntry): string {
  return basename(path);
}
