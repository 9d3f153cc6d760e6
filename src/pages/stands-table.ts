/** Who stood where: everyone's first and last stance in their own words, whoever is not convinced first. */

import { isMember } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { clipped } from "../rules/round/first-sentence.ts";
import { lastWordOf } from "../rules/round/not-convinced.ts";
import { type StanceHistory, seatedExperts, stanceHistories, stanceWords } from "../rules/stance-history.ts";
import type { Stance } from "../rules/standing.ts";
import { markdownTable } from "./page.ts";
import { inline, prose } from "./quote.ts";

/** Everyone, in full, with what they cite in the draft where the position changed. */
export function allStands(ledger: Ledger): string {
  const rows = histories(ledger).map((history) => [
    ...stanceRow(history),
    history.changed ? history.cites.map(inline).join(", ") || "nothing" : "",
  ]);
  return markdownTable(["Expert", "First stance (confidence)", "Last stance (confidence)", "The change cites"], rows);
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

function stanceRow({ expert, role, gone, first, last, objections }: Placed): string[] {
  const taken = (stance: Stance | null) =>
    stance === null ? "none" : `${stanceWords(stance)}, round ${stance.round}: ${prose(stance.text)}`;
  const same = last?.round === first?.round;
  const after = objections.length === 0 ? "" : `; objects: ${inline(clipped(objections.join("; "), 200))}`;
  return [`${inline(expert)}, ${inline(role)}${gone}`, taken(first), `${same ? "the same" : taken(last)}${after}`];
}
