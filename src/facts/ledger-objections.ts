/** The objections of a ledger, in the words of its records. */
import { speakerIn } from "../rules/guests.ts";
import { isOpen, type Ledger } from "../rules/ledger.ts";
import { offersFor } from "../rules/resolvers.ts";
import { itemWords } from "./item-lines.ts";
import { type Objection, offersOf, readObjections, type Words } from "./objections.ts";
import type { TensionFacts } from "./schema.ts";

export function objectionsOf(tensions: readonly TensionFacts[], ledger: Ledger): Objection[] {
  return readObjections(tensions, { ...saidIn(ledger), cited: ledger.records.flatMap(({ citations }) => citations) });
}

export function saidIn(ledger: Ledger): Words {
  const { opening, items } = ledger;
  return {
    said: (id) =>
      (items.get(id)?.sources ?? []).map((source) => ({
        by: speakerIn(ledger, source.round, source.expert),
        lines: itemWords(ledger, source),
      })),
    label: (id) => items.get(id)?.label ?? "",
    offers: (id) => {
      const tension = ledger.tensions.get(id)!;
      const offers = offersFor(ledger, tension).filter(({ refused }) => refused === null || !isOpen(tension));
      return offersOf(
        tension,
        offers.map(({ item }) => item),
      );
    },
    cited: [],
    isText: (path) => path === opening.subject?.path || path.startsWith(`.blue/dialogues/${opening.dialogue}/`),
  };
}
