import * as z from "zod";
import { documentFileAt, openDocument } from "../store/documents.ts";
import { findDeleted, restoreFromTrash } from "../store/trash.ts";
import { documentEntry, entryOf, renderChanged, unstagedField } from "./document-fields.ts";
import { defineOperation } from "./operation.ts";

export const operation = defineOperation({
  name: "restore",
  summary: "Bring a deleted document back",
  description:
    "Puts a document from `.blue/trash/` back where it stood, byte for byte. Asked for by its trash id, its old path or file name, or its title. Refused when another file has taken the place.",
  effect: "write",
  input: z.strictObject({ id: z.string().trim().min(1).describe("Its trash id, old path, file name or title.") }),
  output: z.strictObject({ ...documentEntry.shape, unstaged: unstagedField }),
  examples: [{ command: "blue restore 0003-cursor-pagination.draft.md", note: "by its old name" }],
  cli: { positional: ["id"] },
  run({ id }, { project }) {
    const deleted = findDeleted(project, id);
    const unstaged = restoreFromTrash(project, deleted);
    return { ...entryOf(openDocument(project, documentFileAt(deleted.path)!)), unstaged };
  },
  render: (out) => renderChanged("restored", out),
});
