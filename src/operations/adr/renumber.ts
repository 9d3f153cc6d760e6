import { renumberOperation } from "../document-renumber.ts";

export const operation = renumberOperation("adr", {
  command: "blue adr renumber .blue/docs/adrs/0004-use-cursors.accepted.md",
  note: "the one that came second",
});
