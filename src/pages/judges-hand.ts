/**
 * The price of consensus, in words: what the Judge decided by itself. It is on every verdict and every summary, also when all of it is nothing.
 */
import type { PlayersHand } from "../rules/played.ts";
import type { JudgesHand } from "../rules/standing.ts";
import { plural } from "./page.ts";

export function handCounts(hand: JudgesHand): string {
  const parts = handParts(hand);
  const said = parts === "" ? "nothing." : `${parts}; nothing else.`;
  return `${said}${hand.player === undefined ? "" : ` The player's: ${playersCounts(hand.player)}`}`;
}

/** "5 items merged, 1 dismissed"; empty where the Judge decided nothing by itself. */
export function handParts(hand: JudgesHand): string {
  const proposed = hand.proposed === undefined ? "" : ` (${hand.proposed} as proposed)`;
  return counted([
    [hand.merged, `item merged into another${proposed}`, `items merged into others${proposed}`],
    [hand.dismissed, "dismissed", "dismissed"],
    [hand.discarded, "draft set aside", "drafts set aside"],
    [hand.accepted, "tension accepted unresolved", "tensions accepted unresolved"],
    [hand.only_resolver ?? 0, "tension closed by its only resolver", "tensions closed by their only resolver"],
    [hand.renamed, "item renamed", "items renamed"],
    [hand.own_words, "text of its own beside the decision", "texts of its own beside the decision"],
    [hand.filed, "text filed for an expert", "texts filed for experts"],
    [hand.guests ?? 0, "text by a guest", "texts by guests"],
    [hand.absent, "absence", "absences"],
    [hand.incomplete, "text incomplete", "texts incomplete"],
    [hand.rotated_out, "expert rotated out", "experts rotated out"],
  ]);
}

function playersCounts(hand: PlayersHand): string {
  const parts = counted([
    [hand.unreadable, "unreadable line dismissed", "unreadable lines dismissed"],
    [hand.left_out, "refused wish of the Judge left out", "refused wishes of the Judge left out"],
    [hand.unwrapped, "answer taken out of a code fence", "answers taken out of code fences"],
    [hand.masked, "key blotted out", "keys blotted out"],
    [hand.failed, "run without an answer", "runs without an answer"],
    [hand.shown, "of them seen by a person", "of them seen by a person"],
  ]);
  return parts === "" ? "nothing." : `${parts}; nothing else.`;
}

type Count = [count: number, one: string, many: string];

function counted(counts: readonly Count[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => plural(count, one, many))
    .join(", ");
}

export function handWords(hand: JudgesHand): string {
  return `Decided by the Judge alone: ${handCounts(hand)}`;
}

/** Who objected after they last took a stance has none that counts. */
export function positionWords(position: string | null, said: string | null): string {
  return position ?? (said ? "objects" : "no stance");
}
