import { describe, expect, test } from "vitest";
import { ownDialogues, ownView } from "../../../test/helpers/own-view.ts";
import { cut } from "../../facts/text/cut.ts";
import type { LiveRound } from "../data.ts";
import { type Dialogue, isOpen, modelOf } from "./dialogue.ts";
import {
  countsOf,
  type Forest,
  type ForestNode,
  firstQuestion,
  forestOf,
  leavesOf,
  mostItems,
  questions,
  type Wanted,
} from "./forest.ts";
import { type ForestLayout, layoutForest, pathOf } from "./forest-layout.ts";
import { isRefused, objectionsOf } from "./objections.ts";

const orders = modelOf(ownView("orders-pagination"));
const rot = modelOf(ownView("decision-rot"));
const live = modelOf(ownView("orders-pagination", 2));

/** Every dialogue of this project, decided and as it stood after each of its rounds, at every question and width. */
const states = ownDialogues.flatMap((topic) => {
  const whole = ownView(topic);
  const cuts = whole.export.rounds.map((_, i) => ({
    name: `${topic}, ${i + 1} rounds`,
    dialogue: modelOf(ownView(topic, i + 1)),
  }));
  return [{ name: topic, dialogue: modelOf(whole) }, ...cuts];
});

function forestsOf(dialogue: Dialogue): { wanted: Wanted; forest: Forest }[] {
  const ids = [...dialogue.items.keys()];
  const asked: Wanted[] = questions.flatMap((question) => [
    { question },
    { question, most: 1 },
    { question, most: 100 },
    { question, outward: true },
    { question, most: 100, outward: true },
    ...ids.filter((_, i) => i % 20 === 0).map((pinned) => ({ question, pinned })),
  ]);
  return asked.map((wanted) => ({ wanted, forest: forestOf(dialogue, wanted) }));
}

/** Labels that meet, and lines that touch a label other than the two they join. */
function faultsOf({ placed, lines }: ForestLayout): string[] {
  const all = [...placed.values()];
  const meets = (a: { x: number; y: number; width: number; height: number }, b: typeof a) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  const above = all.flatMap(({ node, y }) => (y < 0 ? [`${node.id} begins above the top`] : []));
  const overlaps = all.flatMap((one, i) =>
    all.slice(i + 1).flatMap((other) => (meets(one, other) ? [`${one.node.id} lies on ${other.node.id}`] : [])),
  );
  const crossings = lines.flatMap(({ child, parent, points }) =>
    points.slice(1).flatMap((point, i) => {
      const before = points[i]!;
      const stroke = {
        x: Math.min(point.x, before.x) + 0.1,
        y: Math.min(point.y, before.y) - 0.75,
        width: Math.abs(point.x - before.x) + 0.1,
        height: Math.abs(point.y - before.y) + 1.5,
      };
      return all.flatMap((one) => (meets(stroke, one) ? [`${child} to ${parent} crosses ${one.node.id}`] : []));
    }),
  );
  return [...above, ...overlaps, ...crossings];
}

