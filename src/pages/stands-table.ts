/** Who stood where: everyone's stance in every round, in their own words where they were new, those who are not convinced first. */

import { isMember } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import { clipped } from "../rules/round/first-sentence.ts";
import { lastWordOf } from "../rules/round/not-convinced.ts";
import { type StanceHistory, seatedExperts, stanceHistories, stanceWords } from "../rules/stance-history.ts";
import { markdownTable } from "./page.ts";
import { inline, prose } from "./quote.ts";

/** A column for each round, and what they cite in the draft where the position changed. */
export function allStands(ledger: Ledger): string {
  const rows = histories(ledger).map((history) => [
    `${inline(history.expert)}, ${inline(history.role)}${history.gone}`,
    ...ledger.rounds.map(({ round }) => stanceCell(history, round, ledger)),
    history.changed ? history.cites.map(inline).join(", ") || "nothing" : "",
  ]);
  const rounds = ledger.rounds.map(({ round }) => `Round ${round}: stance (confidence)`);
  return markdownTable(["Expert", ...rounds, "Named when it changed"], rows);
}

type Placed = StanceHistory & { gone: string; convinced: boolean; objections: string[] };

function histories(ledger: Ledger): Placed[] {
  const { records } = ledger;
  const seated = seatedExperts(records);
  const placed = stanceHistories(ledger).map((history, i) => ({
    ...history,
    gone: isMember(records.at(-1)!, history.expert) ? "" : ` (left after round ${seated[i]!.rounds.at(-1)})`,
    ...wordsOf(records, history.expert),
  }));
  return placed.sort((a, b) => Number(a.convinced) - Number(b.convinced));
}

function wordsOf(records: Ledger["records"], expert: string): Pick<Placed, "convinced" | "objections"> {
  const { convinced, objections } = lastWordOf(records, expert, "member");
  return { convinced, objections };
}

/** So many columns have room for everybody's words. */
const fewRounds = 4;

/** Their words; of many rounds only where they first spoke, changed their position or spoke last; of the others the position. */
function stanceCell({ expert, taken, last, objections }: Placed, round: number, { rounds }: Ledger): string {
  const at = taken.findIndex((stance) => stance.round === round);
  const stance = taken[at];
  if (stance === undefined) return "";
  const isSigned = rounds.some((one) => one.round === round && one.signals.some((by) => isSame(by, expert)));
  const isNew =
    rounds.length <= fewRounds || at === 0 || stance === last || taken[at - 1]!.position !== stance.position;
  const said = isNew && stance.text.trim() !== "" ? `: ${prose(stance.text)}` : "";
  const after =
    stance === last && objections.length > 0 ? `; objects: ${prose(clipped(objections.join("; "), 200))}` : "";
  return `${stanceWords(stance)}${isSigned ? ", signed" : ""}${said}${after}`;
}

function isSame(one: string, other: string): boolean {
  return expertKey(one) === expertKey(other);
}
