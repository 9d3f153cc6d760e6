import { describe, expect, test } from "vitest";
import { ownView } from "../../../test/helpers/own-view.ts";
import type { DialogueView } from "../data.ts";
import { blockersOf, isBegun } from "./blockers.ts";
import { gradedTexts } from "./decision.ts";
import { inWords, modelOf, personIn } from "./dialogue.ts";
import { flowOf, laneGroups } from "./lanes.ts";

/** A copy that a test may change. */
function changed(topic: string, change: (view: DialogueView) => void): DialogueView {
  const view = structuredClone(ownView(topic));
  change(view);
  return view;
}

describe("a dialogue as the views read it", () => {
  test("people keep their place and colour, however their names are written", () => {
    const { people } = modelOf(ownView("orders-pagination"));
    expect(people.map(({ name, chair }) => [name, chair])).toEqual([
      ["Muffin", 0],
      ["Cupcake", 1],
      ["Scone", 2],
      ["Eclair", 3],
      ["Donut", 4],
    ]);
    expect(personIn({ people }, "MUFFIN").role).toBe("Database Engineer");
    expect(personIn({ people }, "Nobody").chair).toBe(-1);
  });

  test("a guest who has an expert's name is somebody else", () => {
    const { people, rounds } = modelOf(
      changed("decision-rot", (view) => {
        const [text] = view.export.rounds[2]!.texts;
        view.export.rounds[2]!.texts.push({ ...text!, expert: "Muffin (guest)" });
      }),
    );
    expect(people.filter(({ isGuest }) => isGuest).map(({ name }) => name)).toEqual(["Muffin (guest)"]);
    expect(rounds[2]!.seats.get("muffin (guest)")!.state).toBe("present");
    expect(rounds[2]!.panel).not.toContain("muffin (guest)");
  });

  test("a seat says who was absent, who was not asked, and whose signal does not count and why", () => {
    const { rounds } = modelOf(
      changed("decision-rot", ({ export: all }) => {
        all.rounds[1]!.texts[0]!.state = "absent";
        all.rounds[1]!.texts[1]!.state = "not_asked";
        const signal = all.rounds[2]!.signals.find(({ by }) => by === "Scone")!;
        Object.assign(signal, { counted: false, why: "the stance is CONDITIONAL" });
      }),
    );
    const states = [...rounds[1]!.seats.values()].map(({ state }) => state);
    expect(states).toEqual(["absent", "not_asked", "present"]);
    expect(rounds[2]!.seats.get("muffin")).toMatchObject({ signal: "counted", why: null });
    expect(rounds[2]!.seats.get("scone")).toMatchObject({
      signal: "uncounted",
      why: "the stance is CONDITIONAL",
    });
  });

  test("what became of an item is its state", () => {
    const { items } = modelOf(ownView("webhook-delivery", 2));
    expect(items.get("T0016")!.state).toBe("reopened");
    expect(items.get("T0013")!.state).toBe("settled");
    expect(items.get("T0109")!.state).toBe("open");
    const decided = modelOf(ownView("orders-pagination"));
    const states = new Set([...decided.items.values()].map(({ state }) => state));
    expect([...states].sort()).toEqual(["carried", "plain", "rejected", "settled", "withdrawn"]);
  });

  test("an expert's own ID leads to the item it became, merged ones included", () => {
    const { globalIds, items } = modelOf(ownView("decision-rot"));
    expect(globalIds.get("MUFFIN-T0002")).toBe("T0001");
    for (const id of globalIds.values()) expect(items.has(id)).toBe(true);
  });

  test("names stand as a sentence has them", () => {
    expect([inWords([]), inWords(["A"]), inWords(["A", "B"]), inWords(["A", "B", "C"])]).toEqual([
      "",
      "A",
      "A and B",
      "A, B and C",
    ]);
  });
});

