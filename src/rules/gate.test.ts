import { describe, expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf, signalsOf } from "../../test/helpers/example-dialogue.ts";
import { BlueError } from "../errors.ts";
import { convergenceOf, type GateView, gateErrors, type VerdictRequest } from "./gate.ts";
import { foldLedger } from "./ledger.ts";

const three = ["Muffin", "Cupcake", "Scone"];
const agreed = { items: [], signals: signalsOf(three) };
const raise = { items: [itemOf("T0001", "who pays", ["Muffin"])], tensions: [eventOf("T0001", "raised")] };

function standing(
  rounds: Parameters<typeof roundOf>[1][],
  overrides: Partial<GateView> = {},
  maxRounds = 10,
): GateView {
  const { opening, rounds: records } = dialogueOf({
    rounds: rounds.map((round) => roundOf(three, { items: [], signals: [], ...round })),
  });
  const limited = { ...opening, settings: { ...opening.settings, max_rounds: maxRounds } };
  return { ledger: foldLedger(limited, records), problems: [], unregistered: [], ...overrides };
}

const request = (overrides: Partial<VerdictRequest> = {}): VerdictRequest => ({
  round: undefined,
  forced: false,
  warning: undefined,
  tensions_accepted: [],
  ...overrides,
});
const codes = (errors: BlueError[]) => errors.map(({ code }) => code);

describe("the gate", () => {
  it("opens at velocity 0 with every member's signal", () => {
    expect(
      gateErrors(standing([raise, { ...agreed, tensions: [eventOf("T0001", "resolved")] }]), request({ round: 1 })),
    ).toEqual([]);
  });

  it("is closed before the first round", () => {
    const [error] = gateErrors(standing([]), request());
    expect(error).toMatchObject({
      code: "round_not_registered",
      field: "round",
      constraint: "round_exists",
      suggestion: "Register round 0 first.",
      message: "Cannot register verdict: no round is registered yet",
    });
    expect(error!.value).toBeUndefined();
    expect(gateErrors(standing([]), request({ round: 2 }))[0]!.value).toBe(2);
  });

  it("stands on the highest round only", () => {
    const older = gateErrors(standing([agreed, agreed]), request({ round: 0 }));
    expect(older).toMatchObject([
      {
        code: "round_not_registered",
        value: 0,
        constraint: "highest_round",
        suggestion: "The last registered round is 1.",
      },
    ]);
    expect(older[0]!.message).toContain("is not the last one");
    expect(gateErrors(standing([agreed]), request({ round: 1 }))[0]!.message).toContain("round 1 is not registered");
  });

  it("says what is open and new, in RFC 0057's words", () => {
    const [error] = gateErrors(
      standing([{ ...raise, items: [...raise.items, itemOf("P0001", "a", ["Scone"])] }]),
      request(),
    );
    expect(error).toMatchObject({
      code: "velocity_not_zero",
      message:
        "Cannot register verdict: velocity=2 (open_tensions=1, new_perspectives=1). Resolve tensions and integrate perspectives first.",
      field: "velocity",
      value: 2,
      constraint: "convergence_gate",
      suggestion: "Resolve T0001 and integrate P0001 before declaring convergence",
      context: { open_tensions: ["T0001"], new_perspectives: ["P0001"], converge_percent: 0, missing_signals: three },
    });
  });

  it("names only what there is to do", () => {
    const perspective = gateErrors(standing([{ ...agreed, items: [itemOf("P0001", "a", ["Scone"])] }]), request());
    expect(perspective.map(({ suggestion }) => suggestion)).toEqual(["Integrate P0001 before declaring convergence"]);
    const tension = gateErrors(standing([{ ...raise, signals: signalsOf(three) }]), request());
    expect(tension.map(({ suggestion }) => suggestion)).toEqual(["Resolve T0001 before declaring convergence"]);
  });

  it("names who has not converged", () => {
    expect(gateErrors(standing([{ signals: signalsOf(["Muffin", "Scone"]) }]), request())).toMatchObject([
      {
        code: "convergence_not_unanimous",
        message: "Cannot register verdict: convergence=66% (2/3). All experts must signal [MOVE:CONVERGE].",
        field: "converge_percent",
        value: 66,
        constraint: "convergence_gate",
        suggestion: "Ask Cupcake what is still open, and run another round",
        context: { missing_signals: ["Cupcake"] },
      },
    ]);
  });

  it("reports everything at once, damage first", () => {
    const damage = new BlueError("record_damaged", "round-0/round.json is damaged");
    const errors = gateErrors(
      standing([raise, {}], { problems: [damage], unregistered: ["a/draft.md", "b/draft.md"] }),
      request({ round: 0 }),
    );
    expect(codes(errors)).toEqual([
      "record_damaged",
      "round_not_registered",
      "unregistered_files",
      "velocity_not_zero",
      "convergence_not_unanimous",
    ]);
    expect(errors[2]).toMatchObject({
      message: expect.stringContaining("a/draft.md, b/draft.md"),
      value: ["a/draft.md", "b/draft.md"],
      field: "drafts",
      constraint: "no_unregistered_drafts",
      context: { files: ["a/draft.md", "b/draft.md"] },
    });
  });

  it("still reports strangers and begun rounds when no round is registered", () => {
    expect(codes(gateErrors(standing([], { unregistered: ["a/draft.md"] }), request()))).toEqual([
      "round_not_registered",
      "unregistered_files",
    ]);
  });
});

