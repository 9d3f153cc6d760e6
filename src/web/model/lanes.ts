/** The life of each tension, round by round, and how many were open after each. The worst first; those that one item closed stand together. */
import { changeWords, type Life } from "../../facts/objections.ts";
import { type Dialogue, type Item, isOpen, personKey } from "./dialogue.ts";

export interface LaneStep {
  change: "raised" | "addressed" | "resolved" | "reopened" | "accepted";
  /** The same in words. */
  says: string;
  /** Keys of people; the Judge is not among them. */
  by: string[];
  items: string[];
  note: string | null;
}

export interface Lane {
  item: Item;
  owner: string | null;
  /** One list for each round, in the order of things. */
  steps: LaneStep[][];
  from: number;
  /** The round it was last closed in; null while it is open. */
  to: number | null;
  wasReopened: boolean;
  /** The item that closed it. */
  closedBy: string | null;
}

export interface LaneGroup {
  title: string;
  tone: "work" | "accepted" | "closed";
  lanes: Lane[];
}

const weight = { critical: 0, major: 1, minor: 2 } as const;

export function bySeverity(a: Item, b: Item): number {
  return weightOf(a) - weightOf(b) || a.round - b.round || (a.id < b.id ? -1 : 1);
}

function weightOf({ severity }: Item): number {
  return severity === null ? 3 : weight[severity];
}

export function laneGroups(dialogue: Dialogue): LaneGroup[] {
  const lanes = dialogue.tensions.map((tension) => laneOf(dialogue, tension));
  const of = (title: string, tone: LaneGroup["tone"], choose: (lane: Lane) => boolean): LaneGroup => ({
    title,
    tone,
    lanes: arrange(lanes.filter(choose)),
  });
  const closed = (lane: Lane) => lane.item.state === "settled";
  const rated = lanes.some(({ item }) => item.severity !== null);
  const groups = [
    of("Still open", "work", ({ item }) => isOpen(item)),
    of("Accepted unresolved", "accepted", ({ item }) => item.state === "accepted"),
    ...(rated
      ? [
          of("Critical, closed", "closed", (lane) => closed(lane) && lane.item.severity === "critical"),
          of("Major, closed", "closed", (lane) => closed(lane) && lane.item.severity === "major"),
          of("Minor, closed", "closed", (lane) => closed(lane) && lane.item.severity === "minor"),
          of("Closed, no severity given", "closed", (lane) => closed(lane) && lane.item.severity === null),
        ]
      : [
          of("Took two rounds or more", "closed", (lane) => closed(lane) && lane.to! - lane.from >= 2),
          of("Closed in the next round", "closed", (lane) => closed(lane) && lane.to! - lane.from < 2),
        ]),
  ];
  return groups.filter((group) => group.lanes.length > 0);
}

/** The longest life first; lanes of one closing item follow the first of them. */
function arrange(lanes: Lane[]): Lane[] {
  const life = (lane: Lane) => (lane.to ?? 99) - lane.from;
  const sorted = [...lanes].sort((a, b) => life(b) - life(a) || bySeverity(a.item, b.item));
  if (lanes.some(({ to }) => to === null)) return [...lanes].sort((a, b) => bySeverity(a.item, b.item));
  const placed = new Set<Lane>();
  return sorted.flatMap((lane) => {
    if (placed.has(lane)) return [];
    const together =
      lane.closedBy === null
        ? [lane]
        : sorted.filter((one) => one.closedBy === lane.closedBy && one.to === lane.to && !placed.has(one));
    for (const one of together) placed.add(one);
    return together;
  });
}

function laneOf({ rounds, items, view }: Dialogue, tension: Dialogue["tensions"][number]): Lane {
  const item = items.get(tension.id)!;
  const closing = tension.events.findLast(({ change }) => change === "resolved" || change === "accepted");
  const answered = view.export.rounds.flatMap(({ round, revisions = [] }) =>
    revisions.some((revision) => revision.answered.some(({ id }) => id === tension.id)) ? [round] : [],
  );
  const life = { answered, events: tension.events };
  const isClosed = item.state === "settled" || item.state === "accepted";
  return {
    item,
    owner: tension.owner,
    steps: rounds.map(({ round }) =>
      stepsOf(
        tension.events.filter((event) => event.round === round),
        life,
      ),
    ),
    from: tension.round,
    to: isClosed ? (closing?.round ?? null) : null,
    wasReopened: tension.events.some(({ change }) => change === "reopened"),
    closedBy: isClosed ? (closing?.item ?? null) : null,
  };
}

/** What several say of it in one round is one step, if they say the same. */
function stepsOf(events: Dialogue["tensions"][number]["events"], life: Life): LaneStep[] {
  const steps: LaneStep[] = [];
  for (const event of events) {
    const { change, actors, item, note } = event;
    const says = changeWords(event, life);
    const by = actors.filter((actor) => actor !== "Judge").map(personKey);
    const last = steps.at(-1);
    if (last?.says === says && change === "addressed") {
      last.by = [...new Set([...last.by, ...by])];
      if (item !== null) last.items.push(item);
      continue;
    }
    steps.push({ change, says, by, items: item === null ? [] : [item], note });
  }
  return steps;
}

export interface Flow {
  round: number;
  raised: number;
  closed: number;
  /** After it was closed; one reopened while still open changes no sum. */
  reopened: number;
  reopenedWhileOpen: number;
  open: number;
}

/** What came and went in each round, and what was open after it. */
export function flowOf({ rounds, tensions }: Pick<Dialogue, "rounds" | "tensions">): Flow[] {
  const events = tensions.flatMap((tension) => {
    let isClosed = false;
    return tension.events.map(({ round, change }) => {
      const wasClosed = isClosed;
      if (change !== "addressed") isClosed = change === "resolved" || change === "accepted";
      return { round, change: change === "reopened" && !wasClosed ? "reopened while open" : change };
    });
  });
  return rounds.map(({ round, open }) => {
    const of = (...changes: string[]) =>
      events.filter((event) => event.round === round && changes.includes(event.change)).length;
    return {
      round,
      raised: of("raised"),
      closed: of("resolved", "accepted"),
      reopened: of("reopened"),
      reopenedWhileOpen: of("reopened while open"),
      open,
    };
  });
}
