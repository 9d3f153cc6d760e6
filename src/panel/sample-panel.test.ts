import fc from "fast-check";
import { expect, test } from "vitest";
import { investmentCreate } from "../../test/helpers/printed-examples.ts";
import { BlueError } from "../errors.ts";
import { type PanelMember, type PoolExpert, panelMember, tiers } from "../rules/records.ts";
import { coreSeats } from "./draw-seats.ts";
import { normalisePool } from "./pool-input.ts";
import { roleKey } from "./roles.ts";
import { samplePanel } from "./sample-panel.ts";

const seed = "0123456789abcdef0123456789abcdef";
const investment = normalisePool(investmentCreate.expert_pool).pool;
const roles = (panel: readonly PanelMember[]) => panel.map(({ role }) => role);

function expert(role: string, tier: PoolExpert["tier"], relevance: number): PoolExpert {
  return { role, tier, relevance, focus: null, description: null, model: null };
}

function refusal(run: () => unknown): BlueError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof BlueError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was refused");
}

test("the printed investment pool seats both Core, all Adjacent and one Wildcard of a panel of six", () => {
  const seen = new Set<string>();
  for (let round = 0; round < 40; round++) {
    const panel = samplePanel({ pool: investment, size: investmentCreate.panel_size, seed, round });
    expect(roles(panel).slice(0, 5)).toEqual([
      "Value Analyst",
      "Risk Manager",
      "Portfolio Strategist",
      "ESG Analyst",
      "Supply Chain Analyst",
    ]);
    expect(panel.map(({ name }) => name)).toEqual(["Muffin", "Cupcake", "Scone", "Eclair", "Donut", "Brioche"]);
    expect(panel.every(({ source, reason }) => source === "pool" && reason === null)).toBe(true);
    expect(panel.map((member) => panelMember.parse(member))).toEqual(panel);
    seen.add(panel[5]!.role);
  }
  expect([...seen].sort()).toEqual(["Contrarian", "Macro Economist", "Regulatory Expert"]);
});

test("a seed gives the panel it always gave, so that a recorded draw can be checked years later", () => {
  const drawn = [0, 1, 2, 3].map((round) =>
    samplePanel({ pool: investment, size: 4, seed, round }).map(({ role }) => role),
  );
  expect(drawn).toMatchInlineSnapshot(`
    [
      [
        "Value Analyst",
        "Risk Manager",
        "Supply Chain Analyst",
        "Regulatory Expert",
      ],
      [
        "Value Analyst",
        "Risk Manager",
        "Supply Chain Analyst",
        "Regulatory Expert",
      ],
      [
        "Value Analyst",
        "Risk Manager",
        "ESG Analyst",
        "Regulatory Expert",
      ],
      [
        "Value Analyst",
        "Risk Manager",
        "Supply Chain Analyst",
        "Macro Economist",
      ],
    ]
  `);
});

test("members stand by tier and then by relevance, and equals in the order of the pool", () => {
  const pool = [
    expert("w", "Wildcard", 1),
    expert("a1", "Adjacent", 0.5),
    expert("c1", "Core", 0.5),
    expert("a2", "Adjacent", 0.5),
    expert("c2", "Core", 0.6),
    expert("c3", "Core", 0.5),
  ];
  expect(roles(samplePanel({ pool, size: 6, seed, round: 0 }))).toEqual(["c2", "c1", "c3", "a1", "a2", "w"]);
});

test("a tier that runs out hands its seats on", () => {
  const pool = [
    ...[1, 2, 3, 4, 5, 6].map((n) => expert(`c${n}`, "Core", 0.9)),
    ...[1, 2, 3, 4, 5, 6].map((n) => expert(`a${n}`, "Adjacent", 0.6)),
  ];
  const panel = samplePanel({ pool, size: 8, seed, round: 0 });
  expect(panel.filter(({ tier }) => tier === "Core")).toHaveLength(5);
  expect(panel.filter(({ tier }) => tier === "Adjacent")).toHaveLength(3);
});

