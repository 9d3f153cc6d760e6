import { listOperation } from "../document-list.ts";

export const operation = listOperation("postmortem", "postmortems", {
  command: "blue postmortem list --status open",
  note: "those with work left",
});
