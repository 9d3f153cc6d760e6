/**
 * A map that answers a question: at most thirty items, each with one parent to its right, so that it is a forest. Other references are shown when an
 * item is selected; drawn all at once they are a hairball.
 */

import { type AnswerKind, answerKind, answerText, closingWords } from "../../facts/objections.ts";
import { capital } from "../../facts/text/cut.ts";
import type { Severity } from "../data.ts";
import { saysNothing } from "./chains.ts";
import { type Dialogue, type Item, type ItemType, plural } from "./dialogue.ts";
import { wordsOfItem } from "./drawn-draft.ts";
import { isRefused, type Objection, objectionsOf, severities } from "./objections.ts";
import { readAll } from "./read-objections.ts";

export const questions = ["strong", "rests", "open", "refused"] as const;
export type Question = (typeof questions)[number];

export interface ForestNode {
  /** An item's ID, or one made for what is no item. */
  id: string;
  kind:
    | "objection"
    | "answer"
    | "again"
    | "settler"
    | "offer"
    | "accepted"
    | "unanswered"
    | "item"
    | "more"
    | "decision";
  /** What a click selects. */
  item: Item | null;
  type: ItemType | null;
  round: number;
  /** Inside a round: -1 the author before it, then from left to right. */
  place: number;
  by: string[];
  severity: Severity | null;
  /** Of an answer. */
  as: AnswerKind | null;
  label: string;
  note: string;
  /** By strength, the strongest is 0. */
  rank: number;
  parent: ForestNode | null;
  children: ForestNode[];
}

export interface Forest {
  question: Question;
  nodes: ForestNode[];
  roots: ForestNode[];
  /** Of how many objections, or items that the decision carries, how many are drawn. */
  drawn: number;
  total: number;
}

export interface Wanted {
  question: Question;
  /** Objections, or carried items; null: as many as can be read at once. */
  most?: number | null;
  by?: string | null;
  round?: number | null;
  severity?: string | null;
  /** What is one reference away, too. */
  outward?: boolean;
  /** An item that must be there. */
  pinned?: string | null;
}

export const mostItems = 30;
/** With an author each objection takes three items. */
const withAuthor = 9;
const withoutAuthor = 11;
const mostCarried = 13;
const mostNeighbours = 4;

/** How many each question is about. One that is about nothing is not asked. */
export function countsOf(dialogue: Dialogue): Record<Question, number> {
  const all = objectionsOf(dialogue);
  return {
    strong: all.length,
    rests: carriedBy(dialogue).length,
    open: all.filter(({ closed }) => closed === null).length,
    refused: all.filter(isRefused).length,
  };
}

/** What is open while something is; afterwards the strongest objections. Null: nothing to ask about. */
export function firstQuestion(dialogue: Dialogue): Question | null {
  const counts = countsOf(dialogue);
  const wanted: Question[] = dialogue.verdict === null ? ["open", "strong", "rests"] : ["strong", "rests"];
  return wanted.find((question) => counts[question] > 0) ?? null;
}

export function forestOf(dialogue: Dialogue, wanted: Wanted): Forest {
  if (wanted.pinned != null) {
    // What is there already changes nothing.
    const plain = forestOf(dialogue, { ...wanted, pinned: null });
    if (plain.nodes.some(({ item }) => item?.id === wanted.pinned)) return plain;
  }
  const grown = new Growing(dialogue);
  const { drawn, total } = wanted.question === "rests" ? growRests(grown, wanted) : growObjections(grown, wanted);
  if (wanted.pinned != null) pin(grown, wanted.pinned);
  if (wanted.outward) growOutward(grown);
  return { question: wanted.question, ...grown.end(), drawn, total };
}

type Spec = Pick<ForestNode, "id" | "kind" | "round" | "label"> & Partial<ForestNode>;

class Growing {
  readonly nodes = new Map<string, ForestNode>();
  readonly dialogue: Dialogue;
  constructor(dialogue: Dialogue) {
    this.dialogue = dialogue;
  }

  put(spec: Spec): ForestNode {
    const known = this.nodes.get(spec.id);
    if (known !== undefined) return known;
    const node: ForestNode = {
      ...{ item: null, type: null, place: 0, by: [], severity: null, as: null, note: "" },
      ...{ rank: this.nodes.size, parent: null, children: [] },
      ...spec,
    };
    this.nodes.set(spec.id, node);
    return node;
  }

