import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../test/helpers/project.ts";
import { watchBlue } from "./watch-blue.ts";

/** Both ways work on Linux, where only the first is taken. */
describe.each([
  ["a watch for each folder", false],
  ["one watch for the tree", true],
])("%s", (_, wholeTree) => {
  async function watched(tree: Record<string, string>, change: (root: string) => void | Promise<void>) {
    const root = makeFolder(tree);
    const seen: string[] = [];
    const stop = watchBlue(root, (path) => seen.push(path), wholeTree);
    await sleep(50);
    await change(root);
    await sleep(150);
    stop();
    return new Set(seen);
  }

  it("sees what is written below `.blue`, and nothing else", async () => {
    const seen = await watched({ ".blue/dialogues/a/opening.json": "{}", "src/a.ts": "" }, (root) => {
      writeFileSync(join(root, ".blue/dialogues/a/dialogue.md"), "x");
      writeFileSync(join(root, "src/a.ts"), "x");
      writeFileSync(join(root, "README.md"), "x");
    });
    expect(seen).toEqual(new Set([".blue/dialogues/a/dialogue.md"]));
  });

  it("does not see what reading itself writes", async () => {
    const seen = await watched({ ".blue/tmp/a": "", ".blue/blue.db": "" }, (root) => {
      writeFileSync(join(root, ".blue/tmp/b"), "x");
      writeFileSync(join(root, ".blue/blue.db"), "x");
      writeFileSync(join(root, ".blue/blue.db-journal"), "x");
    });
    expect(seen).toEqual(new Set());
  });

  it("follows folders that come, also `.blue` itself, and one that replaces another", async () => {
    const seen = await watched({ "other/dialogues/b/opening.json": "{}" }, async (root) => {
      mkdirSync(join(root, ".blue/dialogues/a"), { recursive: true });
      await sleep(100);
      writeFileSync(join(root, ".blue/dialogues/a/opening.json"), "{}");
      await sleep(100);
      rmSync(join(root, ".blue"), { recursive: true });
      renameSync(join(root, "other"), join(root, ".blue"));
      await sleep(100);
      writeFileSync(join(root, ".blue/dialogues/b/dialogue.md"), "x");
    });
    expect(seen).toContain(".blue");
    expect(seen).toContain(".blue/dialogues/a/opening.json");
    expect(seen).toContain(".blue/dialogues/b/dialogue.md");
  });
});
