import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { scanDraft } from "../src/drafts/scan-draft.ts";
import { registry } from "../src/operations/registry.generated.ts";
import { judgeProtocol } from "../src/pages/prompts/judge-protocol.ts";
import { scoreboardColumns } from "../src/pages/scoreboard.ts";
import { defaultPanelSize } from "../src/panel/panel-size.ts";
import { normalisePool } from "../src/panel/pool-input.ts";
import { toLines } from "../src/rules/lines.ts";
import { rotations, tiers } from "../src/rules/records.ts";
import { itemTypeLetters, moveKinds, positions, refKinds } from "../src/rules/vocabulary.ts";
import { apiDesignTable } from "./helpers/printed-examples.ts";
import { openingBody } from "./helpers/records.ts";

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../skills/${name}/SKILL.md`, import.meta.url)), "utf8");
const play = read("alignment-play");
const expert = read("alignment-expert");
/** Four characters a token is what English runs to; tables and code run lower. */
const tokens = (text: string) => Math.ceil(text.length / 3.5);

describe.each([
  ["alignment-play", play, 5000],
  ["alignment-expert", expert, 1200],
])("the skill %s", (name, text, limit) => {
  it("has front matter that clients accept", () => {
    const [, head = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    expect(head).toContain(`name: ${name}\n`);
    const description = /description: (.*)/.exec(head)?.[1] ?? "";
    expect(description.length).toBeGreaterThan(40);
    expect(description.length).toBeLessThanOrEqual(1024);
  });

  it("stays within its size", () => {
    expect(tokens(text)).toBeLessThanOrEqual(limit);
  });

  it("names only tools that exist", () => {
    const tools = new Set(registry.map(({ tool }) => tool));
    for (const [tool] of text.matchAll(/\bblue_[a-z_]+\b/g)) expect(tools).toContain(tool);
  });
});

describe("what the play skill says the program also knows", () => {
  it("gives the parameters their defaults", () => {
    expect(play).toContain("the pool, at most 12");
    expect(defaultPanelSize(100)).toBe(12);
    for (const mode of rotations) expect(play).toContain(`\`${mode}\``);
    expect(play).toContain("| `--max-rounds` | 10 |");
    for (const tier of tiers) expect(play).toContain(tier);
  });

  it("has the convergence rules of RFC 0057 §8", () => {
    expect(play).toContain("## 5. Driving velocity to zero");
    expect(play).toContain("Velocity = open tensions + new perspectives.");
    expect(play).toContain(
      "velocity 0 and `[MOVE:CONVERGE]` from every member in the same round. Either missing: another round.",
    );
    expect(play).toContain("at the limit of rounds, `forced` with an honest `warning`");
    expect(play).toContain("Show the user its `summary` as it is");
    for (const what of ["Open tensions?", "New perspectives?", "Holdouts?"]) expect(play).toContain(`**${what}**`);
  });

  it("has key rules 1 to 12, each once", () => {
    const rules = play.slice(play.indexOf("## Key rules"), play.indexOf("## The spirit"));
    expect([...rules.matchAll(/^(\d+)\. /gm)].map(([, n]) => Number(n))).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    );
    for (const rule of ["open tensions + new perspectives", "100 %, not a majority", "Both conditions", "10 rounds"])
      expect(rules).toContain(rule);
    expect(rules).toContain("Show the Convergence Summary");
  });

  it("has the tiers' shares, the scoreboard in its columns and the Convergence Summary", () => {
    for (const [tier, pool, panel] of [
      ["Core", 30, 33],
      ["Adjacent", 40, 42],
      ["Wildcard", 30, 25],
    ] as const)
      expect(play).toMatch(new RegExp(`\\| ${tier} \\([^|]*\\| ~${pool} % \\| ~${panel} % \\|`));
    expect(play).toContain(`| ${scoreboardColumns.join(" | ")} |`);
    for (const part of ["**Total ALIGNMENT:** 259 (W:95 C:64 T:51 R:49)", "**Max Rounds:** 10", "**Convergence:** ✓"])
      expect(play).toContain(part);
    for (const part of [
      "100% CONVERGENCE ACHIEVED",
      "Final Dialogue Summary",
      "Experts Consulted",
      "Converged Decisions",
      "Resolved Tensions",
      "All experts signaled [MOVE:CONVERGE]. Velocity = 0.",
    ])
      expect(play).toContain(part);
  });

  it("names every tool of the original's table", () => {
    for (const tool of [
      "create",
      "evolve_panel",
      "round_prompt",
      "sample_panel",
      "lint",
      "save",
      "round_context",
      "expert_create",
      "round_register",
      "verdict_register",
      "export",
    ])
      expect(play).toContain(`blue_dialogue_${tool}\``);
    expect(play).toContain("blue_extract_dialogue");
  });

  it("shows the two pools of the original", () => {
    for (const [role, tier, relevance] of [
      ...apiDesignTable,
      ["Value Analyst", "Core", 0.95],
      ["Contrarian", "Wildcard", 0.35],
    ])
      expect(play).toContain(`| ${role} | ${tier} | ${(relevance as number).toFixed(2)} |`);
  });

  it('says what "to 95 %" means: when to stop spending, and never that the gate opens', () => {
    expect(play).toContain("The gate knows no percentage but 100");
    expect(play.split("---")[1]).toContain("to 95%");
  });

  it("shows pools that Blue takes without a warning", () => {
    const tables = play.split("| Role | Tier | Relevance | Focus |").slice(1);
    expect(tables).toHaveLength(2);
    for (const table of tables) {
      const experts = [...table.matchAll(/^\| ([^|]+) \| (Core|Adjacent|Wildcard) \| ([\d.]+) \| ([^|]+) \|$/gm)].map(
        ([, role, tier, relevance, focus]) => ({
          role: role!,
          tier: tier!,
          relevance: Number(relevance),
          focus: focus!,
        }),
      );
      expect(experts.length).toBeGreaterThanOrEqual(7);
      expect(normalisePool({ experts })).toMatchObject({ errors: [], warnings: [] });
    }
  });

  it("names fields that the operations take", () => {
    const fields = (tool: string) => Object.keys(registry.find((entry) => entry.tool === tool)!.inputSchema.properties);
    for (const field of ["title", "question", "alignment", "subject", "sources", "expert_pool", "panel_size"])
      expect(fields("blue_dialogue_create")).toContain(field);
    for (const field of ["proposal", "directives"]) expect(fields("blue_dialogue_round_prompt")).toContain(field);
    for (const field of ["items", "texts", "full"]) expect(fields("blue_dialogue_round_collect")).toContain(field);
    for (const field of ["head", "digest", "absent"]) expect(fields("blue_dialogue_round_register")).toContain(field);
    const verdict = [
      "recommendation",
      "decisions",
      "tensions_accepted",
      "recommendations_adopted",
      "key_evidence",
      "key_claims",
      "forced",
      "warning",
    ];
    for (const field of verdict) expect(fields("blue_dialogue_verdict_register")).toContain(field);
  });

  it("uses the trigger phrases", () => {
    for (const phrase of ["play alignment on", "play alignment with 7 experts"]) expect(play).toContain(phrase);
  });
});

