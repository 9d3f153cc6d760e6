/** RFC 0023 from top to bottom, over stdio and by the built command line: what is injected, how experts are asked, extracted, saved and linted. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../helpers/dialogue.ts";
import { stopAll } from "../helpers/mcp-client.ts";
import { expertsWrite, type Prompted, type SeedFace, seedFaces } from "../helpers/seed-faces.ts";

const source = ".blue/docs/rfcs/0007-api-design.draft.md";
const names = ["Muffin", "Cupcake", "Scone"];

afterAll(stopAll);

describe.each(seedFaces)("RFC 0023 over %s", (_, open) => {
  let face: SeedFace;
  let dialogue_id: string;
  let protocol: string;
  beforeAll(async () => {
    face = await open({ [source]: "# RFC 0007: API design\n\n## Paging\n\nPages have 50 rows.\n" });
  });

  it("blue_dialogue_create(topic, agents, sources) answers with file, protocol and source paths", async () => {
    const created = await face.call<{ dialogue_id: string; output_dir: string; judge_protocol: string }>(
      "blue_dialogue_create",
      { topic: "API design", agents: 3, sources: [source], model: "haiku" },
    );
    ({ dialogue_id, judge_protocol: protocol } = created);
    expect(created).toMatchObject({ title: "API design", sources: [source], settings: { model: "haiku" } });
    expect(face.read(`${created.output_dir}/dialogue.md`)).toContain("API design");
  });

  it("injects every section and every instruction that it prints", () => {
    expect(protocol).toMatch(/^## Judge Protocol \(ADR 0014\)\n\nYou are the Judge/);
    for (const [section, ...parts] of [
      ["Spawning Agents", "`run_in_background: true`", "in ONE message", "Wait until all are done"],
      ["Agent Prompt Template", "You are 🧁 Muffin, a [role].", "READ with the Read tool", source, "the question"],
      [
        "After All Agents Complete",
        "blue_extract_dialogue",
        "ALIGNMENT = Wisdom",
        "Consistency",
        "Truth",
        "Relationships",
        "UNBOUNDED",
      ],
      ["Format Requirements", "🧁 Muffin | 🧁 Cupcake | … | 💙 Judge", "Perspectives Inventory", "Tensions Tracker"],
    ] as const) {
      const text = protocol.split(`### ${section}\n`)[1]?.split("\n### ")[0];
      for (const part of parts) expect(text, section).toContain(part);
    }
    for (const part of ["blue_dialogue_lint", ...names]) expect(protocol).toContain(part);
  });

  it("experts are told to read the source and the dialogue, and how to cite", async () => {
    await face.call("blue_dialogue_evolve_panel", {
      dialogue_id,
      round: 0,
      panel: names.map((name) => ({ name, role: `${name}'s role`, source: "created" })),
    });
    const prompted = await face.call<Prompted>("blue_dialogue_round_prompt", { dialogue_id, round: 0 });
    expect(prompted.task).toMatchObject({ run_in_background: true, subagent_type: "general-purpose" });
    expect(prompted).toMatchObject({ spawn: names.map((expert) => ({ expert, model: "haiku" })) });
    const prompts = expertsWrite(face, { ...prompted, spawn: prompted.spawn.slice(1) }, (expert) =>
      [
        `[${expert.toUpperCase()}-E0001: page size]`,
        `Fifty. [CITE ${source}#L5 "Pages have 50 rows."]`,
        "",
        "[MOVE:CONVERGE]",
        "",
      ].join("\n"),
    );
    for (const prompt of Object.values(prompts)) {
      expect(prompt).toContain(source);
      expect(prompt).toContain('[CITE path#L10-L14 "exact words"]');
    }
  });

  it("an agent that answered instead of writing is extracted from its JSONL, and its tool uses are counted", async () => {
    const said = (id: string, block: object) =>
      JSON.stringify({ type: "assistant", message: { id, role: "assistant", model: "haiku", content: [block] } });
    face.write(
      join(face.env.CLAUDE_CONFIG_DIR!, "projects/p/s/subagents/agent-a6dc70c.jsonl"),
      [
        said("m1", { type: "tool_use", id: "t1", name: "Read", input: {} }),
        said("m2", { type: "text", text: "[MUFFIN-P0001: cursors]\nThey last.\n" }),
        "",
      ].join("\n"),
    );
    const extracted = await face.call("blue_extract_dialogue", { task_id: "a6dc70c", dialogue_id, expert: "Muffin" });
    expect(extracted).toMatchObject({ state: "whole", tool_uses: 1, text: expect.stringContaining("[MUFFIN-P0001") });
  });

  it("after registering, the document has the printed line, sections and markers, and lints clean", async () => {
    const registered = await face.call("blue_dialogue_round_register", { dialogue_id, round: 0, score: 12 });
    expect(registered).toMatchObject({ status: "registered", velocity: { new_perspectives: 1 } });
    const { path } = await face.call<{ path: string }>("blue_dialogue_save", { dialogue_id });
    const text = face.read(path);
    expect(text).toContain("**Participants**: 🧁 Muffin | 🧁 Cupcake | 🧁 Scone | 💙 Judge");
    for (const part of [
      "## Alignment Scoreboard",
      "UNBOUNDED",
      "## Perspectives Inventory",
      "## Tensions Tracker",
      "### 🧁 Muffin",
    ])
      expect(text).toContain(part);
    const linted = await face.call<{ score: number; issues: Answer[] }>("blue_dialogue_lint", { file_path: path });
    expect(linted.issues.filter(({ severity }) => severity === "error")).toEqual([]);
    face.write(path, text.replaceAll("🧁 ", "").replace("## Tensions Tracker", "## Conflicts"));
    const worse = await face.call<{ score: number; issues: { message: string }[] }>("blue_dialogue_lint", {
      file_path: path,
    });
    expect(worse.score).toBeLessThan(linted.score);
    const messages = worse.issues.map(({ message }) => message).join("\n");
    expect(messages).toContain("Tensions Tracker");
    expect(messages).toMatch(/🧁|emoji/);
  });

  it("round 1 tells experts to read the dialogue, and repeats until convergence", async () => {
    const prompts = expertsWrite(
      face,
      await face.call<Prompted>("blue_dialogue_round_prompt", { dialogue_id, round: 1 }),
      () => "[MOVE:CONVERGE]\n",
    );
    expect(prompts.Cupcake).toContain("inventory.md");
    expect(prompts.Cupcake).toContain("P0001");
    const registered = await face.call("blue_dialogue_round_register", { dialogue_id, round: 1, score: 3 });
    expect(registered).toMatchObject({ can_converge: true });
  });

  it("has no maximum of agents", async () => {
    const { settings } = await face.call<{ settings: Answer }>("blue_dialogue_create", { topic: "Many", agents: 40 });
    expect(settings.panel_size).toBe(40);
  });
});
