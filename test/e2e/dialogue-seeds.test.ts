/** Every payload and command that RFC 0057, RFC 0023 and the alignment-play skill print, completed where they abbreviate. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { toolsets } from "../../src/operations/operation.ts";
import {
  type Answer,
  type Dialogue,
  type Draft,
  dialogueAt,
  fourPoints,
  makeDesk,
  type Registered,
} from "../helpers/dialogue.ts";
import { callByCli, callByMcp, type FaceCall, runCommand } from "../helpers/faces.ts";
import {
  apiDesignTable,
  dataDesignRound0,
  investmentCreate,
  investmentRound1,
  supplyChainInjection,
} from "../helpers/printed-examples.ts";

const six = ["Muffin", "Cupcake", "Scone", "Donut", "Eclair", "Brioche"];

/** A dialogue at `.blue/dialogues/<name>` with these experts on its panel. */
async function openWith(name: string, names: readonly string[], desk = makeDesk()): Promise<Dialogue> {
  const output_dir = `.blue/dialogues/${name}`;
  await desk.call("dialogue.create", {
    title: "NVIDIA Investment Decision",
    question: "Should we rebalance?",
    output_dir,
  });
  await desk.call("dialogue.evolve-panel", {
    output_dir,
    round: 0,
    panel: names.map((expert) => ({ name: expert, role: `${expert}'s role`, source: "created", tier: "Core" })),
  });
  return dialogueAt(desk, name);
}

const perspective = (expert: string, id: string, label = "a view") => `[${expert.toUpperCase()}-P${id}: ${label}]\nSo.`;
const tension = (expert: string, id: string, label: string) => `[${expert.toUpperCase()}-T${id}: ${label}]\nNot so.`;
const resolution = (expert: string, id: string, target: string) =>
  `[${expert.toUpperCase()}-R${id}: a way]\n[RE:RESOLVE ${target}]\nThus.`;
const converge = "[MOVE:CONVERGE]";

/** RFC 0057 §7 and §10, rounds 0 and 1: velocity 11 and 3, signals 0 and 3 of 6. */
async function twoRounds(dialogue: Dialogue): Promise<Registered[]> {
  const opening: Record<string, Draft> = {
    Muffin: [
      perspective("Muffin", "0001"),
      perspective("Muffin", "0002"),
      tension("Muffin", "0001", "Income mandate conflict"),
    ],
    Cupcake: [perspective("Cupcake", "0001"), perspective("Cupcake", "0002")],
    Scone: [perspective("Scone", "0001"), tension("Scone", "0001", "Concentration risk")],
    Donut: [perspective("Donut", "0001"), tension("Donut", "0001", "Growth vs. income")],
    Eclair: [perspective("Eclair", "0001")],
    Brioche: [perspective("Brioche", "0001")],
  };
  const zero = await dialogue.round(opening, {
    score: 125,
    score_components: { W: 45, C: 30, T: 25, R: 25 },
    open_tensions: 3,
    new_perspectives: 8,
  });
  const answers: Record<string, Draft> = {
    Muffin: [converge],
    Cupcake: [converge, perspective("Cupcake", "0101", "Options overlay strategy")],
    Scone: [converge, resolution("Scone", "0101", "T0002")],
    Donut: [perspective("Donut", "0101", "Tax-loss harvesting window"), resolution("Donut", "0101", "T0003")],
    Eclair: ["Waiting on T0001."],
    Brioche: ["Waiting on T0001."],
  };
  const one = await dialogue.round(answers, {
    score: 89,
    score_components: { W: 32, C: 22, T: 18, R: 17 },
    open_tensions: 1,
    new_perspectives: 2,
    converge_signals: ["Muffin", "Cupcake", "Scone"],
    tension_updates: [
      { id: "T0002", status: "resolved", via: "SCONE-R0101", note: "Diversification accepted" },
      { id: "T0003", status: "resolved", via: "DONUT-R0101" },
      { id: "T0001", owner: "Muffin", resolution_path: "Covered call analysis next round" },
    ],
  });
  return [zero, one];
}

/** Everyone converges; Muffin settles what was left. */
const lastDrafts = { Muffin: [converge, resolution("Muffin", "0201", "T0001")] };

