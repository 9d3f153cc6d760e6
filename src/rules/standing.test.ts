import { describe, expect, it, test } from "vitest";
import { dialogueOf, eventOf, panelOf, rfcRounds, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import type { RoundRecord } from "./records.ts";
import { decisionOf, judgesHand, lastWordOf, leftUnconvinced, standingOf } from "./standing.ts";

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

const unfinished = () => rfcRounds().slice(0, 2);

test("a final verdict is the decision only if the gate lets it pass over its round", () => {
  expect(decisionOf(dialogueOf({ rounds: rfcRounds(), verdicts: [{}] })).state).toBe("decided");
  const dialogue = dialogueOf({ rounds: unfinished(), verdicts: [{}] });
  expect(decisionOf(dialogue)).toMatchObject({ state: "refused", verdict: { verdict_id: "final" } });
  expect(standingOf(dialogue.verdicts[0]!, dialogue)).toBe("not in force: its round did not converge");
});

test("a final verdict that lists what was not accepted, or not what was, is refused by the gate", () => {
  const dialogue = dialogueOf({ rounds: rfcRounds(), verdicts: [{ tensions_accepted: ["T0001"] }] });
  expect(decisionOf(dialogue).state).toBe("refused");
  expect(standingOf(dialogue.verdicts[0]!, dialogue)).toContain("accepted unresolved");
});

test("a verdict the gate refuses beside one it lets pass contests nothing, and a closing ends the dialogue over it", () => {
  const earned = { verdict_id: "earned" };
  const beside = { verdict_id: "beside", tensions_accepted: ["T0001"] };
  expect(decisionOf(dialogueOf({ rounds: rfcRounds(), verdicts: [beside, earned] }))).toMatchObject({
    state: "decided",
    verdict: earned,
  });
  const close = { verdict_type: "impasse" as const, verdict_id: "close" };
  expect(decisionOf(dialogueOf({ rounds: unfinished(), verdicts: [{}, close] })).state).toBe("closed");
});

describe("the Judge's hand", () => {
  it("counts what the Judge decided by itself, over all rounds", () => {
    const [text] = textsOf(["Muffin"]);
    const filed = { source: "expert_write" as const, filed_by: "Judge", filed_at: null, note: null };
    const own = { ...filed, source: "draft" as const, filed_by: null };
    const ledger = fold(
      {
        merged: [{ local_id: "SCONE-P0001", into: "P0001" }],
        dismissed: [{ local_id: null, expert: "Scone", line: 3, reason: "typo" }],
        discarded: [
          {
            round: 0,
            discarded_at: "",
            reason: "",
            texts: [
              { expert: "Muffin", lines: [] },
              { expert: "Scone", lines: [] },
            ],
          },
        ],
        texts: [
          {
            ...text!,
            provenance: filed,
            others: [
              { lines: [], provenance: { ...filed, source: "transcript" } },
              { lines: [], provenance: own },
            ],
          },
          { ...text!, expert: "Cupcake", state: "absent", provenance: null },
          { ...text!, expert: "Scone", state: "incomplete", provenance: { ...own, source: "adopted" } },
          { ...text!, expert: "Guest", provenance: { ...own, source: "guest" } },
        ],
      },
      { tensions: [eventOf("T0001", "accepted")], merged: [{ local_id: "SCONE-P0101", into: "P0001" }] },
    );
    expect(judgesHand(ledger)).toEqual({
      merged: 2,
      renamed: 0,
      own_words: 0,
      dismissed: 1,
      discarded: 2,
      accepted: 1,
      filed: 2,
      guests: 1,
      absent: 1,
      incomplete: 1,
      rotated_out: 0,
    });
  });

  it("counts who was rotated out, round by round", () => {
    const { opening, rounds } = dialogueOf({
      rounds: [roundOf(three, {}), roundOf(["Muffin", "Scone"], {}), roundOf(["Muffin", "Eclair"], {})],
    });
    expect(judgesHand(foldLedger(opening, rounds)).rotated_out).toBe(2);
    expect(judgesHand(foldLedger(opening, rounds), { since: 2 }).rotated_out).toBe(1);
  });
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
