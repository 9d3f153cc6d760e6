import { listOperation } from "../document-list.ts";

export const operation = listOperation("runbook", "runbooks", {
  command: "blue runbook list --status active",
  note: "those in use",
});
