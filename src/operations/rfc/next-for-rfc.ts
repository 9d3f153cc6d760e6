import type { Document } from "../../documents/document.ts";
import { planOf } from "../../documents/plan.ts";
import { shortName } from "../../store/documents.ts";
import type { Rooted } from "../../store/paths.ts";
import { type Next, nextCall } from "../next-call.ts";

/** What to do next with an RFC, by its status and its plan. */
export function nextForRfc(project: Rooted, document: Document): Next | null {
  const id = shortName(project, document);
  const move = (status: string, why: string) => nextCall("rfc.status", { id, status }, why);
  if (document.status === "draft") return move("approved", "When it has been reviewed.");
  if (document.status !== "approved" && document.status !== "wip") return null;
  const { tasks } = planOf(document);
  const open = tasks.find(({ done }) => !done);
  if (tasks.length === 0) return nextCall("rfc.plan", { id, tasks: ["…"] }, "Say what has to be done.");
  if (open === undefined) return move("implemented", "Every task is done.");
  if (document.status === "approved") return move("wip", "When work begins.");
  return nextCall("rfc.task-complete", { id, task: open.number }, `When “${open.text}” is done.`);
}
