import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder, random } from "../../test/helpers/project.ts";
import { findProject } from "../store/project.ts";
import { fillShelf, makeShelfRoom, planShelf, whyOut } from "./shelf.ts";

function project(files: Record<string, string>) {
  const root = makeFolder({});
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "ignore" });
  git("init", "-q");
  return { root, git, found: () => findProject({ flag: root, env: {} }) };
}

describe("what a run may read", () => {
  it.each([
    ".env",
    "deep/.env.local",
    "keys/server.PEM",
    "a/id_ed25519",
    ".npmrc",
    "CLAUDE.md",
    "sub/AGENTS.md",
    ".mcp.json",
    ".claude/settings.json",
    "a/.codex/x",
    ".gitignore",
    ".claudeignore",
    ".blue/drafts/x",
    ".blue/dialogues/a/opening.json",
    ".github/copilot-instructions.md",
    ...[".gitattributes", "a/.gitmodules", ".gitconfig", ".envrc", ".yarnrc.yml", "bunfig.toml", ".vscode/tasks.json"],
    ...[".idea/x.iml", ".editorconfig", "shop.code-workspace", ".devcontainer/devcontainer.json", ".dir-locals.el"],
    ...[".VSCode/tasks.json", ".envrc.", "\uff43laude.md", ".en\u200dv", ".vſcode/x"],
  ])("is never %s unless it is named", (path) => {
    expect(whyOut(path)).toBeDefined();
    expect(whyOut(path, true)).toBeUndefined();
  });

  it.each([
    ...["HEAD", "svc/HEAD", "head", "a/b/HeAd", "Head.", "\uff28EAD", "HE\u200bAD", "HEAD::$DATA", "HEAD/x"],
    ...[
      ".git",
      ".git/config",
      "sub/.GIT",
      ".git./config",
      ".git ",
      "GIT~1",
      ".g\u200cit",
      ".ｇit",
      ".git::$INDEX_ALLOCATION",
    ],
  ])("is never %j, named or not: it could make a git repository", (path) => {
    for (const named of [false, true]) expect(whyOut(path, named)).toBe("could make a git repository");
  });

  it.each([
    "package.json",
    ".github/workflows/ci.yml",
    "src/head.tsx",
    "config",
    "refs/a",
    "src/env.ts",
    "docs/claude.md.txt",
    ".blue/docs/rfcs/0001-a.md",
    "keyboard.ts",
    "src/ignore.ts",
  ])("is %s", (path) => {
    expect(whyOut(path)).toBeUndefined();
  });

  it("is what git tracks, and what the command line names", () => {
    const { git, found } = project({ "a.md": "a", "b/c.ts": "c", "secret.txt": "s", ".env": "K=1", "named.txt": "n" });
    git("add", "a.md", "b/c.ts", ".env");
    const plan = planShelf(found(), ["named.txt"]);
    expect(plan.paths).toEqual(["a.md", "b/c.ts", "named.txt"]);
    expect(plan.left).toEqual([{ path: ".env", why: "may hold a secret" }]);
  });

  it("is no repository, whatever a branch brings and whatever is named", () => {
    const bare = { HEAD: "ref: refs/heads/main\n", config: "[core]\n", "objects/x": "", "refs/x": "" };
    const tree = {
      "a.md": "a",
      ...bare,
      ...Object.fromEntries(Object.entries(bare).map(([at, to]) => [`deep/x/${at}`, to])),
    };
    const { git, found } = project(tree);
    git("add", ".");
    const named = ["HEAD", "deep/x/HEAD"];
    const plan = planShelf(found(), named);
    expect(plan.left).toEqual(named.map((path) => ({ path, why: "could make a git repository" })));
    const { folder } = fillShelf(found(), plan, [], join(makeFolder(), "shelf"));
    expect(existsSync(join(folder, "deep/x/config"))).toBe(true);
    for (const at of ["", "deep", "deep/x"])
      expect(() =>
        execFileSync("git", ["rev-parse", "--git-dir"], { cwd: join(folder, at), stdio: "ignore" }),
      ).toThrow();
  });

  it("leads nowhere else: links stay out", () => {
    const { root, git, found } = project({ "a.md": "a" });
    symlinkSync("/etc/hostname", join(root, "link"));
    git("add", ".");
    expect(planShelf(found(), []).paths).toEqual(["a.md"]);
  });

  it("is a copy at the same paths, with the files of the round; another content is another hash", () => {
    const { root, git, found } = project({ "a.md": "a", ".blue/drafts/d/inventory.md": "i" });
    git("add", "a.md");
    const room = makeFolder({});
    const fill = (name: string) =>
      fillShelf(found(), planShelf(found(), []), [".blue/drafts/d/inventory.md"], join(room, name));
    const first = fill("one");
    expect(readFileSync(join(first.folder, "a.md"), "utf8")).toBe("a");
    expect(readFileSync(join(first.folder, ".blue/drafts/d/inventory.md"), "utf8")).toBe("i");
    expect(fill("two").sha256).toBe(first.sha256);
    writeFileSync(join(root, "a.md"), "b");
    expect(fill("three").sha256).not.toBe(first.sha256);
  });

  it("does not lie in a repository, whose files an agent would find", () => {
    const { root, found } = project({});
    expect(() => makeShelfRoom(found(), { XDG_CACHE_HOME: join(root, "cache") }, random)).toThrow(
      /lies in the git work tree/,
    );
    const room = makeShelfRoom(found(), { XDG_CACHE_HOME: makeFolder({}) }, random);
    expect(existsSync(room)).toBe(true);
  });
});
