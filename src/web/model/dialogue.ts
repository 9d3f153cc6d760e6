/**
 * A dialogue as the views read it: people with their colours, rounds with who sat and what each said, items with what became of them. Made
 * once from what the server sends; nothing in it is counted anew that Blue has counted.
 */
import type { DialogueView, ExportTension, ExportVerdict, LiveRound, Severity } from "../data.ts";

export type ItemType = "P" | "R" | "T" | "E" | "C";
export type ItemState = "open" | "reopened" | "settled" | "accepted" | "carried" | "rejected" | "withdrawn" | "plain";

export interface Person {
  key: string;
  /** As shown; a guest's says so. */
  name: string;
  role: string;
  /** Its place among the colours. */
  chair: number;
  /** Rounds in which they sat. */
  rounds: number[];
  isGuest: boolean;
  /** Why the Judge called somebody who was not in the pool. */
  reason: string | null;
}

export interface Seat {
  state: "present" | "incomplete" | "absent" | "not_asked";
  score: number | null;
  stance: { position: string; confidence: number | null; text: string } | null;
  /** Null: gave none. */
  signal: "counted" | "uncounted" | null;
  /** Why the signal does not count. */
  why: string | null;
  bytes: number;
}

export interface Round {
  round: number;
  at: string;
  open: number;
  fresh: number;
  velocity: number;
  percent: number;
  signals: number;
  size: number;
  /** By the person's key. Guests of the round have a place here too. */
  seats: Map<string, Seat>;
  panel: string[];
}

export interface Item {
  id: string;
  type: ItemType;
  label: string;
  /** What stands under its marker. */
  text: string;
  round: number;
  /** Keys of people. */
  by: string[];
  state: ItemState;
  severity: Severity | null;
  isNew: boolean;
  derived: string[];
}

export interface Ref {
  kind: string;
  by: string;
  from: string;
  target: string;
  round: number;
}

export interface Dialogue {
  id: string;
  view: DialogueView;
  people: Person[];
  rounds: Round[];
  items: Map<string, Item>;
  /** Between items; one of a whole draft stands in none. */
  refs: Ref[];
  tensions: ExportTension[];
  /** Decided, decided anew elsewhere since, or the closing. */
  verdict: ExportVerdict | null;
  live: LiveRound | null;
  /** What experts called their items, and the items these became. */
  globalIds: Map<string, string>;
}

/** "Muffin (guest)" and "muffin" are two people; "Muffin" and "muffin" are one. */
export function personKey(name: string): string {
  return name.trim().toLowerCase();
}

export function modelOf(view: DialogueView): Dialogue {
  const { export: all } = view;
  const verdict = (isOver(view) && all.verdicts.find(({ self }) => self === all.facts.verdict?.self)) || null;
  const people = peopleOf(view);
  const items = itemsOf(view, verdict);
  return {
    id: all.dialogue_id,
    view,
    people,
    rounds: all.scoreboard.rounds.map((_, i) => roundOf(view, i)),
    items,
    refs: all.refs.flatMap(({ kind, by, from, target, round }) =>
      from !== null && items.has(from) && items.has(target) && from !== target
        ? [{ kind, by: personKey(by), from, target, round }]
        : [],
    ),
    tensions: all.tensions,
    verdict,
    live: view.live,
    globalIds: new Map(
      [...items.values()]
        .flatMap(({ id }) => [[id, id] as const])
        .concat(
          itemLists(view.export).flatMap(({ list }) =>
            list.flatMap(({ id, local_ids }) => local_ids.map((own) => [own, id] as const)),
          ),
        ),
    ),
  };
}

/** There is a decision to show, or a closing; one that a later round supersedes leaves the dialogue open. */
function isOver({ export: { facts }, status }: DialogueView): boolean {
  if (facts.how === "superseded") return status.state === "decided";
  return facts.in_force || facts.how === "closed" || facts.how === "reviewed";
}

/** A review whose one look is registered and that nobody went on with. */
export function isLookDone({ view, rounds }: Dialogue): boolean {
  return view.export.facts.review && rounds.length === 1;
}

export function itemLists(all: DialogueView["export"]) {
  return [
    { type: "P" as const, list: all.perspectives ?? [] },
    { type: "R" as const, list: all.recommendations ?? [] },
    { type: "T" as const, list: all.tensions },
    { type: "E" as const, list: all.evidence ?? [] },
    { type: "C" as const, list: all.claims ?? [] },
  ];
}

