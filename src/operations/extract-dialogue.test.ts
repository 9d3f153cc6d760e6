import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeDesk, makeDialogue, show } from "../../test/helpers/dialogue.ts";
import { makeFolder } from "../../test/helpers/project.ts";

const draft = "[MUFFIN-P0001: cost]\nDear.\n\n[MUFFIN-S0001: APPROVE | 0.9]\nYes.";
const usage = { input_tokens: 100, output_tokens: 20 };
const line = (id: string, block: Record<string, unknown>) =>
  JSON.stringify({ type: "assistant", message: { id, role: "assistant", model: "large", usage, content: [block] } });
const transcript = [
  line("m1", { type: "tool_use", id: "t1", name: "Read", input: {} }),
  line("m2", { type: "text", text: draft }),
  "",
].join("\n");

afterEach(() => vi.unstubAllEnvs());

/** An agent's config folder in which task a6dc70c has its transcript. */
function agentFolder(text: string): void {
  const folder = makeFolder({ "projects/p/s/subagents/agent-a6dc70c.jsonl": text });
  vi.stubEnv("CLAUDE_CONFIG_DIR", folder);
  vi.stubEnv("TMPDIR", makeFolder());
}

describe("extract-dialogue", () => {
  it("reads what a subagent said by task_id, and counts what it used", async () => {
    agentFolder(transcript);
    const answer = await makeDesk().call("extract-dialogue", { task_id: "a6dc70c" });
    expect(answer).toMatchObject({
      state: "whole",
      text: draft,
      messages: 2,
      tool_uses: 1,
      saved: null,
      next: { tool: "blue_dialogue_expert_write" },
    });
    expect(await show("extract-dialogue", answer)).toContain("[MUFFIN-P0001: cost]");
  });

  it("files it straight as the expert's draft, with where it came from, and never over a draft", async () => {
    agentFolder(transcript);
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id, expert: "muffin" };
    const answer = await dialogue.call<{ saved: { path: string } }>("extract-dialogue", { task_id: "a6dc70c", ...key });
    expect(answer).toMatchObject({ markers: 1, saved: { beside: false } });
    expect(readFileSync(join(dialogue.root, answer.saved.path), "utf8")).toBe(draft);
    dialogue.write("Scone", ["[MOVE:CONVERGE]"]);
    const said = line("m1", { type: "text", text: "[SCONE-S0001: REJECT | 1]\nNo." });
    const other = join(makeFolder({ "scone.txt": said }), "scone.txt");
    expect(await dialogue.call("extract-dialogue", { file_path: other, ...key, expert: "Scone" })).toMatchObject({
      saved: { beside: true },
    });
    await dialogue.writeAll({ Muffin: null, Scone: null });
    await dialogue.register();
    expect(dialogue.record(0).texts[0]).toMatchObject({
      provenance: {
        source: "transcript",
        filed_by: "Judge",
        note: "whole transcript, 1 tool uses",
        model: "large",
        tokens: 240,
      },
    });
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({
      judges_hand: { filed: 2 },
    });
  });

  it("says torn and empty, and files nothing that is not there", async () => {
    const torn = makeFolder({ "agent-x.jsonl": `${transcript}{"type": "assist`, "agent-y.jsonl": "" });
    const dialogue = await makeDialogue();
    expect(await dialogue.call("extract-dialogue", { file_path: join(torn, "agent-x.jsonl") })).toMatchObject({
      state: "torn",
      text: draft,
    });
    const file_path = join(torn, "agent-y.jsonl");
    expect(await dialogue.call("extract-dialogue", { file_path })).toMatchObject({
      state: "empty",
      text: "",
      markers: 0,
    });
    await dialogue.refused("draft_missing", "extract-dialogue", {
      file_path,
      dialogue_id: dialogue.id,
      expert: "Muffin",
    });
  });

  it("counts the markers of a text by any author, and sends nobody to file what is empty", async () => {
    const folder = makeFolder({
      "m.txt": line("m1", {
        type: "text",
        text: "[MUFFIN-P0201: a]\nA.\n\n[SCONE-T0301: b]\nB.\n\n[MUFFIN-S0201: HOLD | 1]\nNo.",
      }),
      "e.txt": " \n",
    });
    const desk = makeDesk();
    expect(await desk.call("extract-dialogue", { file_path: join(folder, "m.txt") })).toMatchObject({ markers: 2 });
    expect(await desk.call("extract-dialogue", { file_path: join(folder, "e.txt") })).toMatchObject({
      markers: 0,
      next: { tool: "blue_dialogue_round_prompt", why: expect.stringContaining("no text to file") },
    });
  });

  it.each<[string, string, string]>([
    [
      "has more bytes than a draft, though fewer characters",
      line("m1", { type: "text", text: "漢".repeat(900_000) }),
      "2700000 bytes",
    ],
    ["could not be read again", line("m1", { type: "text", text: "a\0b" }), "NUL"],
  ])("files nothing that %s", async (_, text, why) => {
    const dialogue = await makeDialogue();
    const file_path = join(makeFolder({ "agent-x.jsonl": text }), "agent-x.jsonl");
    const key = { dialogue_id: dialogue.id, expert: "Muffin" };
    const error = await dialogue.refused("invalid_input", "extract-dialogue", { file_path, ...key });
    expect(error).toMatchObject({ field: "file_path", message: expect.stringContaining(why) });
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({ problems: [] });
  });

  it("refuses a dialogue without the expert whose text it is", async () => {
    agentFolder(transcript);
    const dialogue = await makeDialogue();
    for (const key of [{ dialogue_id: dialogue.id }, { output_dir: `.blue/dialogues/${dialogue.id}` }]) {
      const error = await dialogue.refused("invalid_input", "extract-dialogue", { task_id: "a6dc70c", ...key });
      expect(error.field).toBe("expert");
    }
  });

  it("refuses no source, two, an unknown task, an unknown file and somebody who is not on the panel", async () => {
    agentFolder(transcript);
    const dialogue = await makeDialogue();
    await dialogue.refused("invalid_input", "extract-dialogue", {});
    await dialogue.refused("invalid_input", "extract-dialogue", { task_id: "a", file_path: "b" });
    await dialogue.refused("invalid_input", "extract-dialogue", { task_id: "../a" });
    await dialogue.refused("not_found", "extract-dialogue", { task_id: "b0000" });
    await dialogue.refused("not_found", "extract-dialogue", { file_path: "none.jsonl" });
    await dialogue.refused("panel_mismatch", "extract-dialogue", {
      task_id: "a6dc70c",
      dialogue_id: dialogue.id,
      expert: "Eclair",
    });
  });
});
