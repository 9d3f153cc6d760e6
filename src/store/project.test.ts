import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initGit, link, makeFolder, plant, runGit } from "../../test/helpers/project.ts";
import { findOnce, findProject } from "./project.ts";

describe("a project asked for by name", () => {
  const folder = makeFolder({ "flag/": "", "blue/": "", "claude/": "", "here/.blue/": "", file: "" });
  const at = (name: string) => join(folder, name);
  const everything = { BLUE_PROJECT: at("blue"), CLAUDE_PROJECT_DIR: at("claude") };

  test("is the flag's, before either variable and the folder we stand in", () => {
    const project = findProject({ flag: at("flag"), env: everything, cwd: at("here") });
    expect(project).toMatchObject({ root: at("flag"), foundBy: "--project" });
  });

  test("is BLUE_PROJECT's, before CLAUDE_PROJECT_DIR", () => {
    const project = findProject({ env: everything, cwd: at("here") });
    expect(project).toMatchObject({ root: at("blue"), foundBy: "BLUE_PROJECT" });
  });

  test("is CLAUDE_PROJECT_DIR's, before the nearest .blue", () => {
    const project = findProject({ env: { CLAUDE_PROJECT_DIR: at("claude") }, cwd: at("here") });
    expect(project).toMatchObject({ root: at("claude"), foundBy: "CLAUDE_PROJECT_DIR" });
  });

  test("is not looked for when the variable is empty", () => {
    const project = findProject({ flag: "", env: { BLUE_PROJECT: "", CLAUDE_PROJECT_DIR: "" }, cwd: at("here") });
    expect(project).toMatchObject({ root: at("here"), foundBy: ".blue" });
  });

  test("may be relative to the folder we stand in", () => {
    expect(findProject({ flag: "../flag", env: {}, cwd: at("here") }).root).toBe(at("flag"));
  });

  test.each(["--project", "BLUE_PROJECT", "CLAUDE_PROJECT_DIR"] as const)(
    "%s is told when there is no such folder",
    (how) => {
      for (const path of [at("none"), at("file"), at("file/below")]) {
        const options = how === "--project" ? { flag: path, env: {} } : { env: { [how]: path } };
        expect(() => findProject({ cwd: folder, ...options })).toThrow(
          expect.objectContaining({ code: "not_found", field: how, value: path }),
        );
      }
    },
  );
});

describe("a project found from where we stand", () => {
  test("is the nearest folder upward that has a .blue", () => {
    const folder = makeFolder({
      "outer/.blue/": "",
      "outer/inner/.blue/": "",
      "outer/inner/src/deep/": "",
      "outer/other/": "",
    });
    expect(findProject({ env: {}, cwd: join(folder, "outer/inner/src/deep") })).toMatchObject({
      root: join(folder, "outer/inner"),
      foundBy: ".blue",
      git: false,
    });
    expect(findProject({ env: {}, cwd: join(folder, "outer/other") }).root).toBe(join(folder, "outer"));
  });

  test("is the git work tree's root when there is no .blue", () => {
    const folder = makeFolder({ "repo/src/deep/": "" });
    initGit(join(folder, "repo"));
    expect(findProject({ env: {}, cwd: join(folder, "repo/src/deep") })).toMatchObject({
      root: join(folder, "repo"),
      foundBy: "git",
      git: true,
    });
  });

  test("is a .blue below the git root before that root, and knows of git", () => {
    const folder = makeFolder({ "package/.blue/": "", "package/src/": "" });
    initGit(folder);
    expect(findProject({ env: {}, cwd: join(folder, "package/src") })).toMatchObject({
      root: join(folder, "package"),
      foundBy: ".blue",
      git: true,
    });
  });

  test("is the folder itself without .blue and without git", () => {
    const folder = makeFolder({ "plain/": "" });
    expect(findProject({ env: {}, cwd: join(folder, "plain") })).toMatchObject({
      root: join(folder, "plain"),
      foundBy: "cwd",
      git: false,
    });
  });

  test("has a real root, also when we stand in a linked folder", () => {
    const folder = makeFolder({ "real/.blue/": "", linked: link("real") });
    expect(findProject({ env: {}, cwd: join(folder, "linked") }).root).toBe(join(folder, "real"));
  });
});

