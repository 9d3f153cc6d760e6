import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dataDesignRound0,
  investmentCreate,
  investmentRound1,
  supplyChainInjection,
} from "../../test/helpers/printed-examples.ts";
import { type PanelMember, type PoolExpert, panelMember } from "../rules/records.ts";
import { type EvolveMember, evolveMember } from "./evolve-input.ts";
import { evolvePanel } from "./evolve-panel.ts";
import { normalisePool } from "./pool-input.ts";
import { samplePanel } from "./sample-panel.ts";

const pool = normalisePool(investmentCreate.expert_pool).pool;
const sampled = samplePanel({ pool, size: 6, seed: "0123456789abcdef0123456789abcdef", round: 0 });

function expert(role: string, more: Partial<PoolExpert> = {}): PoolExpert {
  return { role, tier: "Core", relevance: 0.8, focus: null, description: null, model: null, ...more };
}

function evolve(wanted: EvolveMember[], panels: PanelMember[][] = [], more: PoolExpert[] = pool) {
  return evolvePanel({ wanted, pool: more, panels });
}

const pair: EvolveMember[] = [
  { role: "Value Analyst", source: "pool" },
  { role: "Risk Manager", source: "pool" },
];

test("the printed round 0 override is seated with what the pool says of each", () => {
  const design = [
    expert("API Architect", { relevance: 0.95, focus: "contracts" }),
    expert("Data Architect", { tier: "Adjacent", relevance: 0.7, model: "large" }),
    expert("Security Engineer", { relevance: 0.85, description: "Thinks like a thief." }),
  ];
  const wanted = dataDesignRound0.panel.map((member) => evolveMember.parse(member));
  const { panel, errors } = evolve(wanted, [], design);
  expect(errors).toEqual([]);
  expect(panel).toEqual(
    ["Muffin", "Cupcake", "Scone"].map((name, i) => ({ name, ...design[i], source: "pool", reason: null })),
  );
  expect(panel.map((member) => panelMember.parse(member))).toEqual(panel);
});

test("the printed round 1 panel is seated, Palmier included, when Scone is free or the Supply Chain Analyst", () => {
  const wanted = investmentRound1.panel.map((member) => evolveMember.parse(member));
  const { panel: round0, errors: none } = evolve([
    ...pair,
    { name: "Eclair", role: "ESG Analyst", source: "pool", focus: "chip foundries" },
  ]);
  expect(none).toEqual([]);
  const { panel, errors } = evolve(wanted, [round0]);
  expect(errors).toEqual([]);
  expect(panel.map(({ name, role, tier, source }) => [name, role, tier, source])).toEqual([
    ["Muffin", "Value Analyst", "Core", "retained"],
    ["Cupcake", "Risk Manager", "Core", "retained"],
    ["Scone", "Supply Chain Analyst", "Adjacent", "pool"],
    ["Palmier", "Geopolitical Risk Analyst", "Adjacent", "created"],
  ]);
  expect(panel[2]?.relevance).toBe(0.55);
  expect(panel[3]).toMatchObject({ focus: "Taiwan semiconductor concentration", relevance: null, reason: null });
  expect(evolve(wanted, [round0, panel]).errors).toEqual([]);
});

test("the printed round 1 panel is seated after any draw of the printed pool, and who sits under another name is said", () => {
  const wanted = investmentRound1.panel.map((member) => evolveMember.parse(member));
  for (let n = 0; n < 300; n++) {
    const round0 = samplePanel({ pool, size: 6, seed: n.toString(16).padStart(32, "0"), round: 0 });
    const bound = new Map(round0.map(({ name, role }) => [role, name]));
    const { panel, errors, warnings } = evolve(wanted, [round0]);
    expect(errors).toEqual([]);
    expect(panel.map(({ role }) => role)).toEqual(wanted.map(({ role }) => role));
    for (const { name, role } of panel) {
      if (bound.has(role)) expect(name).toBe(bound.get(role));
      else expect([...bound.values()]).not.toContain(name);
    }
    const scone = round0.find(({ name }) => name === "Scone")!;
    const supply = panel[2]!.name;
    if (supply !== "Scone")
      expect(warnings).toContain(`Scone is ${scone.role}; Supply Chain Analyst sits as ${supply}.`);
    for (const { role, source } of panel.slice(0, 2)) {
      expect(source).toBe(bound.has(role) ? "retained" : "pool");
      if (source === "pool") expect(warnings).toContain(`${role} is in the pool and never sat: its source is "pool".`);
    }
  }
});

test("a name of an earlier panel goes to nobody else, and a role wanted under a free name keeps its own", () => {
  const round0 = evolve([...pair, { role: "ESG Analyst", source: "pool" }]).panel;
  const { panel, errors, warnings } = evolve(
    [
      { name: "MUFFIN", role: "Contrarian", source: "pool" },
      { name: "Tartlet", role: "esg analyst", source: "retained" },
      { name: "Cupcake", source: "retained" },
    ],
    [round0],
  );
  expect(errors).toEqual([]);
  expect(panel.map(({ name, role }) => [name, role])).toEqual([
    ["Eclair", "Contrarian"],
    ["Scone", "ESG Analyst"],
    ["Cupcake", "Risk Manager"],
  ]);
  expect(warnings).toEqual(["Muffin is Value Analyst; Contrarian sits as Eclair.", "ESG Analyst sits as Scone."]);
});

