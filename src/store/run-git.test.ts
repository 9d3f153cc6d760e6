import { chmodSync, existsSync, readFileSync, realpathSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { makeTools } from "../../test/helpers/fake-tools.ts";
import { initGit, makeFolder, makeProject, plant, runGit as runPlainGit } from "../../test/helpers/project.ts";
import { findProject } from "./project.ts";
import { askGit, prefixOf, runGit } from "./run-git.ts";
import { tryMerge } from "./trial-merge.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const openAt = (root: string) => findProject({ flag: root, env: {} });
const path = process.env.PATH;
/** Before the real git, on a PATH of their own. */
const putBefore = (script: string) => {
  const tools = makeTools({ git: `${script}\nPATH='${path}' exec git "$@"` });
  vi.stubEnv("PATH", tools.env.PATH);
  return tools;
};

test("a name with a NUL is nothing in git, as a name that is not there", () => {
  const project = openAt(makeProject({ "a.md": "" }, { git: true }).root);
  expect(runGit(project, ["rev-parse", "-q", "--verify", "a\0b"])).toEqual({ failed: "no name in git has a NUL" });
});

describe("the environment of git", () => {
  test("is a list: the user's own configuration of git, and no secret", () => {
    const project = makeProject({ "a.md": "" }, { git: true });
    const seen = join(makeFolder(), "seen");
    putBefore(`env | sed 's/=.*//' | sort > '${seen}'`);
    const secrets = ["GITHUB_TOKEN", "ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD", "BLUE_DATABASE_URL"];
    const others = [
      "GIT_SSH_COMMAND",
      "GIT_DIR",
      "GIT_TRACE",
      "GIT_EXTERNAL_DIFF",
      "GIT_CONFIG_PARAMETERS",
      "NODE_OPTIONS",
    ];
    for (const name of [...secrets, ...others, "BLUE_TOKEN", "EDITOR"]) vi.stubEnv(name, "secret");
    const kept = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", SUDO_UID: "0", LANG: "C", LC_TIME: "C" };
    const counted = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Somebody" };
    for (const [name, value] of Object.entries({ ...kept, ...counted, TMPDIR: "/tmp" })) vi.stubEnv(name, value);
    expect(askGit(project, ["config", "user.name"])).toBe("Somebody\n");
    const given = new Set(readFileSync(seen, "utf8").trim().split("\n"));
    const ours = ["GIT_DIR", "GIT_WORK_TREE", "GIT_NO_LAZY_FETCH", "GIT_ALLOW_PROTOCOL", "GIT_TERMINAL_PROMPT"];
    for (const name of [...ours, "GIT_OPTIONAL_LOCKS", "LC_ALL", "PATH", ...Object.keys({ ...kept, ...counted })])
      expect([name, given.delete(name)]).toEqual([name, true]);
    // What the shell of the test's own git adds, and what every program may need.
    const rest = [
      "HOME",
      "USER",
      "LOGNAME",
      "TMPDIR",
      "TZ",
      "LANGUAGE",
      "XDG_CONFIG_HOME",
      "PWD",
      "OLDPWD",
      "SHLVL",
      "_",
    ];
    expect([...given].filter((name) => !rest.includes(name) && !name.startsWith("LC_"))).toEqual([]);
  });

  test("has our switches after the user's", () => {
    const project = makeProject({ "a.md": "" }, { git: true });
    const user = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.fsmonitor", GIT_CONFIG_VALUE_0: "touch ran" };
    for (const [name, value] of Object.entries(user)) vi.stubEnv(name, value);
    expect(askGit(project, ["config", "core.fsmonitor"])).toBe("\n");
    expect(askGit(project, ["config", "safe.bareRepository"])).toBe("explicit\n");
  });
});

describe("the repository", () => {
  test("is found by our own walk, confirmed once, and then given to git", () => {
    const top = makeFolder({ "svc/a.md": "", "b.md": "" });
    initGit(top);
    const project = openAt(join(top, "svc"));
    const { calls } = putBefore("");
    expect(askGit(project, ["ls-files"])).toBe("a.md\n");
    expect(askGit(project, ["rev-parse", "--git-dir", "--show-toplevel"])).toBe(`${top}/.git\n${top}\n`);
    expect(prefixOf(project)).toBe("svc/");
    expect(calls().filter(({ words }) => words.at(-1) === "--absolute-git-dir")).toEqual([
      expect.objectContaining({ cwd: top }),
    ]);
    expect(calls()).toHaveLength(3);
  });

  test("is never one that lies in the folder itself, with files that a branch can bring", () => {
    const top = makeFolder({ "svc/a.md": "" });
    initGit(top);
    const ran = join(top, "ran");
    const config = `[core]\n\trepositoryFormatVersion = 0\n\tworktree = .\n\tfsmonitor = touch ${ran}\n`;
    const bare = { HEAD: "ref: refs/heads/main\n", config, "objects/": "", "refs/": "" };
    plant(join(top, "svc"), bare);
    expect(runGit(openAt(join(top, "svc")), ["status", "--porcelain"])).toEqual({
      out: "?? svc/HEAD\n?? svc/config\n",
    });
    // Nor where `.git` is a folder that is no repository.
    const hollow = makeFolder({ ...bare, ".git/": "" });
    expect(runGit(openAt(hollow), ["status", "--porcelain"])).toMatchObject({
      failed: expect.stringMatching(/^fatal/),
    });
    expect(existsSync(ran)).toBe(false);
  });

  test.each([
    ["another work tree", "core.worktree", "/", /its configuration \(core.worktree\) names \/ as the work tree of \//],
    ["none", "core.bare", "true", /must be run in a work tree/],
  ])("with a configuration that says %s is refused by name", (_, key, value, words) => {
    const { root } = makeProject({ "a.md": "" }, { git: true });
    runPlainGit(root, "config", key, value);
    expect(runGit(openAt(root), ["ls-files"])).toMatchObject({ failed: expect.stringMatching(words) });
    expect(() => prefixOf(openAt(root))).toThrow(words);
  });

  test("of another user is refused, until git is told to trust it", () => {
    const { root } = makeProject({ "a.md": "" }, { git: true });
    const config = join(makeFolder({ gitconfig: "" }), "gitconfig");
    vi.stubEnv("GIT_CONFIG_GLOBAL", config);
    vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
    putBefore("export GIT_TEST_ASSUME_DIFFERENT_OWNER=1");
    expect(runGit(openAt(root), ["ls-files"])).toMatchObject({ failed: expect.stringContaining("dubious ownership") });
    runPlainGit(root, "config", "--file", config, "safe.directory", root);
    expect(runGit(openAt(root), ["ls-files"])).toEqual({ out: "a.md\n" });
  });

  test("is found through links: to the folder, and to the folder that holds it", () => {
    const { root } = makeProject({ "a.md": "", "sub/b.md": "" }, { git: true });
    const away = makeFolder();
    symlinkSync(root, join(away, "link"));
    expect(realpathSync(join(away, "link/sub"))).toBe(join(root, "sub"));
    expect(askGit(openAt(join(away, "link/sub")), ["ls-files"])).toBe("b.md\n");
  });
});

describe("programs that a configuration names", () => {
  const names = (calls: { words: string[] }[]) =>
    calls.flatMap(({ words }) => words.filter((word) => /^(?:filter|hook)\..*=/.test(word)));

  test("are switched off by name before files are looked at, each time anew", () => {
    const { root } = makeProject({ "a.md": "", ".gitattributes": "*.md filter=a\n" }, { git: true });
    const project = openAt(root);
    const { calls } = putBefore("");
    runGit(project, ["status", "--porcelain"]);
    expect(names(calls())).toEqual([]);
    for (const name of ["filter.a.clean", "filter.b c.process", "hook.d.command"])
      runPlainGit(root, "config", name, "touch ran");
    runGit(project, ["status", "--porcelain"]);
    expect(names(calls())).toEqual([
      ...["filter.a.clean=", "filter.a.smudge=", "filter.a.process=", "filter.a.required=false"],
      ...["filter.b c.clean=", "filter.b c.smudge=", "filter.b c.process=", "filter.b c.required=false"],
      "hook.d.enabled=false",
    ]);
    runGit(project, ["ls-files"]);
    expect(names(calls())).toHaveLength(9);
  });

  test("are refused where a name cannot be said on a command line", () => {
    const project = makeProject({ "a.md": "", ".gitattributes": "*.md filter=a=b\n" }, { git: true });
    const ran = join(makeFolder(), "ran");
    plant(project.root, {
      ".git/config": `${readFileSync(join(project.root, ".git/config"))}[filter "a=b"]\nclean = touch ${ran}\n`,
    });
    expect(runGit(project, ["status"])).toEqual({ failed: 'its configuration has a name that holds "=": filter.a=b' });
    expect(() => askGit(project, ["status"])).toThrow(/holds "="/);
    expect(existsSync(ran)).toBe(false);
  });

  /** A program that says that it ran. */
  const trap = () => {
    const folder = makeFolder();
    plant(folder, { trap: `#!/bin/sh\ntouch '${folder}/ran'\ncat\n` });
    chmodSync(join(folder, "trap"), 0o755);
    return { program: join(folder, "trap"), ran: () => existsSync(join(folder, "ran")) };
  };

  test("are not run as hooks, whatever is written to the index", () => {
    const { root } = makeProject({ "a.md": "" }, { git: true });
    const { program, ran } = trap();
    symlinkSync(program, join(root, ".git/hooks/post-index-change"));
    plant(root, { "b.md": "" });
    expect(runGit(openAt(root), ["add", "b.md"])).toEqual({ out: "" });
    expect(ran()).toBe(false);
    runPlainGit(root, "add", "--refresh", ".");
    runPlainGit(root, "rm", "-q", "-f", "b.md");
    expect(ran()).toBe(true);
  });

  test("are not run by a git of a submodule's own", () => {
    const { root } = makeProject({ "a.md": "" }, { git: true });
    const { root: inner } = makeProject({ "b.md": "", ".gitattributes": "*.md filter=trap\n" }, { git: true });
    const { program, ran } = trap();
    runPlainGit(root, "submodule", "add", "-q", inner, "inner");
    runPlainGit(root, "commit", "-q", "-m", "a submodule");
    plant(join(root, "inner"), { "c.md": "" });
    runPlainGit(join(root, "inner"), "add", "c.md");
    runPlainGit(join(root, "inner"), "commit", "-q", "-m", "moved");
    runPlainGit(join(root, "inner"), "config", "filter.trap.clean", program);
    runPlainGit(join(root, "inner"), "config", "diff.external", program);
    runPlainGit(root, "config", "diff.submodule", "diff");
    const touch = () => utimesSync(join(root, "inner/b.md"), 1, 1);
    for (const command of [
      ["status", "--porcelain"],
      ["diff", "HEAD", "--"],
      ["diff-index", "HEAD", "--"],
    ]) {
      touch();
      expect(runGit(openAt(root), command)).toMatchObject({ out: expect.stringContaining("inner") });
      expect([command, ran()]).toEqual([command, false]);
    }
    touch();
    runPlainGit(root, "status");
    expect(ran()).toBe(true);
  });

  test("are not run in a repository of our own, where the user's configuration has them", () => {
    const { root } = makeProject({ "a.md": "one\n" }, { git: true });
    for (const branch of ["here", "there"]) {
      runPlainGit(root, "checkout", "-q", "-b", branch, "main");
      plant(root, { "a.md": `${branch}\n` });
      runPlainGit(root, "commit", "-q", "-a", "-m", branch);
    }
    const { program, ran } = trap();
    const folder = makeFolder({ attributes: "*.md merge=trap filter=trap\n" });
    const config = join(folder, "gitconfig");
    runPlainGit(root, "config", "--file", config, "core.attributesFile", join(folder, "attributes"));
    for (const key of ["merge.trap.driver", "filter.trap.smudge", "filter.trap.clean"])
      runPlainGit(root, "config", "--file", config, key, program);
    vi.stubEnv("GIT_CONFIG_GLOBAL", config);
    const [here, there] = ["here", "there"].map((name) => runPlainGit(root, "rev-parse", name).trim());
    // Nor is a git that lies in the project, for which that repository is made.
    plant(root, { "bin/": "" });
    symlinkSync(program, join(root, "bin/git"));
    vi.stubEnv("PATH", `${root}/bin:${path}`);
    expect(tryMerge(openAt(root), here!, there!, ({ conflicts }) => conflicts)).toEqual(["a.md"]);
    expect(ran()).toBe(false);
  });

  test("a command that is not in the table is not run", () => {
    expect(() => runGit(makeProject({}, { git: true }), ["fetch"])).toThrow("not in the table of commands");
  });
});