function itemsOf(view: DialogueView, verdict: ExportVerdict | null): Map<string, Item> {
  const carried = new Set([
    ...(verdict?.recommendations_adopted ?? []),
    ...(verdict?.key_evidence ?? []),
    ...(verdict?.key_claims ?? []),
  ]);
  const tensions = new Map(view.export.tensions.map((tension) => [tension.id, tension]));
  const items = itemLists(view.export).flatMap(({ type, list }) =>
    list.map((item): Item => {
      const tension = tensions.get(item.id);
      return {
        id: item.id,
        type,
        label: item.label,
        text: item.content,
        round: item.round,
        by: item.contributors.map(personKey),
        state: tension === undefined ? stateOfItem(item.derived, carried.has(item.id)) : stateOfTension(tension),
        severity: tension?.severity ?? null,
        isNew: "new" in item && item.new === true,
        derived: item.derived,
      };
    }),
  );
  return new Map(items.sort((a, b) => a.round - b.round).map((item) => [item.id, item]));
}

function stateOfItem(derived: readonly string[], isCarried: boolean): ItemState {
  if (isCarried || derived.includes("adopted")) return "carried";
  if (derived.includes("rejected")) return "rejected";
  return derived.includes("withdrawn") ? "withdrawn" : "plain";
}

function stateOfTension({ status }: ExportTension): ItemState {
  if (status === "resolved") return "settled";
  if (status === "accepted_unresolved") return "accepted";
  return status === "reopened" ? "reopened" : "open";
}

export function isOpen(item: Pick<Item, "state">): boolean {
  return item.state === "open" || item.state === "reopened";
}

function peopleOf({ export: all, live, status }: DialogueView): Person[] {
  const people = new Map<string, Person>();
  const seat = (name: string, role: string, round: number | null, reason: string | null) => {
    const key = personKey(name);
    const known = people.get(key);
    if (known !== undefined) {
      if (round !== null) known.rounds.push(round);
      return;
    }
    const rounds = round === null ? [] : [round];
    people.set(key, { key, name, role, chair: people.size, rounds, isGuest: false, reason });
  };
  for (const { round, panel } of all.rounds)
    for (const member of panel) seat(member.name, member.role, round, member.reason);
  for (const { expert, role } of live?.drafts ?? []) seat(expert, role, live?.round ?? null, null);
  if (people.size === 0) for (const { name, role } of status.panel) seat(name, role, null, null);
  for (const { texts } of all.rounds)
    for (const { expert } of texts) {
      const key = personKey(expert);
      if (people.has(key)) continue;
      people.set(key, {
        key,
        name: expert,
        role: "guest",
        chair: people.size,
        rounds: [],
        isGuest: true,
        reason: null,
      });
    }
  return [...people.values()];
}

/** Somebody the records name and nobody seated is shown all the same. */
export function personIn({ people }: Pick<Dialogue, "people">, name: string): Person {
  const key = personKey(name);
  return (
    people.find((person) => person.key === key) ?? {
      key,
      name,
      role: name === "Judge" ? "Judge" : "",
      chair: -1,
      rounds: [],
      isGuest: false,
      reason: null,
    }
  );
}

function roundOf({ export: all }: DialogueView, index: number): Round {
  const { round, velocity, convergence } = all.scoreboard.rounds[index]!;
  const record = all.rounds[index]!;
  const mine = <T extends { round: number; by: string }>(list: readonly T[], key: string) =>
    list.filter((one) => one.round === round && personKey(one.by) === key);
  const scores = new Map(Object.entries(record.expert_scores).map(([name, score]) => [personKey(name), score]));
  const seats = record.texts.map(({ expert, state, text }): [string, Seat] => {
    const key = personKey(expert);
    const said = mine(all.stances, key).at(-1);
    const given = record.signals.find(({ by }) => personKey(by) === key);
    return [
      key,
      {
        state,
        score: scores.get(key) ?? null,
        stance: said === undefined ? null : { position: said.position, confidence: said.confidence, text: said.text },
        signal: given === undefined ? null : given.counted ? "counted" : "uncounted",
        why: given?.why ?? null,
        bytes: new TextEncoder().encode(text).length,
      },
    ];
  });
  return {
    round,
    at: record.registered_at,
    open: velocity.open_tensions,
    fresh: velocity.new_perspectives,
    velocity: velocity.total,
    percent: convergence.percent,
    signals: convergence.signals,
    size: convergence.panel_size,
    seats: new Map(seats),
    panel: record.panel.map(({ name }) => personKey(name)),
  };
}

/** Names as a sentence has them: "Muffin, Scone and Donut". */
export function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
