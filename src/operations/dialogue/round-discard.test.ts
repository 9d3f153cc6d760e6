import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDialogue, show, treeOf } from "../../../test/helpers/dialogue.ts";
import { draftsFolder } from "../../store/drafts.ts";

describe("dialogue.round-discard", () => {
  it("starts the round again: panel and drafts are moved aside, none is deleted", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[MUFFIN-T0001: no]\nNo."] });
    const folder = draftsFolder(dialogue.open());
    const answer = await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "wrong subject" });
    expect(answer).toMatchObject({ round: 0, discarded: ["cupcake", "muffin", "scone"] });
    expect(await show("dialogue.round-discard", answer)).toContain("Round 0 starts again");
    expect(existsSync(join(dialogue.root, folder))).toBe(false);
    const kept = Object.entries(treeOf(dialogue.root)).find(([path]) => path.endsWith("muffin/draft.md"));
    expect(kept?.[0]).toContain(`.blue/drafts/${dialogue.id}/discarded/`);
    expect(kept?.[1]).toContain("[MUFFIN-T0001: no]");
    expect(answer.next).toMatchObject({ tool: "blue_dialogue_sample_panel" });
  });

  it("sets a panel aside that nobody wrote for, and counts no draft for it", async () => {
    const dialogue = await makeDialogue();
    const answer = await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "another panel" });
    expect(answer).toMatchObject({ discarded: [] });
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    await dialogue.round();
    expect(dialogue.record(0).discarded).toMatchObject([{ reason: "another panel", texts: [] }]);
  });

  it("refuses after the decision, or a closing, once somebody wrote: no next record might come to hold it", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id, reason: "we are done" };
    await dialogue.round();
    await dialogue.verdict();
    const folder = draftsFolder(dialogue.open());
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    expect(await dialogue.call("dialogue.round-discard", key)).toMatchObject({ discarded: [] });

    dialogue.write("Muffin", ["[MUFFIN-T0101: no]\nNo."]);
    const error = await dialogue.refused("unregistered_files", "dialogue.round-discard", key);
    expect(error).toMatchObject({ constraint: "recorded", value: [`${folder}/muffin/draft.md`] });
    expect(error.suggestion).toContain("Register round 1, which supersedes the decision");
    rmSync(join(dialogue.root, folder), { recursive: true });
    dialogue.layStraight("scone", "[SCONE-T0101: no]\nNo.\n");
    await dialogue.refused("unregistered_files", "dialogue.round-discard", key);
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
    expect(error.suggestion).toContain("prompt the panel (round-prompt with `proposal`) and register round 1");
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