describe("what the expert skill says the program also knows", () => {
  it("names every reference, move and position", () => {
    for (const kind of refKinds) expect(expert).toContain(`[RE:${kind} id]`);
    for (const kind of moveKinds) expect(expert).toContain(`[MOVE:${kind}`);
    expect(expert).toContain(positions.join("|"));
  });

  it("shows markers that the scanner reads", () => {
    const [block = ""] = /\[MUFFIN-P0101[\s\S]*?(?=\n\n)/.exec(expert) ?? [];
    const scanned = scanDraft(toLines(block), { expert: "Muffin", round: 1 });
    expect(scanned.items.map(({ localId }) => localId)).toEqual(itemTypeLetters.map((type) => `MUFFIN-${type}0101`));
    expect(scanned.problems).toEqual([]);
  });
});

describe("the Judge Protocol", () => {
  it("names only tools that exist, and every step of a round", () => {
    const protocol = judgeProtocol(openingBody(), []);
    const tools = new Set(registry.map(({ tool }) => tool));
    const named = new Set([...protocol.matchAll(/\bblue_[a-z_]+\b/g)].map(([tool]) => tool));
    for (const tool of named) expect(tools).toContain(tool);
    for (const step of [
      "round_prompt",
      "round_collect",
      "round_register",
      "evolve_panel",
      "verdict_register",
      "status",
    ])
      expect(named).toContain(`blue_dialogue_${step}`);
    expect(protocol).toContain("run_in_background: true");
    expect(protocol).toContain("ONE message");
  });

  it("is at most 9 KB, and what the short method adds comes first", () => {
    const protocol = judgeProtocol(openingBody(), []);
    expect(Buffer.byteLength(protocol)).toBeLessThanOrEqual(9_000);
    expect(protocol.indexOf("one agent alone")).toBeLessThan(protocol.indexOf("### Spawning Agents"));
  });
});
