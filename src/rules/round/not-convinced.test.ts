import { describe, expect, it, test } from "vitest";
import { dialogueOf, panelOf, roundOf, textsOf } from "../../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../ledger.ts";
import { toLines } from "../lines.ts";
import type { RoundRecord } from "../records.ts";
import { lastWordOf, leftUnconvinced, notConvinced } from "./not-convinced.ts";

const three = ["Muffin", "Cupcake", "Scone"];
const fold = (...rounds: Parameters<typeof roundOf>[1][]) => {
  const { opening, rounds: records } = dialogueOf({ rounds: rounds.map((round) => roundOf(three, round)) });
  return foldLedger(opening, records);
};
const stanceBy = (by: string, position: RoundRecord["stances"][number]["position"]) => ({
  by,
  position,
  confidence: null,
  text: "",
  line: 1,
});

describe("who left unconvinced", () => {
  const stance = (by: string, position: RoundRecord["stances"][number]["position"], text = "because") => ({
    by,
    position,
    confidence: 0.5,
    text,
    line: 1,
  });
  const leaves = (position: RoundRecord["stances"][number]["position"] | undefined) => {
    const stances = position === undefined ? [] : [stance("Scone", position)];
    const { opening, rounds } = dialogueOf({
      rounds: [roundOf(three, { stances }), roundOf(["Muffin", "Cupcake"], { stances: [] })],
    });
    return leftUnconvinced(foldLedger(opening, rounds));
  };

  it.each(["REJECT", "CONDITIONAL", "HOLD"] as const)(
    "is named after a last stance of %s, with role and condition",
    (position) => {
      expect(leaves(position)).toEqual([
        { expert: "Scone", role: panelOf(["Scone"])[0]!.role, last_round: 0, position, condition: "because" },
      ]);
    },
  );

  it.each(["APPROVE", "ABSTAIN"] as const)("is not who left with %s", (position) => {
    expect(leaves(position)).toEqual([]);
  });

  it("is also who never took a stance, and never who still sits", () => {
    expect(leaves(undefined)).toEqual([
      { expert: "Scone", role: panelOf(["Scone"])[0]!.role, last_round: 0, position: null, condition: null },
    ]);
    expect(leftUnconvinced(fold({ stances: [stance("Scone", "REJECT")] }))).toEqual([]);
  });

  it("goes by the last stance, an earlier one standing while nothing new was said", () => {
    const { opening, rounds } = dialogueOf({
      rounds: [
        roundOf(three, { stances: [stance("Scone", "APPROVE"), stance("scone", "HOLD", "no")] }),
        roundOf(three, { stances: [] }),
        roundOf(["Muffin", "Cupcake"], { stances: [] }),
      ],
    });
    expect(leftUnconvinced(foldLedger(opening, rounds))).toMatchObject([
      { expert: "Scone", last_round: 1, position: "HOLD", condition: "no" },
    ]);
  });

  it("is not who left with a signal that counted, without a stance or after an earlier one", () => {
    const left = (first: object, second: object) => {
      const { opening, rounds } = dialogueOf({
        rounds: [roundOf(three, first), roundOf(three, second), roundOf(["Muffin", "Cupcake"], { stances: [] })],
      });
      return leftUnconvinced(foldLedger(opening, rounds)).map(({ expert }) => expert);
    };
    const hold = { stances: [stance("Scone", "HOLD")], signals: [] };
    const signal = (counted: boolean) => ({
      stances: [],
      signals: [{ by: "Scone", line: 1, counted, why: counted ? null : "it raises a tension" }],
    });
    expect(left({ stances: [], signals: [] }, signal(true))).toEqual([]);
    expect(left(hold, signal(true))).toEqual([]);
    expect(left(hold, signal(false))).toEqual(["Scone"]);
    expect(left(signal(true), hold)).toEqual(["Scone"]);
  });
});

describe("a guest's last word", () => {
  it("is theirs alone, whatever the name", () => {
    const { rounds } = dialogueOf({
      rounds: [
        roundOf(["Muffin", "Cupcake"], { stances: [stanceBy("Bob", "REJECT")] }),
        roundOf(["Muffin", "Bob"], { stances: [stanceBy("Bob", "APPROVE")] }),
      ],
    });
    expect(lastWordOf(rounds, "Bob", "guest")).toMatchObject({ convinced: false, stance: { round: 0 } });
    expect(lastWordOf(rounds, "bob", "member")).toMatchObject({ convinced: true, stance: { round: 1 } });
  });
});

