/** RFC 0015 from top to bottom, over stdio and by the built command line: helpers only, real files, many rounds, and the skill where agents look for it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../helpers/dialogue.ts";
import { builtServer, connectClient, stopAll } from "../helpers/mcp-client.ts";
import { expertsWrite, type Prompted, type SeedFace, seedFaces, seedProject } from "../helpers/seed-faces.ts";

afterAll(stopAll);

describe("the tools of RFC 0015 over stdio", () => {
  it("are the three helpers and no orchestration; who asks for that is told the command", async () => {
    const { root, env } = seedProject();
    const { client } = await connectClient({ args: builtServer, cwd: root, env }, "2025-11-25");
    const names = (await client.listTools()).tools.map(({ name }) => name);
    for (const tool of ["blue_extract_dialogue", "blue_dialogue_lint", "blue_dialogue_save"])
      expect(names).toContain(tool);
    expect(names.filter((name) => name.includes("alignment"))).toEqual([]);
    const asked = await client.callTool({ name: "blue_alignment_play", arguments: { topic: "API design" } });
    expect(asked).toMatchObject({
      isError: true,
      structuredContent: { context: { command: "blue alignment play --topic 'API design'" } },
    });
  });
});

describe.each(seedFaces)("RFC 0015 over %s", (_, open) => {
  let face: SeedFace;
  const said = (text: string) =>
    `${JSON.stringify({ type: "assistant", message: { id: "m1", role: "assistant", content: [{ type: "text", text }] } })}\n`;
  beforeAll(async () => {
    face = await open();
  });

  it("blue_extract_dialogue reads text by task_id and by file_path", async () => {
    const file = join(face.env.CLAUDE_CONFIG_DIR!, "projects/p/s/subagents/agent-a6dc70c.jsonl");
    face.write(file, said("What the agent said."));
    for (const input of [{ task_id: "a6dc70c" }, { file_path: file }])
      expect(await face.call("blue_extract_dialogue", input)).toMatchObject({ text: "What the agent said." });
  });

  it("five experts in two rounds make a .dialogue.md that blue_dialogue_lint scores", async () => {
    const { dialogue_id } = await face.call<{ dialogue_id: string }>("blue_dialogue_create", {
      topic: "API design",
      agents: 5,
      template: "product",
    });
    for (const round of [0, 1]) {
      const prompted = await face.call<Prompted>("blue_dialogue_round_prompt", { dialogue_id, round });
      expect(prompted.spawn).toHaveLength(5);
      expect(prompted.how).toContain("in one message");
      const prompts = expertsWrite(face, prompted, (expert) =>
        round === 0 ? `[${expert.toUpperCase()}-P0001: what ${expert} sees]\nSo.\n` : "[MOVE:CONVERGE]\n",
      );
      // Fresh context: nobody's words of this round are in another's prompt.
      if (round === 0) for (const prompt of Object.values(prompts)) expect(prompt).not.toContain("sees]");
      const registered = await face.call("blue_dialogue_round_register", { dialogue_id, round, score: 5 });
      expect(registered).toMatchObject({ status: "registered", can_converge: round === 1 });
    }
    const { path } = await face.call<{ path: string }>("blue_dialogue_save", { dialogue_id });
    expect(path).toMatch(/^\.blue\/docs\/dialogues\/.*\.dialogue\.md$/);
    const linted = await face.call<{ score: number; issues: Answer[] }>("blue_dialogue_lint", { file_path: path });
    expect(linted).toMatchObject({ score: expect.any(Number), issues: expect.any(Array) });
    expect(linted.score).toBeGreaterThan(0.9);
  });
});

it("the skill is installed to ~/.claude/skills, with its trigger, and no CLAUDE.md is touched", async () => {
  const { run, env, root } = seedProject();
  await run("blue install --agent claude --user --json");
  const skills = join(env.CLAUDE_CONFIG_DIR!, "skills");
  for (const skill of ["alignment-play", "alignment-expert"])
    expect(existsSync(join(skills, skill, "SKILL.md")), skill).toBe(true);
  const { read } = seedProject();
  expect(read(join(skills, "alignment-play/SKILL.md"))).toMatch(/description: .*play alignment/);
  for (const folder of [root, env.HOME!, env.CLAUDE_CONFIG_DIR!])
    expect(existsSync(join(folder, "CLAUDE.md")), folder).toBe(false);
});
