import { expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../../test/helpers/example-dialogue.ts";
import { foldLedger } from "../ledger.ts";
import type { RoundRecord } from "../records.ts";
import type { MoveKind, RefKind } from "../vocabulary.ts";
import { notTakenUp, unanswered } from "./not-taken-up.ts";

const two = ["Muffin", "Scone"];
const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
const ref = (kind: RefKind, by: string, target: string, from: string | null = null) => ({
  ...{ kind, by, from, target, line: 1 },
});
const move = (kind: MoveKind, by: string, ...targets: string[]) => ({
  ...{ kind, by, from: null, targets, topic: null, line: 1 },
});

/** Muffin raises P0001 beside T0001; `later` follows. */
function left(...later: Partial<RoundRecord>[]) {
  const items = [itemOf("P0001", "called by hand", ["Muffin"]), itemOf("T0001", "lost", ["Scone"])];
  const raised = roundOf(two, { items, tensions: [eventOf("T0001", "raised")] });
  const { opening, rounds } = dialogueOf({ rounds: [raised, ...later.map((round) => roundOf(two, round))] });
  return foldLedger(opening, rounds);
}
const ids = (...later: Partial<RoundRecord>[]) => notTakenUp(left(...later)).map(({ item }) => item.id);

it("a perspective is not taken up from the round in which it is new, for as long as nobody answers it", () => {
  expect(ids()).toEqual(["P0001"]);
  expect(ids({}, {})).toEqual(["P0001"]);
});

it.each([
  ["SUPPORT", { refs: [ref("SUPPORT", "Scone", "P0001")] }],
  ["QUESTION", { refs: [ref("QUESTION", "Scone", "P0001")] }],
  ["REFINE", { refs: [ref("REFINE", "Scone", "P0001")] }],
  ["CHALLENGE", { moves: [move("CHALLENGE", "Scone", "P0001")] }],
  ["a later item merged into it", { merged: [{ local_id: "SCONE-P0101", into: "P0001" }] }],
  ["a tension that it closed", { tensions: [eventOf("T0001", "resolved", { item: "P0001" })] }],
  ["withdrawn by its author", { moves: [move("CONCEDE", "Muffin", "P0001")] }],
])("it is taken up: %s", (_, later) => {
  expect(ids(later)).toEqual([]);
});

it("its author's own word for it does not take it up, nor the same words of another in the same round", () => {
  expect(ids({ refs: [ref("SUPPORT", "Muffin", "P0001")], moves: [move("DEFEND", "Muffin", "P0001")] })).toEqual([
    "P0001",
  ]);
  const { opening, rounds } = dialogueOf({
    rounds: [
      roundOf(two, {
        items: [itemOf("P0001", "called by hand", two)],
        merged: [{ local_id: "SCONE-P0001", into: "P0001" }],
      }),
    ],
  });
  expect(notTakenUp(foldLedger(opening, rounds))).toHaveLength(1);
});

it("whoever answers what its author made of it answers it", () => {
  const refined = {
    items: [{ ...itemOf("P0101", "called by hand, twice", ["Muffin"]), new: false }],
    refs: [ref("REFINE", "Muffin", "P0001", "P0101")],
  };
  expect(ids(refined)).toEqual(["P0001"]);
  expect(ids(refined, { refs: [ref("OPPOSE", "Scone", "P0101")] })).toEqual([]);
});

it("the author of the text takes it up, or says why not; its last word counts", () => {
  const says = (line: string) => ({
    revisions: [{ alone: false, lines: ["A text."], sheet: ["T0001 refused: no", line], provenance, size: 7 }],
  });
  expect(ids(says("P0001 taken: §2"))).toEqual([]);
  const refused = left(says("P0001 taken: §2"), says("P0001 not taken: it went again"));
  expect(notTakenUp(refused)).toMatchObject([{ item: { id: "P0001" }, answer: { text: "it went again", round: 2 } }]);
  expect(unanswered(refused)).toEqual([]);
  expect(unanswered(left({}))).toEqual(["P0001"]);
});
