import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf, signalsOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger, isOpen } from "./ledger.ts";
import type { RoundRecord } from "./records.ts";

const three = ["Muffin", "Cupcake", "Scone"];
const fold = (...rounds: Parameters<typeof roundOf>[1][]) => {
  const { opening, rounds: records } = dialogueOf({ rounds: rounds.map((round) => roundOf(three, round)) });
  return foldLedger(opening, records);
};
const raise = (id: string) => ({
  items: [itemOf(id, `label of ${id}`, ["Muffin"])],
  tensions: [eventOf(id, "raised")],
});
const ref = (kind: RoundRecord["refs"][number]["kind"], target: string, from: string | null, by = "Cupcake") => ({
  kind,
  by,
  from,
  target,
  line: 2,
});

describe("the fold", () => {
  it("of no round has nothing and the opening as its head", () => {
    const ledger = fold();
    expect(ledger.rounds).toEqual([]);
    expect(ledger.items.size + ledger.tensions.size).toBe(0);
    expect(ledger.head).toBe(ledger.opening.self);
  });

  it("has the last record as its head", () => {
    const ledger = fold({}, {});
    expect(ledger.head).toBe(ledger.records[1]!.self);
  });

  it("knows every item by its ID, with the round it came from", () => {
    const { items } = fold(
      { items: [itemOf("P0001", "one", ["Muffin", "Scone"])] },
      { items: [itemOf("R0101", "two", ["Cupcake"])] },
    );
    expect([...items.keys()]).toEqual(["P0001", "R0101"]);
    expect(items.get("R0101")).toMatchObject({ type: "R", label: "two", round: 1 });
    expect(items.get("P0001")!.sources.map(({ expert, round }) => [expert, round])).toEqual([
      ["Muffin", 0],
      ["Scone", 0],
    ]);
  });

  it("is the same for the same records, and a prefix of itself", () => {
    const change = fc.constantFrom("addressed", "reopened", "resolved", "accepted") as fc.Arbitrary<
      "addressed" | "reopened" | "resolved" | "accepted"
    >;
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 3 }), { minLength: 1, maxLength: 5 }), (changes) => {
        const rounds = [
          raise("T0001"),
          ...changes.map((list) => ({ tensions: list.map((one) => eventOf("T0001", one)) })),
        ];
        const { opening, rounds: records } = dialogueOf({ rounds: rounds.map((round) => roundOf(three, round)) });
        expect(foldLedger(opening, records)).toEqual(foldLedger(opening, structuredClone(records)));
        const all = foldLedger(opening, records).rounds;
        for (let n = 0; n <= records.length; n++)
          expect(foldLedger(opening, records.slice(0, n)).rounds).toEqual(all.slice(0, n));
      }),
      { numRuns: 40 },
    );
  });
});

describe("a tension", () => {
  it.each([
    ["raised", "open", true],
    ["addressed", "addressed", true],
    ["resolved", "resolved", false],
    ["accepted", "accepted", false],
    ["reopened", "reopened", true],
  ] as const)("that was %s is %s", (change, state, open) => {
    const tension = fold(raise("T0001"), { tensions: [eventOf("T0001", change)] }).tensions.get("T0001")!;
    expect(tension.state).toBe(state);
    expect(isOpen(tension)).toBe(open);
    expect(tension.events.map(({ round }) => round)).toEqual([0, 1]);
  });

  it("that was reopened or closed is not merely addressed by being addressed", () => {
    const again = fold(
      raise("T0001"),
      { tensions: [eventOf("T0001", "reopened")] },
      { tensions: [eventOf("T0001", "addressed")] },
    );
    expect(again.tensions.get("T0001")!.state).toBe("reopened");
    const closed = fold(
      raise("T0001"),
      { tensions: [eventOf("T0001", "resolved")] },
      { tensions: [eventOf("T0001", "addressed")] },
    );
    expect(closed.tensions.get("T0001")!.state).toBe("resolved");
  });

  it("collects the items that offer to resolve it, not words outside an item nor other references", () => {
    const { tensions } = fold(raise("T0001"), {
      refs: [
        ref("RESOLVE", "T0001", "R0101"),
        ref("RESOLVE", "T0001", null),
        ref("ADDRESS", "T0001", "R0102"),
        ref("RESOLVE", "T0099", "R0101"),
      ],
    });
    expect(tensions.get("T0001")!.resolvers).toEqual([{ item: "R0101", by: "Cupcake", round: 1 }]);
  });

  it("keeps its owner and its path until another is named", () => {
    const owner = (id: string, owner: string | null, resolution_path: string | null) => ({
      owners: [{ id, owner, resolution_path }],
    });
    const { tensions } = fold(
      { ...raise("T0001"), ...owner("T0001", "Muffin", "cost model") },
      owner("T0001", null, "ask finance"),
      owner("T0001", "Scone", null),
      owner("T0077", "Scone", "x"),
    );
    expect(tensions.get("T0001")).toMatchObject({ owner: "Scone", resolution_path: "ask finance" });
  });

  it("unknown to the ledger changes nothing", () => {
    expect(fold({ tensions: [eventOf("T0042", "resolved")] }).tensions.size).toBe(0);
  });
});

