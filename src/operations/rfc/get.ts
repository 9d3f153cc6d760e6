import * as z from "zod";
import { planOf } from "../../documents/plan.ts";
import { getOperation } from "../document-get.ts";
import { progressSchema, renderProgress } from "./plan-fields.ts";

export const operation = getOperation("rfc", {
  summary: "Show one RFC with its header and plan",
  description:
    "One RFC by number, slug, file name or path: header fields, the progress of its plan, and the text. A number that two files carry is an error that names both.",
  examples: [{ command: "blue rfc get 0057", note: "by number" }],
  details: z.strictObject({ plan: progressSchema }),
  of: (document) => ({ plan: planOf(document) }),
  above: ({ plan }) => (plan.total === 0 ? [] : [renderProgress(plan)]),
});
