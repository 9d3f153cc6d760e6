/**
 * Velocity counts a perspective in the round in which it is new, and never again. So what nobody has taken up since is derived here: nobody else wrote
 * about it, no later item was merged into it, it closed no tension, its author did not withdraw it, and the author of the text does not say that the text
 * takes it up. It opens and closes nothing: prompts show it, and the verdict names it.
 */
import { isOwn } from "../guests.ts";
import type { Ledger, LedgerItem } from "../ledger.ts";
import { isWithdrawn } from "../withdrawn.ts";
import { perspectivesIn } from "./revision.ts";
import type { PerspectiveAnswer } from "./sheet.ts";

export interface NotTakenUp {
  item: LedgerItem;
  /** Why the text does not take it up, where its author says so. */
  answer: (Pick<PerspectiveAnswer, "text"> & { round: number }) | null;
}

export function notTakenUp(ledger: Ledger): NotTakenUp[] {
  const fresh = [...ledger.items.values()].filter((item) => item.type === "P" && item.new);
  if (fresh.length === 0) return [];
  const heard = heardIn(ledger);
  const answers = new Map<string, PerspectiveAnswer & { round: number }>();
  for (const { round, revisions = [] } of ledger.records)
    for (const answer of perspectivesIn(ledger, revisions)) answers.set(answer.id, { ...answer, round });
  return fresh
    .filter(({ id }) => !heard.has(id) && answers.get(id)?.answer !== "taken" && !isWithdrawn(ledger, id))
    .map((item) => {
      const said = answers.get(item.id);
      return { item, answer: said === undefined ? null : { text: said.text, round: said.round } };
    });
}

/** The IDs of those to which the author of the text has said nothing either. */
export function unanswered(ledger: Ledger): string[] {
  return notTakenUp(ledger).flatMap(({ item, answer }) => (answer === null ? [item.id] : []));
}

/** Latest round first: who takes up what an author made of its own item takes up the item. */
function heardIn(ledger: Ledger): Set<string> {
  const heard = new Set<string>();
  for (const record of ledger.records.toReversed()) {
    for (const { kind, by, from, target } of record.refs) {
      const isCarriedOn = kind === "REFINE" && from !== null && heard.has(from);
      if (isCarriedOn || !isOwn(ledger, record, by, target)) heard.add(target);
    }
    for (const { by, targets } of record.moves)
      for (const target of targets) if (!isOwn(ledger, record, by, target)) heard.add(target);
    for (const { into } of record.merged) if (ledger.items.get(into)!.round < record.round) heard.add(into);
    for (const { change, item } of record.tensions) if (change === "resolved" && item !== null) heard.add(item);
  }
  return heard;
}
