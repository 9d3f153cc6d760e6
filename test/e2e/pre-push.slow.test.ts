/** The pre-push hook as docs/pull-requests.md writes it, under a real `git push` to a bare repository. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Decided, makeDecided, schemaLines, schemaPath } from "../helpers/decided.ts";
import { gitEnvironment, initGit, makeFolder, runGit } from "../helpers/project.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));
const docs = readFileSync(fileURLToPath(new URL("../../docs/pull-requests.md", import.meta.url)), "utf8");

interface Pushing extends Decided {
  git(...args: string[]): string;
  /** The line of the docs that writes the hook. */
  setUp(): unknown;
  push(...args: string[]): { pushed: boolean; said: string };
  /** The user's settings of git. */
  config: string;
  /** Of the verdict's record. */
  recordPath: string;
  temporary: string;
}

async function repository({ first = true } = {}): Promise<Pushing> {
  const decided = await makeDecided();
  const remote = makeFolder();
  runGit(remote, "init", "-q", "--bare", "-b", "main");
  const bin = makeFolder({ blue: `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n` });
  chmodSync(join(bin, "blue"), 0o755);
  const temporary = makeFolder();
  const config = join(makeFolder({ gitconfig: "" }), "gitconfig");
  const env = {
    ...gitEnvironment(),
    GIT_CONFIG_GLOBAL: config,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TMPDIR: temporary,
  };
  const git = (...args: string[]) => runGit(decided.root, ...args);
  git("remote", "add", "origin", remote);
  if (first) git("push", "-q", "-u", "origin", "main");
  const [, command] = /```sh\n(.*hooks.*)\n```/.exec(docs)!;
  const setUp = () => execFileSync("sh", ["-c", command!], { cwd: decided.root, env, stdio: "pipe" });
  setUp();
  return {
    ...decided,
    git,
    setUp,
    config,
    temporary,
    recordPath: `.blue/dialogues/${decided.id}/round-0/verdict-final.json`,
    push(...args) {
      const { status, stdout, stderr } = spawnSync("git", ["-c", "protocol.file.allow=always", "push", ...args], {
        cwd: decided.root,
        env,
        encoding: "utf8",
      });
      return { pushed: status === 0, said: `${stdout}${stderr}` };
    },
  };
}

