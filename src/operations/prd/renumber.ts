import { renumberOperation } from "../document-renumber.ts";

export const operation = renumberOperation("prd", {
  command: "blue prd renumber .blue/docs/prds/0001-order-export.draft.md --to 7",
  note: "to a number of your own",
});
