import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, expectUnchanged, makeDialogue, raisesTension, show, treeOf } from "../../../test/helpers/dialogue.ts";

describe("dialogue.save", () => {
  it("keeps the dialogue as one document that passes its own lint; saving again changes nothing", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round(
      { Muffin: ["[MOVE:CONVERGE]", "[MUFFIN-C0101: so]\n[RE:RESOLVE T0001]\nThus."] },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] },
    );
    await dialogue.verdict();
    const saved = await dialogue.call<{ path: string; score: number }>("dialogue.save", { dialogue_id: dialogue.id });
    expect(saved.path).toBe(".blue/docs/dialogues/2026-02-03T1423Z-api-design.dialogue.md");
    const { issues, score } = await dialogue.call<{ issues: { severity: string }[]; score: number }>("dialogue.lint", {
      file_path: saved.path,
    });
    expect(issues.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect([score, saved.score]).toEqual([1, 1]);
    expect(await show("dialogue.save", saved)).toContain("(lint 100%)");
    const tree = treeOf(dialogue.root);
    await dialogue.call("dialogue.save", { dialogue_id: dialogue.id });
    expectUnchanged(dialogue.root, tree);
    expect(readFileSync(join(dialogue.root, saved.path), "utf8")).toContain("We cannot have both.");
  });

  it("takes its date from the opening when its folder has none, and refuses damaged records", async () => {
    const dialogue = await makeDialogue({ create: { output_dir: ".blue/dialogues/api-design" } });
    const { path } = await dialogue.call("dialogue.save", { dialogue_id: "api-design" });
    expect(path).toBe(".blue/docs/dialogues/2026-02-03T1423Z-api-design.dialogue.md");
    await dialogue.round();
    edit(dialogue.root, ".blue/dialogues/api-design/round-0/round.json", () => "");
    await dialogue.refused("record_damaged", "dialogue.save", { dialogue_id: "api-design" });
  });
});