  putItem(item: Item, kind: ForestNode["kind"], more: Partial<ForestNode> = {}): ForestNode {
    const { id, type, round, by, severity } = item;
    return this.put({ id, kind, item, type, round, by, severity, label: capital(item.label), ...more });
  }

  /** One parent each, never to the left of the child, and never in a circle. */
  link(child: ForestNode, parent: ForestNode): void {
    const isLater = child.round > parent.round || (child.round === parent.round && parent.place < 0);
    if (child.parent !== null || isLater) return;
    for (let at: ForestNode | null = parent; at !== null; at = at.parent) if (at === child) return;
    child.parent = parent;
    parent.children.push(child);
  }

  chain(specs: readonly ForestNode[]): void {
    specs.forEach((node, i) => {
      if (i > 0) this.link(specs[i - 1]!, node);
    });
  }

  /** Inside a round an item stands one column to the right of what it answers in the same round. */
  end(): Pick<Forest, "nodes" | "roots"> {
    const nodes = [...this.nodes.values()];
    const place = (node: ForestNode): number =>
      Math.max(
        0,
        ...node.children.filter((one) => one.round === node.round && one.place >= 0).map((one) => place(one) + 1),
      );
    for (const node of nodes) if (node.place >= 0) node.place = place(node);
    return { nodes, roots: nodes.filter(({ parent }) => parent === null) };
  }
}

function growObjections(grown: Growing, { question, most, by, round, severity, pinned }: Wanted) {
  const { dialogue } = grown;
  const about = objectionsOf(dialogue)
    .filter((one) => question === "strong" || (question === "open" ? one.closed === null : isRefused(one)))
    .filter(
      ({ item }) =>
        (by == null || item.by.includes(by)) &&
        (round == null || item.round === round) &&
        (severity == null || item.severity === severity),
    );
  const near = pinned == null ? null : neighboursOf(dialogue, pinned).add(pinned);
  const sorted =
    near === null ? about : about.toSorted((a, b) => Number(near.has(b.item.id)) - Number(near.has(a.item.id)));
  const authored = sorted.some(({ answers }) => answers.length > 0);
  const limit = most ?? (authored ? withAuthor : withoutAuthor);
  let drawn = 0;
  for (const objection of sorted.slice(0, limit)) {
    const specs = stepsOf(dialogue, objection);
    const fresh = specs.filter(({ id }) => !grown.nodes.has(id)).length;
    if (most == null && drawn > 0 && grown.nodes.size + fresh > mostItems) break;
    grown.chain(specs.map((spec) => grown.put({ ...spec, rank: drawn })));
    drawn++;
  }
  labelSettlers(grown);
  // A later objection to what settled an earlier one goes on from it.
  for (const { from, target } of dialogue.refs) {
    const [later, settled] = [grown.nodes.get(from), grown.nodes.get(target)];
    if (later?.kind === "objection" && settled?.kind === "settler") grown.link(settled, later);
  }
  return { drawn, total: about.length };
}

/** The objection, what the author answered, where it came back, and what closed it or would. */
function stepsOf(dialogue: Dialogue, objection: Objection): Spec[] {
  const { item, answers, reopened, closed } = objection;
  const { id } = item;
  const open = (closed?.round ?? item.round) - item.round;
  const raised = item.by.length > 1 ? `raised by ${item.by.length}` : "";
  const note = reopened.length > 0 ? "challenged again" : open > 1 ? `open ${open} rounds` : raised;
  const first: Spec = {
    ...{ id, kind: "objection", item, type: item.type, round: item.round, by: item.by, severity: item.severity },
    ...{ label: capital(item.label), note },
  };
  const middle = [
    ...answers.map((one) => ({ ...one, isAnswer: true as const })),
    ...reopened.map((one) => ({ ...one, isAnswer: false as const })),
  ].sort((a, b) => a.round - b.round || Number(b.isAnswer) - Number(a.isAnswer));
  // Of several answers in a row the last counts.
  const told = middle.filter((one, i) => one.isAnswer !== middle[i + 1]?.isAnswer);
  const steps = told.map((one, i): Spec => {
    if (one.isAnswer)
      return {
        ...{ id: `${id} answer ${i}`, kind: "answer", item, round: one.round, place: -1 },
        ...{ label: capital(answerText(one)), as: answerKind(one) },
      };
    const words = one.note ?? (one.item === null ? "" : wordsAbout(dialogue, one.item, id));
    return {
      id: `${id} again ${i}`,
      kind: "again",
      item,
      round: one.round,
      by: one.by,
      label: words,
    };
  });
  const end = endOf(objection);
  // An answer that came after what closed it is not a step towards it.
  return [first, ...steps.filter(({ round }) => round <= (end?.round ?? round)), ...(end === null ? [] : [end])];
}

