/** What RFC 0023 injects with `create(topic, agents, sources)`, and RFC 0057's phase 6, through both faces. */
import { describe, expect, it } from "vitest";
import { scoreboardColumns } from "../../src/pages/scoreboard.ts";
import { type Answer, makeDesk } from "../helpers/dialogue.ts";
import { callByCli, callByMcp, type FaceCall } from "../helpers/faces.ts";
import { investmentCreate } from "../helpers/printed-examples.ts";

describe.each([
  ["the command line", async (call: FaceCall) => (await callByCli(call)).answer],
  ["MCP", async (call: FaceCall) => (await callByMcp(call)).structuredContent as Answer],
] as const)("the Judge Protocol on %s", (_, face) => {
  async function create(input: object) {
    const { root } = makeDesk({ tree: { "docs/a.md": "A" } });
    const created = await face({ root, name: "dialogue.create", input });
    return { root, created, protocol: created.judge_protocol as string };
  }
  const printed = { topic: "API design", agents: 3, sources: ["docs/a.md"] };

  it("has every section of RFC 0023 after `create(topic, agents, sources)`", async () => {
    const { created, protocol } = await create(printed);
    expect(protocol).toMatch(/^## Judge Protocol \(ADR 0014\)\n\nYou are the Judge.* Follow this protocol exactly\./);
    const sections = [...protocol.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
    for (const section of [
      "Spawning Agents",
      "Agent Prompt Template",
      "After All Agents Complete",
      "Format Requirements",
      "Scoreboard Format",
      "Tension Gate, after every round",
      "Names and roles",
    ])
      expect(sections).toContain(section);
    for (const words of [
      "`run_in_background: true`",
      "ONE message",
      "You are 🧁 Muffin, a [role].",
      "READ with the Read tool",
      "docs/a.md",
      "blue_extract_dialogue",
      "Wisdom (views integrated) + Consistency + Truth (grounded, checked) + Relationships",
      "UNBOUNDED",
      "blue_dialogue_lint",
      "🧁 Muffin | 🧁 Cupcake | … | 💙 Judge",
      "Perspectives Inventory",
      "Tensions Tracker",
    ])
      expect(protocol).toContain(words);
    expect(created.sources).toEqual(["docs/a.md"]);
  });

  it("has what RFC 0057's phase 6 adds: velocity, converge %, the limit, the gate and the scoreboard", async () => {
    const { protocol } = await create({ ...printed, max_rounds: 7 });
    for (const words of [
      "Velocity = open tensions + new perspectives",
      "Converge % = members whose own text in this round signals `[MOVE:CONVERGE]`",
      "velocity 0 AND 100 %",
      "velocity_not_zero",
      "convergence_not_unanimous",
      "forced_convergence_no_warning",
      "After 7 rounds without convergence",
      `| ${scoreboardColumns.join(" | ")} |`,
      "[RE:RESOLVE T0001]",
      "[RE:ADDRESS T0001]",
    ])
      expect(protocol).toContain(words);
  });

  it("names the panel, or the names that its roles are waiting for", async () => {
    const { protocol } = await create(printed);
    expect(protocol).toContain("blue_dialogue_evolve_panel`: 🧁 Muffin, 🧁 Cupcake, 🧁 Scone.");
    const { created, root, protocol: seated } = await create(investmentCreate);
    const panel = created.suggested_panel as { name: string; role: string }[];
    const line = panel.map(({ name, role }) => `🧁 ${name}, ${role}`).join("; ");
    expect(seated).toContain(`### Names and roles\n${line}\n`);
    const input = { dialogue_id: "investment-strategy-analysis", protocol: true };
    const again = await face({ root, name: "dialogue.status", input });
    expect(again.protocol).toBe(seated);
  });
});
