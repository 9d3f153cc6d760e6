import { listOperation } from "../document-list.ts";

export const operation = listOperation("adr", "ADRs", {
  command: "blue adr list --status accepted",
  note: "the decisions in force",
});
