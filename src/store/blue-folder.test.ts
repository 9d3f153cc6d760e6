import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemError, withCalls } from "../../test/helpers/faults.ts";
import { makeProject, plant, random, runGit, snapshot } from "../../test/helpers/project.ts";
import { ensureBlueFolder, isInitialised, replaceFile } from "./blue-folder.ts";
import { nodeFiles } from "./files.ts";

const ignored = "blue.db*\ndrafts/\nlocks/\ntmp/\n";
const complete = { ".blue/.gitignore": ignored, ".blue/dialogues/.gitkeep": "" };

describe("setting up .blue", () => {
  test("makes everything once and says what; the second time it makes and says nothing", () => {
    const project = makeProject();
    expect(isInitialised(project)).toBe(false);
    expect(ensureBlueFolder(project, random)).toEqual([
      ".blue/",
      ".blue/tmp/",
      ".blue/dialogues/",
      ".blue/.gitignore",
      ".blue/dialogues/.gitkeep",
    ]);
    expect(isInitialised(project)).toBe(true);
    expect(snapshot(project.root)).toEqual(complete);
    expect(ensureBlueFolder(project, random)).toEqual([]);
    expect(snapshot(project.root)).toEqual(complete);
  });

  test("adds only what is missing", () => {
    const project = makeProject();
    ensureBlueFolder(project, random);
    rmSync(join(project.root, ".blue/dialogues/.gitkeep"));
    rmSync(join(project.root, ".blue/tmp"), { recursive: true });
    expect(ensureBlueFolder(project, random)).toEqual([".blue/tmp/", ".blue/dialogues/.gitkeep"]);
    expect(snapshot(project.root)).toEqual(complete);
  });

  test("keeps what the user wrote into .gitignore, and adds the lines that are missing", () => {
    for (const [before, after] of [
      ["# mine\nnotes/\n", `# mine\nnotes/\n${ignored}`],
      ["notes/", `notes/\n${ignored}`],
      ["tmp/\nnotes/\n", "tmp/\nnotes/\nblue.db*\ndrafts/\nlocks/\n"],
      ["notes/\r\ntmp/\r\nlocks/\r\ndrafts/\r\nblue.db*\r\n", "notes/\r\ntmp/\r\nlocks/\r\ndrafts/\r\nblue.db*\r\n"],
    ]) {
      const project = makeProject({ ".blue/.gitignore": before! });
      ensureBlueFolder(project, random);
      expect(snapshot(project.root)[".blue/.gitignore"]).toBe(after);
      expect(ensureBlueFolder(project, random)).toEqual([]);
    }
  });

  test("keeps the index, drafts, locks and temporary files out of git, and records in", () => {
    const project = makeProject({}, { git: true });
    ensureBlueFolder(project, random);
    plant(project.root, {
      ".blue/blue.db": "",
      ".blue/blue.db-wal": "",
      ".blue/tmp/x": "",
      ".blue/locks/staging/0000000001.json": "",
      ".blue/drafts/a/round-0/muffin/draft.md": "",
      ".blue/dialogues/a/opening.json": "{}",
      ".blue/config.yaml": "",
    });
    runGit(project.root, "add", "-A");
    expect(runGit(project.root, "ls-files").trim().split("\n")).toEqual([
      ".blue/.gitignore",
      ".blue/config.yaml",
      ".blue/dialogues/.gitkeep",
      ".blue/dialogues/a/opening.json",
    ]);
  });

  test("beside another process that is always a moment quicker makes nothing, and does not fail", () => {
    const files = withCalls({
      mkdir(path) {
        nodeFiles.mkdir(path);
        nodeFiles.mkdir(path);
      },
    });
    const project = makeProject({}, { files });
    expect(ensureBlueFolder(project, random)).toEqual([".blue/.gitignore", ".blue/dialogues/.gitkeep"]);
    expect(snapshot(project.root)).toEqual(complete);
  });

  test("where a file stands in the way fails, and the file stays", () => {
    for (const path of [".blue/tmp", ".blue/dialogues"]) {
      const project = makeProject({ [path]: "in the way" });
      expect(() => ensureBlueFolder(project, random)).toThrow();
      expect(snapshot(project.root)[path]).toBe("in the way");
    }
  });
});

test("a replaced file is the old or the new one, and a failed replacement leaves no staged file", () => {
  const project = makeProject({ "a.md": "old" });
  ensureBlueFolder(project, random);
  const files = withCalls({
    rename(from) {
      throw systemError("ENOSPC", "rename", from);
    },
  });
  expect(() => replaceFile({ ...project, files }, "a.md", "new", random)).toThrow("ENOSPC");
  expect(snapshot(project.root)).toEqual({ ...complete, "a.md": "old" });
  replaceFile(project, "a.md", "new", random);
  expect(snapshot(project.root)).toEqual({ ...complete, "a.md": "new" });
});
