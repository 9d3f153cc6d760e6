/** Repositories as people have them: wherever `.git` is and whatever a clone lacks, Blue answers for the project it stands in. */
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { getTracked } from "../../src/store/git.ts";
import { openRepository, prefixOf } from "../../src/store/run-git.ts";
import { clocks, decidedAt, makeDecided, schemaLines, schemaPath } from "../helpers/decided.ts";
import { initGit, makeFolder, runGit } from "../helpers/project.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));

async function origin(): Promise<{ root: string; id: string }> {
  const { root, id } = await makeDecided({ tree: { "left/out.md": "Not needed.\n" } });
  runGit(root, "commit", "-q", "--allow-empty", "-m", "two");
  return { root, id };
}

/** From the origin to a project elsewhere, and where its index must be. */
const layouts: Record<string, (from: string) => { root: string; gitDir: string }> = {
  "a clone"(from) {
    const root = join(makeFolder(), "clone");
    runGit(from, "clone", "-q", from, root);
    return { root, gitDir: join(root, ".git") };
  },
  "a linked worktree"(from) {
    const root = join(makeFolder(), "tree");
    runGit(from, "worktree", "add", "-q", "-b", "tree", root);
    return { root, gitDir: join(from, ".git/worktrees/tree") };
  },
  "a worktree of a bare repository"(from) {
    const bare = join(makeFolder(), ".bare");
    runGit(from, "clone", "-q", "--bare", from, bare);
    runGit(bare, "worktree", "add", "-q", "../tree");
    return { root: join(bare, "../tree"), gitDir: join(bare, "worktrees/tree") };
  },
  "a submodule"(from) {
    const outer = makeFolder({ "README.md": "" });
    initGit(outer);
    runGit(outer, "submodule", "add", "-q", from, "libs/inner");
    return { root: join(outer, "libs/inner"), gitDir: join(outer, ".git/modules/libs/inner") };
  },
  "a submodule of a linked worktree"(from) {
    const outer = makeFolder({ "README.md": "" });
    initGit(outer);
    runGit(outer, "submodule", "add", "-q", from, "inner");
    runGit(outer, "commit", "-q", "-m", "a submodule");
    const tree = join(makeFolder(), "tree");
    runGit(outer, "worktree", "add", "-q", tree);
    runGit(tree, "submodule", "update", "-q", "--init");
    return { root: join(tree, "inner"), gitDir: join(outer, ".git/worktrees/tree/modules/inner") };
  },
  "a clone whose git folder lies elsewhere"(from) {
    const away = makeFolder();
    const root = join(away, "clone");
    runGit(from, "clone", "-q", "--separate-git-dir", join(away, "store"), from, root);
    return { root, gitDir: join(away, "store") };
  },
  "a sparse checkout"(from) {
    const root = join(makeFolder(), "clone");
    runGit(from, "clone", "-q", "--sparse", from, root);
    runGit(root, "sparse-checkout", "set", ".blue", "src");
    return { root, gitDir: join(root, ".git") };
  },
  "a shallow clone"(from) {
    const root = join(makeFolder(), "clone");
    runGit(from, "clone", "-q", "--depth", "1", `file://${from}`, root);
    return { root, gitDir: join(root, ".git") };
  },
  "a partial clone"(from) {
    const root = join(makeFolder(), "clone");
    runGit(from, "config", "uploadpack.allowFilter", "true");
    runGit(from, "clone", "-q", "--filter=blob:none", `file://${from}`, root);
    return { root, gitDir: join(root, ".git") };
  },
  "a folder of a repository"(from) {
    const top = makeFolder({ "README.md": "" });
    cpSync(from, join(top, "svc"), { recursive: true, filter: (path) => path !== join(from, ".git") });
    initGit(top);
    return { root: join(top, "svc"), gitDir: join(top, ".git") };
  },
};

describe.each(Object.keys(layouts))("in %s", (name) => {
  it("the repository is found, files are known, and a change is seen", async () => {
    const { root: from, id } = await origin();
    const { root, gitDir } = layouts[name]!(from);
    const there = decidedAt(root, id);
    expect(openRepository(there.project)).toMatchObject({ gitDir });
    expect(prefixOf(there.project)).toBe(name === "a folder of a repository" ? "svc/" : "");
    expect(getTracked(there.project, schemaPath, "left")).toEqual(["left/out.md", schemaPath]);
    expect(await there.call("dialogue.verify")).toMatchObject({ findings: [] });
    expect(await there.decisions({ diff: "HEAD" })).toMatchObject({ counts: { rotted: 0, touched: 0 } });
    there.change(
      schemaPath,
      schemaLines.filter((line) => !line.includes(clocks)),
    );
    expect(await there.decisions({ diff: "HEAD" })).toMatchObject({ counts: { rotted: 1 } });
    there.commit();
    expect(await there.call("check", { diff: "HEAD~1" })).toMatchObject({ damage: [], fails: false });
    expect(await there.decisions({ diff: "HEAD~1" })).toMatchObject({ counts: { rotted: 1 } });
  });

  it("a hook that calls Blue is told of this project, also where git names its own files to the hook", async () => {
    const { root: from, id } = await origin();
    const { root } = layouts[name]!(from);
    const there = decidedAt(root, id);
    const said = join(makeFolder(), "said");
    const hooks = join(makeFolder(), "hooks");
    mkdirSync(hooks);
    for (const hook of ["pre-commit", "post-commit"]) {
      const call = `'${process.execPath}' '${entry}' --project '${root}'`;
      const lines = [
        `env | grep '^GIT_' >> '${said}.env'`,
        `${call} decisions --diff HEAD --json >> '${said}' 2>&1`,
        `${call} dialogue verify --json >> '${said}' 2>&1`,
      ];
      writeFileSync(join(hooks, hook), `#!/bin/sh\n${lines.join("\n")}\nexit 0\n`);
      chmodSync(join(hooks, hook), 0o755);
    }
    there.change("notes.md", "Something else.\n");
    runGit(root, "add", "notes.md");
    there.change(
      schemaPath,
      schemaLines.filter((line) => !line.includes(clocks)),
    );
    // Only one of two changes is committed: then the hook's index is a temporary file.
    runGit(root, "-c", `core.hooksPath=${hooks}`, "commit", "-q", "-m", "notes", "notes.md");
    const answers = readFileSync(said, "utf8").trim().split("\n");
    expect(readFileSync(`${said}.env`, "utf8")).toMatch(/^GIT_INDEX_FILE=.*next-index/m);
    expect(answers.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ counts: expect.objectContaining({ rotted: 1 }) }),
      expect.objectContaining({ findings: [] }),
      expect.objectContaining({ counts: expect.objectContaining({ rotted: 1 }) }),
      expect.objectContaining({ findings: [] }),
    ]);
  });
});
