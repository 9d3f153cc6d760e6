import * as z from "zod";
import { actionItems } from "../../documents/action-items.ts";
import { getOperation } from "../document-get.ts";

const item = z.strictObject({
  number: z.int(),
  action: z.string(),
  owner: z.string(),
  due: z.string(),
  status: z.string(),
  rfc: z.string(),
  open: z.boolean(),
});

export const operation = getOperation("postmortem", {
  summary: "Show one postmortem with its action items",
  description:
    "One postmortem by slug, name or path: header, the rows of its action items (open until their status says done or an RFC takes them on), and the text.",
  examples: [{ command: "blue postmortem get export-lost-orders", note: "by its slug" }],
  details: z.strictObject({ items: z.array(item) }),
  of: (document) => ({ items: actionItems(document) }),
  above: ({ items }) => [`Action items: ${items.length} (${items.filter(({ open }) => open).length} open)`],
});
