/** One document of one type, as an operation: its header, its text, and `details` that only this type has. */
import * as z from "zod";
import type { Document } from "../documents/document.ts";
import type { DocumentType } from "../documents/document-types.ts";
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
  /** The lines for people; the path and the text unless it says more. */
  render?(out: Answer & T): string;
}

export function getOperation<T extends object>(type: DocumentType, shape: GetShape<T>) {
  const { details, of, render = renderText, ...texts } = shape;
  const output: z.ZodObject = z.strictObject({ ...documentEntry.shape, ...details.shape, ...documentText });
  return defineOperation({
    ...texts,
    name: `${type}.get`,
    effect: "read",
    input: z.strictObject({ id: documentId }),
    output,
    cli: idFlags,
    run({ id }, { project }) {
      const document = getDocument(project, id, [type]);
      return { ...entryOf(document), ...of(document, project), ...textOf(document) };
    },
    render: (out) => render(out as unknown as Answer & T),
  });
}

function renderText({ path, text }: Answer): string {
  return `${path}\n\n${text}`;
}
