import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, expectUnchanged, makeDialogue, raisesTension, show, treeOf } from "../../../test/helpers/dialogue.ts";
import { plant } from "../../../test/helpers/project.ts";

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

  it("never replaces another document: the second of two gets the next name, and each keeps its own", async () => {
    const dialogue = await makeDialogue({ create: { title: "col", output_dir: ".blue/dialogues/col" } });
    const { dialogue_id } = await dialogue.call<{ dialogue_id: string }>("dialogue.create", { title: "col" });
    const save = async (id: string) =>
      (await dialogue.call<{ path: string }>("dialogue.save", { dialogue_id: id })).path;
    const stem = ".blue/docs/dialogues/2026-02-03T1423Z-col";
    for (const [id, path] of [
      ["col", `${stem}.dialogue.md`],
      [dialogue_id, `${stem}-2.dialogue.md`],
      ["col", `${stem}.dialogue.md`],
    ] as const) {
      expect(await save(id)).toBe(path);
    }
    const text = (path: string) => readFileSync(join(dialogue.root, path), "utf8");
    expect(text(`${stem}.dialogue.md`)).toContain("Dialogue `col`");
    expect(text(`${stem}-2.dialogue.md`)).toContain(`Dialogue \`${dialogue_id}\``);
    rmSync(join(dialogue.root, `${stem}.dialogue.md`));
    expect(await save(dialogue_id)).toBe(`${stem}-2.dialogue.md`);
    plant(dialogue.root, { [`${stem}.dialogue.md`]: "# Notes of mine\n" });
    expect(await save("col")).toBe(`${stem}-3.dialogue.md`);
    expect(text(`${stem}.dialogue.md`)).toBe("# Notes of mine\n");
  });

  it.each([false, true])("passes its own lint without a round (abandoned: %s)", async (abandoned) => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    if (abandoned) await dialogue.call("dialogue.close", { ...key, outcome: "abandoned", reason: "No need." });
    const { path, score } = await dialogue.call<{ path: string; score: number }>("dialogue.save", key);
    expect(score).toBe(1);
    expect(await dialogue.call("dialogue.lint", { file_path: path })).toMatchObject({ score: 1, issues: [] });
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