describe("a forced verdict", () => {
  it("overrides the two counts at the limit, with a warning", () => {
    expect(gateErrors(standing([raise, {}], {}, 2), request({ forced: true, warning: "T0001 is open" }))).toEqual([]);
  });

  it.each([undefined, "", "  \n"])("needs its warning: %j will not do", (warning) => {
    expect(gateErrors(standing([raise, {}], {}, 2), request({ forced: true, warning }))).toMatchObject([
      {
        code: "forced_convergence_no_warning",
        message: "Forced convergence at max rounds requires explicit warning in verdict description.",
        field: "warning",
        constraint: "forced_warning",
      },
    ]);
  });

  it("before the limit is refused, and the counts with it", () => {
    const errors = gateErrors(standing([raise], {}, 2), request({ forced: true, warning: "hurry" }));
    expect(codes(errors)).toEqual(["invalid_input", "velocity_not_zero", "convergence_not_unanimous"]);
    expect(errors[0]).toMatchObject({
      field: "forced",
      value: true,
      constraint: "max_rounds",
      message: "`forced` is possible only at the limit: 1 of 2 rounds are registered",
    });
  });

  it("is not needed for what converged exactly at the limit, and asks no warning then", () => {
    expect(
      gateErrors(
        standing([raise, { ...agreed, tensions: [eventOf("T0001", "resolved")] }], {}, 2),
        request({ forced: true }),
      ),
    ).toEqual([]);
    expect(gateErrors(standing([agreed, agreed], {}, 2), request())).toEqual([]);
  });

  it("overrides nothing else", () => {
    const damage = new BlueError("record_damaged", "x");
    const errors = gateErrors(
      standing([raise, { tensions: [eventOf("T0001", "accepted")] }], { problems: [damage], unregistered: ["d"] }, 2),
      request({ forced: true, warning: "w" }),
    );
    expect(codes(errors)).toEqual(["record_damaged", "unregistered_files", "accepted_not_acknowledged"]);
  });
});

describe("a tension accepted unresolved", () => {
  const accepted = [raise, { ...agreed, tensions: [eventOf("T0001", "accepted")] }];

  it("must stand on the verdict", () => {
    expect(gateErrors(standing(accepted), request())).toMatchObject([
      {
        code: "accepted_not_acknowledged",
        message: "Cannot register verdict: T0001 accepted unresolved and not acknowledged",
        field: "tensions_accepted",
        constraint: "acknowledge_accepted",
        suggestion: "List exactly these in `tensions_accepted`: T0001",
        context: { accepted: ["T0001"] },
      },
    ]);
    expect(gateErrors(standing(accepted), request({ tensions_accepted: ["T0001"] }))).toEqual([]);
  });

  it("must really have been accepted", () => {
    expect(gateErrors(standing([agreed]), request({ tensions_accepted: ["T0009"] }))).toMatchObject([
      {
        message: "Cannot register verdict: T0009 acknowledged but not accepted",
        value: ["T0009"],
        suggestion: "List exactly these in `tensions_accepted`: none",
      },
    ]);
    const both = gateErrors(standing(accepted), request({ tensions_accepted: ["T0009"] }));
    expect(both[0]!.message).toBe(
      "Cannot register verdict: T0001 accepted unresolved and not acknowledged; T0009 acknowledged but not accepted",
    );
  });

  it("does not block convergence by itself: acknowledging it is the verdict's", () => {
    expect(convergenceOf(standing(accepted))).toEqual({ can_converge: true, convergence_blockers: [] });
  });
});

describe("whether a dialogue can converge", () => {
  it("is said with every blocker in words", () => {
    const answer = convergenceOf(standing([raise]));
    expect(answer.can_converge).toBe(false);
    expect(answer.convergence_blockers).toHaveLength(2);
    expect(answer.convergence_blockers[0]).toContain("velocity=1");
  });
});