function endOf({ item, closed, answers, reopened, offer }: Objection): Spec | null {
  const { id } = item;
  if (closed?.isAccepted)
    return {
      ...{ id: `${id} accepted`, kind: "accepted", item, round: closed.round },
      label: closed.note ?? "No reason was given",
    };
  if (closed !== null) {
    const { item: by } = closed;
    if (by === null || by.round < item.round)
      return {
        id: `${id} closed`,
        kind: "settler",
        item: by,
        type: by?.type ?? null,
        round: closed.round,
        by: closed.by,
        label: "",
      };
    return { id: by.id, kind: "settler", item: by, type: by.type, round: by.round, by: closed.by, label: "" };
  }
  const cameBack = reopened.at(-1)?.round ?? item.round;
  if ((answers.at(-1)?.round ?? -1) > cameBack) return null;
  if (offer === null)
    return { id: `${id} unanswered`, kind: "unanswered", item, round: cameBack, label: "No fix offered yet" };
  return {
    id: offer.id,
    kind: "offer",
    item: offer,
    type: offer.type,
    round: offer.round,
    by: offer.by,
    label: capital(offer.label),
  };
}

/**
 * "Settled" says nothing: a settler prints its own words about the objections that are drawn, of several each with its ID; where it has none of its own
 * for each, what it says of all of them, and their IDs.
 */
function labelSettlers({ dialogue, nodes }: Growing): void {
  const known = new Map(readAll(dialogue).map((one) => [one.id, one]));
  for (const node of nodes.values()) {
    const name = node.item?.label ?? "";
    const leaves = node.kind === "settler" ? leavesOf(node) : node.children;
    const drawn = leaves.flatMap(({ kind, id }) => (kind === "objection" ? [known.get(id)!] : []));
    // What the decision rests on has a label of its own; only one of several that says nothing is told here.
    if (node.kind !== "settler" && (node.kind !== "item" || drawn.length < 2 || !saysNothing(name))) continue;
    const own = drawn.map(({ id, closed }) => ({
      ...{ id, too: closed?.too ?? [] },
      words: saying(name, closed?.words ?? ""),
    }));
    const isOwn = drawn.length === 1 || new Set(own.map(({ words }) => words)).size === drawn.length;
    const told = isOwn ? own.filter(({ words }) => words !== "") : [];
    const verb = drawn.some(({ answer }) => answer !== null) ? "accepts" : "settles";
    const others = (too: readonly string[]) => too.map((one) => `, ${one} too`).join("");
    // Who else accepts one of several accepts that one.
    if (drawn.length > 1) node.by = node.item?.by ?? node.by;
    if (drawn.length > 1 && told.length > 0) {
      if (node.kind === "settler") node.note = verb;
      const said = told.map(({ id, words, too }) => `${id}${others(too)}: ${words}`);
      const rest = own.filter(({ words }) => words === "").map(({ id }) => id);
      node.label = [
        ...said,
        ...(rest.length > 0 ? [`${rest.join(", ")}: ${verb === "accepts" ? "accepted" : "settled"}.`] : []),
      ].join("\n");
    } else if (node.kind === "settler") {
      node.note =
        drawn.length > 1
          ? `${verb} ${own.map(({ id, too }) => `${id}${others(too)}`).join(own.some(({ too }) => too.length > 0) ? "; " : ", ")}`
          : verb;
      const first = node.item === null ? "" : wordsAbout(dialogue, node.item.id, drawn[0]?.id ?? "");
      const words = told[0]?.words || saying("", first);
      const isNew =
        !saysNothing(name) && !words.toLowerCase().startsWith(name.toLowerCase().replace(/[\s.!?…]{1,9}$/, ""));
      node.label = isNew
        ? `**${capital(name)}${/[.:!?]$/.test(name) ? "" : words && ":"}** ${capital(words)}`
        : capital(words);
    }
    node.label = node.label.trim() || (node.item === null ? "Closed by the Judge" : capital(name));
  }
}

