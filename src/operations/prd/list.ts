import { listOperation } from "../document-list.ts";

export const operation = listOperation("prd", "PRDs", {
  command: "blue prd list --status approved",
  note: "what is to be built",
});
