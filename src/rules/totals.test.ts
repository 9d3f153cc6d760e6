import { expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, rfcRounds, roundOf, signalsOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import { totalsOf } from "./totals.ts";

const totals = (...rounds: Parameters<typeof roundOf>[1][]) => {
  const { opening, rounds: records } = dialogueOf({ rounds });
  return totalsOf(foldLedger(opening, records));
};

it("scores, tensions and experts add up over all rounds", () => {
  expect(totals(...rfcRounds())).toMatchObject({
    rounds: 3,
    experts_consulted: 6,
    tensions: 3,
    final_velocity: 0,
    convergence_achieved: true,
    convergence_reason: "velocity=0, unanimous",
  });
  const raised = {
    items: [itemOf("T0001", "x", ["Muffin"]), itemOf("T0002", "y", ["Muffin"])],
    tensions: [eventOf("T0001", "raised"), eventOf("T0002", "raised")],
  };
  const scores = (W: number) => ({ scores: { W, C: 2, T: 3, R: 4, experts: {} } });
  const closed = { tensions: [eventOf("T0001", "resolved"), eventOf("T0002", "accepted")] };
  expect(
    totals(
      roundOf(["Muffin", "Scone"], { ...raised, ...scores(1) }),
      roundOf(["muffin", "Donut"], { ...closed, ...scores(10), signals: signalsOf(["Muffin"]) }),
    ),
  ).toEqual({
    rounds: 2,
    alignment: { W: 11, C: 4, T: 6, R: 8, total: 29 },
    experts_consulted: 3,
    tensions: 2,
    tensions_resolved: 1,
    tensions_accepted: 1,
    final_velocity: 0,
    convergence_achieved: false,
    convergence_reason: "1/2 signals",
  });
});

it("what is missing is said, also when nothing was registered", () => {
  expect(totals()).toMatchObject({
    rounds: 0,
    final_velocity: 0,
    convergence_achieved: false,
    convergence_reason: "no round registered",
  });
  const open = { items: [itemOf("T0001", "x", ["Muffin"])], tensions: [eventOf("T0001", "raised")] };
  expect(totals(roundOf(["Muffin", "Scone"], open))).toMatchObject({
    final_velocity: 1,
    convergence_reason: "velocity=1, 0/2 signals",
  });
});
