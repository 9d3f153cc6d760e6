/** Who stood where: everyone's first and last stance in their own words, whoever is not convinced first. */

import { isMember } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { clipped, firstSentence } from "../rules/round/first-sentence.ts";
import { lastWordOf } from "../rules/round/not-convinced.ts";
import { type StanceHistory, seatedExperts, stanceHistories, stanceWords } from "../rules/stance-history.ts";
import type { Stance } from "../rules/standing.ts";
import { markdownTable } from "./page.ts";
import { inline } from "./quote.ts";

const longestSentence = 200;

/** At most `rows` of them; who agrees in the end needs no words for it. `left`: how many experts have no row. */
export function briefStands(ledger: Ledger, rows: number): { table: string; left: number } {
  const all = histories(ledger);
  const said = ({ convinced, last }: Placed, stance: Stance) =>
    convinced && stance === last ? "" : `: ${inline(firstSentence(stance.text, longestSentence))}`;
  const shown = all.slice(0, Math.max(rows, 1)).map((history) => stanceRow(history, said));
  const table =
    shown.length === 0 ? "" : markdownTable(["Expert", "First stance (confidence)", "Last stance (confidence)"], shown);
  return { table, left: all.length - shown.length };
}

/** Everyone, in full, with what they cite in the draft where the position changed. */
export function allStands(ledger: Ledger): string {
  const rows = histories(ledger).map((history) => [
    ...stanceRow(history, (_, stance) => `: ${inline(stance.text)}`),
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

function stanceRow(history: Placed, said: (history: Placed, stance: Stance) => string): string[] {
  const { expert, role, gone, first, last, objections } = history;
  const taken = (stance: Stance | null) =>
    stance === null ? "none" : `${stanceWords(stance)}, round ${stance.round}${said(history, stance)}`;
  const same = last?.round === first?.round;
  const after = objections.length === 0 ? "" : `; objects: ${inline(clipped(objections.join("; "), longestSentence))}`;
  return [`${inline(expert)}, ${inline(role)}${gone}`, taken(first), `${same ? "the same" : taken(last)}${after}`];
}
