import { listOperation } from "../document-list.ts";

export const operation = listOperation("audit", "audits", {
  command: "blue audit list --status wip",
  note: "those under way",
});