/** RFC 0057 §10, `blue_dialogue_round_register`, as printed but for the three `[...]` and `{...}`. */
const printedRegister = {
  dialogue_id: "nvidia-investment",
  round: 2,
  score: 45,
  score_components: { W: 18, C: 12, T: 8, R: 7 },
  open_tensions: 0,
  new_perspectives: 0,
  converge_signals: ["Muffin", "Cupcake", "Scone", "Donut", "Eclair", "Brioche"],
  panel: ["Muffin", "Cupcake", "Scone", "Donut", "Eclair", "Brioche"],
  perspectives: [],
  tensions: [],
  expert_scores: { muffin: 12, donut: 9 },
  tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-R0201" }],
};

describe("RFC 0057 §10", () => {
  let dialogue: Dialogue;
  let rounds: Registered[];
  beforeAll(async () => {
    dialogue = await openWith("nvidia-investment", six);
    rounds = await twoRounds(dialogue);
  });

  it("blocks round 1 with the error response as printed", async () => {
    const error = await dialogue.verdictRefused("velocity_not_zero", { round: 1 });
    const { errors, ...first } = error;
    expect(first).toEqual({
      status: "error",
      error_code: "velocity_not_zero",
      message:
        "Cannot register verdict: velocity=3 (open_tensions=1, new_perspectives=2). Resolve tensions and integrate perspectives first.",
      field: "velocity",
      value: 3,
      constraint: "convergence_gate",
      suggestion: "Resolve T0001 and integrate P0101, P0102 before declaring convergence",
      context: {
        open_tensions: ["T0001"],
        new_perspectives: ["P0101", "P0102"],
        converge_percent: 50,
        missing_signals: ["Donut", "Eclair", "Brioche"],
      },
    });
    expect(errors?.[1]).toMatchObject({
      error_code: "convergence_not_unanimous",
      message: "Cannot register verdict: convergence=50% (3/6). All experts must signal [MOVE:CONVERGE].",
    });
  });

  it("registers round 2 with counts, panel and signals as printed", async () => {
    dialogue.writeAll(lastDrafts);
    const two = await dialogue.call<Registered>("dialogue.round-register", printedRegister);
    rounds.push(two);
    expect(rounds.map(({ scoreboard }) => scoreboard)).toEqual([
      {
        round: 0,
        W: 45,
        C: 30,
        T: 25,
        R: 25,
        score: 125,
        open_tensions: 3,
        new_perspectives: 8,
        velocity: 11,
        converge_percent: 0,
      },
      {
        round: 1,
        W: 32,
        C: 22,
        T: 18,
        R: 17,
        score: 89,
        open_tensions: 1,
        new_perspectives: 2,
        velocity: 3,
        converge_percent: 50,
      },
      {
        round: 2,
        W: 18,
        C: 12,
        T: 8,
        R: 7,
        score: 45,
        open_tensions: 0,
        new_perspectives: 0,
        velocity: 0,
        converge_percent: 100,
      },
    ]);
  });

  it("answers round_context as printed", async () => {
    const context = await dialogue.call("dialogue.round-context", { dialogue_id: "nvidia-investment", round: 2 });
    expect(context).toMatchObject({
      round: 2,
      velocity: { open_tensions: 0, new_perspectives: 0, total: 0 },
      convergence: { signals: 6, panel_size: 6, percent: 100, missing: [] },
      can_converge: true,
      convergence_blockers: [],
    });
    for (const list of [
      "experts",
      "perspectives",
      "tensions",
      "recommendations",
      "evidence",
      "claims",
      "open_tensions",
    ]) {
      expect(context[list]).toBeInstanceOf(Array);
    }
    const [first] = context.perspectives as Answer[];
    expect(first).toEqual({
      id: "P0001",
      label: "a view",
      round: 0,
      content: "So.",
      contributors: ["Muffin"],
      status: [],
    });
  });

  it("registers the verdict as printed, comments aside", async () => {
    const verdict = await dialogue.call("dialogue.verdict-register", {
      dialogue_id: "nvidia-investment",
      verdict_id: "final",
      verdict_type: "final",
      round: 2,
      recommendation: "APPROVE with options overlay",
      forced: false,
    });
    expect(verdict).toMatchObject({ status: "registered", decision: true, forced: false, round: 2 });
    expect(verdict.summary).toContain("100% CONVERGENCE ACHIEVED");
    expect(verdict.summary).toContain("All experts signaled [MOVE:CONVERGE]. Velocity = 0.");
  });

  it("exports with the keys and the nesting as printed", async () => {
    const { path, totals } = await dialogue.call<{ path: string; totals: Answer }>("dialogue.export", {
      dialogue_id: "nvidia-investment",
    });
    expect(path).toBe(".blue/dialogues/nvidia-investment/dialogue.json");
    const exported = JSON.parse(readFileSync(join(dialogue.root, path), "utf8")) as Record<string, Answer[]>;
    expect(exported).toMatchObject({
      dialogue_id: "nvidia-investment",
      title: "NVIDIA Investment Decision",
      scoreboard: {
        rounds: [
          {
            round: 0,
            score: { W: 45, C: 30, T: 25, R: 25, total: 125 },
            velocity: { open_tensions: 3, new_perspectives: 8, total: 11 },
            convergence: { signals: 0, panel_size: 6, percent: 0 },
          },
          {
            round: 1,
            score: { W: 32, C: 22, T: 18, R: 17, total: 89 },
            velocity: { open_tensions: 1, new_perspectives: 2, total: 3 },
            convergence: { signals: 3, panel_size: 6, percent: 50 },
          },
          {
            round: 2,
            score: { W: 18, C: 12, T: 8, R: 7, total: 45 },
            velocity: { open_tensions: 0, new_perspectives: 0, total: 0 },
            convergence: { signals: 6, panel_size: 6, percent: 100 },
          },
        ],
        totals: {
          rounds: 3,
          alignment: { W: 95, C: 64, T: 51, R: 49, total: 259 },
          experts_consulted: 6,
          tensions_resolved: 3,
          final_velocity: 0,
          convergence_achieved: true,
          convergence_reason: "velocity=0, unanimous",
        },
      },
    });
    expect(totals).toEqual((exported.scoreboard as unknown as { totals: Answer }).totals);
    const [signal] = exported.convergence_signals!;
    expect(signal).toEqual({
      round: 1,
      expert: "muffin",
      signaled_at: expect.stringMatching(/^2026-02-03T14:\d\d:\d\d/),
    });
    expect(exported.convergence_signals!.map(({ round, expert }) => `${round} ${expert}`)).toEqual([
      ...["muffin", "cupcake", "scone"].map((expert) => `1 ${expert}`),
      ...six.map((expert) => `2 ${expert.toLowerCase()}`),
    ]);
    for (const [list, length] of Object.entries({
      experts: 6,
      rounds: 3,
      perspectives: 10,
      tensions: 3,
      verdicts: 1,
    })) {
      expect(exported[list], list).toHaveLength(length);
    }
    const beyond = ["events", "refs", "moves", "stances", "citations", "judges_hand", "left_unconvinced", "delta"];
    expect(Object.keys(exported)).toEqual(expect.arrayContaining(beyond));
  });
});

