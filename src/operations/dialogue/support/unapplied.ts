/** A decided text that its document does not have yet. */
import { attempt, BlueError } from "../../../errors.ts";
import { findAuthors } from "../../../facts/decided.ts";
import { type DialogueRecords, decisionOf, ledgerAt } from "../../../rules/standing.ts";
import { listDialogueIds } from "../../../store/dialogue-ids.ts";
import { stateOf } from "../../../store/dialogue-state.ts";
import { makeTrackedLoader } from "../../../store/find-dialogue.ts";
import type { Project } from "../../../store/project.ts";
import { findReopening } from "../../../store/reopening.ts";
import { getDecidedDocument } from "./decided-document.ts";

/** The document, where an author rewrote it and it does not say so yet. A Judge's own words may be an answer and no document. */
export function findUnappliedPath(project: Project, decided: DialogueRecords): string | undefined {
  const { verdict } = decisionOf(decided);
  if (decided.opening.subject === null || verdict === undefined) return undefined;
  if (findAuthors(verdict.recommendation, ledgerAt(decided, verdict)) === undefined) return undefined;
  const document = attempt(() => getDecidedDocument(project, decided, verdict));
  return document instanceof BlueError || document.before === document.after ? undefined : document.path;
}

/** So many of the newest dialogues are looked at: what was left longer ago was left on purpose. */
const looked = 20;

/** The newest. */
export function findUnapplied(project: Project): { id: string; path: string } | undefined {
  const load = makeTrackedLoader(project);
  for (const id of listDialogueIds(project).slice(-looked).reverse()) {
    const loaded = load(id);
    const path = stateOf(loaded) === "decided" ? findUnappliedPath(project, loaded as DialogueRecords) : undefined;
    if (path !== undefined && findReopening(project, id) === null) return { id, path };
  }
  return undefined;
}