describe("lanes", () => {
  test("what is open comes first, the worst of it on top", () => {
    const groups = laneGroups(modelOf(ownView("webhook-delivery", 2)));
    expect(groups.map(({ title, lanes }) => [title, lanes.length])).toEqual([
      ["Still open", 10],
      ["Critical, closed", 3],
      ["Major, closed", 17],
      ["Minor, closed", 2],
    ]);
    expect(groups[0]!.lanes[0]!.item.severity).toBe("major");
    expect(groups[0]!.lanes.find(({ item }) => item.id === "T0016")!.wasReopened).toBe(true);
  });

  test("without severities the long-lived come first", () => {
    const groups = laneGroups(modelOf(ownView("orders-pagination")));
    expect(groups.map(({ title }) => title)).toEqual(["Took two rounds or more", "Closed in the next round"]);
  });

  test("lanes that one item closed stand together", () => {
    for (const { lanes } of laneGroups(modelOf(ownView("orders-pagination")))) {
      const keys = lanes.map(({ closedBy, to }) => `${closedBy} ${to}`);
      const starts = keys.filter((key, i) => key !== keys[i - 1]);
      expect(starts).toHaveLength(new Set(keys).size);
    }
  });

  test("its steps tell a fix that is offered from an answer that is accepted", () => {
    const lanes = laneGroups(modelOf(ownView("decision-rot"))).flatMap((group) => group.lanes);
    const { steps } = lanes.find(({ item }) => item.id === "T0002")!;
    expect(steps.map((list) => list.map(({ says, by }) => `${says}: ${by.join(", ")}`)).slice(0, 2)).toEqual([
      ["raised: muffin, scone", "fix offered: muffin, scone"],
      ["answer accepted: muffin, scone", "closed: scone"],
    ]);
  });

  test("an accepted tension has a group of its own", () => {
    const view = changed("decision-rot", ({ export: all }) => {
      all.tensions[3]!.status = "accepted_unresolved";
    });
    expect(laneGroups(modelOf(view))[0]).toMatchObject({ title: "Accepted unresolved", tone: "accepted" });
  });

  test.each(["orders-pagination", "decision-rot", "webhook-delivery"])("the burn-down of %s adds up", (topic) => {
    const dialogue = modelOf(ownView(topic));
    const flow = flowOf(dialogue);
    expect(flow.map(({ open }) => open)).toEqual(dialogue.rounds.map(({ open }) => open));
    let open = 0;
    for (const one of flow) {
      open += one.raised - one.closed + one.reopened;
      expect(one.open).toBe(open);
    }
  });

  test("one reopened while it was open changes no sum", () => {
    const { raised, closed, reopened, reopenedWhileOpen } = flowOf(modelOf(ownView("webhook-delivery", 2)))[1]!;
    expect({ raised, closed, reopened, reopenedWhileOpen }).toEqual({
      raised: 9,
      closed: 22,
      reopened: 0,
      reopenedWhileOpen: 1,
    });
  });
});

describe("what is in the way", () => {
  test("open tensions, new perspectives and missing signals, as sentences", () => {
    const says = blockersOf(modelOf(ownView("orders-pagination", 2))).map((one) => one.says);
    expect(says).toEqual(["18 objections are open.", "1 perspective was new in round 1.", "Nobody has signed."]);
    expect(blockersOf(modelOf(ownView("orders-pagination")))).toEqual([]);
  });

  test("drafts that are missing come first, with who was absent before", () => {
    const view = ownView("orders-pagination", 2);
    const marks = { items: [], stances: [], refs: [], moves: [], statements: [], citations: [], cuts: [] };
    const none = { written_at: null, text: "", markers: [], marks, stance: null, converge: false, problems: [] };
    const draft = { role: "", ...none };
    view.live = {
      round: 2,
      asked: "panel",
      author: null,
      drafts: [
        { ...draft, expert: "Muffin", state: "missing" },
        { ...draft, expert: "Cupcake", state: "complete" },
        { ...draft, expert: "Scone", state: "not_asked" },
      ],
    };
    expect(blockersOf(modelOf(view))[0]).toMatchObject({
      says: "Muffin has not finished round 2.",
      adds: "Muffin had no draft in round 1 either.",
    });
    view.live.drafts[1]!.converge = true;
    expect(blockersOf(modelOf(view)).at(-1)).toMatchObject({
      says: "No signature counts before the round is registered; 1 draft signs.",
      adds: "All 3 must, in the same round.",
    });
    expect(isBegun({ ...view.live, asked: null, drafts: [{ ...draft, expert: "Muffin", state: "missing" }] })).toBe(
      false,
    );
  });
});

describe("the decision", () => {
  test("is shown where there is one, also when another dialogue decided it anew; one that a later round supersedes is not", () => {
    expect(modelOf(ownView("decision-rot")).verdict).not.toBeNull();
    expect(modelOf(ownView("webhook-delivery", 2)).verdict).toBeNull();
    const superseded = (state: "decided" | "open") =>
      changed("decision-rot", ({ export: all, status }) => {
        Object.assign(all.facts, { how: "superseded", in_force: false });
        status.state = state;
      });
    expect(modelOf(superseded("decided")).verdict).not.toBeNull();
    expect(modelOf(superseded("open")).verdict).toBeNull();
    const closed = changed("decision-rot", ({ export: all }) => {
      Object.assign(all.facts, { how: "closed", in_force: false });
    });
    expect(modelOf(closed).verdict).not.toBeNull();
  });

  test("graders' ranks are averaged, the best text first", () => {
    const graded = gradedTexts(modelOf(ownView("decision-rot")))!;
    expect(graded.graders).toBe(2);
    expect(graded.texts[0]!.decided).toBe(true);
    expect(gradedTexts(modelOf(ownView("orders-pagination")))).toBeNull();
  });
});