describe("the layout of a forest", () => {
  test.each(states)("no label meets another and no line crosses one: $name", ({ dialogue }) => {
    for (const { wanted, forest } of forestsOf(dialogue))
      for (const room of [700, 1376])
        expect({ wanted, room, faults: faultsOf(layoutForest(forest, room)) }).toEqual({ wanted, room, faults: [] });
  });

  test("no two lines cross", () => {
    const { lines } = layoutForest(forestOf(orders, { question: "strong", most: 100 }), 1376);
    const level = lines.map(({ points: [a, b] }) => ({ y: a!.y, from: a!.x, to: b!.x }));
    const upright = lines.flatMap(({ points }) =>
      points.length < 4
        ? []
        : [{ x: points[1]!.x, top: Math.min(points[1]!.y, points[2]!.y), end: Math.max(points[1]!.y, points[2]!.y) }],
    );
    expect(upright.length).toBeGreaterThan(5);
    for (const { x, top, end } of upright)
      expect(level.filter(({ y, from, to }) => y > top + 1 && y < end - 1 && from < x - 1 && to > x + 1)).toEqual([]);
  });

  test("a label is between 180 and 320 wide and fits the room where that is enough", () => {
    const forest = forestOf(orders, { question: "strong" });
    expect(layoutForest(forest, 1376).width).toBeLessThanOrEqual(1376);
    expect(layoutForest(forest, 5000).columnWidth).toBe(320);
    expect(layoutForest(forest, 100).columnWidth).toBe(180);
  });

  test("a line begins at the label's right edge and ends before its parent", () => {
    const { placed, lines } = layoutForest(forestOf(rot, { question: "strong" }), 1376);
    for (const { child, parent, points } of lines) {
      const [from, to] = [placed.get(child)!, placed.get(parent)!];
      expect(points[0]!.x).toBe(from.x + from.width);
      expect(points.at(-1)!.x).toBeLessThan(to.x);
    }
    expect(pathOf(lines[0]!)).toMatch(/^M[\d.]+ [\d.]+L/);
  });
});

function rootOf(node: ForestNode): ForestNode {
  return node.parent === null ? node : rootOf(node.parent);
}

