/**
 * What costs an expert's signal. A signal counts if nothing its author wrote in the round objects: no tension raised or reopened, no dissent or
 * minority verdict, no stance that does not agree (an earlier one of the same text counts too), and no problem that the reader of drafts reports.
 */
import type { ScannedDraft } from "../../drafts/scanned-draft.ts";
import { stances } from "../vocabulary.ts";

export interface Objection {
  /** Why the signal does not count. */
  why: string;
  /** What is objected, in the author's words; of a tension, what follows its ID. */
  words: string;
  /** The tension's local ID, or as the reference names it. */
  tension: string | null;
}

export function objectionsOf(draft: ScannedDraft): Objection[] {
  return [
    ...draft.items
      .filter(({ type }) => type === "T")
      .map(({ localId, severity, label }) => ({
        why: `${localId} raises a tension`,
        words: `${severity === null ? "" : `${severity}: `}${label}`,
        tension: localId,
      })),
    ...draft.refs
      .filter(({ kind }) => kind === "REOPEN")
      .map(({ target }) => ({ why: `${target} is reopened`, words: "is reopened", tension: target })),
    ...draft.statements.map(({ kind, line, label, text }) => ({
      why: `line ${line} is a ${kind.replace("_", " ")}`,
      words: [...(label === null ? [] : [label]), ...text].join(" "),
      tension: null,
    })),
    ...draft.stances
      .filter(({ position }) => !stances[position].agrees)
      .map(({ position, text }) => ({
        why: `the stance is ${position}`,
        words: `${position}: ${text}`,
        tension: null,
      })),
    ...draft.problems.map(({ line, message }) => {
      const why = `line ${line}: ${message.replace(/\.$/, "")}`;
      return { why, words: why, tension: null };
    }),
  ];
}
