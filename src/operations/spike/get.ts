import * as z from "zod";
import { fieldText } from "../../documents/header.ts";
import { getOperation } from "../document-get.ts";

export const operation = getOperation("spike", {
  summary: "Show one spike with its outcome",
  description: "One spike by slug, name or path: header, outcome (null while it is under way), and the text.",
  examples: [{ command: "blue spike get deep-pages", note: "by its slug" }],
  details: z.strictObject({ outcome: z.string().nullable() }),
  of: ({ header }) => ({ outcome: fieldText(header, "outcome") ?? null }),
});
