/** Another number for a document that has one, as an operation: the same for every numbered type. */
import { basename } from "node:path";
import * as z from "zod";
import { lineAt } from "../documents/check-document.ts";
import type { Document } from "../documents/document.ts";
import { type DocumentType, typeShapes } from "../documents/document-types.ts";
import { digitsOf } from "../documents/file-name.ts";
import { findTitle, splice } from "../documents/markdown.ts";
import { refuse } from "../errors.ts";
import { rename } from "../store/change-status.ts";
import { nextNumber, takenNumbers } from "../store/create-document.ts";
import { getDocument, listDocuments, openDocuments } from "../store/documents.ts";
import type { Project } from "../store/project.ts";
import {
  documentId,
  idFlags,
  movedEntry,
  movedShape,
  namedLine,
  renderChanged,
  renderLine,
} from "./document-fields.ts";
import { defineOperation, type Example } from "./operation.ts";

export function renumberOperation(type: DocumentType, example: Example) {
  const { label } = typeShapes[type];
  return defineOperation({
    name: `${type}.renumber`,
    summary: `Give ${/^[AEIOR]/.test(label) ? "an" : "a"} ${label} another number: file, title and links`,
    description: `After a merge two ${label}s may carry one number. Renumbering changes the file's name, the number in its title and every link to it in other documents. Places that only say the number in words are listed, not changed: they may mean the other one. Name the file by its path when the number is not unique.`,
    effect: "write",
    input: z.strictObject({
      id: documentId,
      to: z.int().min(0).max(999_999).optional().describe("The new number; the next free one by default."),
    }),
    output: z.strictObject({
      ...movedShape,
      from: z.string().describe("Its path before."),
      mentions: z.array(namedLine).describe("Where the old number is only named; look at each."),
    }),
    examples: [example],
    cli: { ...idFlags, positional: ["id", "to"] },
    run({ id, to }, { project, random }) {
      const document = getDocument(project, id, [type]);
      const { digits } = document.name;
      if (digits === undefined)
        refuse("invalid_input", { id }, "numbered", {
          message: `${document.path} has no number`,
          suggestion: "Only numbered documents can be renumbered.",
        });
      const number = to ?? nextNumber(project, type);
      assertFreeNumber(project, document, number);
      const mentions = number === document.name.number ? [] : mentionsOf(project, document);
      const name = basename(document.path).replace(digits, digitsOf(number));
      const moved = rename(project, random, document, withNumber(document, digitsOf(number)), name);
      return { ...movedEntry(moved), from: document.path, mentions };
    },
    render: (out) =>
      renderChanged(
        "renumbered",
        out,
        ...(out.mentions.length > 0 ? ["The old number is named here; look whether it meant this one:"] : []),
        ...out.mentions.map(renderLine),
      ),
  });
}

/** Its own number is free to it while no other file has it: the title may say another. */
function assertFreeNumber(project: Project, { type, path, name }: Document, number: number): void {
  const other = listDocuments(project, type).find((one) => one.name.number === number && one.path !== path);
  if (other === undefined && (number === name.number || !takenNumbers(project, type).includes(number))) return;
  refuse("invalid_input", { to: number }, "free_number", {
    message: `${digitsOf(number)} ${other ? `is taken by ${other.path}` : "belongs to one that was deleted or moved away"}`,
    suggestion: `The next free number is ${digitsOf(nextNumber(project, type))}.`,
  });
}

/** The text with the number in its title, where the title says one. */
function withNumber({ type, text, header }: Document, digits: string): string {
  const heading = findTitle(text, header.bodyStart);
  const match = new RegExp(`^#[ \\t]+${typeShapes[type].label}[ -](\\d+)`, "di").exec(text.slice(heading?.start));
  if (heading === undefined || match === null) return text;
  const [from, to] = match.indices![1]!;
  return splice(text, heading.start + from, heading.start + to, digits);
}

function mentionsOf(project: Project, document: Document) {
  const pattern = new RegExp(`\\b${typeShapes[document.type].label}[ -]?0*${document.name.number}\\b.*`, "gi");
  return openDocuments(project, listDocuments(project)).documents.flatMap(({ path, text }) =>
    path === document.path
      ? []
      : [...text.matchAll(pattern)].map((match) => ({
          path,
          line: lineAt(text, match.index),
          text: match[0].slice(0, 100).trim(),
        })),
  );
}
