/** How a dialogue is found by the names that the seeds give it, and single words of theirs through both faces. Each document is walked in `seed-*.slow.test.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolsets } from "../../src/operations/operation.ts";
import { type Answer, type Dialogue, dialogueAt, fourPoints, makeDesk } from "../helpers/dialogue.ts";
import { callByCli, callByMcp, type FaceCall } from "../helpers/faces.ts";
import { investmentCreate, investmentRound1 } from "../helpers/printed-examples.ts";

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

const tension = (expert: string, id: string, label: string) => `[${expert.toUpperCase()}-T${id}: ${label}]\nNot so.`;
describe("finding a dialogue", () => {
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
