import fc from "fast-check";
import { expect, test } from "vitest";
import { investmentCreate } from "../../test/helpers/printed-examples.ts";
import { type PanelMember, type PoolExpert, rotations, tiers } from "../rules/records.ts";
import { normalisePool } from "./pool-input.ts";
import { rotatePanel } from "./rotate-panel.ts";
import { samplePanel } from "./sample-panel.ts";

const seed = "0123456789abcdef0123456789abcdef";
const pool = normalisePool(investmentCreate.expert_pool).pool;
const size = investmentCreate.panel_size;
const opening = samplePanel({ pool, size, seed, round: 0 });
const of = (tier: PoolExpert["tier"], panel: readonly PanelMember[]) => panel.filter((member) => member.tier === tier);
const roles = (panel: readonly PanelMember[]) => panel.map(({ role }) => role);
const retained = (panel: readonly PanelMember[]) => panel.map((member) => ({ ...member, source: "retained" as const }));

test.each(rotations)("round 0 is a sample in mode %s", (mode) => {
  expect(rotatePanel({ mode, pool, size, seed, round: 0, panels: [] })).toEqual(opening);
});

test("graduated: after round 0 the Judge decides", () => {
  expect(rotatePanel({ mode: "graduated", pool, size, seed, round: 1, panels: [opening] })).toBeNull();
  expect(rotatePanel({ mode: "graduated", pool, size, seed, round: 3, panels: [] })).toBeNull();
});

test("none: the panel of round 0 in every round", () => {
  const other = opening.slice(0, 3);
  expect(rotatePanel({ mode: "none", pool, size, seed, round: 2, panels: [opening, other] })).toEqual(
    retained(opening),
  );
});

test("wildcards: Core and Adjacent persist, Wildcards are drawn anew and come back under their old names", () => {
  const panels = [opening];
  const staying = opening.filter(({ tier }) => tier !== "Wildcard");
  const wildcards = new Map<string, string>();
  for (let round = 1; round < 20; round++) {
    const panel = rotatePanel({ mode: "wildcards", pool, size, seed, round, panels })!;
    expect(panel.filter(({ tier }) => tier !== "Wildcard")).toEqual(retained(staying));
    expect(panel).toHaveLength(6);
    for (const { role, name, source } of of("Wildcard", panel)) {
      expect(source).toBe(roles(panels.at(-1)!).includes(role) ? "retained" : "pool");
      expect(wildcards.get(role) ?? name).toBe(name);
      wildcards.set(role, name);
    }
    panels.push(panel);
  }
  expect(wildcards.size).toBe(3);
  expect(new Set(wildcards.values()).size).toBe(3);
});

test("wildcards: somebody changes in every round while a Wildcard is left who does not sit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 8 }), fc.stringMatching(/^[0-9a-f]{32}$/), (seats, anySeed) => {
      const panels: PanelMember[][] = [];
      for (let round = 0; round < 5; round++) {
        const before = roles(panels.at(-1) ?? []);
        const left = pool.filter(({ tier, role }) => tier === "Wildcard" && !before.includes(role));
        const panel = rotatePanel({ mode: "wildcards", pool, size: seats, seed: anySeed, round, panels })!;
        if (left.length > 0) expect(roles(panel).toSorted()).not.toEqual(before.toSorted());
        panels.push(panel);
      }
    }),
  );
});

test("wildcards: nobody of another tier joins when Wildcards are short", () => {
  const small = opening.filter(({ tier }) => tier === "Core");
  const panel = rotatePanel({ mode: "wildcards", pool, size: 8, seed, round: 1, panels: [small] })!;
  expect(roles(panel)).toEqual(["Value Analyst", "Risk Manager", "Macro Economist", "Contrarian", "Regulatory Expert"]);
});

test("wildcards: a panel the Judge made larger keeps its created members and its number of Wildcards", () => {
  const created = {
    ...opening[0]!,
    name: "Palmier",
    role: "Geopolitical Risk Analyst",
    tier: "Adjacent" as const,
    relevance: null,
    source: "created" as const,
    reason: "T0003",
  };
  const tuskExpert = { ...created, name: "Galette", role: "Tusk Expert", tier: "Wildcard" as const };
  const larger = [...opening, created, tuskExpert];
  const seen = new Set<string>();
  for (let round = 1; round < 30; round++) {
    const panel = rotatePanel({ mode: "wildcards", pool, size, seed, round, panels: [opening, larger] })!;
    expect(panel).toContainEqual({ ...created, source: "retained" });
    expect(of("Wildcard", panel)).toHaveLength(of("Wildcard", larger).length);
    for (const { role } of of("Wildcard", panel)) seen.add(role);
  }
  expect(seen).toContain("Tusk Expert");
});

test("wildcards: works without a pool", () => {
  const panel = rotatePanel({ mode: "wildcards", pool: [], size, seed, round: 1, panels: [opening] });
  expect(panel).toEqual(retained(opening));
});

test("full: a complete resample that keeps the names of earlier rounds", () => {
  const panels = [opening];
  for (let round = 1; round < 10; round++) {
    const panel = rotatePanel({ mode: "full", pool, size: 4, seed, round, panels })!;
    expect(roles(panel)).toEqual(roles(samplePanel({ pool, size: 4, seed, round })));
    panels.push(panel);
  }
  const names = new Map(panels.flat().map(({ role, name }) => [role, name]));
  for (const { role, name } of panels.flat()) expect(names.get(role)).toBe(name);
  expect(new Set(names.values()).size).toBe(names.size);
});

test("in any mode a name never changes its role and a panel never falls below two", () => {
  const experts = fc
    .array(fc.record({ tier: fc.constantFrom(...tiers), relevance: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      minLength: 3,
      maxLength: 16,
    })
    .map((rows) =>
      rows.map((row, i): PoolExpert => ({ role: `Role ${i}`, ...row, focus: null, description: null, model: null })),
    );
  fc.assert(
    fc.property(
      experts.chain((list) => fc.tuple(fc.constant(list), fc.integer({ min: 2, max: list.length }))),
      fc.constantFrom("none", "wildcards", "full"),
      fc.stringMatching(/^[0-9a-f]{32}$/),
      ([list, seats], mode, anySeed) => {
        const panels: PanelMember[][] = [];
        for (let round = 0; round < 5; round++) {
          panels.push(rotatePanel({ mode, pool: list, size: seats, seed: anySeed, round, panels })!);
          // A Wildcard joins where Wildcards had no seat.
          const joined = mode === "wildcards" && of("Wildcard", panels[0]!).length === 0;
          if (!joined || round === 0) expect(panels.at(-1)).toHaveLength(seats);
          else expect(panels.at(-1)!.length - seats).toBeLessThanOrEqual(1);
        }
        const bound = new Map(panels.flat().map(({ name, role }) => [name, role]));
        expect(new Set(bound.values()).size).toBe(bound.size);
        for (const { name, role } of panels.flat()) expect(bound.get(name)).toBe(role);
      },
    ),
  );
});
