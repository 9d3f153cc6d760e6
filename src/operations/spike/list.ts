import { listOperation } from "../document-list.ts";

export const operation = listOperation("spike", "spikes", {
  command: "blue spike list --status wip",
  note: "those under way",
});