describe("before a push", () => {
  it("what tampers is not pushed, in a branch of its own or in one that is there; what is whole is", async () => {
    const repo = await repository();
    repo.git("checkout", "-q", "-b", "work");
    repo.change("a.txt", ["a"]);
    repo.commit();
    expect(repo.push("origin", "work")).toMatchObject({
      pushed: true,
      said: expect.stringContaining("refs/heads/work ("),
    });
    repo.remove(repo.recordPath);
    repo.commit();
    const refused = repo.push("origin", "work");
    expect(refused.pushed).toBe(false);
    expect(refused.said).toContain(`✗ gone: ${repo.recordPath} is gone`);
    expect(repo.push("origin", "work:refs/heads/other").pushed).toBe(false);
    repo.git("revert", "--no-edit", "HEAD");
    expect(repo.push("origin", "work").pushed).toBe(true);
  });

  it("checks the commits, whatever lies in the work tree, and leaves nothing behind", async () => {
    const repo = await repository();
    repo.change("a.txt", ["a"]);
    repo.commit();
    repo.remove(repo.recordPath);
    const whole = repo.push("origin", "main");
    expect(whole).toMatchObject({ pushed: true, said: expect.stringContaining("as committed: the work tree differs") });
    repo.commit("gone");
    repo.git("checkout", "HEAD~1", "--", repo.recordPath);
    expect(repo.push("origin", "main").pushed).toBe(false);
    expect(readdirSync(repo.temporary)).toEqual([]);
    expect(repo.git("worktree", "list").trim().split("\n").length).toBe(1);
  });

  it("checks for the branch that is there, whatever another remote has", async () => {
    const repo = await repository();
    const fork = makeFolder();
    runGit(fork, "init", "-q", "--bare", "-b", "main");
    repo.git("remote", "add", "fork", fork);
    repo.remove(repo.recordPath);
    repo.commit();
    repo.git("push", "-q", "--no-verify", "fork", "main");
    expect(repo.push("origin", "main")).toMatchObject({ pushed: false, said: expect.stringContaining("✗ gone") });
  });

  it("runs no filter of the user's", async () => {
    const repo = await repository();
    writeFileSync(repo.config, '[filter "big"]\n  clean = cat\n  smudge = false\n  required = true\n');
    repo.change(".gitattributes", ["*.bin filter=big"]);
    repo.change("a.bin", ["pointer"]);
    repo.commit();
    repo.change("b.txt", ["not committed"]);
    expect(repo.push("origin", "main")).toMatchObject({
      pushed: true,
      said: expect.stringContaining("as committed: the work tree differs"),
    });
  });

  it("follows no link that a pushed commit has where the project's folder is", async () => {
    const root = makeFolder({ "apps/shop/.blue/docs/.gitkeep": "" });
    const victim = makeFolder();
    initGit(root);
    runGit(root, "checkout", "-q", "-b", "evil");
    runGit(root, "rm", "-r", "-q", "apps");
    symlinkSync(victim, join(root, "apps"));
    runGit(root, "add", "apps");
    runGit(root, "commit", "-q", "-m", "a link");
    const pushed = runGit(root, "rev-parse", "evil").trim();
    runGit(root, "checkout", "-q", "main");
    const { status, stdout } = spawnSync(
      process.execPath,
      [entry, "check", "--pre-push", "--project", join(root, "apps/shop")],
      {
        input: `refs/heads/evil ${pushed} refs/heads/evil ${"0".repeat(40)}\n`,
        encoding: "utf8",
        env: gitEnvironment(),
      },
    );
    expect({ status, stdout }).toMatchObject({ status: 1, stdout: expect.stringContaining("path_outside_project") });
    expect(readdirSync(victim)).toEqual([]);
  });

  it("a new branch that crosses histories takes nothing away that either has, and may take in what either did", async () => {
    const repo = await repository();
    // A branch from before the decision, newer than it.
    repo.git("checkout", "-q", "--orphan", "feat");
    repo.git("rm", "-rqf", ".");
    repo.change("feat.txt", ["feat"]);
    repo.commit("feat");
    repo.git("push", "-q", "--no-verify", "origin", "feat");
    repo.git("checkout", "-q", "-b", "work", "main");
    repo.git("merge", "-q", "--no-edit", "--allow-unrelated-histories", "feat");
    expect(repo.push("origin", "work:refs/heads/harmless")).toMatchObject({ pushed: true });
    repo.git("push", "-q", "origin", "--delete", "--no-verify", "harmless");
    repo.git("rm", "-rq", ".blue/dialogues");
    repo.git("commit", "-q", "-m", "without");
    const refused = repo.push("origin", "work");
    expect(refused.said).toContain(`✗ gone: ${repo.recordPath} is gone`);
    expect(refused.pushed).toBe(false);
    // What the other branch took away itself is its own affair.
    repo.git("checkout", "-q", "-B", "feat", "main");
    repo.change("feat.txt", ["feat again"]);
    repo.git("rm", "-rq", ".blue/dialogues");
    repo.commit("taken away there");
    repo.git("push", "-q", "-f", "--no-verify", "origin", "feat");
    repo.git("checkout", "-q", "main");
    repo.change("a.txt", ["a"]);
    repo.commit("main goes on");
    repo.git("push", "-q", "--no-verify", "origin", "main");
    repo.git("checkout", "-q", "-B", "work", "main");
    repo.git("merge", "-q", "--no-edit", "feat");
    expect(repo.push("origin", "work").said).not.toContain("✗ gone");
  });

  it("is set up over no other hook", async () => {
    const repo = await repository();
    const hook = join(repo.root, ".git/hooks/pre-push");
    writeFileSync(hook, "#!/bin/sh\n");
    expect(() => repo.setUp()).toThrow(/pre-push/);
    expect(readFileSync(hook, "utf8")).toBe("#!/bin/sh\n");
  });

  it("rot is said and stops nothing", async () => {
    const repo = await repository();
    repo.change(schemaPath, schemaLines.slice(0, 2));
    repo.commit();
    expect(repo.push("origin", "main")).toMatchObject({
      pushed: true,
      said: expect.stringContaining("rotted by this change"),
    });
  });

  it("deleted branches, tags of what is there and things that are no commits bring nothing to check", async () => {
    const repo = await repository();
    repo.git("push", "-q", "--no-verify", "origin", "main:refs/heads/old");
    expect(repo.push("origin", ":old")).toMatchObject({ pushed: true });
    repo.git("tag", "-a", "-m", "one", "v1");
    const blob = repo.git("rev-parse", "HEAD:.gitignore").trim();
    repo.git("tag", "blob", blob);
    const tags = repo.push("origin", "v1", "blob");
    expect(tags.pushed).toBe(true);
    expect(tags.said).not.toContain("checked");
  });

  it("a tag of tampered commits is checked as they are", async () => {
    const repo = await repository();
    repo.remove(repo.recordPath);
    repo.commit();
    repo.git("tag", "-a", "-m", "bad", "v2");
    expect(repo.push("origin", "v2")).toMatchObject({ pushed: false, said: expect.stringContaining("refs/tags/v2") });
  });

  it("to an empty repository everything is new and everything is checked", async () => {
    const repo = await repository({ first: false });
    expect(repo.push("origin", "main")).toMatchObject({
      pushed: true,
      said: expect.stringContaining("1 dialogue checked, whole"),
    });
    const bad = await repository({ first: false });
    bad.change(`.blue/dialogues/${bad.id}/verdict.md`, ["Decided."]);
    bad.commit();
    expect(bad.push("origin", "main")).toMatchObject({ pushed: false, said: expect.stringContaining("✗ drift") });
  });
});
