import { describe, expect, it } from "vitest";
import { type Seen, stageOf } from "./stage-of.ts";

const dialogue: NonNullable<Seen["dialogue"]> = {
  state: "open",
  next: "blue_dialogue_round_prompt",
  why: "",
  registered: 1,
  max_rounds: 10,
  asked: null,
  velocity: 3,
  signals: 0,
  panel: 4,
  can_converge: false,
  waiting: 0,
  one_more: false,
};
const stage = (changed: Partial<NonNullable<Seen["dialogue"]>>, unfiled = 0) =>
  stageOf({ unfiled, convergence: 0.95, dialogue: { ...dialogue, ...changed } }).stage;

describe("what a player does next", () => {
  it("files what is kept before anything else", () => {
    expect(stage({ state: "decided" }, 1)).toBe("file");
    expect(stageOf({ unfiled: 0, convergence: 1 }).stage).toBe("open");
  });

  it.each([
    ["blue_dialogue_revise", "author"],
    ["blue_dialogue_round_prompt", "prompt"],
    ["blue_dialogue_sample_panel", "panel"],
    ["blue_dialogue_verdict_register", "verdict"],
    ["blue_dialogue_cross_check", "verify"],
    ["blue_dialogue_close", "close_reviewed"],
    ["blue_dialogue_verify", "stop"],
    ["blue_dialogue_round_discard", "stop"],
    ["blue_rfc_create", "stop"],
  ])("follows %s", (next, expected) => {
    expect(stage({ next })).toBe(expected);
  });

  it("waits for experts, then judges", () => {
    const next = "blue_dialogue_round_collect";
    expect(stage({ next, waiting: 2 })).toBe("experts");
    expect(stage({ next, waiting: 0 })).toBe("register");
    expect(stage({ next, waiting: 0, one_more: true })).toBe("join");
    expect(stage({ next, waiting: 1, one_more: true })).toBe("experts");
  });

  it("stops spending when enough signed, and never takes that for a decision", () => {
    const signed = { asked: "sign", velocity: 0, signals: 4, panel: 4 };
    expect(stage({ ...signed, next: "blue_dialogue_verdict_register", can_converge: true })).toBe("verdict");
    expect(stage({ ...signed, signals: 3 })).toBe("prompt");
    const enough = (asked: string | null) =>
      stageOf({ unfiled: 0, convergence: 0.7, dialogue: { ...dialogue, ...signed, asked, signals: 3 } }).stage;
    expect(enough("sign")).toBe("interim");
    expect(enough(null)).toBe("interim");
    expect(enough("check")).toBe("prompt");
    expect(stage({ ...signed, velocity: 1 })).toBe("prompt");
  });

  it("is done when the dialogue is decided or closed, and stops where it cannot be trusted", () => {
    expect(stage({ state: "decided" })).toBe("finish");
    expect(stage({ state: "closed" })).toBe("finish");
    expect(stage({ state: "contested" })).toBe("stop");
  });
});
