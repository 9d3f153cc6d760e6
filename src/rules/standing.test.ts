import { expect, test } from "vitest";
import { dialogueOf, rfcRounds } from "../../test/helpers/example-dialogue.ts";
import { decisionOf, standingOf } from "./standing.ts";

const unfinished = () => rfcRounds().slice(0, 2);

test("a final verdict is the decision only if the gate lets it pass over its round", () => {
  expect(decisionOf(dialogueOf({ rounds: rfcRounds(), verdicts: [{}] })).state).toBe("decided");
  const dialogue = dialogueOf({ rounds: unfinished(), verdicts: [{}] });
  expect(decisionOf(dialogue)).toMatchObject({ state: "unearned", verdict: { verdict_id: "final" } });
  expect(standingOf(dialogue.verdicts[0]!, dialogue)).toBe("not in force: its round did not converge");
});

test("a final verdict that lists what was not accepted, or not what was, is unearned", () => {
  const dialogue = dialogueOf({ rounds: rfcRounds(), verdicts: [{ tensions_accepted: ["T0001"] }] });
  expect(decisionOf(dialogue).state).toBe("unearned");
  expect(standingOf(dialogue.verdicts[0]!, dialogue)).toContain("accepted unresolved");
});

test("an unearned verdict beside an earned one contests nothing, and a closing ends the dialogue over it", () => {
  const earned = { verdict_id: "earned" };
  const beside = { verdict_id: "beside", tensions_accepted: ["T0001"] };
  expect(decisionOf(dialogueOf({ rounds: rfcRounds(), verdicts: [beside, earned] }))).toMatchObject({
    state: "decided",
    verdict: earned,
  });
  const close = { verdict_type: "impasse" as const, verdict_id: "close" };
  expect(decisionOf(dialogueOf({ rounds: unfinished(), verdicts: [{}, close] })).state).toBe("closed");
});
