/** What deliberation changed: each expert's first stance beside the last, and the items the change cites. A guest's stance never counts as an expert's change. */

import { isMember, speaker } from "./guests.ts";
import type { Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";
import type { PanelMember, RoundRecord } from "./records.ts";
import type { Stance } from "./standing.ts";

export interface StanceHistory {
  expert: string;
  role: string;
  /** Null: seated and never took one. */
  first: Stance | null;
  last: Stance | null;
  /** In order of rounds. */
  taken: Stance[];
  changed: boolean;
  /** What the draft cites in which the position changed. */
  cites: string[];
}

/** Everyone ever seated, in the order of seating, with how they first came to be. */
export function seatedExperts(records: readonly RoundRecord[]): (PanelMember & { rounds: number[] })[] {
  const seated = new Map<string, PanelMember & { rounds: number[] }>();
  for (const { panel, round } of records) {
    for (const member of panel) {
      const before = seated.get(expertKey(member.name));
      const { source, reason } = before ?? member;
      seated.set(expertKey(member.name), { ...member, source, reason, rounds: [...(before?.rounds ?? []), round] });
    }
  }
  return [...seated.values()];
}

export function stanceHistories({ records }: Ledger): StanceHistory[] {
  const delta = new Map(stanceDelta(records).map((one) => [expertKey(one.expert), one]));
  return seatedExperts(records).map(({ name, role }) => {
    const key = expertKey(name);
    const taken = records.flatMap(({ round, panel, stances }) => {
      if (!isMember({ panel }, name)) return [];
      const stance = stances.findLast(({ by }) => expertKey(by) === key);
      return stance === undefined ? [] : [{ ...stance, round }];
    });
    const { changed = false, cites = [] } = delta.get(key) ?? {};
    return { expert: name, role, first: taken[0] ?? null, last: taken.at(-1) ?? null, taken, changed, cites };
  });
}

/** "CONDITIONAL (0.6)". */
export function stanceWords(stance: Pick<Stance, "position" | "confidence"> | null): string {
  if (stance === null) return "none";
  return stance.confidence === null ? stance.position : `${stance.position} (${stance.confidence})`;
}

/**
 * What deliberation changed: each expert's first stance and last, and what they cite in the draft where it changed. A guest's stance is their own,
 * whatever their name.
 */
export function stanceDelta(records: readonly RoundRecord[]) {
  const stances = new Map<
    string,
    { expert: string; from: string; first_round: number; to: string; last_round: number; cites: string[] }
  >();
  for (const { round, panel, stances: said, refs, moves } of records) {
    for (const { by, position } of said) {
      const expert = speaker({ panel }, by);
      const known = stances.get(expertKey(expert));
      if (known === undefined) {
        stances.set(expertKey(expert), {
          expert,
          from: position,
          first_round: round,
          to: position,
          last_round: round,
          cites: [],
        });
        continue;
      }
      if (known.to !== position) {
        const cited = [
          ...refs.filter((ref) => ref.by === by).map(({ target }) => target),
          ...moves.filter((move) => move.by === by).flatMap(({ targets }) => targets),
        ];
        known.cites = [...new Set(cited)];
      }
      known.to = position;
      known.last_round = round;
    }
  }
  return [...stances.values()].map((one) => ({ ...one, changed: one.from !== one.to }));
}
