/**
 * What costs an expert's signal. A signal counts if nothing its author wrote in the round objects: no tension raised or reopened, no dissent or
 * minority verdict, no stance that does not agree (an earlier one of the same text counts too), and no problem that the reader of drafts reports.
 */
import type { ScannedDraft } from "../../drafts/scanned-draft.ts";
import { stances } from "../vocabulary.ts";

export function objectionsOf(draft: ScannedDraft): string[] {
  return [
    ...draft.items.filter(({ type }) => type === "T").map(({ localId }) => `${localId} raises a tension`),
    ...draft.refs.filter(({ kind }) => kind === "REOPEN").map(({ target }) => `${target} is reopened`),
    ...draft.statements.map(({ kind, line }) => `line ${line} is a ${kind.replace("_", " ")}`),
    ...draft.stances
      .filter(({ position }) => !stances[position].agrees)
      .map(({ position }) => `the stance is ${position}`),
    ...draft.problems.map(({ line, message }) => `line ${line}: ${message.replace(/\.$/, "")}`),
  ];
}
