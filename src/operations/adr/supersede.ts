/** One decision takes the place of another: both headers say so, and the older one's status and file name. */
import { addAdr, markSuperseded, namesAdr } from "../../documents/adr.ts";
import { type Document, nameOf } from "../../documents/document.ts";
import { fieldText } from "../../documents/header.ts";
import { refuse } from "../../errors.ts";
import { assertMove, changeStatus, type Moved } from "../../store/change-status.ts";
import type { Project } from "../../store/project.ts";
import { type Random, saveText } from "../../store/write-document.ts";

export function supersede(project: Project, random: Random, newer: Document, older: Document): Moved {
  saveText(project, newer.path, newer.text, addAdr(newer.text, "supersedes", older), random);
  return changeStatus(project, random, older, "superseded", (text) => markSuperseded(text, newer));
}

/** A decision has one successor; the same one again is no second. */
export function assertSupersedable(older: Document, newer?: Document): void {
  assertMove(older, "superseded");
  const by = fieldText(older.header, "superseded_by");
  if (older.status !== "superseded" || (newer !== undefined && (by === undefined || namesAdr([by], newer)))) return;
  refuse("invalid_status_transition", { supersedes: nameOf(older) }, "in_force", {
    message: `${nameOf(older)} is superseded already${by === undefined ? "" : ` by ${by}`}`,
    suggestion: "Supersede the decision that took its place.",
  });
}
