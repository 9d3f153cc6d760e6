import { expect, test } from "vitest";
import * as z from "zod";
import { apiDesignTable, investmentCreate } from "../../test/helpers/printed-examples.ts";
import { poolExpert } from "../rules/records.ts";
import { expertPool, normalisePool } from "./pool-input.ts";

const three = [
  { role: "A", tier: "Core", relevance: 0.9 },
  { role: "B", tier: "Adjacent", relevance: 0.5 },
  { role: "C", tier: "Wildcard", relevance: 0.3 },
];
const fields = (experts: typeof three) => normalisePool({ experts }).errors.map(({ field }) => field);

test("the printed investment pool is taken as it is", () => {
  const input = expertPool.parse(investmentCreate.expert_pool);
  const { domain, question, pool, warnings, errors } = normalisePool(input);
  expect([domain, question]).toEqual(["Investment Analysis", "Should we rebalance the portfolio?"]);
  expect([warnings, errors]).toEqual([[], []]);
  expect(pool.map(({ tier }) => tier)).toEqual([
    "Core",
    "Core",
    "Adjacent",
    "Adjacent",
    "Adjacent",
    "Wildcard",
    "Wildcard",
    "Wildcard",
  ]);
  expect(pool.map((expert) => poolExpert.parse(expert))).toEqual(pool);
});

test("the printed API design table is a pool", () => {
  const experts = apiDesignTable.map(([role, tier, relevance]) => ({ role, tier, relevance }));
  expect(normalisePool(expertPool.parse({ experts }))).toMatchObject({ errors: [], warnings: [], domain: null });
});

test("its JSON Schema is one flat object", () => {
  const schema = z.toJSONSchema(expertPool, { io: "input" });
  expect(schema.type).toBe("object");
  expect(schema).not.toHaveProperty("anyOf");
  expect(JSON.stringify(schema)).not.toContain("$ref");
});

test("tiers are read in any case, texts are tidied, blanks are nothing", () => {
  const { pool } = normalisePool({
    domain: " ",
    question: null,
    experts: [
      { role: "  A\n B ", tier: " CORE ", relevance: 1, focus: " ", description: "one\ntwo ", model: "m" },
      ...three.slice(1),
    ],
  });
  expect(pool[0]).toEqual({
    role: "A B",
    tier: "Core",
    relevance: 1,
    focus: null,
    description: "one\ntwo",
    model: "m",
  });
});

test.each([0, 1, 2])("%i experts are too few", (count) => {
  const { errors } = normalisePool({ experts: three.slice(0, count) });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({
    code: "invalid_input",
    field: "expert_pool.experts",
    value: count,
    constraint: "min_experts",
  });
});

test.each([-0.01, 1.01, 95, Number.NaN, Number.POSITIVE_INFINITY])("a relevance of %f is refused", (relevance) => {
  expect(fields([{ ...three[0]!, relevance }, ...three.slice(1)])).toEqual(["expert_pool.experts.0.relevance"]);
});

test("a relevance in percent is understood in the fix", () => {
  const { errors } = normalisePool({ experts: [{ ...three[0]!, relevance: 95 }, ...three.slice(1)] });
  expect(errors[0]?.suggestion).toBe("Perhaps 0.95.");
});

test("relevance 0 and 1 are within bounds", () => {
  expect(fields([{ ...three[0]!, relevance: 0 }, { ...three[1]!, relevance: 1 }, three[2]!])).toEqual([]);
});

test("a role twice is refused whatever its case, and the first is named", () => {
  const { errors } = normalisePool({ experts: [...three, { role: " a ", tier: "core", relevance: 0.1 }] });
  expect(errors.map(({ field, message }) => [field, message])).toEqual([
    ["expert_pool.experts.3.role", "`expert_pool.experts.3.role`: a is expert 0 already"],
  ]);
});

test("everything wrong is reported at once, under the field the caller names", () => {
  const { errors, warnings } = normalisePool(
    {
      experts: [
        { role: "", tier: "Inner", relevance: 2 },
        { role: "\u200b", tier: "", relevance: 0.5 },
      ],
    },
    "pool",
  );
  expect(errors.map(({ field }) => field)).toEqual([
    "pool.experts",
    "pool.experts.0.role",
    "pool.experts.0.tier",
    "pool.experts.0.relevance",
    "pool.experts.1.role",
    "pool.experts.1.tier",
  ]);
  expect(errors.every(({ code, suggestion }) => code === "invalid_input" && suggestion !== undefined)).toBe(true);
  expect(warnings).toEqual([]);
});

test("a pool without Wildcards, without Core, with equal relevance or with names is taken with a warning", () => {
  const warn = (experts: (typeof three)[number][]) => {
    const { warnings, errors } = normalisePool({ experts });
    expect(errors).toEqual([]);
    return warnings.join("\n");
  };
  expect(warn(three)).toBe("");
  expect(warn([...three.slice(0, 2), { role: "D", tier: "core", relevance: 0.8 }])).toContain("no Wildcard");
  expect(warn([...three.slice(1), { role: "D", tier: "adjacent", relevance: 0.8 }])).toContain("no Core");
  expect(warn(three.map((expert) => ({ ...expert, relevance: 0.5 })))).toContain("relevance 0.5");
  expect(warn(three.map((expert) => ({ ...expert, name: "Muffin" })))).toContain("ignored");
});

test("a field no pool has is refused by the schema", () => {
  expect(expertPool.safeParse({ experts: three.map((expert) => ({ ...expert, weight: 1 })) }).success).toBe(false);
});
