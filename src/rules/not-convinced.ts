/** Everybody whose last word is no agreement: who left, who sits on the last panel, and guests. */
import { isMember } from "./guests.ts";
import type { Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";
import type { RoundRecord } from "./records.ts";
import { stanceWords } from "./stance-history.ts";
import { lastWordOf, leftUnconvinced, type Stance } from "./standing.ts";

export interface NotConvinced {
  expert: string;
  /** Null of a guest. */
  role: string | null;
  as: "left" | "seated" | "guest";
  /** In which they last sat or spoke. */
  round: number;
  /** "CONDITIONAL (0.6)"; of who left, the position alone. */
  stance: string | null;
  text: string | null;
}

export function notConvinced(ledger: Ledger): NotConvinced[] {
  const { records } = ledger;
  const left = leftUnconvinced(ledger).map(({ expert, role, last_round, position, condition }) => ({
    ...{ expert, role, as: "left" as const, round: last_round, stance: position, text: condition },
  }));
  const last = records.at(-1);
  const seated = (last?.panel ?? []).flatMap(({ name, role }) => {
    const { stance, convinced } = lastWordOf(records, name, "member");
    if (convinced) return [];
    const said = { stance: stance === null ? null : stanceWords(stance), text: stance?.text ?? null };
    return [{ expert: name, role, as: "seated" as const, round: last!.round, ...said }];
  });
  const guests = reservedGuests(records).map((stance) => ({
    ...{ expert: stance.by, role: null, as: "guest" as const, round: stance.round },
    ...{ stance: stanceWords(stance), text: stance.text },
  }));
  return [...left, ...seated, ...guests];
}

/** The last stance of each guest who took one and is not convinced. */
function reservedGuests(records: readonly RoundRecord[]): Stance[] {
  const guests = records.flatMap((record) => record.stances.filter(({ by }) => !isMember(record, by)));
  const names = new Map(guests.map(({ by }) => [expertKey(by), by]));
  return [...names.values()].flatMap((name) => {
    const { stance, convinced } = lastWordOf(records, name, "guest");
    return convinced || stance === null ? [] : [stance];
  });
}
