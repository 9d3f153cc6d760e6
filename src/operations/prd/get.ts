import * as z from "zod";
import { criteriaOf } from "../../documents/criteria.ts";
import { getDocument } from "../../store/documents.ts";
import { documentEntry, documentId, documentText, entryOf, idFlags, textOf } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";
import { criteriaSchema, renderCriteria } from "./criteria-fields.ts";

export const operation = defineOperation({
  name: "prd.get",
  summary: "Show one PRD with its acceptance criteria",
  description:
    "One PRD by number, slug, file name or path: header, acceptance criteria with their state, and the text.",
  effect: "read",
  input: z.strictObject({ id: documentId }),
  output: z.strictObject({ ...documentEntry.shape, criteria: criteriaSchema, ...documentText }),
  examples: [{ command: "blue prd get 0002", note: "by number" }],
  cli: idFlags,
  run({ id }, { project }) {
    const document = getDocument(project, id, ["prd"]);
    return { ...entryOf(document), criteria: criteriaOf(document), ...textOf(document) };
  },
  render: ({ path, text, criteria }) => `${path}\n${renderCriteria(criteria)}\n\n${text}`,
});
