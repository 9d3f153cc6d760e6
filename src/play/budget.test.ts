import { describe, expect, it } from "vitest";
import { allowance, expected, spentBy, tokensOf } from "./budget.ts";

const run = (purpose: string, tokens: number, usd: number | null = null) => ({ purpose, tokens, usd });

describe("what a play may spend", () => {
  it("counts what came from the cache at a tenth", () => {
    expect(tokensOf({ input: 1000, cached: 50_000, output: 200, usd: null })).toBe(6200);
  });

  it("expects a run to take what runs of its kind took, and guesses before there was one", () => {
    expect(expected([], "expert")).toBe(60_000);
    expect(expected([run("expert", 10_000), run("author", 30_000), run("expert", 20_000)], "expert")).toBe(20_000);
    expect(expected([run("expert", 10_000)], "judge")).toBe(40_000);
  });

  it("lets a stage start only if what is left covers all its runs and the Judge's call after them", () => {
    const runs = [run("expert", 10_000), run("judge", 5_000)];
    expect(allowance(runs, { tokens: 50_000, usd: null }, "expert", 3)).toMatchObject({ enough: true, left: 35_000 });
    expect(allowance(runs, { tokens: 49_999, usd: null }, "expert", 3).enough).toBe(false);
    expect(allowance(runs, { tokens: 50_000, usd: null }, "expert", 3).share).toEqual({ tokens: 10_000, usd: null });
  });

  it("stops when the dollars are gone", () => {
    const runs = [run("expert", 10, 2)];
    expect(allowance(runs, { tokens: 1_000_000, usd: 2 }, "expert", 1).enough).toBe(false);
    expect(allowance(runs, { tokens: 1_000_000, usd: 3 }, "expert", 2)).toMatchObject({
      enough: true,
      share: { usd: 0.5 },
    });
    expect(spentBy(runs)).toEqual({ tokens: 10, usd: 2 });
  });
});
