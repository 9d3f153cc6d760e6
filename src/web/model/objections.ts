/** Each objection from raising to its end: the author's answers, where it came back, what is offered, and who accepted what. Strongest first. */
import { offersOf } from "../../facts/objections.ts";
import type { Answer, Severity } from "../data.ts";
import { type Dialogue, type Item, isOpen, personKey } from "./dialogue.ts";

export interface Objection {
  item: Item;
  /** In the order of the rounds they came before. */
  answers: (Pick<Answer, "answer" | "text"> & { round: number })[];
  /** Where somebody said that it is not settled. */
  reopened: { round: number; by: string[]; item: string | null; note: string | null }[];
  /** The smallest change that would settle it. */
  offer: Item | null;
  closed: Closing | null;
}

export interface Closing {
  round: number;
  /** By whose item, and who raised it too and accepts that. */
  by: string[];
  item: Item | null;
  /** Accepted unresolved: the Judge's reason. */
  note: string | null;
  isAccepted: boolean;
}

const known = new WeakMap<Dialogue, Objection[]>();

/** Kept: every view asks for them. */
export function objectionsOf(dialogue: Dialogue): readonly Objection[] {
  const found = known.get(dialogue) ?? readObjections(dialogue);
  known.set(dialogue, found);
  return found;
}

function readObjections(dialogue: Dialogue): Objection[] {
  const { view, items, tensions, live } = dialogue;
  const recorded = view.export.rounds.flatMap(({ round, revisions }) =>
    (revisions ?? []).flatMap(({ answered }) => answered.map((one) => ({ ...one, round }))),
  );
  // What the author has written for the open round is on no record yet.
  const inWork = (live?.author?.answered ?? []).map((one) => ({ ...one, round: live!.round }));
  const answers = [...recorded, ...inWork];
  const facts = new Map(view.export.facts.tensions.map((one) => [one.id, one]));
  const all = tensions.map((tension): Objection => {
    const item = items.get(tension.id)!;
    const people = (actors: readonly string[]) => actors.filter((name) => name !== "Judge").map(personKey);
    const closing = isOpen(item)
      ? undefined
      : tension.events.findLast(({ change }) => change === "resolved" || change === "accepted");
    const back = tension.events.findLast(({ change }) => change === "reopened")?.round ?? -1;
    // An offer that is older than the reopening fell with it.
    const said = tension.resolvers.flatMap((one) => (one.round >= back && one.item !== tension.id ? [one.item] : []));
    const offers = offersOf(tension, said).flatMap((by) => items.get(by) ?? []);
    return {
      item,
      answers: answers
        .filter(({ id }) => id === tension.id)
        .map(({ round, answer, text }) => ({ round, answer, text })),
      reopened: tension.events
        .filter(({ change }) => change === "reopened")
        .map(({ round, actors, item: id, note }) => ({ round, by: people(actors), item: id, note })),
      offer: offers.toSorted((a, b) => a.text.length - b.text.length)[0] ?? null,
      closed:
        closing === undefined
          ? null
          : {
              round: closing.round,
              by: people([...closing.actors, ...(facts.get(tension.id)?.closed?.too ?? [])]),
              item: items.get(closing.item ?? "") ?? null,
              note: closing.note,
              isAccepted: closing.change === "accepted",
            },
    };
  });
  return all.sort(byStrength(dialogue));
}

/** Refused by the author, and accepted as such by who raised it. */
export function isRefused({ answers, closed }: Objection): boolean {
  return closed !== null && !closed.isAccepted && answers.at(-1)?.answer === "refused";
}

const rated = ["critical", "major", "minor"] as const;
export const severities: readonly (Severity | null)[] = [...rated, null];

/** Those that there are. */
export function ratingsOf(items: readonly { severity?: Severity | null }[]): Severity[] {
  return rated.filter((one) => items.some(({ severity }) => severity === one));
}

/** Severity, then what is open, how many raised it, how long it was open; where nobody gave severities, how often it is referred to. */
function byStrength({ rounds, refs }: Pick<Dialogue, "rounds" | "refs">): (a: Objection, b: Objection) => number {
  const named = new Map<string, number>();
  for (const { target } of refs) named.set(target, (named.get(target) ?? 0) + 1);
  const weights = (one: Objection) => [
    -severities.indexOf(one.item.severity),
    one.closed === null ? 1 : 0,
    one.item.by.length,
    (one.closed?.round ?? rounds.length) - one.item.round,
    named.get(one.item.id) ?? 0,
  ];
  return (a, b) => {
    const other = weights(b);
    const by = weights(a).findIndex((weight, i) => weight !== other[i]);
    return by < 0 ? (a.item.id < b.item.id ? -1 : 1) : other[by]! - weights(a)[by]!;
  };
}
