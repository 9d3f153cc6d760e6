import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDialogue, show } from "../../../test/helpers/dialogue.ts";

const text = "[MUFFIN-P0001: cost]\nDear.\n\n[MUFFIN-S0001: APPROVE | 0.9]\nYes.\n";

describe("dialogue.expert-write", () => {
  it("files the text word for word with its origin, and says what is wrong with it", async () => {
    const dialogue = await makeDialogue();
    const filed = await dialogue.call<{ path: string }>("dialogue.expert-write", {
      dialogue_id: dialogue.id,
      expert: "muffin",
      text: "[MUFFIN-P001: cost]\nDear.\n\n[MUFFIN-R0001: pa",
      note: "answered in its message",
    });
    expect(filed).toMatchObject({
      expert: "Muffin",
      round: 0,
      beside: false,
      complete: false,
      problems: [expect.stringMatching(/^line 1: /)],
      path: expect.stringMatching(/\/muffin\/draft\.md$/),
    });
    expect(readFileSync(join(dialogue.root, filed.path), "utf8")).toBe(
      "[MUFFIN-P001: cost]\nDear.\n\n[MUFFIN-R0001: pa",
    );
    const shown = await show("dialogue.expert-write", filed);
    expect(shown).toContain("! It ends inside a marker.");
  });

  it("is the expert's first text when the file that was there is blank", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: "\n" });
    const filed = await dialogue.call("dialogue.expert-write", { dialogue_id: dialogue.id, expert: "Muffin", text });
    expect(filed).toMatchObject({ beside: false, complete: true });
    await dialogue.register();
    expect(dialogue.record(0).texts[0]).toMatchObject({
      state: "present",
      provenance: { source: "expert_write" },
      others: [],
    });
  });

  it("never replaces a draft: a second and a third text are kept beside the first", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    for (const n of [2, 3]) {
      const filed = await dialogue.call("dialogue.expert-write", {
        dialogue_id: dialogue.id,
        expert: "Muffin",
        text: `${text}${n}`,
      });
      expect(filed).toMatchObject({ beside: true, path: expect.stringContaining(`draft-${n}.md`) });
      expect(await show("dialogue.expert-write", filed)).toContain("not counted");
    }
    expect((await dialogue.register()).id_mapping).toEqual({});
    expect(dialogue.record(0).texts[0]!.others).toHaveLength(2);
  });

  it("refuses who is not on the panel, a blank or huge text, one with a NUL, and any round but the open one", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id, expert: "Muffin", text };
    await dialogue.refused("panel_mismatch", "dialogue.expert-write", { ...key, expert: "Eclair" });
    await dialogue.refused("panel_mismatch", "dialogue.expert-write", { ...key, expert: "../../x" });
    await dialogue.refused("invalid_input", "dialogue.expert-write", { ...key, text: " \n" });
    await dialogue.refused("invalid_input", "dialogue.expert-write", { ...key, text: "x".repeat(1024 * 1024 + 1) });
    await dialogue.refused("invalid_input", "dialogue.expert-write", { ...key, text: `x${"\n".repeat(1024 * 1024)}` });
    await dialogue.refused("invalid_input", "dialogue.expert-write", { ...key, text: "a\0b" });
    await dialogue.refused("round_not_registered", "dialogue.expert-write", { ...key, round: 1 });
    await dialogue.round();
    await dialogue.refused("round_taken", "dialogue.expert-write", { ...key, round: 0 });
  });
});