test("relevance 0 is seated only when everyone else is", () => {
  const pool = [
    expert("core", "Core", 0.9),
    expert("zero core", "Core", 0),
    expert("adjacent", "Adjacent", 0.6),
    expert("zero wildcard", "Wildcard", 0),
    expert("faint adjacent", "Adjacent", 0.01),
  ];
  for (let round = 0; round < 50; round++) {
    expect(roles(samplePanel({ pool, size: 3, seed, round }))).toEqual(["core", "adjacent", "faint adjacent"]);
  }
  const fourth = (round: number) => roles(samplePanel({ pool, size: 4, seed, round })).filter((r) => /zero/.test(r));
  expect(fourth(0)).toEqual(["zero core"]);
  expect(samplePanel({ pool, size: 5, seed, round: 0 })).toHaveLength(5);
  const nobody = pool.map((one) => ({ ...one, relevance: 0 }));
  expect(samplePanel({ pool: nobody, size: 3, seed, round: 0 })).toHaveLength(3);
});

test("the higher the relevance, the more often an expert is drawn", () => {
  const pool = [0.9, 0.6, 0.3, 0.1].map((relevance) => expert(String(relevance), "Core", relevance));
  const times = new Map<string, number>();
  for (let n = 0; n < 500; n++) {
    for (const role of roles(samplePanel({ pool, size: 2, seed: n.toString(16).padStart(32, "0"), round: 0 })))
      times.set(role, (times.get(role) ?? 0) + 1);
  }
  const counts = pool.map(({ role }) => times.get(role) ?? 0);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  // Drawing two of four without replacement: 0.9 sits in 81 of 100 panels, 0.1 in 13.
  expect(counts[0]! / 500).toBeGreaterThan(0.74);
  expect(counts[0]! / 500).toBeLessThan(0.88);
  expect(counts[3]! / 500).toBeGreaterThan(0.07);
  expect(counts[3]! / 500).toBeLessThan(0.2);
});

test("a role keeps its name, and new ones get names nobody ever had", () => {
  const [first, second] = [0, 1].map((round) => samplePanel({ pool: investment, size: 4, seed, round }));
  const seated = [...first!, ...second!.filter(({ role }) => !roles(first!).includes(role)).map(renamed)];
  const third = samplePanel({ pool: investment, size: 8, seed, round: 2, seated, last: seated.slice(-1) });
  const before = new Map(seated.map(({ role, name }) => [role, name]));
  for (const { role, name } of third) {
    if (before.has(role)) expect(name).toBe(before.get(role));
    else expect([...before.values()]).not.toContain(name);
  }
  expect(new Set(third.map(({ name }) => name)).size).toBe(8);
  expect(third.filter(({ source }) => source === "retained").map(({ role }) => role)).toEqual(roles(seated.slice(-1)));
});

function renamed(member: PanelMember, n: number): PanelMember {
  return { ...member, name: ["Kouign", "Palmier", "Churro", "Galette"][n]! };
}

test("whoever stays from the last panel stays as they sat", () => {
  const sat: PanelMember = {
    name: "Muffin",
    role: "value analyst",
    tier: "Core",
    relevance: 0.95,
    focus: "cash flow, as the Judge put it",
    description: null,
    model: "large",
    source: "pool",
    reason: null,
  };
  const panel = samplePanel({ pool: investment, size: 8, seed, round: 1, seated: [sat] });
  expect(panel[0]).toEqual({ ...sat, source: "retained" });
  const back = samplePanel({ pool: investment, size: 8, seed, round: 2, seated: [sat], last: [] });
  expect(back[0]).toMatchObject({ name: "Muffin", role: "Value Analyst", focus: null, source: "pool" });
});

test("retain and exclude take roles and pastry names in any case", () => {
  const first = samplePanel({ pool: investment, size: 6, seed, round: 0 });
  const wildcard = first[5]!;
  for (let round = 1; round < 30; round++) {
    const panel = samplePanel({
      pool: investment,
      size: 4,
      seed,
      round,
      seated: first,
      retain: [wildcard.name.toUpperCase(), "  supply   chain ANALYST", wildcard.role],
      exclude: ["muffin"],
    });
    expect(roles(panel)).toEqual(expect.arrayContaining([wildcard.role, "Supply Chain Analyst"]));
    expect(roles(panel)).not.toContain("Value Analyst");
  }
});