describe("the alignment-play skill", () => {
  it("creates the Investment Strategy Analysis as printed", async () => {
    const desk = makeDesk();
    const created = await desk.call("dialogue.create", investmentCreate);
    expect(created).toMatchObject({
      dialogue_id: "2026-02-03T1423Z-investment-strategy-analysis",
      title: "Investment Strategy Analysis",
      pool_size: 8,
      settings: { panel_size: 6, rotation: "graduated", max_rounds: 10, alignment: true },
    });
    const panel = created.suggested_panel as { name: string; role: string }[];
    expect(panel.map(({ name }) => name)).toEqual(["Muffin", "Cupcake", "Scone", "Eclair", "Donut", "Brioche"]);
    const roles: string[] = investmentCreate.expert_pool.experts.map(({ role }) => role);
    expect(panel.every(({ role }) => roles.includes(role))).toBe(true);
    const { question } = await desk.call("dialogue.get", { dialogue_id: "investment-strategy-analysis" });
    expect(question).toBe("Should we rebalance the portfolio?");
  });

  it("overrides the panel of round 0 by output_dir as printed", async () => {
    const desk = makeDesk();
    const experts = apiDesignTable.map(([role, tier, relevance]) => ({ role, tier, relevance }));
    const pool = { experts: [...experts, { role: "Data Architect", tier: "Core", relevance: 0.8 }] };
    await desk.call("dialogue.create", {
      title: "Data design",
      output_dir: ".blue/dialogues/data-design",
      expert_pool: pool,
      panel_size: 4,
    });
    const evolved = await desk.call("dialogue.evolve-panel", { ...dataDesignRound0 });
    expect(evolved).toMatchObject({ dialogue_id: "data-design", round: 0, fresh: ["Muffin", "Cupcake", "Scone"] });
    expect(dialogueAt(desk, "data-design").panel()).toEqual(["Muffin", "Cupcake", "Scone"]);
  });

  it.each([
    ["the folder itself", ".blue/dialogues/investment-strategy", "investment-strategy"],
    ["the topic of a dated folder", undefined, "2026-02-03T1423Z-investment-strategy"],
  ])("evolves the panel of round 1 by output_dir, which is %s", async (_, output_dir, id) => {
    const desk = makeDesk();
    const { title: __, ...rest } = investmentCreate;
    await desk.call("dialogue.create", { ...rest, title: "Investment strategy", ...(output_dir && { output_dir }) });
    await desk.call("dialogue.evolve-panel", {
      output_dir: investmentRound1.output_dir,
      round: 0,
      panel: [
        { name: "Muffin", role: "Value Analyst", source: "pool" },
        { name: "Cupcake", role: "Risk Manager", source: "pool" },
        { name: "Eclair", role: "Contrarian", source: "pool" },
      ],
    });
    await dialogueAt(desk, id).round();
    const evolved = await desk.call("dialogue.evolve-panel", { ...investmentRound1 });
    expect(evolved).toMatchObject({
      dialogue_id: id,
      round: 1,
      retained: ["Muffin", "Cupcake"],
      fresh: ["Scone"],
      created: ["Palmier"],
      left: ["Eclair"],
    });
    expect((evolved.panel as Answer[])[3]).toMatchObject({
      focus: "Taiwan semiconductor concentration",
      tier: "Adjacent",
    });
  });

  it("injects a created Supply Chain Analyst as printed", async () => {
    const dialogue = await openWith("api-design", ["Muffin", "Cupcake"]);
    await dialogue.round();
    const retained = ["Muffin", "Cupcake"].map((name) => ({ name, source: "retained" }));
    const evolved = await dialogue.call("dialogue.evolve-panel", {
      dialogue_id: "api-design",
      round: 1,
      panel: [...retained, { ...supplyChainInjection }],
    });
    expect(evolved).toMatchObject({ created: ["Palmier"] });
  });

  it("registers round 1 and, in round 3, the final verdict of twelve experts as printed", async () => {
    const twelve = [...six, "Croissant", "Macaron", "Cannoli", "Strudel", "Beignet", "Churro"];
    const dialogue = await openWith("nvidia-investment-analysis", twelve);
    await dialogue.round({ Muffin: [tension("Muffin", "0001", "Income mandate conflict")] });

    dialogue.writeAll({
      Muffin: [perspective("Muffin", "0101", "Covered calls"), resolution("Muffin", "0101", "T0001")],
      Donut: [tension("Donut", "0101", "Concentration risk")],
    });
    const printed = {
      dialogue_id: "nvidia-investment-analysis",
      round: 1,
      score: 45,
      summary: "Round focused on income generation options",
      perspectives: [
        { local_id: "MUFFIN-P0101", label: "Options viability", content: "...", contributors: ["muffin"] },
      ],
      tensions: [{ local_id: "DONUT-T0101", label: "Concentration", content: "...", contributors: ["donut"] }],
      recommendations: [{ local_id: "MUFFIN-R0101", contributors: ["muffin"] }],
      expert_scores: { muffin: 12, donut: 15 },
    };
    const registered = await dialogue.call<Registered>("dialogue.round-register", {
      ...printed,
      tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-R0101" }],
    });
    expect(registered.id_mapping).toEqual({ "MUFFIN-P0101": "P0101", "DONUT-T0101": "T0101", "MUFFIN-R0101": "R0101" });
    const record = dialogue.record(1);
    expect(record.items.find(({ id }) => id === "P0101")).toMatchObject({ label: "Options viability" });
    expect(record.judge).toEqual(["Round focused on income generation options"]);
    expect(
      readFileSync(join(dialogue.root, ".blue/dialogues/nvidia-investment-analysis/round-1/muffin.md"), "utf8"),
    ).toContain("[MUFFIN-P0101: Covered calls]");

    await dialogue.round(
      { Donut: [converge, resolution("Donut", "0201", "T0101")] },
      { tension_updates: [{ id: "T0101", status: "resolved", via: "R0201" }] },
    );
    await dialogue.round();
    const verdict = await dialogue.call("dialogue.verdict-register", {
      dialogue_id: "nvidia-investment-analysis",
      verdict_id: "final",
      verdict_type: "final",
      round: 3,
      recommendation: "APPROVE with options overlay",
      description: "Income mandate satisfied via covered call strategy",
      tensions_resolved: ["T0001", "T0101"],
      vote: "12-0",
      confidence: "strong",
    });
    expect(verdict).toMatchObject({ status: "registered", decision: true, convergence: { signals: 12, percent: 100 } });
    const exported = await dialogue.call("dialogue.export", { dialogue_id: "nvidia-investment-analysis" });
    expect(exported).toMatchObject({ totals: { experts_consulted: 12, tensions_resolved: 2 } });
  });

  it("calls for one prompt by name, role, source and focus as printed", async () => {
    const desk = makeDesk();
    await desk.call("dialogue.create", { ...investmentCreate, output_dir: investmentRound1.output_dir });
    await desk.call("dialogue.evolve-panel", {
      output_dir: investmentRound1.output_dir,
      round: 0,
      panel: investmentRound1.panel.slice(0, 2).map((seat) => ({ ...seat, source: "pool" })),
    });
    await dialogueAt(desk, "investment-strategy").round({}, { proposal: "Rebalance." });
    await desk.call("dialogue.evolve-panel", { ...investmentRound1 });
    const prompted = await desk.call("dialogue.round-prompt", {
      output_dir: ".blue/dialogues/investment-strategy",
      agent_name: "Palmier",
      agent_emoji: "🧁",
      agent_role: "Geopolitical Risk Analyst",
      round: 1,
      expert_source: "created",
      focus: "Taiwan semiconductor concentration",
    });
    expect(prompted.spawn).toMatchObject([{ expert: "Palmier", role: "Geopolitical Risk Analyst" }]);
  });
});

