/**
 * The price of consensus, in words: what the Judge decided by itself, and who left without being convinced. It stands on every verdict and
 * every summary, also when all of it is nothing.
 */
import type { JudgesHand, Unconvinced } from "../rules/standing.ts";
import { plural } from "./page.ts";
import { inline } from "./quote.ts";

export function handCounts(hand: JudgesHand): string {
  const count = (n: number, none: string, one: string, many: string) => (n === 0 ? none : plural(n, one, many));
  const parts = [
    count(hand.merged, "no item merged", "item merged", "items merged"),
    count(hand.dismissed, "none dismissed", "dismissed", "dismissed"),
    count(hand.discarded, "no draft set aside", "draft set aside", "drafts set aside"),
    count(
      hand.accepted,
      "no tension accepted unresolved",
      "tension accepted unresolved",
      "tensions accepted unresolved",
    ),
    count(hand.filed, "no text filed for an expert", "text filed for an expert", "texts filed for experts"),
    ...(hand.guests ? [plural(hand.guests, "text by a guest", "texts by guests")] : []),
    count(hand.absent, "nobody absent", "absence", "absences"),
    count(hand.incomplete, "no text incomplete", "text incomplete", "texts incomplete"),
    count(hand.rotated_out, "nobody rotated out", "expert rotated out", "experts rotated out"),
  ];
  return `${parts.join(", ")}.`;
}

export function handWords(hand: JudgesHand): string {
  return `The Judge's hand: ${handCounts(hand)}`;
}

export function unconvincedWords(unconvinced: readonly Unconvinced[]): string {
  if (unconvinced.length === 0) return "Left unconvinced: nobody.";
  const who = unconvinced.map(
    ({ expert, role, last_round, position }) =>
      `${inline(expert)} (${inline(role)}; after round ${last_round}, ${position ?? "no stance"})`,
  );
  return `Left unconvinced: ${who.join(", ")}.`;
}
