import * as z from "zod";
import { criteriaOf } from "../../documents/criteria.ts";
import { getOperation } from "../document-get.ts";
import { criteriaSchema, renderCriteria } from "./criteria-fields.ts";

export const operation = getOperation("prd", {
  summary: "Show one PRD with its acceptance criteria",
  description:
    "One PRD by number, slug, file name or path: header, acceptance criteria with their state, and the text.",
  examples: [{ command: "blue prd get 0002", note: "by number" }],
  details: z.strictObject({ criteria: criteriaSchema }),
  of: (document) => ({ criteria: criteriaOf(document) }),
  above: ({ criteria }) => [renderCriteria(criteria)],
});
