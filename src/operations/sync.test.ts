import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, edit, expectUnchanged, makeDialogue, show, treeOf } from "../../test/helpers/dialogue.ts";

/** The index is disposable and not compared. */
function records(root: string): Record<string, string> {
  return Object.fromEntries(Object.entries(treeOf(root)).filter(([path]) => !path.startsWith(".blue/blue.db")));
}

describe("sync", () => {
  it("makes generated files again where they are missing or edited, and never touches a record", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    const folder = `.blue/dialogues/${dialogue.id}`;
    const before = records(dialogue.root);
    edit(dialogue.root, `${folder}/verdict.md`, (text) => `${text}\nAnd a pony.\n`);
    rmSync(join(dialogue.root, `${folder}/round-0/muffin.md`));
    const answer = await dialogue.call<{ written: Answer[] }>("sync");
    expect(answer).toMatchObject({
      dialogues: 1,
      written: [
        { path: `${folder}/verdict.md`, state: "edited" },
        { path: `${folder}/round-0/muffin.md`, state: "missing" },
      ],
      damaged: [],
      index: { state: "refreshed", problem: null },
    });
    expect(records(dialogue.root)).toEqual(before);
    expect(await show("sync", answer)).toContain("2 generated files made again");
    expect(await dialogue.call("sync")).toMatchObject({ written: [] });
  });

  it("says that a folder is where a page belongs, and nothing else fails because of it", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round();
    const page = `.blue/dialogues/${dialogue.id}/dialogue.md`;
    rmSync(join(dialogue.root, page));
    mkdirSync(join(dialogue.root, page));
    writeFileSync(join(dialogue.root, page, "mine.txt"), "mine");
    mkdirSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`));
    expect((await dialogue.round()).status).toBe("registered");
    expect(await dialogue.verdict()).toMatchObject({ status: "registered" });
    const words = `${page} is a folder, where a page belongs: move it away`;
    expect(await dialogue.call("sync")).toMatchObject({ written: [], damaged: [words] });
    expect(await dialogue.call("dialogue.verify", key)).toMatchObject({
      findings: [{ kind: "unaccounted", path: page, message: words }],
    });
    const { checks } = await dialogue.call<{ checks: { message: string }[] }>("doctor");
    expect(checks.map(({ message }) => message).join()).toContain(words);
    expect(existsSync(join(dialogue.root, page, "mine.txt"))).toBe(true);
  });

  it("leaves the files of a damaged record alone and says so", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const folder = `.blue/dialogues/${dialogue.id}`;
    writeFileSync(join(dialogue.root, `${folder}/round-0/round.json`), "{");
    edit(dialogue.root, `${folder}/scoreboard.md`, () => "mine");
    const answer = await dialogue.call("sync");
    expect(answer).toMatchObject({
      written: [],
      damaged: [expect.stringContaining("round-0/round.json is damaged")],
      next: { tool: "blue_dialogue_verify" },
    });
  });

  it("starts the index from nothing on request; without it no answer changes", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.call("sync");
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(await dialogue.call("sync", { rebuild: true })).toMatchObject({ index: { state: "rebuilt", unchanged: 0 } });
    rmSync(join(dialogue.root, ".blue/blue.db"));
    const before = records(dialogue.root);
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toEqual(status);
    expectUnchanged(dialogue.root, { ...treeOf(dialogue.root), ...before });
    expect(existsSync(join(dialogue.root, ".blue/blue.db"))).toBe(false);
  });
});
