import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { expectUnchanged, makeDialogue, show, treeOf } from "../../../test/helpers/dialogue.ts";

interface Prompted {
  round: number;
  proposal: { path: string; bytes: number } | null;
  folder: string;
  task: Record<string, unknown>;
  spawn: {
    expert: string;
    role: string;
    prompt_file: string;
    draft_file: string;
    model?: string;
  }[];
  next: { tool: string };
}

describe("round-prompt", () => {
  it("writes a prompt for each member and says in one sentence how to start them", async () => {
    const dialogue = await makeDialogue({
      tree: { "design.md": "# Design\n" },
      create: { subject: "design.md", model: "opus" },
    });
    const prompted = await dialogue.call<Prompted>("dialogue.round-prompt", { dialogue_id: dialogue.id });
    const { folder, task, spawn, next } = prompted;
    expect(task).toEqual({
      description: "🧁 <expert> expert deliberation",
      prompt: "Read <folder>/<prompt_file> and follow it exactly.",
      subagent_type: "general-purpose",
      run_in_background: true,
    });
    const shown = await show("dialogue.round-prompt", prompted);
    expect(spawn.map(({ expert }) => expert)).toEqual(dialogue.panel());
    for (const { expert, role, prompt_file, draft_file, model } of spawn) {
      const path = relative(dialogue.root, join(folder, prompt_file));
      expect(shown).toContain(`🧁 ${expert}, ${role}:\nRead ${path} and follow it exactly.\n`);
      const text = readFileSync(join(folder, prompt_file), "utf8");
      expect(text).toContain(join(folder, draft_file));
      expect(text).toContain(join(dialogue.root, "design.md"));
      expect(text).not.toContain("[object");
      expect(model).toBe("opus");
    }
    expect(next.tool).toBe("blue_dialogue_round_collect");
  });

  it("keeps the proposal as what the panel was shown, and demands none", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: who pays]\nNobody said."] });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round({}, { tension_updates: [] });
    expect(dialogue.record(1)).toMatchObject({ proposal: null, recommendations: [] });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    await dialogue.round({}, { tension_updates: [] });
    expect(dialogue.record(2).proposal).toEqual(["Use REST."]);
    expect(dialogue.record(2)).not.toHaveProperty("recommendations");
  });

  it("falls back to the last proposal, then to the subject as it was opened", async () => {
    const dialogue = await makeDialogue({ tree: { "design.md": "# Design\n" }, create: { subject: "design.md" } });
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: who pays]\nNobody said."] });
    const shown = async () => {
      const { folder, proposal } = await dialogue.call<Prompted>("dialogue.round-prompt", { dialogue_id: dialogue.id });
      return readFileSync(join(folder, proposal!.path), "utf8");
    };
    expect(await shown()).toBe("# Design\n");
    await dialogue.round();
    writeFileSync(join(dialogue.root, "design.md"), "# Another\n");
    expect(await shown()).toBe("# Design\n");
    await dialogue.round();
    const words = "Use REST.";
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: words });
    await dialogue.round();
    expect(await shown()).toBe("Use REST.\n");
  });

  it("says where the proposal is and how long it is, and does not repeat it", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: who pays]\nNobody said."] });
    const words = "Use REST, naïvely. ".repeat(100);
    const answer = await dialogue.call<Prompted>("dialogue.round-prompt", {
      dialogue_id: dialogue.id,
      proposal: words,
    });
    expect(JSON.stringify(answer)).not.toContain("Use REST");
    expect(answer.proposal?.bytes).toBe(Buffer.byteLength(words));
    expect(readFileSync(join(answer.folder, answer.proposal!.path), "utf8")).toContain(words);
  });

  it("refuses another proposal once a prompt has shown the first, and takes it after a discard", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: who pays]\nNobody said."] });
    await dialogue.call("dialogue.round-prompt", { ...key, agent_name: "Muffin", proposal: "Use REST." });
    for (const other of [
      { ...key, proposal: "Use RPC." },
      { ...key, agent_name: "Scone", proposal: "Use RPC." },
    ])
      expect(await dialogue.refused("drafts_changed", "dialogue.round-prompt", other)).toMatchObject({
        field: "proposal",
        constraint: "proposal_shown",
        message: "The proposal cannot change: the prompts of Muffin were written with other words",
      });
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: " Use REST.\n" });
    await dialogue.call("dialogue.round-discard", { ...key, reason: "better words" });
    const { folder, spawn } = await dialogue.call<Prompted>("dialogue.round-prompt", { ...key, proposal: "Use RPC." });
    for (const { prompt_file } of spawn) {
      expect(readFileSync(join(folder, prompt_file), "utf8")).toContain("Use RPC.");
      expect(readFileSync(join(folder, prompt_file), "utf8")).not.toContain("Use REST.");
    }
    expect(spawn).toHaveLength(3);
    dialogue.writeAll();
    await dialogue.registerRefused("invalid_input", { proposal: "Use neither." });
  });

  it("shows one member of round 0 no proposal that the others' prompts lack", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.round-prompt", key);
    const one = { ...key, agent_name: "Scone", proposal: "Use RPC." };
    const error = await dialogue.refused("drafts_changed", "dialogue.round-prompt", one);
    expect(error.message).toContain("were written with none");
  });

  it("hears a guest's remark as nobody's answer to the proposal", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: who pays]\nNobody said."] });
    await dialogue.call("dialogue.say", { ...key, text: "hi" });
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use RPC." });
    await dialogue.round();
    expect(dialogue.record(1)).toMatchObject({ proposal: ["Use RPC."] });
    expect(dialogue.record(1).texts.at(-1)).toMatchObject({ expert: "Guest", lines: ["hi"] });
  });

  it("gives one member's prompt as the seed asks for it, and refuses a stranger or another role", async () => {
    const dialogue = await makeDialogue();
    const { role } = (
      await dialogue.call<{ panel: { role: string }[] }>("dialogue.status", { dialogue_id: dialogue.id })
    ).panel[0]!;
    const one = {
      output_dir: `.blue/dialogues/${dialogue.id}`,
      agent_name: "Muffin",
      agent_emoji: "🧁",
      agent_role: role,
      round: 0,
      expert_source: "pool",
      focus: "Taiwan",
    };
    const { folder, spawn } = await dialogue.call<Prompted>("dialogue.round-prompt", one);
    expect(spawn).toHaveLength(1);
    expect(readFileSync(join(folder, spawn[0]!.prompt_file), "utf8")).toContain("Your focus: Taiwan.");
    await dialogue.refused("panel_mismatch", "dialogue.round-prompt", { ...one, agent_name: "Palmier" });
    await dialogue.refused("panel_mismatch", "dialogue.round-prompt", { ...one, agent_role: "Poet" });
    await dialogue.refused("panel_mismatch", "dialogue.round-prompt", {
      dialogue_id: dialogue.id,
      directives: { Palmier: "Sing." },
    });
  });

  it("carries each directive to its expert alone", async () => {
    const dialogue = await makeDialogue();
    const { folder, spawn } = await dialogue.call<Prompted>("dialogue.round-prompt", {
      dialogue_id: dialogue.id,
      directives: { muffin: "Settle the cost." },
    });
    const texts = spawn.map(({ expert, prompt_file }) => [
      expert,
      readFileSync(join(folder, prompt_file), "utf8").includes("Settle the cost."),
    ]);
    expect(texts).toEqual([
      ["Muffin", true],
      ["Cupcake", false],
      ["Scone", false],
    ]);
  });

  it("puts every directive and every other focus on record, on the round's page and in its summary", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.call("dialogue.round-prompt", { ...key, directives: { Muffin: "Say yes." } });
    await dialogue.call("dialogue.round-prompt", { ...key, directives: { Muffin: "Settle the cost.\n<!-- no more" } });
    await dialogue.call("dialogue.round-prompt", { ...key, agent_name: "Scone", focus: "Taiwan" });
    await dialogue.round();
    expect(dialogue.record(0).directives).toEqual([
      { expert: "Muffin", directive: ["Say yes."], focus: null },
      { expert: "Muffin", directive: ["Settle the cost.", "<!-- no more"], focus: null },
      { expert: "Scone", directive: null, focus: "Taiwan" },
    ]);
    const page = (name: string) =>
      readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/${name}`), "utf8");
    expect(page("judge.md")).toContain("## Asked of Single Experts\n\nMuffin:\n\n> Say yes.");
    expect(page("judge.md")).toContain("Scone, with another focus: Taiwan");
    expect(page("round-0.summary.md")).toContain("- Directives in prompts: Muffin, Scone.");
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use REST.", directives: { Muffin: "Agree." } });
    await dialogue.call("dialogue.round-discard", { ...key, reason: "softer words" });
    await dialogue.round();
    expect(dialogue.record(1)).not.toHaveProperty("directives");
    expect(dialogue.record(1).discarded[0]?.directives).toMatchObject([{ expert: "Muffin", directive: ["Agree."] }]);
  });

  it.each(["none", "wildcards", "full"])("seats the round itself in mode %s", async (rotation) => {
    const dialogue = await makeDialogue({
      experts: 3,
      create: { rotation, expert_pool: undefined, template: "general", panel_size: 4 },
    });
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: who pays]\nNobody said."] });
    const { folder, spawn } = await dialogue.call<Prompted>("dialogue.round-prompt", {
      dialogue_id: dialogue.id,
      proposal: "Use REST.",
    });
    expect(spawn).toHaveLength(4);
    expect(spawn.map(({ expert }) => expert)).toEqual(dialogue.panel());
    const before = dialogue.record(0).panel.map(({ name }) => name);
    if (rotation === "none") expect(dialogue.panel()).toEqual(before);
    expect(spawn.every(({ prompt_file }) => existsSync(join(folder, prompt_file)))).toBe(true);
  });

  it("asked again it changes nothing, keeps the directives, and starts only who has not written", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const first = await dialogue.call("dialogue.round-prompt", {
      dialogue_id: dialogue.id,
      proposal: "Use REST.",
      directives: { Muffin: "Count the cost." },
    });
    expect(first).toMatchObject({ directed: ["Muffin"], kept: [], written: [] });
    const before = treeOf(dialogue.root);
    const again = await dialogue.call<{ spawn: { expert: string }[] }>("dialogue.round-prompt", {
      dialogue_id: dialogue.id,
    });
    expectUnchanged(dialogue.root, before);
    expect(again).toMatchObject({ directed: [], kept: ["Muffin", "Cupcake", "Scone"] });
    dialogue.write("Muffin", ["[MOVE:CONVERGE]"]);
    const later = await dialogue.call<{ spawn: { expert: string }[] }>("dialogue.round-prompt", {
      dialogue_id: dialogue.id,
    });
    expect(later.spawn.map(({ expert }) => expert)).toEqual(["Cupcake", "Scone"]);
    expect(await show("dialogue.round-prompt", later)).toContain("have written already: Muffin");
  });

  it("writes each prompt in two forms: for an agent who writes a file, and for a run that answers", async () => {
    const dialogue = await makeDialogue({ tree: { "design.md": "# Design\n" }, create: { subject: "design.md" } });
    const { folder, spawn } = await dialogue.call<Prompted>("dialogue.round-prompt", { dialogue_id: dialogue.id });
    for (const { expert, prompt_file } of spawn) {
      const answer = readFileSync(join(folder, dirname(prompt_file), "prompt-answer.txt"), "utf8");
      expect(answer).toContain(`# You are ${expert} `);
      expect(answer).toContain("\n- design.md: the subject");
      expect(answer).toContain("Your last message is the draft, whole");
      expect(answer).not.toContain(dialogue.root);
    }
  });

  it("keeps or replaces both forms together, and neither of a member who has written", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    const { folder } = await dialogue.call<Prompted>("dialogue.round-prompt", key);
    const forms = (expert: string) =>
      ["prompt.md", "prompt-answer.txt"].map((name) => readFileSync(join(folder, expert, name), "utf8"));
    const muffin = forms("muffin");
    dialogue.write("Muffin", ["[MOVE:CONVERGE]"]);
    const directives = { Muffin: "Count the cost.", Scone: "Count the hours." };
    const later = await dialogue.call("dialogue.round-prompt", { ...key, directives });
    expect(later).toMatchObject({ directed: ["Scone"], kept: ["Muffin", "Cupcake"], written: ["Muffin"] });
    expect(forms("muffin")).toEqual(muffin);
    for (const text of forms("scone")) expect(text).toContain("Count the hours.");
    rmSync(join(folder, "scone/prompt-answer.txt"));
    await dialogue.call("dialogue.round-prompt", key);
    for (const text of forms("scone")) expect(text).toContain("Count the hours.");
    await dialogue.round();
    expect(dialogue.record(0).directives).toMatchObject([{ expert: "Scone" }]);
  });

  it("seats the panel that it is given, in one call", async () => {
    const dialogue = await makeDialogue();
    const first = { role: "Expert 1", source: "pool" };
    const auditor = { role: "Auditor", source: "created", focus: "who pays" };
    const key = { dialogue_id: dialogue.id };
    const out = await dialogue.call<Prompted>("dialogue.round-prompt", { ...key, panel: [first, auditor] });
    expect(out.spawn.map(({ role }) => role)).toEqual(["Expert 1", "Auditor"]);
    await dialogue.refused("invalid_input", "dialogue.round-prompt", { ...key, panel: [first] });
  });
});