test("a created expert may take a role of the pool, as the printed example does, and keeps its own focus", () => {
  const { panel, errors } = evolve([...pair, supplyChainInjection]);
  expect(errors).toEqual([]);
  expect(panel[2]).toMatchObject({ ...supplyChainInjection, relevance: 0.55 });
});

test("a panel as it was read may be sent back", () => {
  const { panel, errors } = evolve(
    sampled.map((member) => evolveMember.parse({ ...member, source: "retained" })),
    [sampled],
  );
  expect(errors).toEqual([]);
  expect(panel).toEqual(sampled.map((member) => ({ ...member, source: "retained" })));
});

test("without a name, a role gets the name it had, and new ones the next free", () => {
  const sampled = evolve(pool.slice(0, 6).map(({ role }) => ({ role, source: "pool" }))).panel;
  const panels = [sampled, sampled.slice(0, 3)];
  const { panel, errors } = evolve(
    [
      { role: "Geopolitical Risk Analyst", source: "created" },
      { role: "  esg  ANALYST ", source: "pool" },
      { name: "Croissant", role: "Historian", source: "created" },
      { name: "cupcake", source: "retained" },
    ],
    panels,
  );
  expect(errors).toEqual([]);
  expect(panel.map(({ name, role }) => [name, role])).toEqual([
    ["Macaron", "Geopolitical Risk Analyst"],
    ["Eclair", "ESG Analyst"],
    ["Croissant", "Historian"],
    ["Cupcake", "Risk Manager"],
  ]);
});

test("what the Judge gives goes before what is known; a retained expert keeps what it sat with", () => {
  const { panel: round0 } = evolve([
    { role: "Value Analyst", source: "pool", tier: "WILDCARD", relevance: 0, focus: "cash\nflow", model: "small" },
    { role: "Historian", source: "created", reason: "T0002 asks for precedent" },
  ]);
  expect(round0[0]).toMatchObject({ tier: "Wildcard", relevance: 0, focus: "cash flow", model: "small" });
  expect(round0[1]).toMatchObject({ tier: "Adjacent", relevance: null, reason: "T0002 asks for precedent" });
  const { panel } = evolve(
    [
      { role: "Value Analyst", source: "retained", focus: "", model: null },
      { role: "Historian", source: "retained", focus: "empires" },
    ],
    [round0],
  );
  expect(panel[0]).toEqual({ ...round0[0], source: "retained" });
  expect(panel[1]).toEqual({ ...round0[1], focus: "empires", source: "retained" });
  const again = evolve([{ role: "Value Analyst", source: "pool" }, pair[1]!], [round0, panel.slice(1)]);
  expect(again.panel[0]).toMatchObject({ tier: "Core", relevance: 0.95, focus: null, model: null, reason: null });
});

test("an expert added mid-dialogue is found by role or name and keeps its name unless another takes it", () => {
  const created = [
    { name: "Tartlet", role: "Tusk Expert", tier: "Wildcard" as const, focus: "tusks", reason: "T0004" },
  ];
  const byRole = evolvePanel({
    wanted: [...pair, { role: "tusk expert", source: "created" }],
    pool,
    panels: [],
    created,
  });
  expect(byRole.errors).toEqual([]);
  expect(byRole.panel[2]).toEqual({
    ...created[0],
    relevance: null,
    description: null,
    model: null,
    source: "created",
  });
  const byName = evolvePanel({ wanted: [...pair, { name: "tartlet", source: "created" }], pool, panels: [], created });
  expect(byName.panel[2]).toMatchObject({ role: "Tusk Expert", focus: "tusks" });
  const taken = evolvePanel({
    wanted: [
      { role: "Tusk Expert", source: "created" },
      { name: "TARTLET", role: "ESG Analyst", source: "pool" },
    ],
    pool,
    panels: [],
    created,
  });
  expect(taken.errors).toEqual([]);
  expect(taken.panel.map(({ name }) => name)).toEqual(["Muffin", "TARTLET"]);
});

test.each([0, 1])("a panel of %i is refused", (count) => {
  const { errors } = evolve(pair.slice(0, count));
  expect(errors[0]).toMatchObject({ code: "invalid_input", field: "panel", constraint: "min_panel", value: count });
});