describe("the counts of a round", () => {
  it("are the tensions open after it and the perspectives new in it", () => {
    const old = { ...itemOf("P0102", "refined", ["Scone"]), new: false };
    const { rounds } = fold(
      { ...raise("T0001") },
      {
        items: [itemOf("P0101", "new", ["Scone"]), old, itemOf("R0101", "not one", ["Scone"])],
        tensions: [eventOf("T0001", "resolved")],
      },
    );
    expect(rounds[0]).toMatchObject({
      open: ["T0001"],
      fresh: [],
      velocity: { open_tensions: 1, new_perspectives: 0, total: 1 },
    });
    expect(rounds[1]).toMatchObject({
      open: [],
      fresh: ["P0101"],
      velocity: { open_tensions: 0, new_perspectives: 1, total: 1 },
    });
  });

  it("count each member's signal once, in this round only, and never a stranger's", () => {
    const { rounds } = fold({ signals: [...signalsOf(["Muffin", "Muffin"]), ...signalsOf(["Palmier"])] }, {});
    expect(rounds[0]).toMatchObject({
      signals: ["Muffin"],
      convergence: { signals: 1, panel_size: 3, percent: 33, missing: ["Cupcake", "Scone"] },
    });
    expect(rounds[1]!.convergence).toMatchObject({ signals: 0, percent: 0, missing: three });
  });

  it("leave out a signal that does not count, and read names in any case", () => {
    const signals = [
      ...signalsOf(["MUFFIN", "cupcake"]),
      { ...signalsOf(["Scone"])[0]!, counted: false, why: "the draft raises a tension" },
    ];
    expect(fold({ signals }).rounds[0]!.signals).toEqual(["Muffin", "Cupcake"]);
  });

  it("show a percentage rounded down, never up to a hundred", () => {
    const names = Array.from({ length: 200 }, (_, n) => `Pastry${n + 21}`);
    const { opening, rounds } = dialogueOf({ rounds: [roundOf(names, { signals: signalsOf(names.slice(1)) })] });
    expect(foldLedger(opening, rounds).rounds[0]!.convergence.percent).toBe(99);
  });

  it("add the four scores up", () => {
    const { rounds } = fold({ scores: { W: 1, C: 2, T: 3, R: 4.5, experts: {} } });
    expect(rounds[0]!.score).toEqual({ W: 1, C: 2, T: 3, R: 4.5, total: 10.5 });
  });
});

describe("the severity of a tension", () => {
  it("is the worst of its own and of those merged into it, also in a later round", () => {
    const major = {
      ...raise("T0001"),
      items: [{ ...itemOf("T0001", "slow", ["Muffin"]), severity: "major" as const }],
    };
    const merge = (severity: "critical" | "minor") => ({
      merged: [{ local_id: "SCONE-T0101", into: "T0001", severity }],
    });
    const severity = (...rounds: Parameters<typeof fold>) => fold(...rounds).tensions.get("T0001")!.severity;
    expect(severity(raise("T0001"))).toBeNull();
    expect(severity(major)).toBe("major");
    expect(severity(major, merge("minor"))).toBe("major");
    expect(severity(major, merge("critical"))).toBe("critical");
    expect(severity(raise("T0001"), merge("minor"))).toBe("minor");
  });
});