describe("finding a dialogue", () => {
  it("takes a bare topic, refuses several by listing them, and takes output_dir instead of dialogue_id", async () => {
    const desk = makeDesk();
    const open = async (): Promise<string> => {
      const created = await desk.call("dialogue.create", { title: "NVIDIA investment", template: "general" });
      return created.dialogue_id as string;
    };
    const first = await open();
    expect(await desk.call("dialogue.status", { dialogue_id: "nvidia-investment" })).toMatchObject({
      dialogue_id: first,
    });
    desk.clock.now += 3_600_000;
    const second = await open();
    const error = await desk.refused("invalid_input", "dialogue.status", { dialogue_id: "nvidia-investment" });
    expect(error).toMatchObject({ constraint: "one_dialogue", context: { matches: [first, second] } });
    expect(error.message).toBe(`nvidia-investment names 2 dialogues: ${first}, ${second}`);
    await desk.refused("invalid_input", "dialogue.export", { output_dir: ".blue/dialogues/nvidia-investment" });
    for (const output_dir of [
      `.blue/dialogues/${second}`,
      `.blue/dialogues/${second}/`,
      join(desk.root, `.blue/dialogues/${second}`),
    ]) {
      expect(await desk.call("dialogue.status", { output_dir })).toMatchObject({ dialogue_id: second });
    }
    const near = await desk.refused("not_found", "dialogue.status", { dialogue_id: "investment" });
    expect(near.suggestion).toContain(first);
    await desk.refused("invalid_input", "dialogue.status", {});
  });

  it("takes dialogue_id and output_dir together only when they name one dialogue", async () => {
    const desk = makeDesk();
    const open = async (input: Record<string, unknown>) =>
      (await desk.call<{ dialogue_id: string }>("dialogue.create", { template: "general", ...input })).dialogue_id;
    const col = await open({ title: "col" });
    const other = await open({ title: "other" });
    for (const output_dir of [".blue/dialogues/col", `.blue/dialogues/${col}/`]) {
      expect(await desk.call("dialogue.status", { dialogue_id: "col", output_dir })).toMatchObject({
        dialogue_id: col,
      });
    }
    const refused = (input: Record<string, unknown>) => desk.refused("invalid_input", "dialogue.status", input);
    for (const name of [other, "nowhere"]) {
      const error = await refused({ dialogue_id: col, output_dir: `.blue/dialogues/${name}` });
      expect(error).toMatchObject({ field: "output_dir", suggestion: expect.stringContaining(col) });
    }
    await open({ title: "col", output_dir: ".blue/dialogues/col" });
    expect((await refused({ dialogue_id: col, output_dir: ".blue/dialogues/col" })).field).toBe("output_dir");
  });

  it.each(["/tmp/blue-dialogue/x", "../x", ".blue/dialogues", ".blue/drafts/x", ".blue/dialogues/a/b", "x"])(
    "refuses the output_dir %s",
    async (output_dir) => {
      const desk = makeDesk();
      await desk.call("init");
      await desk.refused("path_outside_project", "dialogue.status", { output_dir });
      await desk.refused("path_outside_project", "dialogue.create", { title: "x", output_dir });
    },
  );
});