describe("what a forest holds", () => {
  test.each(states)("at most thirty items, one parent each, none to its left: $name", ({ dialogue }) => {
    for (const question of questions) {
      const { nodes, roots } = forestOf(dialogue, { question });
      expect(nodes.length).toBeLessThanOrEqual(mostItems);
      expect(roots.flatMap(leavesOf).length).toBe(nodes.length);
    }
    for (const { forest } of forestsOf(dialogue))
      for (const { parent, round, place } of forest.nodes)
        if (parent !== null)
          expect(parent.round > round || (parent.round === round && parent.place > place)).toBe(true);
  });

  test("our largest dialogue opens on its strongest objections, each with what settled it", () => {
    expect(firstQuestion(orders)).toBe("strong");
    const { nodes, roots, drawn, total } = forestOf(orders, { question: "strong" });
    expect([drawn, total]).toEqual([11, 49]);
    expect(nodes.length).toBeGreaterThan(15);
    for (const root of roots) expect(root.kind).toBe("settler");
    const [strongest] = objectionsOf(orders);
    expect(nodes.find(({ id }) => id === strongest!.item.id)!.parent!.id).toBe(strongest!.closed!.item!.id);
  });

  test("an objection that came back goes through both answers and the words that reopened it", () => {
    const { nodes } = forestOf(rot, { question: "strong" });
    const kinds: string[] = [];
    for (let at = nodes.find(({ id }) => id === "T0005") ?? null; at !== null; at = at.parent) kinds.push(at.kind);
    expect(kinds).toEqual(["objection", "answer", "again", "answer", "settler"]);
  });

  test("while something is open it opens on that, with the smallest offer or that there is none", () => {
    expect(firstQuestion(live)).toBe("open");
    const open = [...live.items.values()].filter((item) => item.type === "T" && isOpen(item));
    expect(countsOf(live).open).toBe(open.length);
    const { nodes } = forestOf(live, { question: "open", most: 100 });
    for (const { id } of open) {
      const root = rootOf(nodes.find((one) => one.id === id)!);
      expect(["offer", "unanswered", "answer"]).toContain(root.kind);
    }
  });

  test("an offer that is older than a reopening is none any more", () => {
    const view = ownView("webhook-delivery");
    const tension = view.export.tensions.find(({ id }) => id === "T0401")!;
    const before = view.export.recommendations.find(({ round }) => round === 4)!;
    tension.resolvers = [{ item: before.id, by: before.contributors[0]!, round: 4 }];
    const pathOf = () => {
      const { nodes } = forestOf(modelOf(view), { question: "open" });
      const path: string[] = [];
      for (let at = nodes.find(({ id }) => id === "T0401") ?? null; at !== null; at = at.parent)
        path.push(`${at.kind} ${at.round}`);
      return path;
    };
    // What was recommended about it since is one, though nobody says that it settles it.
    expect(pathOf()).toEqual(["objection 4", "again 5", "offer 5"]);
    tension.events = tension.events.filter(({ change }) => change !== "addressed");
    expect(pathOf()).toEqual(["objection 4", "again 5", "unanswered 5"]);
  });

  test("an answer that the author gives before the open round counts at once, not only when the round is registered", () => {
    const view = ownView("webhook-delivery");
    const open = view.export.tensions.find(({ status }) => status !== "resolved")!;
    const answered = [{ id: open.id, answer: "refused" as const, text: "It costs more than it is worth." }];
    const author = { asked: 1, written: 1, text: "A text.", answers: "", answered, written_at: null };
    const answersIn = (live: LiveRound | null) =>
      objectionsOf(modelOf({ ...view, live })).find(({ item }) => item.id === open.id)!.answers;
    const before = answersIn(null);
    const round = view.export.rounds.length;
    const after = answersIn({ round, asked: null, drafts: [], author });
    expect(after).toEqual([...before, { round, answer: "refused", text: "It costs more than it is worth." }]);
  });

  test("objections that all came back are fewer, so that thirty items are enough", () => {
    const view = ownView("decision-rot");
    for (const { id, events } of view.export.tensions)
      if (!events.some(({ change }) => change === "reopened"))
        events.splice(1, 0, { ...events[0]!, change: "reopened", round: 1, item: null, note: `${id} is not settled.` });
    const all = view.export.tensions.map(({ id }) => ({ id, answer: "resolved" as const, text: "In the text." }));
    for (const { revisions } of view.export.rounds) for (const one of revisions ?? []) one.answered = all;
    const { nodes, drawn } = forestOf(modelOf(view), { question: "strong" });
    expect(nodes.length).toBeLessThanOrEqual(mostItems);
    expect(drawn).toBeGreaterThan(3);
    expect(drawn).toBeLessThan(9);
  });

  test("what the decision rests on ends in the decision", () => {
    const { roots, nodes } = forestOf(orders, { question: "rests" });
    expect(roots.map(({ kind }) => kind)).toEqual(["decision"]);
    const carried = nodes.filter(({ kind }) => kind === "item");
    for (const { item } of carried) expect(item!.state).toBe("carried");
    expect(carried.length).toBeGreaterThan(5);
  });

  test("what the decision rests on says its own words without the names of what they are about", () => {
    const nodes = [rot, orders].flatMap((one) => forestOf(one, { question: "rests", most: 100 }).nodes);
    const told = nodes.filter(
      ({ kind, label, item }) => kind === "item" && label.toLowerCase() !== item!.label.toLowerCase(),
    );
    expect(told.length).toBeGreaterThan(3);
    // But of several objections, where each has words of its own.
    for (const { label } of told) if (!label.includes("\n")) expect(label).not.toMatch(/(?<!\S)T\d{4}[:,] |^\d[.)] /);
  });

  test("it widens by expert, round, severity, and one step outward", () => {
    const all = { question: "strong", most: 100 } as const;
    const raised = (forest: Forest) => forest.nodes.filter(({ kind }) => kind === "objection").map(({ item }) => item!);
    for (const item of raised(forestOf(rot, { ...all, by: "muffin" }))) expect(item.by).toContain("muffin");
    for (const item of raised(forestOf(rot, { ...all, severity: "critical" }))) expect(item.severity).toBe("critical");
    for (const item of raised(forestOf(rot, { ...all, round: 1 }))) expect(item.round).toBe(1);
    expect(raised(forestOf(rot, all)).length).toBe(rot.tensions.length);
    const plain = forestOf(orders, { question: "strong" }).nodes.length;
    expect(forestOf(orders, { question: "strong", outward: true }).nodes.length).toBeGreaterThan(plain);
  });

  test("what was asked for by its name is there", () => {
    for (const pinned of orders.items.keys())
      expect(forestOf(orders, { question: "strong", pinned }).nodes.some(({ item }) => item?.id === pinned)).toBe(true);
  });

  test("a settler says its own words, not that something is settled", () => {
    for (const { kind, label } of forestOf(orders, { question: "strong", most: 100 }).nodes)
      if (kind === "settler") expect(label.replace(/\bT\d{4}\b|settled|\W/g, "")).not.toBe("");
    const { label } = forestOf(orders, { question: "strong", most: 100 }).nodes.find(
      ({ item }) => item?.id === "R0104",
    )!;
    expect(label).toMatch(/^T0002: no trigger is left/);
  });

  test("a settler of several says each in words of its own, or what it says of all and their IDs", () => {
    const labels = (dialogue: Dialogue, id: string) =>
      forestOf(dialogue, { question: "strong" }).nodes.find((node) => node.id === id)!;
    const { label, note } = labels(rot, "C0104");
    expect(label.split("\n").map((line) => line.slice(0, 20))).toEqual([
      "T0002, Muffin too: n",
      "T0017: an unchanged ",
      "T0018: PR 1 red, PR ",
      "T0001, Muffin too: l",
    ]);
    expect(note).toBe("accepts");
    expect(labels(orders, "R0102").note).toBe("settles T0006, T0007");
    expect(labels(orders, "R0102").label).toMatch(/^Exported fields and digested fields are the same/);
  });

  test("a settler whose label is how its words begin says it once", () => {
    const view = ownView("decision-rot");
    const claim = view.export.claims.find(({ id }) => id === "C0103")!;
    claim.label = "modes are shown, 160000 can be skipped";
    const { nodes } = forestOf(modelOf(view), { question: "strong" });
    const { label } = nodes.find(({ id }) => id === "C0103")!;
    expect(label.match(/modes are shown/gi)).toHaveLength(1);
    expect(label).not.toContain("**");
  });

  test("words that three lines do not hold make a label higher, as far as the column is narrow", () => {
    const forest = forestOf(rot, { question: "strong" });
    const height = (room: number, id: string) => layoutForest(forest, room).placed.get(id)!.height;
    expect([height(5000, "T0101"), height(700, "T0101")]).toEqual([61, 77]);
  });

  test("refused are those that the author refused and their raisers accepted as such", () => {
    const view = ownView("decision-rot");
    const [closed, open, accepted] = view.export.tensions;
    view.export.rounds.at(-1)!.revisions!.at(-1)!.answered = [closed, open, accepted].map((one) => ({
      ...{ id: one!.id, answer: "refused" as const, text: "It costs more than it is worth." },
    }));
    open!.status = "open";
    accepted!.status = "accepted_unresolved";
    accepted!.events.push({ ...accepted!.events.at(-1)!, change: "accepted" });
    const dialogue = modelOf(view);
    expect(
      objectionsOf(dialogue)
        .filter(isRefused)
        .map(({ item }) => item.id),
    ).toEqual([closed!.id]);
    expect(countsOf(dialogue).refused).toBe(1);
    expect(countsOf(rot).refused).toBe(0);
  });

  test("what the decision rests on has the author's answer to each objection, and marks a refusal", () => {
    const drawn = (dialogue: Dialogue) =>
      forestOf(dialogue, { question: "rests" }).nodes.filter(({ kind }) => kind === "answer");
    const first = drawn(rot)[0]!.item;
    const view = ownView("decision-rot");
    view.export.rounds.at(-1)!.revisions!.at(-1)!.answered = [
      { id: first!.id, answer: "refused", text: "It is dear." },
    ];
    const marks = drawn(modelOf(view)).filter(({ as }) => as === "refused");
    expect(marks.map(({ item }) => item!.id)).toEqual([first!.id]);
  });

  test("a text is cut at the end of a sentence, else at a word, and a number ends none", () => {
    expect(cut("One two three four. Five six seven", 24)).toBe("One two three four.");
    expect(cut("First point. In 2. we say more of it", 20)).toBe("First point.");
    expect(cut("word after word after word", 14)).toBe("word after…");
    expect(cut("short", 14)).toBe("short");
  });
});
