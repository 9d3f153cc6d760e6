import { listOperation } from "../document-list.ts";

export const operation = listOperation("rfc", "RFCs", {
  command: "blue rfc list --status draft",
  note: "what waits for review",
});