describe("the commands of RFC 0057 §12", () => {
  it("run as printed, completed where they abbreviate", async () => {
    const desk = makeDesk();
    const run = async (printed: string) => {
      const { code, answer } = await runCommand(desk.root, printed);
      expect({ printed, code, answer }).toMatchObject({ code: 0 });
      return answer;
    };
    const id = "nvidia-investment";
    const created = await run(
      `blue dialogue create --title "NVIDIA Investment Decision" --question "Should we rebalance?" --output-dir ".blue/dialogues/${id}"`,
    );
    expect(created).toMatchObject({ dialogue_id: id });
    expect(await run("blue dialogue list")).toMatchObject({ total: 1 });
    await run(`blue dialogue get --id "${id}"`);

    const dialogue = dialogueAt(desk, id);
    const file = (name: string, value: unknown) => writeFileSync(join(desk.root, name), JSON.stringify(value));
    const seats = (source: string) => six.map((name) => ({ name, role: `${name}'s role`, source }));
    for (const round of [0, 1, 2]) {
      file("panel.json", seats(round === 0 ? "created" : "retained"));
      await run(`blue dialogue evolve-panel --id "${id}" --round ${round} --panel panel.json`);
      expect(await run(`blue dialogue round-context --id "${id}" --round ${round}`)).toMatchObject({ round });
      if (round > 0)
        await desk.call("dialogue.round-prompt", { dialogue_id: id, proposal: "APPROVE with options overlay" });
      dialogue.writeAll();
      file(`round-${round}.json`, fourPoints);
      const registered = await run(
        `blue dialogue round-register --id "${id}" --round ${round} --data round-${round}.json`,
      );
      expect(registered).toMatchObject({ status: "registered", round });
    }
    expect(await run(`blue dialogue verdict --id "${id}" --round 2`)).toMatchObject({
      status: "registered",
      decision: true,
      seen_by_panel: true,
    });
    expect(await run(`blue dialogue export --id "${id}"`)).toMatchObject({
      path: `.blue/dialogues/${id}/dialogue.json`,
    });
  });
});

