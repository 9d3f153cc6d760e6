import { renumberOperation } from "../document-renumber.ts";

export const operation = renumberOperation("rfc", {
  command: "blue rfc renumber .blue/docs/rfcs/0003-cursor-pagination.draft.md",
  note: "the one that came second",
});
