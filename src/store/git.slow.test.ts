import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { makeFolder, makeProject, plant, runGit } from "../../test/helpers/project.ts";
import { findTracked, findUntracked, getTracked, getTrackedAt, isIgnored, listTrackedOnce, trackingOf } from "./git.ts";
import { findOnce, findProject } from "./project.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function repository() {
  const project = makeProject({ ".gitignore": "secret/\n*.log\n", "tracked.md": "", "dir/a.md": "" }, { git: true });
  plant(project.root, { "new.md": "", "secret/x.md": "", "dir/b.log": "", "odd\nname.md": "" });
  return project;
}

describe("how git sees a path", () => {
  test("is told for tracked, untracked and ignored ones", () => {
    const project = repository();
    expect(trackingOf(project, "tracked.md")).toBe("tracked");
    expect(trackingOf(project, "dir")).toBe("tracked");
    expect(trackingOf(project, "new.md")).toBe("untracked");
    expect(trackingOf(project, "secret/x.md")).toBe("ignored");
    expect(trackingOf(project, "dir/b.log")).toBe("ignored");
    expect(trackingOf(project, "secret/not-yet.md")).toBe("ignored");
    expect(isIgnored(project, "tracked.md")).toBe(false);
  });

  test("is told for a project below the root of its repository, from its own folder", () => {
    const { root } = repository();
    plant(root, { "dir/.blue/dialogues/x.json": "" });
    const project = findProject({ flag: join(root, "dir"), env: {} });
    expect(project.git).toBe(true);
    expect(trackingOf(project, "a.md")).toBe("tracked");
    expect(trackingOf(project, ".blue/dialogues")).toBe("untracked");
    expect(findTracked(project, ".")).toEqual(["a.md"]);
  });

  test("is no-git without one, and unknown when git cannot say", () => {
    const project = makeProject({ "a.md": "" });
    expect(trackingOf(project, "a.md")).toBe("no-git");
    expect(findTracked(project, "a.md")).toBeUndefined();
    expect(findUntracked(project, ".")).toBeUndefined();
    mkdirSync(join(project.root, ".git"));
    expect(trackingOf(findProject({ flag: project.root, env: {} }), "a.md")).toBe("unknown");
  });

  test("is unknown without the git program, and nothing is claimed", () => {
    const project = repository();
    vi.stubEnv("PATH", "/nonexistent");
    expect(trackingOf(project, "tracked.md")).toBe("unknown");
    expect(isIgnored(project, "secret/x.md")).toBe(false);
    expect(findUntracked(project, ".")).toBeUndefined();
  });

  test("does not depend on the repository that a git hook set in the environment", () => {
    const project = repository();
    const other = makeProject({ "new.md": "", "tracked.md": "" }, { git: true });
    vi.stubEnv("GIT_DIR", join(other.root, ".git"));
    vi.stubEnv("GIT_WORK_TREE", other.root);
    vi.stubEnv("GIT_INDEX_FILE", join(other.root, ".git/index"));
    expect(trackingOf(project, "new.md")).toBe("untracked");
    expect(trackingOf(project, "secret/x.md")).toBe("ignored");
    expect(findUntracked(project, ".")).toEqual(["new.md", "odd\nname.md"]);
  });

  test("takes a path for a name, not for a pattern", () => {
    const project = repository();
    for (const path of ["track*.md", "tracked.m?", "[t]racked.md", ":(icase)TRACKED.MD", ":/tracked.md"])
      expect(trackingOf(project, path), path).toBe("untracked");
  });
});

test("tracked and untracked files are listed by their names, however odd", () => {
  const project = repository();
  expect(findTracked(project, "dir", "tracked.md")).toEqual(["dir/a.md", "tracked.md"]);
  expect(findTracked(project, "none")).toEqual([]);
  expect(findUntracked(project, ".")).toEqual(["new.md", "odd\nname.md"]);
  runGit(project.root, "add", "-A");
  expect(findTracked(project, ".")).toContain("odd\nname.md");
});

test("a linked worktree answers for itself", () => {
  const project = repository();
  const tree = join(makeFolder(), "tree");
  runGit(project.root, "worktree", "add", "-q", tree);
  const linked = findProject({ flag: tree, env: {} });
  plant(tree, { "tree.md": "" });
  expect(linked.git).toBe(true);
  expect(trackingOf(linked, "tracked.md")).toBe("tracked");
  expect(trackingOf(linked, "tree.md")).toBe("untracked");
});