describe.each([
  ["the command line", async (call: FaceCall) => (await callByCli(call)).answer],
  ["MCP", async (call: FaceCall) => (await callByMcp(call, toolsets)).structuredContent],
] as const)("the seeds' words on %s", (_, face) => {
  const ask = (dialogue: Dialogue) => (name: string, input: object) => face({ root: dialogue.root, name, input });

  it('expert_create says `source: "created"`, as the skill does, and need not say why', async () => {
    const dialogue = await openWith("a", six);
    const input = { dialogue_id: "a", role: "Income Strategist", source: "created" };
    expect(await ask(dialogue)("dialogue.expert-create", input)).toMatchObject({
      expert: { source: "created", reason: "called by the Judge" },
    });
    const other = { ...input, role: "Another", source: "pool" };
    expect(await ask(dialogue)("dialogue.expert-create", other)).toMatchObject({ field: "source" });
  });

  it("a tension is ACCEPTED UNRESOLVED, as RFC 0057 §6 writes it", async () => {
    const dialogue = await openWith("a", six);
    await dialogue.round({ Muffin: [tension("Muffin", "0001", "Growth vs. income")] });
    dialogue.writeAll();
    const reason = "Fundamental tradeoff, mitigated by position sizing";
    const update = { id: "T0001", status: "ACCEPTED UNRESOLVED", reason };
    const input = { dialogue_id: "a", round: 1, ...fourPoints, tension_updates: [update] };
    const wrong = {
      ...input,
      tension_updates: [
        { ...update, status: "ACCEPTED" },
        { ...update, status: "SHELVED" },
      ],
    };
    expect(await ask(dialogue)("dialogue.round-register", wrong)).toMatchObject({ field: "tension_updates.1.status" });
    expect(await ask(dialogue)("dialogue.round-register", input)).toMatchObject({ velocity: { open_tensions: 0 } });
    const summary = readFileSync(join(dialogue.root, ".blue/dialogues/a/round-1/round-1.summary.md"), "utf8");
    expect(summary).toContain(`| T0001 | Growth vs. income | ACCEPTED UNRESOLVED |`);
    expect(summary).toContain(reason);
  });

  it("a forced verdict warns in its description, as RFC 0057's message asks", async () => {
    const desk = makeDesk();
    const output_dir = ".blue/dialogues/a";
    await desk.call("dialogue.create", { title: "A", output_dir, template: "general", panel_size: 2, max_rounds: 2 });
    const dialogue = dialogueAt(desk, "a");
    const [name] = dialogue.panel();
    await dialogue.round({ [name!]: [tension(name!, "0001", "Not settled")] });
    await dialogue.round();
    const input = { dialogue_id: "a", recommendation: "Go", forced: true, description: "We go." };
    expect(await ask(dialogue)("dialogue.verdict-register", input)).toMatchObject({
      error_code: "forced_convergence_no_warning",
    });
    const description = "We go.\n\n**Warning:** T0001 is open.\n\nMore.";
    const forced = { ...input, description };
    expect(await ask(dialogue)("dialogue.verdict-register", forced)).toMatchObject({ decision: true, forced: true });
    const record = JSON.parse(
      readFileSync(join(dialogue.root, ".blue/dialogues/a/round-1/verdict-final.json"), "utf8"),
    ) as Answer;
    expect(record.warning).toBe("**Warning:** T0001 is open.");
  });

  it("a dialogue is created by topic, agents, sources and model, as RFC 0023 calls it", async () => {
    const { root } = makeDesk({ tree: { "docs/a.md": "A" } });
    const input = { topic: "API design", agents: 3, sources: ["docs/a.md"], model: "haiku", template: "product" };
    const created = (await face({ root, name: "dialogue.create", input })) as Answer;
    expect(created).toMatchObject({ title: "API design", sources: ["docs/a.md"], settings: { model: "haiku" } });
    for (const part of ["run_in_background", "ONE message", "blue_extract_dialogue", "blue_dialogue_lint", "W/C/T/R"])
      expect(created.judge_protocol).toContain(part);
  });

  it("a score has no upper limit", async () => {
    const dialogue = await openWith("a", six);
    dialogue.writeAll();
    const input = { dialogue_id: "a", round: 0, score_components: { W: 1e6, C: 1, T: 1, R: 1 } };
    expect(await ask(dialogue)("dialogue.round-register", input)).toMatchObject({ scoreboard: { score: 1_000_003 } });
  });

  it("a saved dialogue is linted by file_path, as RFC 0015 has it, with a score and issues", async () => {
    const dialogue = await openWith("a", six);
    await dialogue.round();
    const saved = (await ask(dialogue)("dialogue.save", { dialogue_id: "a" })) as Answer;
    const linted = (await ask(dialogue)("dialogue.lint", { file_path: saved.path })) as Answer;
    expect(linted.score).toBeGreaterThan(0.9);
    expect((linted.issues as Answer[]).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
