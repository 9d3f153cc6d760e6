/** Simulated panels: does what the next expert brings lie in the range that was said before? Seeded, so each run sees the same panels. */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { beforeAll, describe, expect, it } from "vitest";
import { type BlindLook, coverageOfLook } from "./coverage.ts";

const random = xoroshiro128plus(20_261_118);
const chance = () => uniformFloat64(random);
const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
/** Jöhnk's way: quick for small parameters. */
function beta(mean: number, size: number): number {
  for (;;) {
    const x = chance() ** (1 / (mean * size));
    const y = chance() ** (1 / ((1 - mean) * size));
    if (x + y > 0 && x + y <= 1) return x / (x + y);
  }
}

/** How easily an objection is seen. */
const objections: Record<string, () => number> = {
  "beta .15": () => beta(0.15, 4),
  "beta .25": () => beta(0.25, 4),
  "beta .35": () => beta(0.35, 4),
  "beta .50": () => beta(0.5, 3),
  "very unequal": () => beta(0.25, 1.5),
  "easy and hard": () => (chance() < 0.35 ? 0.6 : 0.12),
  "all equal": () => 0.3,
};

interface Shape {
  /** Spread of the experts' skill, in logits. */
  skill: number;
  /** How much better an expert sees what is its own field. */
  field?: number;
  /** How often an expert thinks as its neighbour did. */
  alike?: number;
  /** How often the Judge leaves a duplicate, and joins two that differ. */
  left?: number;
  joined?: number;
}

const panels: Record<string, Shape> = {
  "unequal skill": { skill: 0.5 },
  "alike experts": { skill: 0.5, alike: 0.25 },
  specialists: { skill: 0.3, field: 1.2 },
  "a Judge who errs": { skill: 0.5, left: 0.075, joined: 0.03 },
  "all at once": { skill: 0.5, field: 0.8, alike: 0.15, left: 0.075, joined: 0.03 },
};

interface Simulated {
  look: BlindLook;
  /** What the next expert found that nobody of the panel had. */
  came: number;
  /** What such an expert finds on average. */
  expected: number;
}

function simulate(total: number, k: number, seen: () => number, shape: Shape): Simulated {
  const { skill, field = 0, alike = 0, left = 0, joined = 0 } = shape;
  const experts = Array.from({ length: k }, (_, i) => `expert ${i}`);
  const skills = Array.from({ length: k + 1 }, () => skill * normal());
  const found: string[][] = [];
  let came = 0;
  let expected = 0;
  for (let n = 0; n < total; n++) {
    const p = Math.min(Math.max(seen(), 1e-6), 1 - 1e-6);
    const owner = Math.floor(chance() * (k + 2));
    const raised: boolean[] = [];
    for (const [i, own] of skills.entries()) {
      const logit = Math.log(p / (1 - p)) + own + (owner === i ? field : -field / 4);
      const sees = 1 / (1 + Math.exp(-logit));
      if (i === k && !raised.includes(true)) expected += sees * (1 - alike);
      raised.push(i > 0 && chance() < alike ? raised[i - 1]! : chance() < sees);
    }
    const raisers = experts.filter((_, i) => raised[i]);
    if (raisers.length === 0) came += raised[k] ? 1 : 0;
    else {
      const apart = raisers.filter((_, i) => i > 0 && chance() < left);
      found.push(
        raisers.filter((name) => !apart.includes(name)),
        ...apart.map((name) => [name]),
      );
    }
  }
  const merged: string[][] = [];
  for (const raisers of found) {
    const other = merged[Math.floor(chance() * merged.length)];
    if (other !== undefined && chance() < joined) other.push(...raisers.filter((name) => !other.includes(name)));
    else merged.push([...raisers]);
  }
  return { look: { experts, objections: merged.map((raisers) => ({ severity: null, raisers })) }, came, expected };
}

interface Row {
  k: number;
  panel: string;
  advice: string;
  predicted: number;
  holds: boolean;
  came: number;
  expected: number;
}

const mostFound = 80;
const perScene = 20;
const share = (rows: readonly Row[], is: (row: Row) => boolean) => rows.filter(is).length / rows.length;
const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);

describe("simulated panels of three to five", () => {
  const rows: Row[] = [];
  beforeAll(() => {
    for (const total of [10, 20, 40, 80, 120])
      for (const k of [3, 4, 5])
        for (const seen of Object.values(objections))
          for (const [panel, shape] of Object.entries(panels))
            for (let n = 0; n < perScene; n++) {
              const { look, came, expected } = simulate(total, k, seen, shape);
              const coverage = coverageOfLook(look);
              if (look.objections.length > mostFound || !("one_more" in coverage)) continue;
              const { mean, low, high } = coverage.one_more;
              const holds = low <= came && came <= high;
              rows.push({ k, panel, advice: coverage.advice, predicted: mean, holds, came, expected });
            }
  });

  it.each([3, 4, 5])("%i experts: the range holds what the next one brings in 85 % or more", (k) => {
    const own = rows.filter((row) => row.k === k);
    expect(own.length).toBeGreaterThan(2000);
    expect(share(own, ({ holds }) => holds)).toBeGreaterThanOrEqual(0.85);
    const ratio = sum(own, ({ predicted }) => predicted) / sum(own, ({ came }) => came);
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.1);
  });

  it.each(Object.keys(panels))("%s: the range holds it in 80 %% or more", (panel) => {
    const own = rows.filter((row) => row.panel === panel);
    expect(share(own, ({ holds }) => holds)).toBeGreaterThanOrEqual(0.8);
  });

  it("a further look is seldom advised where little is left, and stopping seldom where much is", () => {
    const add = rows.filter(({ advice }) => advice === "add");
    const stop = rows.filter(({ advice }) => advice === "stop");
    expect(Math.min(add.length, stop.length)).toBeGreaterThan(800);
    expect(share(add, ({ expected }) => expected < 1.5)).toBeLessThan(0.08);
    expect(share(stop, ({ expected }) => expected >= 2)).toBeLessThan(0.1);
  });
});