test("an expert created for an earlier round comes back only when retained", () => {
  const palmier: PanelMember = {
    name: "Palmier",
    role: "Geopolitical Risk Analyst",
    tier: "Adjacent",
    relevance: null,
    focus: "Taiwan semiconductor concentration",
    description: null,
    model: null,
    source: "created",
    reason: "T0003",
  };
  const request = { pool: investment, size: 8, seed, round: 2, seated: [palmier], last: [] };
  expect(roles(samplePanel(request))).not.toContain(palmier.role);
  expect(samplePanel({ ...request, size: 9, retain: ["palmier"] })).toContainEqual({ ...palmier, source: "retained" });
  expect(samplePanel({ ...request, exclude: ["palmier"] })).toHaveLength(8);
  expect(refusal(() => samplePanel({ ...request, size: 9 })).field).toBe("panel_size");
});

test("an expert nobody knows is refused by field, with those who are known", () => {
  const error = refusal(() =>
    samplePanel({
      pool: investment,
      size: 4,
      seed,
      round: 0,
      retain: ["Contrarian", "Astrologer"],
      exclude: ["Scone"],
    }),
  );
  expect(error).toMatchObject({ code: "invalid_input", field: "retain.1", value: "Astrologer" });
  expect(error.suggestion).toContain("Regulatory Expert");
  expect(error.errors?.map(({ field }) => field)).toEqual(["retain.1", "exclude.0"]);
});

test("an expert both retained and excluded is refused", () => {
  const error = refusal(() =>
    samplePanel({ pool: investment, size: 4, seed, round: 0, retain: ["Contrarian"], exclude: ["contrarian"] }),
  );
  expect(error).toMatchObject({ code: "invalid_input", field: "exclude", constraint: "retain_or_exclude" });
});

test("more experts retained than seats are refused", () => {
  const retain = ["Contrarian", "ESG Analyst", "Value Analyst"];
  const error = refusal(() => samplePanel({ pool: investment, size: 2, seed, round: 0, retain }));
  expect(error).toMatchObject({ code: "invalid_input", field: "retain" });
  expect(error.suggestion).toContain("at least 3");
});

test.each([
  ["larger than the pool", 9, [], "from 2 to 8"],
  ["larger than the pool without the excluded", 8, ["Contrarian"], "from 2 to 7"],
  ["of one", 1, [], "from 2 to 8"],
  ["of none", 0, [], "from 2 to 8"],
  ["of a fraction", 2.5, [], "from 2 to 8"],
  ["that is no number", Number.NaN, [], "from 2 to 8"],
  ["from a pool excluded to one", 2, investment.slice(1).map(({ role }) => role), "exclude fewer"],
])("a panel %s is refused", (_, size, exclude, fix) => {
  const error = refusal(() => samplePanel({ pool: investment, size, seed, round: 0, exclude }));
  expect(error).toMatchObject({ code: "invalid_input", field: "panel_size" });
  expect(error.suggestion).toContain(fix);
});

test("an empty pool is refused", () => {
  expect(refusal(() => samplePanel({ pool: [], size: 2, seed, round: 0 })).suggestion).toContain("evolve-panel");
});