describe("an objection after an agreement", () => {
  const two = ["Muffin", "Cupcake"];
  const approves = { stances: [stanceBy("Scone", "APPROVE")] };
  /** A round in which one of them wrote this. */
  const wrote = (text: string, more: Parameters<typeof roundOf>[1] = {}, by = "Scone") => ({
    texts: [...textsOf(two), { ...textsOf([by])[0]!, lines: toLines(text) }],
    ...more,
  });
  const raises = wrote("[SCONE-T0101: keys leak | critical]\nAnybody can read it.", {
    mapping: { "SCONE-T0101": "T0107" },
  });
  const said = (...rounds: Parameters<typeof roundOf>[1][]) =>
    notConvinced(fold(...rounds)).filter(({ expert }) => expert === "Scone");
  const leaving = (...rounds: Parameters<typeof roundOf>[1][]) => {
    const sketch = [...rounds.map((round) => roundOf(three, round)), roundOf(two, {})];
    const { opening, rounds: records } = dialogueOf({ rounds: sketch });
    return leftUnconvinced(foldLedger(opening, records)).filter(({ expert }) => expert === "Scone");
  };

  it("is the last word of who sits, in the words of the objection", () => {
    expect(said(approves)).toEqual([]);
    expect(said(approves, raises)).toMatchObject([{ as: "seated", stance: null, text: "T0107 critical: keys leak" }]);
    expect(said({}, { ...approves, ...raises })).toMatchObject([{ as: "seated" }]);
  });

  it("is the last word of who left, however many rounds follow", () => {
    expect(leaving(approves, raises)).toMatchObject([
      { expert: "Scone", last_round: 1, position: null, condition: "T0107 critical: keys leak" },
    ]);
    expect(leaving(approves, raises, { texts: textsOf(three) })).toHaveLength(1);
  });

  it.each([
    ["a reopening", "[RE:REOPEN T0001]", "T0001 is reopened"],
    ["a dissent", "[DISSENT] Not like this.", "Not like this."],
    ["a marker that nobody can read", "[SCONE-T: fatal]", "line 1: [SCONE-T: fatal] is not a valid marker"],
    ["an earlier stance of the same text", "[SCONE-S0101: REJECT]\nNo.\n\n[SCONE-S0102: APPROVE]\nYes.", "REJECT: No."],
  ])("may be %s", (_, text, words) => {
    expect(said(approves, wrote(text))).toMatchObject([{ text: words }]);
  });

  it("may stand in a second text, but not in what a guest wrote under the same name", () => {
    const second = (source: "draft" | "guest") => {
      const [text] = textsOf(["Scone"]);
      const other = { lines: ["[SCONE-T0101: keys leak]"], provenance: { ...text!.provenance!, source } };
      return { texts: [...textsOf(two), { ...text!, others: [other] }] };
    };
    expect(said(approves, second("draft"))).toHaveLength(1);
    expect(said(approves, second("guest"))).toEqual([]);
  });

  it("is taken back by its author alone: by resolving or conceding it later, by a stance or a signal", () => {
    const resolve = (by: string) => ({
      refs: [{ kind: "RESOLVE" as const, by, from: null, target: "T0107", line: 1 }],
    });
    const concede = { kind: "CONCEDE" as const, by: "Scone", from: null, targets: ["T0107"], topic: null, line: 1 };
    const signal = { signals: [{ by: "Scone", line: 1, counted: true, why: null }] };
    expect(said(approves, raises, resolve("Scone"))).toEqual([]);
    expect(said(approves, raises, resolve("Muffin"))).toHaveLength(1);
    expect(said(approves, { ...raises, ...resolve("Scone") })).toHaveLength(1);
    expect(said(approves, raises, { moves: [concede] })).toEqual([]);
    expect(said(approves, raises, approves)).toEqual([]);
    expect(said(approves, raises, signal)).toEqual([]);
    const support = { refs: [{ ...resolve("Scone").refs[0]!, kind: "SUPPORT" as const }] };
    const other = { refs: [{ ...resolve("Scone").refs[0]!, target: "T0001" }] };
    expect(said(approves, raises, support)).toHaveLength(1);
    expect(said(approves, raises, other)).toHaveLength(1);
    expect(said(approves, raises, { moves: [{ ...concede, by: "Muffin" }] })).toHaveLength(1);
    expect(said(approves, raises, { moves: [{ ...concede, targets: ["T0001"] }] })).toHaveLength(1);
    expect(said(approves, raises, { moves: [{ ...concede, kind: "DEFEND" as const }] })).toHaveLength(1);
  });

  it("is nobody else's: what another wrote in the same round is not laid at their door", () => {
    expect(said(approves, { texts: wrote("[MUFFIN-T0101: keys leak]", {}, "Muffin").texts })).toEqual([]);
  });

  it("stands line by line where there are several", () => {
    expect(said(approves, wrote("[SCONE-T0101: keys leak]\nSo.\n\n[RE:REOPEN T0001]"))).toMatchObject([
      { text: "SCONE-T0101 keys leak\nT0001 is reopened" },
    ]);
  });

  it("is the words of who has no stance, or an older one that does not agree", () => {
    expect(said({}, raises)).toMatchObject([{ stance: null, text: "T0107 critical: keys leak" }]);
    expect(said({ stances: [stanceBy("Scone", "HOLD")] }, raises)).toMatchObject([
      { stance: null, text: "T0107 critical: keys leak" },
    ]);
    expect(said({}, { ...raises, stances: [stanceBy("Scone", "HOLD")] })).toMatchObject([{ stance: "HOLD", text: "" }]);
  });

  it("is a guest's too, with or without a stance", () => {
    const guest = (text: string, stances: RoundRecord["stances"] = []) =>
      notConvinced(fold(wrote(text, { stances }, "Bob"))).filter(({ as }) => as === "guest");
    expect(guest("[BOB-T0001: keys leak]")).toMatchObject([
      { expert: "Bob", stance: null, text: "BOB-T0001 keys leak" },
    ]);
    expect(guest("[BOB-T0001: keys leak]", [stanceBy("Bob", "APPROVE")])).toHaveLength(1);
    expect(guest("Hello.", [stanceBy("Bob", "APPROVE")])).toEqual([]);
    expect(guest("Hello.")).toEqual([]);
  });

  it("of a guest has the round in which it was said: of a stance its own, of an objection the last text's", () => {
    const guests = (...rounds: Parameters<typeof roundOf>[1][]) =>
      notConvinced(fold(...rounds)).filter(({ as }) => as === "guest");
    const hold = wrote("Not yet.", { stances: [stanceBy("Bob", "HOLD")] }, "Bob");
    expect(guests(hold, wrote("Hello again.", {}, "bob"), {})).toEqual([
      { expert: "bob", role: null, as: "guest", round: 0, stance: "HOLD", text: "" },
    ]);
    expect(guests(hold, wrote("[BOB-T0101: keys leak]", {}, "Bob"))).toMatchObject([
      { round: 1, stance: null, text: "BOB-T0101 keys leak" },
    ]);
  });
});

test("those who left come first, then who sits, then guests; before the first round there is nobody", () => {
  const { opening, rounds } = dialogueOf({
    rounds: [
      roundOf(three, { stances: [{ ...stanceBy("Scone", "REJECT"), confidence: 0.6, text: "No." }] }),
      roundOf(["Muffin", "Cupcake"], { stances: [stanceBy("Muffin", "APPROVE")] }),
      roundOf(["Muffin", "Cupcake"], {
        texts: textsOf(["Muffin", "Cupcake", "Bob"]),
        stances: [{ ...stanceBy("Cupcake", "CONDITIONAL"), confidence: 0.6, text: "If." }, stanceBy("Bob", "HOLD")],
      }),
    ],
  });
  expect(notConvinced(foldLedger(opening, rounds))).toEqual([
    { expert: "Scone", role: "Scone's role", as: "left", round: 0, stance: "REJECT", text: "No." },
    { expert: "Cupcake", role: "Cupcake's role", as: "seated", round: 2, stance: "CONDITIONAL (0.6)", text: "If." },
    { expert: "Bob", role: null, as: "guest", round: 2, stance: "HOLD", text: "" },
  ]);
  expect(notConvinced(foldLedger(opening, []))).toEqual([]);
});