const refusals: [string, EvolveMember, string, string, string, string][] = [
  ["an unknown role", { role: "Astrologer", source: "retained" }, "invalid_input", "role", "never sat", "created"],
  ["a role no pool has", { role: "Astrologer", source: "pool" }, "invalid_input", "role", "never sat", "created"],
  ["no role", { source: "created" }, "invalid_input", "role", "required", "Say what"],
  ["a blank role", { role: " \n", source: "pool" }, "invalid_input", "role", "required", "Say what"],
  [
    "an unknown tier",
    { role: "Contrarian", source: "pool", tier: "outer" },
    "invalid_input",
    "tier",
    '"outer" is not a tier',
    "Core, Adjacent, Wildcard",
  ],
  [
    "a relevance above one",
    { role: "Contrarian", source: "pool", relevance: 1.01 },
    "invalid_input",
    "relevance",
    "between 0 and 1",
    "0.20",
  ],
  [
    "a reserved name",
    { name: "Judge", role: "Historian", source: "created" },
    "invalid_input",
    "name",
    "its own files",
    "leave `name` out",
  ],
  [
    "a name that is no slug",
    { name: "Éclair Noir", role: "Historian", source: "created" },
    "invalid_input",
    "name",
    "letters, digits and hyphens",
    "EclairNoir",
  ],
];

test.each(refusals)("%s is refused with its fix", (_, member, code, field, says, fix) => {
  const { errors, panel } = evolve([{ name: "Cupcake", source: "retained" }, member], [sampled.slice(0, 5)]);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ code, field: `panel.1.${field}` });
  expect(errors[0]?.message).toContain(says);
  expect(errors[0]?.suggestion).toContain(fix);
  expect(panel.map(({ name }) => name)).toEqual(["Cupcake"]);
});

test("a source that the pool and the rounds know better is put right and said", () => {
  const round0 = evolve([{ role: "Value Analyst", source: "retained" }, pair[1]!]);
  expect(round0.panel[0]).toMatchObject({ source: "pool", relevance: 0.95 });
  expect(round0.warnings).toEqual(['Value Analyst is in the pool and never sat: its source is "pool".']);
  const { panel } = evolve([...pair, { role: "Historian", source: "created", focus: "empires" }]);
  const again = evolve([...pair, { role: "Historian", source: "pool" }], [panel]);
  expect(again.panel[2]).toMatchObject({ source: "retained", focus: "empires" });
  expect(again.warnings).toEqual(
    [...pair.map(({ role }) => role!), "Historian"].map((role) => `${role} sat before: its source is "retained".`),
  );
  const joined = evolvePanel({
    wanted: [...pair, { role: "Historian", source: "pool" }],
    pool,
    panels: [],
    created: panel.slice(2),
  });
  expect(joined.panel[2]).toMatchObject({ source: "created", focus: "empires" });
  expect(joined.warnings).toEqual([
    'Historian is neither in the pool nor on an earlier panel: its source is "created".',
  ]);
});

test("names and roles are unique, whatever their case", () => {
  const { errors } = evolve([
    { name: "Scone", role: "Value Analyst", source: "pool" },
    { name: "SCONE", role: "Contrarian", source: "pool" },
    { name: "Donut", role: "value analyst", source: "pool" },
  ]);
  expect(errors.map(({ field, constraint }) => [field, constraint])).toEqual([
    ["panel.1.name", "unique_name"],
    ["panel.2.role", "unique_role"],
  ]);
});

test("every failing member is reported", () => {
  const { errors, panel } = evolve([
    { name: "con", role: "Value Analyst", source: "pool", tier: "x", relevance: -1 },
    { role: "Contrarian", source: "pool" },
    { role: "Astrologer", source: "pool" },
    { source: "retained" },
  ]);
  expect(errors.map(({ field }) => field)).toEqual([
    "panel.0.name",
    "panel.0.tier",
    "panel.0.relevance",
    "panel.2.role",
    "panel.3.role",
  ]);
  expect(panel.map(({ role }) => role)).toEqual(["Contrarian"]);
});

test("over any rounds that were accepted, a name has one role and a role one name", () => {
  const wish = fc.record(
    {
      name: fc.constantFrom("Muffin", "muffin", "Scone", "Donut", "Palmier"),
      role: fc.constantFrom(...pool.map(({ role }) => role), "Historian", "HISTORIAN", "Tusk Expert"),
      source: fc.constantFrom("pool", "retained", "created"),
    },
    { requiredKeys: ["role", "source"] },
  );
  fc.assert(
    fc.property(fc.array(fc.array(wish, { minLength: 2, maxLength: 4 }), { maxLength: 12 }), (rounds) => {
      const panels: PanelMember[][] = [];
      for (const wanted of rounds) {
        const { panel, errors } = evolve(wanted as EvolveMember[], panels);
        if (errors.length > 0) continue;
        expect(panel).toHaveLength(wanted.length);
        panels.push(panel);
      }
      const pairs = new Set(panels.flat().map(({ name, role }) => `${name.toLowerCase()}=${role.toLowerCase()}`));
      expect(new Set([...pairs].map((one) => one.split("=")[0])).size).toBe(pairs.size);
      expect(new Set([...pairs].map((one) => one.split("=")[1])).size).toBe(pairs.size);
      for (const panel of panels) expect(new Set(panel.map(({ name }) => name.toLowerCase())).size).toBe(panel.length);
    }),
  );
});
