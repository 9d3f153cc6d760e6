/** Each tension from raising to closing: who raised it under which name, what the author answered, and whose item, or what the Judge, closed it. */
import { actorsOf, authorsOf, speakerIn } from "../rules/guests.ts";
import { bySeverity, isOpen, type Ledger, type LedgerTension } from "../rules/ledger.ts";
import { answersIn } from "../rules/round/revision.ts";
import { type AnswerKind, acceptsAnswer, answerKind, answerWords, type Life } from "./objections.ts";
import type { TensionFacts, VerdictFacts } from "./schema.ts";

/** Worst first. */
export function tensionFacts(ledger: Ledger): TensionFacts[] {
  return bySeverity([...ledger.tensions.values()]).map((tension) => tensionFact(ledger, tension));
}

export const tensionFact = keptOf(
  (ledger, tension): TensionFacts => ({
    id: tension.id,
    label: tension.label,
    ...(tension.renamed === undefined ? {} : { renamed: tension.renamed }),
    severity: tension.severity,
    state: tension.state,
    round: tension.round,
    raised_by: authorsOf(ledger, ledger.items.get(tension.id)!),
    answer: answersTo(ledger, tension.id).at(-1) ?? null,
    closed: closingOf(ledger, tension),
  }),
);

/** What is said of a tension is worked out once for a ledger: pages ask for one tension at a time, and several times. */
export function keptOf<T>(
  of: (ledger: Ledger, tension: LedgerTension) => T,
): (ledger: Ledger, tension: LedgerTension) => T {
  const known = new WeakMap<Ledger, Map<LedgerTension, T>>();
  return (ledger, tension) => {
    const found = known.get(ledger) ?? new Map<LedgerTension, T>();
    known.set(ledger, found);
    if (!found.has(tension)) found.set(tension, of(ledger, tension));
    return found.get(tension)!;
  };
}

/** How the author dealt with a settled tension: fixed it, fixed it in part, or refused. Its raiser accepted that. */
export function settledAs({ state, answer }: Pick<TensionFacts, "state" | "answer">): AnswerKind | null {
  if (state !== "resolved") return null;
  return answer === null ? "fixed" : answerKind(answer);
}

/** Of a tension that is settled without being fixed: "refused" or "fixed in part". */
export function undoneIn({ refused, in_part }: Pick<VerdictFacts, "refused" | "in_part">, id: string) {
  if (refused.includes(id)) return answerWords.refused;
  return in_part.includes(id) ? answerWords.part : undefined;
}

/** "1 of them refused, 1 fixed in part": beside a count of what is settled, which would hide it. Empty where all of it is fixed. */
export function undoneWords(tensions: readonly TensionFacts[]): string {
  const counts = (["refused", "part"] as const).flatMap((kind) => {
    const count = tensions.filter((one) => settledAs(one) === kind).length;
    return count === 0 ? [] : [{ count, words: answerWords[kind] }];
  });
  return counts.map(({ count, words }, i) => `${count}${i === 0 ? " of them" : ""} ${words}`).join(", ");
}

type Answer = NonNullable<TensionFacts["answer"]>;

const known = new WeakMap<Ledger, Map<string, Answer[]>>();

/** The author's answers to a tension, oldest first. Kept: pages ask for one tension at a time. */
export function answersTo(ledger: Ledger, id: string): readonly Answer[] {
  const found = known.get(ledger) ?? allAnswers(ledger);
  known.set(ledger, found);
  return found.get(id) ?? [];
}

function allAnswers(ledger: Ledger): Map<string, Answer[]> {
  const answers = new Map<string, Answer[]>();
  for (const { round, revisions = [] } of ledger.records)
    for (const { id, answer, text } of answersIn(ledger, revisions))
      answers.set(id, [...(answers.get(id) ?? []), { answer, text, round }]);
  return answers;
}

/** For `changeWords`. */
export function lifeOf(ledger: Ledger, { id, events }: LedgerTension): Life {
  return { answered: answersTo(ledger, id).map(({ round }) => round), events };
}

/** Those who raised it and accept the author's answer in this round. One item closes it, and it may be another's. */
function raisersWhoAccept(ledger: Ledger, tension: LedgerTension, round: number): string[] {
  const raisers = authorsOf(ledger, ledger.items.get(tension.id)!);
  const life = lifeOf(ledger, tension);
  return tension.resolvers
    .filter((one) => one.round === round && acceptsAnswer(round, life))
    .map(({ by }) => speakerIn(ledger, round, by))
    .filter((name) => raisers.includes(name));
}

function closingOf(ledger: Ledger, tension: LedgerTension): TensionFacts["closed"] {
  const event = isOpen(tension) ? undefined : tension.events.findLast(({ change }) => change === tension.state);
  if (event === undefined) return null;
  const by = actorsOf(ledger, tension, event);
  const too = [...new Set(raisersWhoAccept(ledger, tension, event.round))].filter((name) => !by.includes(name));
  return { by, ...(too.length === 0 ? {} : { too }), round: event.round, item: event.item, why: event.note };
}
