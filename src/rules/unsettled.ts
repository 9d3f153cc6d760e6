/**
 * Whose word is still out when a dialogue ends. Wider than who left unconvinced: an expert who gave no text, or one that could not be read or was cut, has
 * agreed to nothing, and neither has one whose tension is open.
 */
import { ownTensions } from "./asked.ts";
import { isOpen, type Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";
import { lastAsked, uncounted } from "./uncounted.ts";
import { stances } from "./vocabulary.ts";

export interface Unsettled {
  expert: string;
  role: string;
  /** The last round in which they sat and were asked. */
  last_round: number;
  why: string[];
}

/** Everyone ever seated, less those whose signal counted in the last round. */
export function unsettled(ledger: Ledger): Unsettled[] {
  const seated = new Map(ledger.records.flatMap(({ panel }) => panel.map((one) => [expertKey(one.name), one])));
  const signalled = new Set((ledger.rounds.at(-1)?.signals ?? []).map(expertKey));
  return [...seated].flatMap(([key, { name, role }]) => {
    const record = lastAsked(ledger, name);
    if (record === undefined || signalled.has(key)) return [];
    const why = [
      ...new Set(
        uncounted(ledger, name).flatMap(({ what, dismissed }) => (dismissed?.unread === false ? [] : words[what])),
      ),
      ...standsApart(ledger, name, record.round),
      ...ownTensions(ledger, name)
        .filter(isOpen)
        .map(({ id }) => `${id} is open`),
    ];
    return why.length === 0 ? [] : [{ expert: name, role, last_round: record.round, why }];
  });
}

const words = {
  absent: ["gave no text"],
  incomplete: ["the text broke off inside a marker"],
  cut: ["the text was cut at its output limit"],
  unasked: ["the text answers no prompt that Blue asked"],
  dismissed: ["a line could not be read and was dismissed"],
  // Who marked nothing took no stance, which is said then.
  unmarked: [],
} as const;

/** Of the round in which they were last asked: a stance that agrees, or without one a signal that counted. */
function standsApart({ records }: Ledger, name: string, round: number): string[] {
  const record = records.find((one) => one.round === round)!;
  const own = ({ by }: { by: string }) => expertKey(by) === expertKey(name);
  const stance = record.stances.findLast(own);
  if (stance !== undefined) return stances[stance.position].agrees ? [] : [`stood at ${stance.position}`];
  const wrote = record.texts.some(({ expert, lines }) => expertKey(expert) === expertKey(name) && lines.length > 0);
  const signalled = record.signals.some((signal) => signal.counted && own(signal));
  return wrote && !signalled ? ["took no stance"] : [];
}
