import { expect, it } from "vitest";
import { dialogueOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import type { RoundRecord } from "./records.ts";
import { seatedExperts, stanceDelta, stanceHistories, stanceWords } from "./stance-history.ts";

const stance = (by: string, position: RoundRecord["stances"][number]["position"], confidence: number | null = 0.5) => ({
  by,
  position,
  confidence,
  text: "so",
  line: 1,
});
const { opening, rounds } = dialogueOf({
  rounds: [
    roundOf(["Muffin", "Scone"], {
      stances: [stance("Muffin", "REJECT"), stance("Scone", "HOLD"), stance("Bob", "HOLD")],
    }),
    roundOf(["Muffin", "Donut"], {
      stances: [stance("muffin", "APPROVE"), stance("Bob", "APPROVE")],
      refs: [
        { kind: "SUPPORT", by: "muffin", from: null, target: "R0001", line: 1 },
        { kind: "SUPPORT", by: "Donut", from: null, target: "R0002", line: 1 },
      ],
      moves: [{ kind: "CONCEDE", by: "muffin", from: null, targets: ["C0001", "R0001"], topic: null, line: 2 }],
    }),
    roundOf(["Muffin", "Bob"], { stances: [stance("Muffin", "APPROVE", null), stance("Bob", "REJECT")] }),
  ],
});
const ledger = foldLedger(opening, rounds);

it("everyone ever seated has a first and a last stance of their own seat, and what a change cites", () => {
  const histories = stanceHistories(ledger).map(({ expert, first, last, changed, cites }) => [
    expert,
    first && `${first.position} ${first.round}`,
    last && `${last.position} ${last.round}`,
    changed,
    cites.join(),
  ]);
  expect(histories).toEqual([
    ["Muffin", "REJECT 0", "APPROVE 2", true, "R0001,C0001"],
    ["Scone", "HOLD 0", "HOLD 0", false, ""],
    ["Donut", null, null, false, ""],
    ["Bob", "REJECT 2", "REJECT 2", false, ""],
  ]);
});

it("a guest's stance is their own, whatever their name", () => {
  expect(
    stanceDelta(rounds).map(({ expert, from, to, first_round, last_round, changed }) => [
      expert,
      from,
      to,
      first_round,
      last_round,
      changed,
    ]),
  ).toEqual([
    ["Muffin", "REJECT", "APPROVE", 0, 2, true],
    ["Scone", "HOLD", "HOLD", 0, 0, false],
    ["Bob (guest)", "HOLD", "APPROVE", 0, 1, true],
    ["Bob", "REJECT", "REJECT", 2, 2, false],
  ]);
});

it("a seat keeps how it first came to be, and every round it sat in", () => {
  const [first, second] = rounds;
  const called = {
    ...first!,
    panel: first!.panel.map((member) => ({ ...member, source: "created" as const, reason: "asked" })),
  };
  const [muffin] = seatedExperts([called, second!]);
  expect(muffin).toMatchObject({ name: "Muffin", source: "created", reason: "asked", rounds: [0, 1] });
});

it("a stance is said with its confidence where there is one", () => {
  expect(stanceWords(null)).toBe("none");
  expect(stanceWords(stance("x", "HOLD", null))).toBe("HOLD");
  expect(stanceWords(stance("x", "HOLD", 0.6))).toBe("HOLD (0.6)");
});
