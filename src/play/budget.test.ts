import { describe, expect, it } from "vitest";
import { allowance, expected, spentBy, tokensOf } from "./budget.ts";

const run = (purpose: string, tokens: number, usd: number | null = null) => ({ purpose, tokens, usd });

describe("what a play may spend", () => {
  it("counts what came from the cache at a tenth", () => {
    expect(tokensOf({ input: 1000, cached: 50_000, output: 200, usd: null })).toBe(6200);
  });

  it("expects a run to take what runs of its kind took, and guesses before there was one", () => {
    expect(expected([], "expert")).toEqual({ tokens: 60_000, usd: 0 });
    const runs = [run("expert", 10_000, 0.1), run("author", 30_000, 0.3), run("expert", 20_000)];
    expect(expected(runs, "expert")).toEqual({ tokens: 20_000, usd: 0.3 });
    expect(expected([run("expert", 10_000)], "judge").tokens).toBe(40_000);
  });

  it("lets a stage start only if what is left covers all its runs and the Judge's call after them", () => {
    const runs = [run("expert", 10_000), run("judge", 5_000)];
    expect(allowance(runs, { tokens: 50_000, usd: null }, "expert", 3).short).toBeUndefined();
    expect(allowance(runs, { tokens: 49_999, usd: null }, "expert", 3).short).toEqual({
      of: "tokens",
      needed: 35_000,
      left: 34_999,
    });
    expect(allowance(runs, { tokens: 50_000, usd: null }, "expert", 3).share).toEqual({ tokens: 10_000, usd: null });
  });

  it("does the same with dollars, and says which of the two is short", () => {
    const runs = [run("expert", 10, 2), run("judge", 10, 1)];
    expect(allowance(runs, { tokens: 1_000_000, usd: 3 }, "expert", 1).short).toMatchObject({ of: "usd", left: 0 });
    expect(allowance(runs, { tokens: 1_000_000, usd: 7.99 }, "expert", 2).short).toMatchObject({
      of: "usd",
      needed: 5,
    });
    expect(allowance(runs, { tokens: 1_000_000, usd: 8 }, "expert", 2)).toMatchObject({
      short: undefined,
      share: { usd: 2 },
    });
    expect(spentBy(runs)).toEqual({ tokens: 20, usd: 3 });
  });
});
