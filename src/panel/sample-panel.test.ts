import fc from "fast-check";
import { expect, test } from "vitest";
import { investmentCreate } from "../../test/helpers/printed-examples.ts";
import { BlueError } from "../errors.ts";
import { type PanelMember, type PoolExpert, panelMember, tiers } from "../rules/records.ts";
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

test("the printed investment pool seats Core, Adjacent and Wildcard on every panel of six, by tier", () => {
  const seen = new Set<string>();
  for (let round = 0; round < 40; round++) {
    const panel = samplePanel({ pool: investment, size: investmentCreate.panel_size, seed, round });
    expect(roles(panel)[0]).toBe("Value Analyst");
    expect(panel.map(({ name }) => name)).toEqual(["Muffin", "Cupcake", "Scone", "Eclair", "Donut", "Brioche"]);
    expect(panel.every(({ source, reason }) => source === "pool" && reason === null)).toBe(true);
    expect(panel.map((member) => panelMember.parse(member))).toEqual(panel);
    const wildcards = panel.filter(({ tier }) => tier === "Wildcard");
    expect([1, 2]).toContain(wildcards.length);
    for (const { role } of wildcards) seen.add(role);
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
        "Portfolio Strategist",
        "Supply Chain Analyst",
        "Contrarian",
      ],
      [
        "Value Analyst",
        "Portfolio Strategist",
        "Supply Chain Analyst",
        "Contrarian",
      ],
      [
        "Value Analyst",
        "ESG Analyst",
        "Supply Chain Analyst",
        "Contrarian",
      ],
      [
        "Value Analyst",
        "Risk Manager",
        "Supply Chain Analyst",
        "Contrarian",
      ],
    ]
  `);
});

test("members are listed by tier and then by relevance, and equals in the order of the pool", () => {
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
  for (let round = 0; round < 20; round++) {
    const panel = samplePanel({ pool, size: 8, seed, round });
    const cores = panel.filter(({ tier }) => tier === "Core").length;
    expect(panel).toHaveLength(8);
    expect([3, 4]).toContain(cores); // 33 to 42: 3.5
  }
});

test("relevance 0 is seated only when everyone else of its tier is", () => {
  const pool = [
    expert("core", "Core", 0.9),
    expert("zero core", "Core", 0),
    expert("adjacent", "Adjacent", 0.6),
    expert("zero wildcard", "Wildcard", 0),
    expert("faint adjacent", "Adjacent", 0.01),
  ];
  for (let round = 0; round < 50; round++) {
    const panel = roles(samplePanel({ pool, size: 3, seed, round }));
    if (panel.includes("zero core")) expect(panel).toContain("core");
  }
  expect(roles(samplePanel({ pool, size: 4, seed, round: 0 }))).toContain("zero wildcard");
  expect(samplePanel({ pool, size: 5, seed, round: 0 })).toHaveLength(5);
  const nobody = pool.map((one) => ({ ...one, relevance: 0 }));
  expect(samplePanel({ pool: nobody, size: 3, seed, round: 0 })).toHaveLength(3);
});

test("the higher the relevance, the more often an expert is drawn", () => {
  const pool = [0.9, 0.6, 0.3, 0.1].map((relevance) => expert(String(relevance), "Adjacent", relevance));
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

test("members who stay from the last panel stay as they sat", () => {
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

/** 1,000 draws: what share of the seats each tier had, in percent, and how often each role sat. */
function thousand(pool: PoolExpert[], size: number) {
  const draws = Array.from({ length: 1_000 }, (_, n) =>
    samplePanel({ pool, size, seed: n.toString(16).padStart(32, "0"), round: 0 }),
  );
  const all = draws.flat();
  const shares = tiers.map((tier) => (100 * all.filter((member) => member.tier === tier).length) / all.length);
  const sat = (role: string) => draws.filter((panel) => roles(panel).includes(role)).length / draws.length;
  const without = draws.filter((panel) => !panel.some(({ tier }) => tier === "Wildcard")).length;
  return { shares, sat, without };
}

const spread = (tier: PoolExpert["tier"], count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, n) =>
    expert(`${tier} ${n}`, tier, Math.round(100 * (from - ((from - to) * n) / count)) / 100),
  );
const thirds = (core: number, adjacent: number, wildcard: number) => [
  ...spread("Core", core, 0.95, 0.8),
  ...spread("Adjacent", adjacent, 0.75, 0.45),
  ...spread("Wildcard", wildcard, 0.4, 0.2),
];

test.each([
  [8, thirds(2, 3, 3), 2, "33/42/25, Core 0 in 64 %, no Wildcard in 492"],
  [8, thirds(2, 3, 3), 3, "33/42/25, Core 0 in 97 %, no Wildcard in 247"],
  [8, thirds(2, 3, 3), 4, "33/42/25, Core 0 in 98 %, no Wildcard in 0"],
  [8, thirds(2, 3, 3), 5, "33/42/26, Core 0 in 99 %, no Wildcard in 0"],
  [12, thirds(4, 5, 3), 4, "33/42/25, Core 0 in 97 %, no Wildcard in 0"],
  [12, thirds(4, 5, 3), 6, "33/42/25, Core 0 in 100 %, no Wildcard in 0"],
  [12, thirds(4, 5, 3), 8, "33/42/25, Core 0 in 100 %, no Wildcard in 0"],
  [16, thirds(5, 6, 5), 4, "33/42/25, Core 0 in 97 %, no Wildcard in 0"],
  [16, thirds(5, 6, 5), 6, "33/42/25, Core 0 in 100 %, no Wildcard in 0"],
  [16, thirds(5, 6, 5), 10, "33/42/25, Core 0 in 100 %, no Wildcard in 0"],
  [24, thirds(7, 10, 7), 4, "33/42/25, Core 0 in 97 %, no Wildcard in 0"],
  [24, thirds(7, 10, 7), 6, "33/42/25, Core 0 in 100 %, no Wildcard in 0"],
  [24, thirds(7, 10, 7), 12, "33/42/25, Core 0 in 100 %, no Wildcard in 0"],
  [24, thirds(7, 10, 7), 16, "33/42/25, Core 0 in 100 %, no Wildcard in 0"],
] as const)(
  "of a pool of %i at 30/40/30 the tiers have 33/42/25 of the seats, over 1,000 draws (%#)",
  (_, pool, size, figures) => {
    const { shares, sat, without } = thousand([...pool], size);
    for (const [i, share] of [33, 42, 25].entries()) expect(Math.abs(shares[i]! - share)).toBeLessThan(5);
    const core = Math.round(100 * sat("Core 0"));
    expect(`${shares.map(Math.round).join("/")}, Core 0 in ${core} %, no Wildcard in ${without}`).toBe(figures);
  },
);

test("a pool without Core, or with little else, gives what it has as near to the table as it can", () => {
  const { shares } = thousand([...spread("Adjacent", 10, 0.7, 0.5), ...spread("Wildcard", 10, 0.4, 0.2)], 10);
  expect(Math.abs(shares[1]! - (100 * 42) / 67)).toBeLessThan(5);
  const mostlyCore = thousand(thirds(10, 1, 1), 6);
  expect(mostlyCore.without).toBe(0);
  expect(mostlyCore.shares.map(Math.round)).toEqual([67, 17, 17]);
});

test.each([
  ["two tiers", ["Core 0", "Core 1", "Core 2", "Core 3", "Adjacent 0"]],
  ["one tier", [0, 1, 2, 3, 4].map((n) => `Adjacent ${n}`)],
])("a seat left beside retained experts is a Wildcard's where they are of %s", (_, retain) => {
  for (let round = 0; round < 50; round++) {
    const panel = samplePanel({ pool: thirds(4, 5, 3), size: 6, seed, round, retain });
    expect(panel.filter(({ tier }) => tier === "Wildcard")).toHaveLength(1);
  }
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