describe("what git tracks, for whoever must not guess", () => {
  const answer = (root: string) => findTracked(findProject({ flag: root, env: {} }), ".");

  test("is nothing without git, and what git says with it", () => {
    expect(getTracked(makeProject({ "a.md": "" }), ".")).toEqual([]);
    expect(getTracked(repository(), "dir", "none")).toEqual(["dir/a.md"]);
    expect(getTracked(makeProject({}, { git: true }), ".")).toEqual([]);
  });

  test("is an error with the reason and the fix when git cannot say", () => {
    const project = makeProject({ "a.md": "", ".git/": "" });
    expect(() => getTracked(project, "a.md")).toThrow(
      expect.objectContaining({
        code: "io_error",
        message: expect.stringMatching(/cannot say what it tracks in a\.md: fatal: not a git repository/),
        suggestion: expect.stringContaining("`git status`"),
      }),
    );
    vi.stubEnv("PATH", "/nonexistent");
    expect(() => getTracked(project, "a.md")).toThrow(/no git program on the PATH/);
  });

  test("is never read from an index that was cut, at whatever byte, or changed in one", () => {
    const { root } = makeProject({ "a.md": "", "b.md": "" }, { git: true });
    const index = join(root, ".git/index");
    const whole = readFileSync(index);
    expect(answer(root)).toEqual(["a.md", "b.md"]);
    for (let at = 0; at < whole.length; at += 3) {
      writeFileSync(index, whole.subarray(0, at));
      expect(answer(root), `cut at ${at}`).toBeUndefined();
      writeFileSync(
        index,
        whole.map((byte, i) => (i === at ? byte ^ 1 : byte)),
      );
      expect(answer(root), `changed at ${at}`).toBeUndefined();
    }
    writeFileSync(index, whole);
    expect(answer(root)).toEqual(["a.md", "b.md"]);
  });

  test("is not said without an index where something is committed, and is nothing before the first add", () => {
    const project = makeProject({ "a.md": "" }, { git: true });
    const index = join(project.root, ".git/index");
    rmSync(index);
    expect(() => getTracked(project, "a.md")).toThrow(
      expect.objectContaining({
        code: "io_error",
        message: expect.stringContaining("there is no index, and HEAD names a commit"),
        suggestion: expect.stringContaining("`git reset` makes the index again"),
      }),
    );
    runGit(project.root, "reset", "-q");
    expect(getTracked(project, "a.md")).toEqual(["a.md"]);

    const root = makeFolder({ "a.md": "" });
    runGit(root, "init", "-q");
    const fresh = findProject({ flag: root, env: {} });
    expect(getTracked(fresh, "a.md")).toEqual([]);
    // Nothing was asked while the index was there.
    runGit(root, "add", "-A");
    runGit(root, "commit", "-q", "-m", "start");
    rmSync(join(root, ".git/index"));
    expect(() => getTracked(fresh, "a.md")).toThrow(/there is no index/);
  });

  test.each<[string, (root: string, away: string) => void]>([
    ["the folder", (root, away) => symlinkSync(join(away, "git"), join(root, ".git"))],
    [
      "a file that names the folder",
      (root, away) => {
        writeFileSync(join(away, "file"), `gitdir: ${join(away, "git")}\n`);
        symlinkSync(join(away, "file"), join(root, ".git"));
      },
    ],
  ])("is never read from a damaged index behind a `.git` that is a link to %s", (_, linkTo) => {
    const { root } = makeProject({ "a.md": "", "b.md": "" }, { git: true });
    const away = makeFolder();
    renameSync(join(root, ".git"), join(away, "git"));
    linkTo(root, away);
    expect(answer(root)).toEqual(["a.md", "b.md"]);
    const index = join(away, "git/index");
    const whole = readFileSync(index);
    writeFileSync(
      index,
      whole.map((byte, i) => (i === whole.indexOf("a.md") ? byte ^ 1 : byte)),
    );
    expect(answer(root)).toBeUndefined();
    rmSync(index);
    expect(answer(root)).toBeUndefined();
  });

  test("is read from the index that a link leads to, whenever that one changes", () => {
    const project = makeProject({ "a.md": "" }, { git: true });
    const index = join(project.root, ".git/index");
    renameSync(index, join(project.root, ".git/there"));
    symlinkSync("there", index);
    expect(findTracked(project, ".")).toEqual(["a.md"]);
    plant(project.root, { "b.md": "" });
    runGit(project.root, "add", "b.md");
    expect(findTracked(project, ".")).toEqual(["a.md", "b.md"]);
  });

  test("is read from an index with SHA-256, and from one that git wrote without its sum", () => {
    const root = makeFolder({ "a.md": "" });
    runGit(root, "init", "-q", "--object-format=sha256");
    runGit(root, "add", "-A");
    expect(answer(root)).toEqual(["a.md"]);
    const { root: other } = makeProject({ "a.md": "" }, { git: true });
    const index = join(other, ".git/index");
    writeFileSync(index, Buffer.concat([readFileSync(index).subarray(0, -20), Buffer.alloc(20)]));
    expect(answer(other)).toEqual(["a.md"]);
  });
});

