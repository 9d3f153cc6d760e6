/** Each tension from raising to closing: who raised it under which name, what the author answered, and whose item, or what the Judge, closed it. */
import { actorsOf, authorsOf } from "../rules/guests.ts";
import { bySeverity, isOpen, type Ledger, type LedgerTension } from "../rules/ledger.ts";
import { answersIn } from "../rules/round/revision.ts";
import type { TensionFacts } from "./schema.ts";

/** Worst first. */
export function tensionFacts(ledger: Ledger): TensionFacts[] {
  return bySeverity([...ledger.tensions.values()]).map((tension) => tensionFact(ledger, tension));
}

export function tensionFact(ledger: Ledger, tension: LedgerTension): TensionFacts {
  return {
    id: tension.id,
    label: tension.label,
    ...(tension.renamed === undefined ? {} : { renamed: tension.renamed }),
    severity: tension.severity,
    state: tension.state,
    round: tension.round,
    raised_by: authorsOf(ledger, ledger.items.get(tension.id)!),
    answer: lastAnswers(ledger).get(tension.id) ?? null,
    closed: closingOf(ledger, tension),
  };
}

/** The author refused it, and the expert who raised it accepted that: settled, though nothing was resolved. */
export function isRefused({ state, answer }: Pick<TensionFacts, "state" | "answer">): boolean {
  return state === "resolved" && answer?.answer === "refused";
}

const known = new WeakMap<Ledger, Map<string, TensionFacts["answer"]>>();

/** The author's last answer to each. Kept: pages ask for one tension at a time. */
function lastAnswers(ledger: Ledger): ReadonlyMap<string, TensionFacts["answer"]> {
  const found = known.get(ledger);
  if (found !== undefined) return found;
  const answers = new Map<string, TensionFacts["answer"]>();
  for (const { round, revisions = [] } of ledger.records)
    for (const { id, answer, text } of answersIn(ledger, revisions)) answers.set(id, { answer, text, round });
  known.set(ledger, answers);
  return answers;
}

function closingOf(ledger: Ledger, tension: LedgerTension): TensionFacts["closed"] {
  const event = isOpen(tension) ? undefined : tension.events.findLast(({ change }) => change === tension.state);
  if (event === undefined) return null;
  return { by: actorsOf(ledger, tension, event), round: event.round, item: event.item, why: event.note };
}
