import { listOperation } from "../document-list.ts";

export const operation = listOperation("decision", "decisions", {
  command: "blue decision list",
  note: "what was decided in passing",
});
