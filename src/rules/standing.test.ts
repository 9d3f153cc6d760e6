import { describe, expect, it, test } from "vitest";
import { dialogueOf, eventOf, rfcRounds, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import { decisionOf, judgesHand, standingOf } from "./standing.ts";

const three = ["Muffin", "Cupcake", "Scone"];
const fold = (...rounds: Parameters<typeof roundOf>[1][]) => {
  const { opening, rounds: records } = dialogueOf({ rounds: rounds.map((round) => roundOf(three, round)) });
  return foldLedger(opening, records);
};

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
