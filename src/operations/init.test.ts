import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectUnchanged, makeDesk, show, treeOf } from "../../test/helpers/dialogue.ts";

describe("init", () => {
  it("makes the folder with its ignore rules, once", async () => {
    const desk = makeDesk();
    const first = await desk.call("init");
    expect(first).toMatchObject({
      root: desk.root,
      created: [".blue/", ".blue/tmp/", ".blue/dialogues/", ".blue/.gitignore", ".blue/dialogues/.gitkeep"],
      ignored_by_git: false,
      next: { tool: "blue_status" },
    });
    expect(readFileSync(join(desk.root, ".blue/.gitignore"), "utf8")).toBe("blue.db*\ndrafts/\nlocks/\ntmp/\n");
    const tree = treeOf(desk.root);
    const second = await desk.call("init");
    expect(second).toMatchObject({ created: [] });
    expectUnchanged(desk.root, tree);
    expect(await show("init", second)).toContain("already set up");
  });

  it("adds what is missing to an ignore file, keeps the rest, and says when git ignores the records", async () => {
    const desk = makeDesk({
      git: true,
      tree: { ".blue/.gitignore": "mine\ndrafts/", ".gitignore": ".blue/dialogues/\n" },
    });
    const answer = await desk.call("init");
    expect(answer).toMatchObject({ ignored_by_git: true });
    expect(readFileSync(join(desk.root, ".blue/.gitignore"), "utf8")).toBe("mine\ndrafts/\nblue.db*\nlocks/\ntmp/\n");
    expect(await show("init", answer)).toContain("! Git ignores .blue/dialogues/");
  });
});
