import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { fromRunner } from "../../test/helpers/played.ts";
import { foldLedger } from "./ledger.ts";
import type { RoundRecord } from "./records.ts";
import { uncounted } from "./uncounted.ts";
import { unsettled } from "./unsettled.ts";

type Round = Partial<RoundRecord>;
const two = ["Muffin", "Scone"];
const line = 1;
const stanceOf = (by: string, position: RoundRecord["stances"][number]["position"]) => ({
  ...{ by, position, confidence: null, text: "", line },
});
const signalOf = (by: string, counted = true) => ({ by, line, counted, why: counted ? null : "objects" });
const approves = (...names: string[]) => names.map((name) => stanceOf(name, "APPROVE"));
const textOf = (expert: string, more: Partial<RoundRecord["texts"][number]> = {}) => ({
  ...textsOf([expert])[0]!,
  ...more,
});

/** Scone signs and agrees; `round` says what Muffin did. */
function ledgerOf(...rounds: Round[]) {
  const sketch = rounds.map((round) =>
    roundOf(two, { items: [], tensions: [], stances: approves("Scone"), signals: [signalOf("Scone")], ...round }),
  );
  const { opening, rounds: records } = dialogueOf({ rounds: sketch });
  return foldLedger(opening, records);
}

const whyOf = (...rounds: Round[]) => unsettled(ledgerOf(...rounds)).map(({ expert, why }) => [expert, ...why]);

const cases: [what: string, round: Round, why: string][] = [
  ["was absent", { texts: [textOf("Muffin", { state: "absent", lines: [] }), textOf("Scone")] }, "gave no text"],
  [
    "broke off",
    { texts: [textOf("Muffin", { state: "incomplete" }), textOf("Scone")], stances: approves(...two) },
    "the text broke off inside a marker",
  ],
  [
    "was cut",
    {
      texts: [textOf("Muffin", { provenance: fromRunner({ cut: true }) }), textOf("Scone")],
      stances: approves(...two),
    },
    "the text was cut at its output limit",
  ],
  [
    "had a line that nobody could read",
    { stances: approves(...two), dismissed: [{ local_id: null, expert: "Muffin", line, reason: "unreadable" }] },
    "a line could not be read and was dismissed",
  ],
  ["stood apart", { stances: [stanceOf("Muffin", "HOLD"), ...approves("Scone")] }, "stood at HOLD"],
  ["took no stance", {}, "took no stance"],
  [
    "has a tension that is open",
    {
      stances: approves(...two),
      items: [itemOf("T0001", "keys leak", ["Muffin"])],
      tensions: [eventOf("T0001", "raised", { actors: ["Muffin"], item: "T0001" })],
    },
    "T0001 is open",
  ],
];

describe("who is not settled", () => {
  it.each(cases)("is who %s", (_, round, why) => {
    expect(whyOf(round)).toEqual([["Muffin", why]]);
  });

  it.each(cases)("is not who %s, and signalled in the last round", (_, round) => {
    const signed: Round = { stances: approves(...two), signals: two.map((name) => signalOf(name)) };
    expect(whyOf(round, signed)).toEqual([]);
    expect(whyOf({ ...round, signals: two.map((name) => signalOf(name)) })).toEqual([]);
  });

  it("is nobody who approves or abstains, nor whose item the Judge dismissed", () => {
    const dismissed = [{ local_id: "MUFFIN-C0001", expert: "Muffin", line, reason: "off the point" }];
    expect(whyOf({ stances: [stanceOf("Muffin", "ABSTAIN"), ...approves("Scone")], dismissed })).toEqual([]);
  });

  it("is nobody whose tension was settled, nor who signed without a stance before others did", () => {
    const settled: Round = {
      stances: approves(...two),
      items: [itemOf("T0001", "keys leak", ["Muffin"])],
      tensions: [eventOf("T0001", "raised"), eventOf("T0001", "resolved")],
    };
    expect(whyOf(settled)).toEqual([]);
    const notAsked: Round = { texts: [textOf("Muffin", { state: "not_asked", lines: [] }), textOf("Scone")] };
    expect(whyOf({ signals: two.map((name) => signalOf(name)) }, notAsked)).toEqual([]);
    expect(unsettled(ledgerOf())).toEqual([]);
  });

  it("is who left so, and goes by the last round in which they were asked", () => {
    const held: Round = { stances: [stanceOf("Muffin", "HOLD"), ...approves("Scone")] };
    const notAsked: Round = { texts: [textOf("Muffin", { state: "not_asked", lines: [] }), textOf("Scone")] };
    expect(unsettled(ledgerOf(held, notAsked))).toMatchObject([{ expert: "Muffin", last_round: 0 }]);
    const without = roundOf(["Scone", "Eclair"], {
      texts: textsOf(["Scone", "Eclair"]),
      signals: [signalOf("Scone"), signalOf("Eclair")],
    });
    expect(whyOf(held, without)).toEqual([["Muffin", "stood at HOLD"]]);
  });
});

describe("what of a last text did not count", () => {
  it("is nothing where everything did", () => {
    expect(uncounted(ledgerOf({ stances: approves(...two) }), "Muffin")).toEqual([]);
    expect(uncounted(ledgerOf(), "Muffin")).toEqual([]);
    expect(uncounted(ledgerOf({}), "Eclair")).toEqual([]);
  });

  it("is a text without a marker, and a line that was dismissed, with its words and the reason", () => {
    expect(uncounted(ledgerOf({}), "muffin")).toEqual([{ round: 0, what: "unmarked" }]);
    const dismissed = [{ local_id: null, expert: "Muffin", line, reason: "unreadable" }];
    expect(uncounted(ledgerOf({ dismissed }), "Muffin")).toEqual([
      { round: 0, what: "dismissed", dismissed: { line, words: "A text.", reason: "unreadable", unread: true } },
    ]);
  });

  it("goes by the last round alone", () => {
    expect(uncounted(ledgerOf({}, { stances: approves(...two) }), "Muffin")).toEqual([]);
  });
});