const relevances = fc.oneof(fc.constantFrom(0, 0.2, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const pools = fc
  .array(fc.record({ tier: fc.constantFrom(...tiers), relevance: relevances }), { minLength: 3, maxLength: 30 })
  .map((rows) => rows.map(({ tier, relevance }, i) => expert(`Role ${i}`, tier, relevance)));
const seeds = fc.stringMatching(/^[0-9a-f]{32}$/);
const requests = pools.chain((pool) =>
  fc
    .record({ order: fc.shuffledSubarray(pool, { minLength: pool.length }), out: fc.nat(pool.length - 2) })
    .chain(({ order, out }) =>
      fc.integer({ min: 2, max: pool.length - out }).chain((size) =>
        fc.record({
          pool: fc.constant(pool),
          size: fc.constant(size),
          seed: seeds,
          round: fc.nat(98),
          exclude: fc.constant(order.slice(0, out).map(({ role }) => role)),
          retain: fc.nat(size).map((kept) => order.slice(out, out + kept).map(({ role }) => role.toUpperCase())),
        }),
      ),
    ),
);

test("any panel has its size, nobody twice, all retained, nobody excluded, and is the same again", () => {
  fc.assert(
    fc.property(requests, (request) => {
      const panel = samplePanel(request);
      expect(panel).toHaveLength(request.size);
      const keys = panel.map(({ role }) => roleKey(role));
      expect(new Set(keys).size).toBe(request.size);
      expect(new Set(panel.map(({ name }) => name)).size).toBe(request.size);
      for (const role of request.retain) expect(keys).toContain(roleKey(role));
      for (const role of request.exclude) expect(keys).not.toContain(roleKey(role));
      const rank = ({ tier, relevance }: PanelMember) => tiers.indexOf(tier!) * 2 - relevance!;
      for (const [i, member] of panel.slice(1).entries()) {
        expect(rank(member)).toBeGreaterThanOrEqual(rank(panel[i]!));
        if (tiers.indexOf(member.tier!) < tiers.indexOf(panel[i]!.tier!)) expect.fail("tiers out of order");
      }
      expect(samplePanel(request)).toEqual(panel);
    }),
  );
});

test("Core sits first, up to two thirds; Adjacent and Wildcard share the rest 42 to 25, to within a seat", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 24 }), fc.nat(30), seeds, fc.nat(98), (size, cores, seed, round) => {
      const pool = tiers.flatMap((tier) =>
        Array.from({ length: tier === "Core" ? cores : size }, (_, n) => expert(`${tier} ${n}`, tier, 0.5)),
      );
      const panel = samplePanel({ pool, size, seed, round });
      const seats = (tier: PoolExpert["tier"]) => panel.filter((member) => member.tier === tier).length;
      expect(seats("Core")).toBe(Math.min(cores, coreSeats(size)));
      const rest = size - seats("Core");
      expect(Math.abs(seats("Adjacent") - (rest * 42) / 67)).toBeLessThan(1.5);
    }),
  );
});

test("of a pool of 24, over 1,000 draws, a Core at 0.95 sits almost always and a Wildcard at 0.36 now and then", () => {
  const spread = (tier: PoolExpert["tier"], relevances: number[]) =>
    relevances.map((relevance) => expert(`${tier} ${relevance}`, tier, relevance));
  const pool = [
    ...spread("Core", [0.95, 0.93, 0.9, 0.88, 0.86, 0.84, 0.82, 0.8]),
    ...spread("Adjacent", [0.74, 0.72, 0.7, 0.68, 0.65, 0.62, 0.6, 0.55, 0.5, 0.45]),
    ...spread("Wildcard", [0.4, 0.38, 0.36, 0.32, 0.28, 0.22]),
  ];
  const share = (size: number, role: string) => {
    const draws = Array.from({ length: 1_000 }, (_, n) =>
      samplePanel({ pool, size, seed: n.toString(16).padStart(32, "0"), round: 0 }),
    );
    return draws.filter((panel) => roles(panel).includes(role)).length / draws.length;
  };
  expect(share(12, "Core 0.95")).toBeGreaterThan(0.95);
  expect(share(12, "Wildcard 0.36")).toBeGreaterThan(0.05);
  expect(share(12, "Wildcard 0.36")).toBeLessThan(0.3);
  expect(share(6, "Core 0.95")).toBeGreaterThan(2 * share(6, "Wildcard 0.36"));
});

test("another round, or another seed, usually seats another panel", () => {
  const pool = tiers.flatMap((tier) => Array.from({ length: 8 }, (_, n) => expert(`${tier} ${n}`, tier, 0.5)));
  const rounds = Array.from({ length: 50 }, (_, round) => roles(samplePanel({ pool, size: 8, seed, round })).join());
  expect(new Set(rounds).size).toBeGreaterThan(45);
  const others = Array.from({ length: 50 }, (_, n) =>
    roles(samplePanel({ pool, size: 8, seed: n.toString(16).padStart(32, "0"), round: 0 })).join(),
  );
  expect(new Set(others).size).toBeGreaterThan(45);
});
