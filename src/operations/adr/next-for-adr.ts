import type { Document } from "../../documents/document.ts";
import { shortName } from "../../store/documents.ts";
import type { Rooted } from "../../store/paths.ts";
import { type Next, nextCall } from "../next-call.ts";

/** Only a proposed one waits for anybody. */
export function nextForAdr(project: Rooted, document: Document): Next | null {
  if (document.status !== "proposed") return null;
  const id = shortName(project, document);
  return nextCall("adr.status", { id, status: "accepted" }, "When it is written and has been reviewed.");
}