describe("a repository that lies in another", () => {
  test("as a linked worktree is a project of its own, also inside the main work tree", () => {
    const main = makeFolder({ ".blue/dialogues/.gitkeep": "" });
    initGit(main);
    rmSync(join(main, ".blue"), { recursive: true });
    runGit(main, "rm", "-rq", "--cached", ".");
    runGit(main, "commit", "-q", "-m", "without .blue");
    runGit(main, "worktree", "add", "-q", join(main, "trees/topic"));
    plant(main, { ".blue/": "" });
    mkdirSync(join(main, "trees/topic/src"));
    expect(findProject({ env: {}, cwd: join(main, "trees/topic/src") })).toMatchObject({
      root: join(main, "trees/topic"),
      foundBy: "git",
      git: true,
    });
    expect(findProject({ env: {}, cwd: join(main, "trees") }).root).toBe(main);
  });

  test("as a linked worktree with its own .blue checked out is found by it", () => {
    const main = makeFolder({ ".blue/dialogues/.gitkeep": "" });
    initGit(main);
    runGit(main, "worktree", "add", "-q", join(main, "trees/topic"));
    expect(findProject({ env: {}, cwd: join(main, "trees/topic") })).toMatchObject({
      root: join(main, "trees/topic"),
      foundBy: ".blue",
    });
  });

  test("as a linked worktree elsewhere is a project of its own", () => {
    const main = makeFolder({ ".blue/": "", "README.md": "" });
    const elsewhere = makeFolder();
    initGit(main);
    runGit(main, "worktree", "add", "-q", join(elsewhere, "topic"));
    expect(findProject({ env: {}, cwd: join(elsewhere, "topic") })).toMatchObject({
      root: join(elsewhere, "topic"),
      foundBy: "git",
      git: true,
    });
  });

  test("as a submodule belongs to the project around it, and is one of its own when there is none", () => {
    const library = makeFolder({ "lib.md": "" });
    initGit(library);
    const main = makeFolder({ "README.md": "" });
    initGit(main);
    runGit(main, "submodule", "--quiet", "add", library, "vendor/library");
    const inside = join(main, "vendor/library");
    expect(findProject({ env: {}, cwd: inside })).toMatchObject({ root: inside, foundBy: "git", git: true });
    plant(main, { ".blue/": "" });
    expect(findProject({ env: {}, cwd: inside })).toMatchObject({ root: main, foundBy: ".blue", git: true });
  });
});

describe("a .blue that is no folder", () => {
  test("is refused by name, wherever the search meets it", () => {
    const folder = makeFolder({ ".blue": "a file", "src/": "" });
    for (const options of [{ flag: folder }, { cwd: join(folder, "src") }]) {
      expect(() => findProject({ env: {}, ...options })).toThrow(
        expect.objectContaining({ code: "path_outside_project", field: ".blue" }),
      );
    }
  });
});

describe("the project of a server", () => {
  const nested = (tree = {}) => {
    const outer = makeFolder({ ".blue/": "", "inner/src/": "", ...tree });
    const inner = join(outer, "inner");
    initGit(inner);
    return { outer, inner, cwd: join(inner, "src"), env: {} };
  };

  test("stays the one it found when its .blue goes: no call climbs into the project around it", () => {
    const { inner, cwd, env } = nested({ "inner/.blue/": "" });
    const project = findOnce({ cwd, env });
    rmSync(join(inner, ".blue"), { recursive: true });
    expect(project()).toMatchObject({ root: inner, foundBy: ".blue" });
    mkdirSync(join(inner, ".blue"));
    expect(project()).toMatchObject({ root: inner, foundBy: ".blue" });
  });

  test("is the git work tree where it found nothing else, whatever comes into being around that", () => {
    const { outer, inner, cwd, env } = nested();
    rmSync(join(outer, ".blue"), { recursive: true });
    const project = findOnce({ cwd, env });
    mkdirSync(join(outer, ".blue"));
    expect(project()).toMatchObject({ root: inner, foundBy: "git" });
  });

  test("is refused when its folder is gone, or a link stands in its place", () => {
    const folder = makeFolder({ "here/.blue/": "", "there/.blue/": "" });
    const project = findOnce({ cwd: join(folder, "here"), env: {} });
    rmSync(join(folder, "here"), { recursive: true });
    expect(project).toThrow("there is no folder");
    plant(folder, { here: link("there") });
    expect(project).toThrow("there is no folder");
  });

  test("is looked for by every call until there is one", () => {
    const folder = makeFolder({ "inner/": "" });
    const project = findOnce({ cwd: join(folder, "inner"), env: {} });
    expect(project()).toMatchObject({ foundBy: "cwd" });
    mkdirSync(join(folder, ".blue"));
    expect(project()).toMatchObject({ root: folder, foundBy: ".blue" });
    const named = findOnce({ flag: join(folder, "later"), env: {} });
    expect(named).toThrow("there is no folder");
    mkdirSync(join(folder, "later"));
    expect(named().root).toBe(join(folder, "later"));
  });
});
