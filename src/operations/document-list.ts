/** A list of one type of document, as an operation: the same for every group that has one. */
import * as z from "zod";
import { type DocumentType, typeShapes } from "../documents/document-types.ts";
import { listDocuments, openDocuments } from "../store/documents.ts";
import { documentEntry, entryOf, renderEntries, unreadableEntry } from "./document-fields.ts";
import { defineOperation, type Example } from "./operation.ts";

const pageSize = 100;

const orders = { numbered: "by number", dated: "oldest first", plain: "by name" } as const;

export function listOperation(type: DocumentType, plural: string, example: Example) {
  const { life, naming } = typeShapes[type];
  return defineOperation({
    name: `${type}.list`,
    summary: `List the ${plural}, ${orders[naming]}`,
    description: `Every one of the ${plural} with title, status, date and path, read from the files. Filter by \`status\`; long lists come in pages. Files that cannot be read are named apart.`,
    effect: "read",
    input: z.strictObject({
      status: z
        .enum(Object.keys(life) as [string, ...string[]])
        .optional()
        .describe("Only those."),
      page: z.int().min(1).default(1),
    }),
    output: z.strictObject({
      documents: z.array(documentEntry),
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      unreadable: z.array(unreadableEntry),
    }),
    examples: [example],
    run({ status, page }, { project }) {
      const { documents, unreadable } = openDocuments(project, listDocuments(project, type));
      const all = documents.filter((one) => status === undefined || one.status === status).map(entryOf);
      return {
        documents: all.slice((page - 1) * pageSize, page * pageSize),
        total: all.length,
        page,
        pages: Math.max(1, Math.ceil(all.length / pageSize)),
        unreadable,
      };
    },
    render: ({ documents, total, page, pages, unreadable }) =>
      [
        renderEntries(documents, `No ${plural}.`),
        ...(pages > 1 ? [`Page ${page} of ${pages}, ${total} in all`] : []),
        ...unreadable.map(({ path, why }) => `✗ ${path}: ${why}`),
      ].join("\n"),
  });
}
