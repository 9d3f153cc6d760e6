import { describe, expect, it } from "vitest";
import { instantPlan } from "../../test/helpers/instant-player.ts";
import { progressOf, shortestWay } from "./way.ts";

const plan = instantPlan({ panel_size: 4 });
const at = { stage: "experts", round: 0, polished: 0, waiting: 4, runs: [], slots: 4 } as const;
const run = (purpose: string, seconds: number, usd: number | null = null) => ({
  purpose,
  seconds,
  usd,
  tokens: 10_000,
});

describe("the shortest way", () => {
  const runsOf = (over: Parameters<typeof instantPlan>[0]) =>
    shortestWay(instantPlan({ panel_size: 4, ...over })).reduce((sum, { runs }) => sum + runs, 0);

  it("counts every run: pool, polishing, three rounds with their Judge, two rewrites, the verdict", () => {
    expect(runsOf({})).toBe(1 + 2 + 3 * 4 + 3 + 2 + 1);
    expect(runsOf({ template: "general" })).toBe(20);
    expect(runsOf({ subject: null })).toBe(19);
    expect(runsOf({ method: "review" })).toBe(1 + 4 + 1);
  });
});

describe("how far a play is", () => {
  it("is the next run, of those before it and those on the shortest way from here", () => {
    expect(progressOf(plan, { ...at, stage: "open" })).toMatchObject({ step: 1, of: 21 });
    const runs = [run("preflight", 1), run("pool", 30), run("author", 60), run("author", 60)];
    expect(progressOf(plan, { ...at, runs })).toMatchObject({ step: 4, of: 21 });
    expect(progressOf(plan, { ...at, runs, waiting: 1 })).toMatchObject({ step: 4, of: 18 });
    expect(progressOf(plan, { ...at, stage: "author", polished: 1, runs: runs.slice(0, 3) })).toMatchObject({
      step: 3,
      of: 21,
    });
  });

  it("grows with a dialogue that takes longer: a later round is as far from the end as the last one", () => {
    const far = progressOf(plan, { ...at, stage: "author", round: 6, runs: Array(40).fill(run("expert", 60)) });
    expect(far).toMatchObject({ step: 41, of: 40 + 1 + 4 + 1 + 1 });
  });

  it("has minutes once a long run has ended, and dollars once a runner says what one cost", () => {
    expect(progressOf(plan, { ...at, runs: [run("pool", 30)] })).toMatchObject({ minutes: null, usd: null });
    const runs = [run("author", 120, 0.5), run("judge", 30, 0.1)];
    const left = { ...at, stage: "experts", round: 2, runs } as const;
    expect(progressOf(plan, left)).toMatchObject({ minutes: 3, tokens: 60_000, usd: 4 * 0.5 + 2 * 0.1 });
    expect(progressOf(plan, { ...left, slots: 1 })).toMatchObject({ minutes: 9 });
  });

  it("is not said of what starts no run", () => {
    for (const stage of ["file", "finish", "stop", "close_reviewed", "interim", "panel", "prompt"] as const)
      expect(progressOf(plan, { ...at, stage })).toBeUndefined();
  });
});
