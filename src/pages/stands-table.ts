/** Who stood where: everyone's first and last stance in their own words, whoever is not convinced first. */

import { isMember } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { firstSentence } from "../rules/round/first-sentence.ts";
import { type StanceHistory, seatedExperts, stanceHistories, stanceWords } from "../rules/stance-history.ts";
import { lastWordOf, type Stance } from "../rules/standing.ts";
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

type Placed = StanceHistory & { gone: string; convinced: boolean };

function histories(ledger: Ledger): Placed[] {
  const { records } = ledger;
  const seated = seatedExperts(records);
  const placed = stanceHistories(ledger).map((history, i) => ({
    ...history,
    gone: isMember(records.at(-1)!, history.expert) ? "" : ` (left after round ${seated[i]!.rounds.at(-1)})`,
    convinced: lastWordOf(records, history.expert, "member").convinced,
  }));
  return placed.sort((a, b) => Number(a.convinced) - Number(b.convinced));
}

function stanceRow(history: Placed, said: (history: Placed, stance: Stance) => string): string[] {
  const { expert, role, gone, first, last } = history;
  const taken = (stance: Stance | null) =>
    stance === null ? "none" : `${stanceWords(stance)}, round ${stance.round}${said(history, stance)}`;
  const same = last?.round === first?.round;
  return [`${inline(expert)}, ${inline(role)}${gone}`, taken(first), same ? "the same" : taken(last)];
}
