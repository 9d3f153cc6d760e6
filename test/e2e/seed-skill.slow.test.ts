/** The alignment-play skill from top to bottom, over stdio and by the built command line: its own payloads, rounds 0 to 3, to its printed verdict. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, Registered } from "../helpers/dialogue.ts";
import { stopAll } from "../helpers/mcp-client.ts";
import {
  apiDesignTable,
  dataDesignRound0,
  investmentCreate,
  investmentRound1,
  supplyChainInjection,
} from "../helpers/printed-examples.ts";
import { expertsWrite, type Prompted, type SeedFace, seedFaces } from "../helpers/seed-faces.ts";

interface Seat {
  name: string;
  role: string;
  tier: string;
  source: string;
  focus?: string;
}

const local = (expert: string, id: string) => `${expert.toUpperCase()}-${id}`;

afterAll(stopAll);

describe.each(seedFaces)("the alignment-play skill over %s", (_, open) => {
  let face: SeedFace;
  let output_dir: string;
  let dialogue_id: string;
  let panel: Seat[];
  beforeAll(async () => {
    face = await open();
  });

  /** Phase 2 and 3+: one prompt for each agent with the printed parameters; the agents write their own files. */
  async function round(number: number, textOf: (expert: string) => string): Promise<Record<string, string>> {
    const prompts: Record<string, string> = {};
    for (const { name, role, source, focus } of panel) {
      const prompted = await face.call<Prompted>("blue_dialogue_round_prompt", {
        output_dir,
        agent_name: name,
        agent_emoji: "🧁",
        agent_role: role,
        round: number,
        expert_source: source,
        ...(focus === undefined ? {} : { focus }),
      });
      expect(prompted.spawn, JSON.stringify(prompted)).toMatchObject([{ expert: name, role }]);
      expect(prompted.warnings ?? []).toEqual([]);
      expect(prompted.task).toMatchObject({
        description: "🧁 <expert> expert deliberation",
        subagent_type: "general-purpose",
      });
      Object.assign(prompts, expertsWrite(face, prompted, textOf));
    }
    panel = panel.map((seat) => ({ ...seat, source: "retained" }));
    return prompts;
  }

  it("phase 0: the printed create draws a panel of six with every tier, and answers with the protocol", async () => {
    const created = await face.call<{ suggested_panel: Seat[]; output_dir: string; dialogue_id: string }>(
      "blue_dialogue_create",
      investmentCreate,
    );
    ({ output_dir, dialogue_id, suggested_panel: panel } = created);
    expect(created).toMatchObject({
      title: investmentCreate.title,
      settings: { panel_size: 6, rotation: "graduated", max_rounds: 10, alignment: true },
      judge_protocol: expect.stringContaining("## Judge Protocol (ADR 0014)"),
    });
    expect(panel).toHaveLength(6);
    expect(new Set(panel.map(({ tier }) => tier))).toEqual(new Set(["Core", "Adjacent", "Wildcard"]));
  });

  it("phase 1: the printed override seats its three experts, and the printed injection a fourth", async () => {
    const experts = apiDesignTable.map(([role, tier, relevance]) => ({ role, tier, relevance }));
    await face.call("blue_dialogue_create", {
      title: "Data design",
      output_dir: dataDesignRound0.output_dir,
      expert_pool: { experts: [...experts, { role: "Data Architect", tier: "Core", relevance: 0.8 }] },
    });
    const evolved = await face.call<{ panel: Seat[] }>("blue_dialogue_evolve_panel", dataDesignRound0);
    expect(evolved.panel.map(({ name, role, source }) => ({ name, role, source }))).toEqual(dataDesignRound0.panel);
    const injected = await face.call<{ panel: Seat[]; created: string[] }>("blue_dialogue_evolve_panel", {
      ...dataDesignRound0,
      panel: [...dataDesignRound0.panel, supplyChainInjection],
    });
    expect(injected.created).toEqual(["Palmier"]);
    expect(injected.panel[3]).toMatchObject(supplyChainInjection);
  });

  it("phase 2: round 0 by a prompt for each agent, registered with the printed keys and a score alone", async () => {
    // The panel is drawn: the printed round 1 keeps its two Core experts, whoever sat.
    const wanted = investmentRound1.panel.slice(0, 2).map(({ name, role }) => ({ name, role, source: "pool" }));
    const rest = panel.filter(({ role }) => !wanted.some((seat) => seat.role === role)).slice(0, 4);
    const evolved = await face.call<{ panel: Seat[] }>("blue_dialogue_evolve_panel", {
      output_dir,
      round: 0,
      panel: [...wanted, ...rest.map(({ role }) => ({ role, source: "pool" }))],
    });
    panel = evolved.panel.map(({ name, role, tier, source }) => ({ name, role, tier, source }));
    await round(0, (expert) =>
      expert === "Muffin"
        ? "[MUFFIN-P0001: Income options]\nThere are some.\n\n[MUFFIN-T0001: Income mandate conflict]\nGrowth pays none.\n"
        : `[${local(expert, "P0001")}: a view]\nSo.\n`,
    );
    const registered = await face.call<Registered>("blue_dialogue_round_register", {
      dialogue_id,
      round: 0,
      score: 45,
      summary: "Opening arguments",
      perspectives: [{ local_id: "MUFFIN-P0001", label: "Options", content: "...", contributors: ["muffin"] }],
      tensions: [{ local_id: "MUFFIN-T0001", label: "Income mandate conflict" }],
      recommendations: [],
      expert_scores: { muffin: 12 },
    });
    expect(registered).toMatchObject({ status: "registered", scoreboard: { score: 45, open_tensions: 1 } });
    expect(registered.id_mapping).toMatchObject({ "MUFFIN-P0001": "P0001", "MUFFIN-T0001": "T0001" });
  });

  it("phase 3+: the printed panel is seated, and the printed prompt carries its focus and the brief", async () => {
    const evolved = await face.call<{ panel: Seat[]; created: string[]; warnings?: string[] }>(
      "blue_dialogue_evolve_panel",
      { ...investmentRound1, output_dir },
    );
    expect(evolved.panel.map(({ role }) => role)).toEqual(investmentRound1.panel.map(({ role }) => role));
    expect(evolved.created).toEqual(["Palmier"]);
    const [muffin, cupcake, supply] = evolved.panel;
    expect([muffin!.name, cupcake!.name]).toEqual(["Muffin", "Cupcake"]);
    if (supply!.name !== "Scone")
      expect(evolved.warnings).toContainEqual(expect.stringContaining(`Supply Chain Analyst sits as ${supply!.name}.`));
    panel = evolved.panel.map(({ name, role, tier, source }) => ({
      name,
      role,
      tier,
      source,
      ...(name === "Palmier" && { focus: "Taiwan semiconductor concentration" }),
    }));
    const prompts = await round(1, (expert) =>
      expert === "Muffin"
        ? "[MUFFIN-P0101: Covered calls]\nThey pay.\n\n[MUFFIN-R0101: Sell calls]\n[RE:RESOLVE T0001]\nMonthly.\n"
        : expert === "Palmier"
          ? "[PALMIER-T0101: Concentration risk]\nOne island.\n[RE:SUPPORT P0001]\n"
          : "[MOVE:CONVERGE]\n",
    );
    expect(prompts.Palmier).toContain("Taiwan semiconductor concentration");
    expect(prompts.Palmier).toContain("## Where the dialogue stands");
    expect(prompts.Palmier).toContain("T0001 Income mandate conflict");
  });

  it("DB-backed workflow: context, then round 1 registered with the printed payload", async () => {
    const context = await face.call("blue_dialogue_round_context", { dialogue_id, round: 1 });
    for (const key of [
      "title",
      "background",
      "experts",
      "perspectives",
      "tensions",
      "recommendations",
      "evidence",
      "claims",
      "open_tensions",
    ])
      expect(context, key).toHaveProperty(key);
    expect(context).toMatchObject({ open_tensions: [{ id: "T0001", label: "Income mandate conflict" }] });
    const payload = {
      dialogue_id,
      round: 1,
      score: 45,
      summary: "Round focused on income generation options",
      perspectives: [
        { local_id: "MUFFIN-P0101", label: "Options viability", content: "...", contributors: ["muffin"] },
      ],
      tensions: [{ local_id: "PALMIER-T0101", label: "Concentration risk", content: "...", contributors: ["palmier"] }],
      recommendations: [{ local_id: "MUFFIN-R0101", contributors: ["muffin"] }],
      expert_scores: { muffin: 12, palmier: 15 },
    };
    // RFC 0057 added the counts; the one that equals what is left closes what a single item resolves.
    const registered = await face.call<Registered>("blue_dialogue_round_register", { ...payload, open_tensions: 1 });
    expect(registered).toMatchObject({ status: "registered", velocity: { open_tensions: 1, new_perspectives: 1 } });
    expect(registered.id_mapping).toEqual({
      "MUFFIN-P0101": "P0101",
      "MUFFIN-R0101": "R0101",
      "PALMIER-T0101": "T0101",
    });
    expect(face.read(`${output_dir}/round-1/judge.md`)).toContain(payload.summary);
  });

  it("a created expert joins in the middle, and the printed injection has the focus it says", async () => {
    const joined = await face.call<{ expert: Seat; panel: string[] }>("blue_dialogue_expert_create", {
      dialogue_id,
      role: "Semiconductor Historian",
      source: "created",
      tier: supplyChainInjection.tier,
      focus: supplyChainInjection.focus,
    });
    expect(joined.expert).toMatchObject({ source: "created", tier: "Adjacent", focus: supplyChainInjection.focus });
    const { name, role, tier, source } = joined.expert;
    panel.push({ name, role, tier, source });
    expect(joined.panel).toEqual(panel.map((seat) => seat.name));
  });

  it("rounds 2 and 3 settle what is open, and nothing of ours was asked for", async () => {
    await round(2, (expert) =>
      expert === "Palmier"
        ? "[PALMIER-R0201: Hedge]\n[RE:RESOLVE T0101]\nThus.\n\n[MOVE:CONVERGE]\n"
        : "[MOVE:CONVERGE]\n",
    );
    const two = { dialogue_id, round: 2, score: 30, open_tensions: 0, expert_scores: { palmier: 9 } };
    expect(await face.call("blue_dialogue_round_register", two)).toMatchObject({ velocity: { total: 0 } });
    await round(3, () => "[MOVE:CONVERGE]\n");
    const three = await face.call("blue_dialogue_round_register", { dialogue_id, round: 3, score: 20 });
    expect(three).toMatchObject({ status: "registered", can_converge: true, convergence: { percent: 100 } });
  });

  it("registers the printed verdict and exports dialogue.json; lint and save answer as their table says", async () => {
    const verdict = await face.call<{ summary: string }>("blue_dialogue_verdict_register", {
      dialogue_id,
      verdict_id: "final",
      verdict_type: "final",
      round: 3,
      recommendation: "APPROVE with options overlay",
      description: "Income mandate satisfied via covered call strategy",
      tensions_resolved: ["T0001", "T0101"],
      vote: "12-0",
      confidence: "strong",
    });
    expect(verdict).toMatchObject({ status: "registered", decision: true });
    expect(verdict.summary).toContain("100% CONVERGENCE ACHIEVED");
    expect(verdict.summary).toContain("│ Tensions Resolved     │ 2/2       │");
    const exported = await face.call<{ path: string }>("blue_dialogue_export", { dialogue_id });
    expect(exported.path).toBe(`${output_dir}/dialogue.json`);
    const { verdicts } = JSON.parse(face.read(exported.path)) as { verdicts: Answer[] };
    expect(verdicts).toMatchObject([{ vote: "12-0", confidence: "strong" }]);
    const saved = await face.call<{ path: string }>("blue_dialogue_save", { dialogue_id });
    expect(saved.path).toMatch(/^\.blue\/docs\/dialogues\/.*\.dialogue\.md$/);
    const linted = await face.call<{ score: number; issues: Answer[] }>("blue_dialogue_lint", {
      file_path: saved.path,
    });
    expect(linted.score).toBeGreaterThan(0.9);
    expect(linted.issues.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("the recommended workflow without our prompts: context, own prompts, files in round-0, register", async () => {
    const { dialogue_id, output_dir, suggested_panel } = await face.call<{
      dialogue_id: string;
      output_dir: string;
      suggested_panel: Seat[];
    }>("blue_dialogue_create", { ...investmentCreate, title: "NVIDIA investment analysis" });
    await face.call("blue_dialogue_round_context", { dialogue_id, round: 0 });
    for (const { name } of suggested_panel)
      face.write(`${output_dir}/round-0/${name.toLowerCase()}.md`, `[${local(name, "P0001")}: a view]\nSo.\n`);
    const first = suggested_panel[0]!.name.toLowerCase();
    const registered = await face.call("blue_dialogue_round_register", {
      dialogue_id,
      round: 0,
      score: 45,
      perspectives: [
        { local_id: local(first, "P0001"), label: "Options viability", content: "...", contributors: [first] },
      ],
      expert_scores: { [first]: 12 },
    });
    expect(registered).toMatchObject({ status: "registered", scoreboard: { new_perspectives: 6, W: 0, score: 45 } });
  });

  it("a text handed over in the call is refused for each expert with the two calls that file it", async () => {
    const { dialogue_id, suggested_panel } = await face.call<{ dialogue_id: string; suggested_panel: Seat[] }>(
      "blue_dialogue_create",
      { ...investmentCreate, title: "Handed over" },
    );
    const first = suggested_panel[0]!.name;
    interface Missing {
      error_code: string;
      context: { expert: string; calls: { tool: string; arguments: Answer }[] };
    }
    const refused = await face.call<{ errors: Missing[] }>("blue_dialogue_round_register", {
      dialogue_id,
      round: 0,
      score: 45,
      perspectives: [{ local_id: local(first, "P0001"), label: "Options", content: "They pay." }],
    });
    expect(refused).toMatchObject({ error_code: "draft_missing" });
    const missing = refused.errors.filter(({ context }) => context?.expert !== undefined);
    expect(missing.map(({ context }) => context.expert)).toEqual(suggested_panel.map(({ name }) => name));
    const [{ context }] = missing as [Missing];
    expect(context.calls).toMatchObject([
      { tool: "blue_dialogue_expert_write", arguments: { text: `[${local(first, "P0001")}: Options]\nThey pay.` } },
      { tool: "blue_extract_dialogue" },
    ]);
    const { tool, arguments: given } = context.calls[0]!;
    expect(await face.call(tool, given)).toMatchObject({ expert: first });
  });

  it.each(["none", "wildcards", "full"])(
    "rotation %s seats every round by itself, and sample_panel draws",
    async (rotation) => {
      const created = await face.call<{ dialogue_id: string; suggested_panel: Seat[] }>("blue_dialogue_create", {
        ...investmentCreate,
        title: `Rotation ${rotation}`,
        rotation,
      });
      const key = { dialogue_id: created.dialogue_id };
      expertsWrite(
        face,
        await face.call<Prompted>("blue_dialogue_round_prompt", { ...key, round: 0 }),
        () => "[MOVE:CONVERGE]\n",
      );
      expect(await face.call("blue_dialogue_round_register", { ...key, round: 0, score: 1 })).toMatchObject({
        status: "registered",
      });
      const { spawn } = await face.call<Prompted>("blue_dialogue_round_prompt", { ...key, round: 1 });
      const before = created.suggested_panel.map(({ role }) => role).toSorted();
      const after = spawn.map(({ role }) => role).toSorted();
      if (rotation === "none") expect(after).toEqual(before);
      if (rotation === "wildcards") {
        const tier = new Map<string, string>(investmentCreate.expert_pool.experts.map((one) => [one.role, one.tier]));
        const staying = (roles: string[]) => roles.filter((role) => tier.get(role) !== "wildcard");
        expect(staying(after)).toEqual(staying(before));
        expect(after).not.toEqual(before);
      }
      expect(spawn).toHaveLength(6);
      const drawn = await face.call<{ panel: Seat[] }>("blue_dialogue_sample_panel", { ...key, preview: true });
      expect(drawn.panel).toHaveLength(6);
    },
  );
});