/** Words that say something beyond the name of the item; what ends in a colon only leads on to them. */
function saying(name: string, words: string): string {
  return words === name || words.endsWith(":") || saysNothing(words) ? "" : words;
}

/** The node and all that leads to it, itself last. */
export function leavesOf(node: ForestNode): ForestNode[] {
  return [...node.children.flatMap(leavesOf), node];
}

/** What an item says of an objection, behind its reference to it if there is any: the sentence that names it, else how it begins. */
export function wordsAbout(dialogue: Dialogue, from: string, about: string): string {
  const item = dialogue.items.get(from);
  if (item === undefined) return "";
  const paragraphs = wordsOfItem(dialogue, item, about).map((one) => one.replace(/^(?:[-*]|\d+[.)])\s+/, ""));
  const text = paragraphs.join(" ");
  return text.includes(about) ? closingWords([text], about) : (paragraphs.find((one) => !one.endsWith(":")) ?? "");
}

/** What closed an objection says of it; where that is only that it is settled, what it says first. */
export function closedIn(dialogue: Dialogue, id: string, words: string): string {
  const closing = objectionsOf(dialogue).find(({ item }) => item.id === id)?.closed?.item;
  return closing == null || !saysNothing(words) ? words : wordsAbout(dialogue, closing.id, id) || words;
}

/** What the decision carries; where it names nothing, what settled the objections. The one that most hangs on first. */
function carriedBy(dialogue: Dialogue): Item[] {
  if (dialogue.verdict === null) return [];
  const { items, refs } = dialogue;
  const closes = closingCounts(dialogue);
  const named = [...items.values()].filter(({ state }) => state === "carried");
  const carried = named.length > 0 ? named : [...items.values()].filter(({ id }) => closes.has(id));
  const among = new Set(carried.map(({ id }) => id));
  const { key_claims = [], key_evidence = [] } = dialogue.verdict;
  const key = new Set([...key_claims, ...key_evidence]);
  const weight = new Map(carried.map(({ id }) => [id, 3 * (closes.get(id)?.length ?? 0) + (key.has(id) ? 2 : 0)]));
  for (const { from, target } of refs) {
    if (!among.has(from) || !among.has(target)) continue;
    weight.set(target, weight.get(target)! + 2);
    weight.set(from, weight.get(from)! + 1);
  }
  return carried.toSorted((a, b) => weight.get(b.id)! - weight.get(a.id)! || (a.id < b.id ? -1 : 1));
}

function closingCounts(dialogue: Dialogue): Map<string, Objection[]> {
  const closes = new Map<string, Objection[]>();
  for (const objection of objectionsOf(dialogue)) {
    const by = objection.closed?.isAccepted ? undefined : objection.closed?.item?.id;
    if (by !== undefined) closes.set(by, [...(closes.get(by) ?? []), objection]);
  }
  return closes;
}