test("an entry at a path is told from entries below it; git lists nothing below a submodule", () => {
  const project = repository();
  expect(getTrackedAt(project, ["tracked.md", "dir", "new.md"])).toEqual(["tracked.md"]);
  runGit(project.root, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},inner/one`);
  expect(getTracked(project, "inner/one/below")).toEqual([]);
  expect(getTrackedAt(project, ["inner", "inner/one"])).toEqual(["inner/one"]);
  expect(getTrackedAt(project, ["inner", "inner/one"], ["dir", "*.md"])).toEqual(["dir/a.md", "inner/one"]);
  expect(getTrackedAt({ ...project, git: false }, ["inner/one"])).toEqual([]);
});

test("an answer serves every later question about paths that it listed, and no other", () => {
  const tree = { ".blue/a/1.json": "", ".blue/blue.db": "", ".blue/drafts/x/2.md": "", "b.md": "" };
  const { root } = makeProject(tree, { git: true });
  const project = findProject({ flag: root, env: {} });
  getTrackedAt(project, [".blue", ".blue/drafts"], [".blue/a", ".blue/blue.db"]);
  vi.stubEnv("PATH", "/nonexistent");
  expect(getTracked(project, ".blue/blue.db")).toEqual([".blue/blue.db"]);
  expect(getTrackedAt(project, [".blue/drafts", ".blue/a/1.json"], [".blue/a"])).toEqual([".blue/a/1.json"]);
  // Of `.blue/drafts` only the entry itself was asked for.
  for (const path of [".blue/drafts", ".blue/drafts/x", ".blue", "."])
    expect(() => getTracked(project, path), path).toThrow("there is no git program");
  vi.unstubAllEnvs();
  expect(getTracked(project, ".")).toHaveLength(4);
  expect(getTracked(project, ".", ".blue/a")).toHaveLength(4);
});

test("what was listed once answers every question below it as git would, until the index changes", () => {
  const tree = { ".blue/a/1.json": "", ".blue/a-b/2.json": "", ".blue/a/c/3.json": "", ".blue/drafts": "", "b.md": "" };
  const { root } = makeProject(tree, { git: true });
  const asked = [
    [[".blue", ".blue/drafts"], [".blue/a"]],
    [[".blue/a"], [".blue/a/c", ".blue/a-b"]],
    [[], [".blue/a/1.json", ".blue/none"]],
    [[], [".blue"]],
  ] as const;
  const once = findProject({ flag: root, env: {} });
  listTrackedOnce(once, ".blue");
  for (const [at, below] of asked)
    expect(getTrackedAt(once, at, below)).toEqual(getTrackedAt(findProject({ flag: root, env: {} }), at, below));
  vi.stubEnv("PATH", "/nonexistent");
  expect(getTracked(once, ".blue/a")).toEqual([".blue/a/1.json", ".blue/a/c/3.json"]);
  expect(() => getTracked(once, "b.md")).toThrow("there is no git program");
  vi.unstubAllEnvs();
  plant(root, { ".blue/a/4.json": "" });
  runGit(root, "add", "-A");
  expect(getTracked(once, ".blue/a")).toContain(".blue/a/4.json");
});

test("a server asks git once while index and repository are the same, and again when one of them is another", () => {
  const { root } = repository();
  const project = findOnce({ flag: root, env: {} });
  const tracked = () => getTracked(project(), "tracked.md");
  expect(tracked()).toEqual(["tracked.md"]);
  vi.stubEnv("PATH", "/nonexistent");
  expect(tracked()).toEqual(["tracked.md"]);
  vi.unstubAllEnvs();
  runGit(root, "rm", "--cached", "tracked.md");
  expect(tracked()).toEqual([]);
  runGit(root, "config", "core.worktree", makeFolder());
  expect(tracked).toThrow("core.worktree");
  const other = repository();
  rmSync(join(root, ".git"), { recursive: true });
  renameSync(join(other.root, ".git"), join(root, ".git"));
  expect(tracked()).toEqual(["tracked.md"]);
});
