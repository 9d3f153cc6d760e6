import { expect, test } from "vitest";
import { tiers } from "../rules/records.ts";
import { defaultPanelSize } from "./panel-size.ts";
import { normalisePool } from "./pool-input.ts";
import { samplePanel } from "./sample-panel.ts";
import { poolTemplates, templateNames } from "./templates.ts";

test.each(templateNames)("the %s template is a pool without a fault", (name) => {
  const { domain, pool } = poolTemplates[name];
  const normalised = normalisePool({ domain, experts: [...pool] });
  expect(normalised).toEqual({ domain, question: null, pool, warnings: [], errors: [] });
  expect(pool.length).toBeGreaterThanOrEqual(9);
  expect(pool.length).toBeLessThanOrEqual(14);
  for (const { relevance, focus } of pool) {
    expect(relevance).toBeGreaterThanOrEqual(0.2);
    expect(relevance).toBeLessThanOrEqual(0.95);
    expect(focus).toMatch(/^.{20,100}$/);
  }
});

test.each(templateNames)(
  "the %s template has the builder, and about 30% Core, 40% Adjacent and 30% Wildcard, the first of highest relevance",
  (name) => {
    const [builder, ...pool] = poolTemplates[name].pool;
    expect(builder!.focus).toContain("what to cut");
    const target = { Core: 0.3, Adjacent: 0.4, Wildcard: 0.3 };
    for (const tier of tiers) {
      const share = pool.filter((expert) => expert.tier === tier).length / pool.length;
      expect(Math.abs(share - target[tier])).toBeLessThan(0.06);
    }
    const relevances = pool.map(({ relevance }) => relevance);
    expect(relevances).toEqual(relevances.toSorted((a, b) => b - a));
  },
);

test.each(templateNames)("a panel can be drawn from the %s template", (name) => {
  const { pool } = poolTemplates[name];
  const size = defaultPanelSize(pool.length);
  expect(samplePanel({ pool, size, seed: "0".repeat(32), round: 0 })).toHaveLength(size);
});

test.each([
  [
    "infrastructure",
    /Distributed Systems|Security|as-Code|Developer Experience|API|Database|DevOps|Site Reliability/,
    8,
  ],
  ["product", /Product Manager|UX|Engineering|QA|Support|Analytics/, 6],
  ["ml", /Machine Learning Engineer|Data Scientist|MLOps|Research|Ethics/, 5],
] as const)("the %s template has everybody that RFC 0012 lists", (name, roster, count) => {
  expect(poolTemplates[name].pool.filter(({ role }) => roster.test(role))).toHaveLength(count);
});