function growRests(grown: Growing, { most, by, round, pinned }: Wanted) {
  const { dialogue } = grown;
  const carried = carriedBy(dialogue).filter(
    (item) => (by == null || item.by.includes(by)) && (round == null || item.round === round),
  );
  const sorted =
    pinned == null ? carried : carried.toSorted((a, b) => Number(b.id === pinned) - Number(a.id === pinned));
  const closes = closingCounts(dialogue);
  const decision = grown.put({
    ...{ id: "decision", kind: "decision", round: (dialogue.rounds.at(-1)?.round ?? 0) + 1 },
    label: dialogue.view.export.facts.decided.words || dialogue.view.export.title,
  });
  // Two objections of each, then a bundle; of few items three. "And one more" is longer than the objection.
  const room = (one: Item, picked: number) => {
    const { length } = (closes.get(one.id) ?? []).filter(({ item }) => item.round < one.round);
    const shown = picked > 8 ? (length > 1 ? 2 : 0) : 3;
    return length === shown + 1 && picked <= 8 ? length : Math.min(shown, length);
  };
  // Each objection with the author's answer, where there is an author.
  const each = [...closes.values()].some((some) => some.some(({ answers }) => answers.length > 0)) ? 2 : 1;
  let picked = sorted.slice(0, most ?? mostCarried);
  const size = () =>
    1 +
    picked.reduce((sum, one) => sum + 1 + each * room(one, picked.length) + (room(one, picked.length) > 0 ? 1 : 0), 0);
  while (most == null && picked.length > 1 && size() > mostItems) picked = picked.slice(0, -1);
  // As everywhere: what settles the worst stands above, what settles nothing below.
  const worst = ({ id }: Item) => {
    const [first] = closes.get(id) ?? [];
    return first === undefined ? 9 : severities.indexOf(first.item.severity);
  };
  for (const [rank, item] of picked.toSorted((a, b) => worst(a) - worst(b)).entries()) {
    const settled = closes.get(item.id) ?? [];
    const settles = settled.length;
    const verb = settled.some(({ answers }) => answers.length > 0) ? "accepts" : "settles";
    const words = wordsOfItem(dialogue, item)[0] ?? item.label;
    grown.putItem(item, "item", {
      rank,
      label: saysNothing(item.label) ? capital(withoutHeads(words)) : capital(item.label),
      note: [settles === 0 ? "" : settles === 1 ? verb : `${verb} ${settles}`, sourcesOf(dialogue, item)]
        .filter(Boolean)
        .join(", "),
    });
  }
  const among = new Map(picked.map((item, i) => [item.id, i]));
  for (const item of picked.toSorted((a, b) => b.round - a.round)) {
    const [up] = dialogue.refs
      .filter(({ from, target }) => target === item.id && among.has(from))
      .map(({ from }) => dialogue.items.get(from)!)
      .filter((other) => other.round > item.round)
      .sort((a, b) => a.round - b.round || among.get(a.id)! - among.get(b.id)!);
    grown.link(grown.nodes.get(item.id)!, up === undefined ? decision : grown.nodes.get(up.id)!);
  }
  for (const item of picked) {
    const settled = (closes.get(item.id) ?? []).filter((one) => one.item.round < item.round);
    const shown = room(item, picked.length);
    const parent = grown.nodes.get(item.id)!;
    for (const one of settled.slice(0, shown))
      grown.chain(stepsOf(dialogue, one).map((spec) => grown.put({ ...spec, rank: parent.rank })));
    const rest = settled.slice(shown);
    if (shown > 0 && rest.length > 0)
      grown.link(
        grown.put({
          ...{ id: `${item.id} more`, kind: "more", item, round: rest[0]!.item.round, rank: parent.rank },
          label: `and ${plural(rest.length, "more objection")}: ${rest.map((one) => one.item.id).join(", ")}`,
        }),
        parent,
      );
  }
  labelSettlers(grown);
  return { drawn: picked.length, total: carried.length };
}

/** "1. T0001: it holds. T0002: so does it." without the sign of a list and the names of what it speaks of. */
function withoutHeads(words: string): string {
  const said = words.replace(/^(?:[-*]|\d+[.)])\s+/, "");
  return said.replace(/(?<!\S)[TRCEP]\d{4,}[:,]\s+(\p{Ll})?/gu, (_, letter = "") => letter.toUpperCase());
}

function sourcesOf({ view }: Dialogue, { id }: Item): string {
  const own = view.export.citations.filter(({ item }) => item === id).length;
  return own === 0 ? "" : plural(own, "source");
}

function neighboursOf({ refs }: Dialogue, id: string): Set<string> {
  return new Set(refs.flatMap(({ from, target }) => (from === id ? [target] : target === id ? [from] : [])));
}

/** What was asked for by its name is there, beside what it is joined to. */
function pin(grown: Growing, id: string): void {
  const item = grown.dialogue.items.get(id);
  if (item === undefined || grown.nodes.has(id)) return;
  const node = grown.putItem(item, item.type === "T" ? "objection" : "item", { rank: -1 });
  const near = [...neighboursOf(grown.dialogue, id)].flatMap((other) => grown.nodes.get(other) ?? []);
  for (const other of near.toSorted((a, b) => a.round - b.round)) grown.link(node, other);
  for (const other of near) grown.link(other, node);
}

function growOutward(grown: Growing): void {
  const { items } = grown.dialogue;
  for (const node of [...grown.nodes.values()]) {
    if (node.item?.id !== node.id) continue;
    let room = mostNeighbours;
    for (const id of neighboursOf(grown.dialogue, node.id)) {
      const item = items.get(id)!;
      if (grown.nodes.has(id) || room === 0 || (item.round > node.round && node.parent !== null)) continue;
      const other = grown.putItem(item, item.type === "T" ? "objection" : "item", { rank: node.rank });
      if (item.round > node.round) grown.link(node, other);
      else grown.link(other, node);
      room--;
    }
  }
}
