import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { entriesOf } from "../../../test/helpers/asks.ts";
import { makeDialogue, show } from "../../../test/helpers/dialogue.ts";
import { draftPath, draftsFolder, roundFolder } from "../../store/drafts.ts";

describe("dialogue.round-discard", () => {
  it("starts the next attempt with the same panel; no draft of the last one is deleted", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[MUFFIN-T0001: no]\nNo."] });
    const folder = draftsFolder(dialogue.open());
    const answer = await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "wrong subject" });
    expect(answer).toMatchObject({ round: 0, discarded: ["cupcake", "muffin", "scone"] });
    expect(await show("dialogue.round-discard", answer)).toContain("Round 0 starts again");
    expect(readFileSync(join(dialogue.root, folder, "muffin/draft.md"), "utf8")).toContain("[MUFFIN-T0001: no]");
    expect([folder, draftsFolder(dialogue.open())]).toEqual([
      expect.stringMatching(/\/round-0-[0-9a-f]{16}\/1$/),
      expect.stringMatching(/\/round-0-[0-9a-f]{16}\/2$/),
    ]);
    expect(dialogue.panel()).toEqual(["Muffin", "Cupcake", "Scone"]);
    expect(answer.next).toMatchObject({ tool: "blue_dialogue_round_prompt" });
  });

  it("keeps a draft that comes late beside what was asked for it: it enters the record, and never the next attempt", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: who pays]\nNobody said."] });
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use REST." });
    const late = join(dialogue.root, draftPath(dialogue.open(), "Scone"));
    await dialogue.call("dialogue.round-discard", { ...key, reason: "better words" });
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use RPC." });
    writeFileSync(late, "[MOVE:CONVERGE]\n\n[SCONE-S0101: APPROVE | 1]\nREST it is.\n");
    dialogue.writeAll({ Scone: null });
    expect(await dialogue.registerRefused("draft_missing")).toMatchObject({ value: "Scone" });
    await dialogue.register({ absent: ["Scone"] });
    const record = dialogue.record(1);
    expect(record).toMatchObject({ proposal: ["Use RPC."], signals: [{ by: "Muffin" }, { by: "Cupcake" }] });
    expect(record.discarded).toMatchObject([
      { reason: "better words", texts: [{ expert: "Scone", lines: expect.arrayContaining(["REST it is."]) }] },
    ]);
    writeFileSync(late, "Later still.\n");
    const { warnings } = await dialogue.call<{ warnings: string[] }>("dialogue.status", key);
    expect(warnings.join()).toContain("Scone, absent in round 1, has written since");
  });

  it("takes with it what lies beside the attempts, and goes on where the log cannot be read", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id, reason: "torn" };
    const beside = join(dialogue.root, roundFolder(dialogue.open()), "muffin/draft.md");
    mkdirSync(dirname(beside), { recursive: true });
    writeFileSync(beside, "[MUFFIN-T0001: no]\nNo.\n");
    dialogue.writeAll({ Muffin: null });
    await dialogue.registerRefused("unregistered_files", { absent: ["Muffin"] });
    writeFileSync(join(dialogue.root, entriesOf(dialogue).at(-1)!), "{");
    expect(await dialogue.call("dialogue.round-discard", key)).toMatchObject({
      discarded: ["cupcake", "muffin", "scone"],
      next: { tool: "blue_dialogue_sample_panel" },
    });
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    await dialogue.round();
    expect(dialogue.record(0).discarded[0]?.texts.map(({ expert }) => expert)).toEqual(["Cupcake", "Muffin", "Scone"]);
  });

  it.each([
    ["this", 0],
    ["the next", 1],
  ])("takes away what is no folder and has the name of %s attempt", async (_, more) => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    if (more > 0) dialogue.writeAll();
    const folder = join(dialogue.root, roundFolder(dialogue.open()));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, String(1 + more)), "In the way.\n");
    await dialogue.call("dialogue.round-discard", { ...key, reason: "blocked" });
    expect(readFileSync(join(folder, `1/in-the-way-${1 + more}`), "utf8")).toBe("In the way.\n");
    await dialogue.call("dialogue.round-prompt", key);
    await dialogue.round();
    expect(dialogue.record(0).discarded).toMatchObject([{ reason: "blocked" }]);
  });

  it("refuses where only a panel is seated: that is changed without it", async () => {
    const dialogue = await makeDialogue();
    await dialogue.refused("not_found", "dialogue.round-discard", {
      dialogue_id: dialogue.id,
      reason: "another panel",
    });
  });

  it("refuses after the decision, or a closing, once somebody wrote: no next record might come to hold it", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id, reason: "we are done" };
    await dialogue.round();
    await dialogue.verdict();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    expect(await dialogue.call("dialogue.round-discard", key)).toMatchObject({ discarded: [] });

    const folder = draftsFolder(dialogue.open());
    dialogue.write("Muffin", ["[MUFFIN-T0101: no]\nNo."]);
    const error = await dialogue.refused("unregistered_files", "dialogue.round-discard", key);
    expect(error).toMatchObject({ constraint: "recorded", value: [`${folder}/muffin/draft.md`] });
    expect(error.suggestion).toContain("Register round 1, which supersedes the decision");
    rmSync(join(dialogue.root, folder), { recursive: true });
    const direct = dialogue.writeInRoundFolder("scone", "[SCONE-T0101: no]\nNo.\n");
    await dialogue.refused("unregistered_files", "dialogue.round-discard", key);
    rmSync(join(dialogue.root, direct));
    dialogue.write("Scone", ["[SCONE-T0101: no]\nNo."]);
    await dialogue.register({ absent: ["Muffin", "Cupcake"] });

    await dialogue.call("dialogue.close", { dialogue_id: dialogue.id, outcome: "impasse", reason: "no way" });
    await dialogue.call("dialogue.say", { dialogue_id: dialogue.id, text: "But I have an idea." });
    const closed = await dialogue.refused("unregistered_files", "dialogue.round-discard", key);
    expect(closed.message).toContain("the dialogue is closed (impasse)");
  });

  it("says of a guest's remark after the decision that prompting the panel is the way out, and it is", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round();
    await dialogue.verdict();
    await dialogue.call("dialogue.say", { ...key, text: "hi" });
    const absent = dialogue.panel();
    expect(await dialogue.registerRefused("draft_missing", { absent })).toMatchObject({ constraint: "someone_spoke" });
    const error = await dialogue.refused("unregistered_files", "dialogue.round-discard", { ...key, reason: "done" });
    expect(error.suggestion).toContain("prompt the panel (round-prompt) and register round 1");
    expect(await dialogue.call("dialogue.status", key)).toMatchObject({ next: { tool: "blue_dialogue_round_prompt" } });
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use REST." });
    const still = await dialogue.refused("unregistered_files", "dialogue.round-discard", { ...key, reason: "done" });
    expect(still.suggestion).toContain("prompt the panel");
    await dialogue.round();
    expect(dialogue.record(1).texts.at(-1)).toMatchObject({ expert: "Guest", lines: ["hi"] });
  });

  it("refuses without a reason, without anything to set aside, and for any round but the open one", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const key = { dialogue_id: dialogue.id };
    await dialogue.refused("invalid_input", "dialogue.round-discard", key);
    await dialogue.refused("invalid_input", "dialogue.round-discard", { ...key, reason: "  " });
    await dialogue.refused("not_found", "dialogue.round-discard", { ...key, reason: "empty" });
    await dialogue.refused("round_taken", "dialogue.round-discard", { ...key, round: 0, reason: "too late" });
    await dialogue.refused("round_not_registered", "dialogue.round-discard", { ...key, round: 2, reason: "too early" });
  });
});
