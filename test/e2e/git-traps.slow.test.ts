/** Whatever a configuration of git could run is planted wherever one can lie, and Blue is asked everything it can be asked: nothing runs, and it answers as before. */
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { BlueError, toWire } from "../../src/errors.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { getTracked } from "../../src/store/git.ts";
import { makeDecided } from "../helpers/decided.ts";
import { type Answer, deskAt, type Input } from "../helpers/dialogue.ts";
import { type GitTraps, makeGitTraps } from "../helpers/git-traps.ts";
import { gitEnvironment, initGit, makeFolder, plant, runGit, type Tree } from "../helpers/project.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));

const tree: Tree = {
  "notes.txt": "Some notes.\n",
  ".blue/docs/adrs/0001-one.proposed.md": "---\ntitle: One\nstatus: proposed\n---\n\n# ADR 0001: One\n",
  ".blue/docs/rfcs/0001-two.draft.md": "---\ntitle: Two\nstatus: draft\n---\n\n# RFC 0001: Two\n",
};

interface Place {
  /** Of the project. */
  root: string;
  /** Where somebody would call git. */
  at: string;
  /** What git alone runs there. */
  live: readonly string[];
  arm(traps: GitTraps): void;
}

/** A decided project in a repository, in a folder of it or at its root. */
async function repository(folder = ""): Promise<{ top: string; root: string }> {
  const { root: made } = await makeDecided({ git: false, tree });
  const top = makeFolder();
  const root = join(top, folder);
  cpSync(made, root, { recursive: true });
  runGit(top, "init", "-q", "-b", "main");
  giveHistory(top, root);
  return { top, root };
}

/** Three commits and a branch; the newest is signed, and a file of the first is missing, as in a partial clone. */
function giveHistory(top: string, root: string): void {
  const commit = (message: string) => {
    runGit(top, "add", "-A");
    runGit(top, "commit", "-q", "-m", message);
  };
  plant(root, { "src/old.sql": "-- it was here\n" });
  commit("zero");
  const old = runGit(root, "rev-parse", "HEAD:./src/old.sql").trim();
  plant(root, { "src/old.sql": "-- it is here\n" });
  commit("one");
  runGit(top, "checkout", "-q", "-b", "side");
  plant(root, { "notes.txt": "Other notes.\n" });
  commit("side");
  runGit(top, "checkout", "-q", "main");
  plant(root, { "src/new.sql": "-- new\n" });
  commit("two");
  const [head, ...body] = runGit(top, "cat-file", "commit", "HEAD").split("\n\n");
  const signed = `${head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n none\n -----END PGP SIGNATURE-----\n\n${body.join("\n\n")}`;
  plant(top, { ".git/signed": signed });
  const oid = runGit(top, "hash-object", "-t", "commit", "-w", ".git/signed").trim();
  runGit(top, "update-ref", "HEAD", oid);
  const objects = runGit(top, "rev-parse", "--git-path", "objects").trim();
  rmSync(resolve(top, objects, old.slice(0, 2), old.slice(2)));
}

const everything = [
  ...["external diff", "fetch", "filter", "filter process", "fsmonitor", "hook post-index-change", "signature"],
  "textconv",
];

const places: Record<string, () => Promise<Place>> = {
  "a folder that looks like a bare repository": async () => {
    const { top, root } = await repository("svc");
    return {
      ...{ root, at: root, live: everything.filter((name) => name !== "fetch") },
      arm({ config, attributes }) {
        plant(root, {
          HEAD: "ref: refs/heads/main\n",
          config: `[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n\tworktree = .\n${config}`,
          "objects/info/alternates": `${join(top, ".git/objects")}\n`,
          "refs/heads/main": runGit(top, "rev-parse", "HEAD"),
          "info/attributes": attributes,
        });
        runGit(
          root,
          "--git-dir",
          ".",
          "--work-tree",
          ".",
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "core.fsmonitor=",
          "read-tree",
          "HEAD:svc",
        );
      },
    };
  },
  "`.git/config`": async () => {
    const { root } = await repository();
    return { root, at: root, live: everything, arm: (traps) => armFolder(join(root, ".git"), traps) };
  },
  "`.git/config` above the project": async () => {
    const { top, root } = await repository("svc");
    return { root, at: root, live: everything, arm: (traps) => armFolder(join(top, ".git"), traps) };
  },
  "a file that the configuration includes, and a branch brings": async () => {
    const { root } = await repository();
    appendFileSync(join(root, ".git/config"), "[include]\n\tpath = ../team.gitconfig\n");
    return {
      ...{ root, at: root, live: everything },
      arm({ config, attributes }) {
        plant(root, { "team.gitconfig": config, ".git/info/attributes": attributes });
      },
    };
  },
  "the configuration of a linked worktree": async () => {
    const { top } = await repository();
    const root = join(makeFolder(), "tree");
    runGit(top, "config", "extensions.worktreeConfig", "true");
    runGit(top, "worktree", "add", "-q", "-b", "tree", root);
    return {
      ...{ root, at: root, live: everything },
      arm({ config, attributes }) {
        plant(top, { ".git/worktrees/tree/config.worktree": config, ".git/info/attributes": attributes });
      },
    };
  },
  "the submodule that the project is": async () => {
    const { root: inner } = await repository();
    const top = makeFolder({ "README.md": "" });
    initGit(top);
    mkdirSync(join(top, ".git/modules"));
    renameSync(join(inner, ".git"), join(top, ".git/modules/inner"));
    const root = join(top, "inner");
    cpSync(inner, root, { recursive: true });
    plant(root, { ".git": "gitdir: ../.git/modules/inner\n" });
    runGit(top, "config", "--file", ".git/modules/inner/config", "core.worktree", "../../../inner");
    return { root, at: root, live: everything, arm: (traps) => armFolder(join(top, ".git/modules/inner"), traps) };
  },
  "a submodule of the project": async () => {
    const { root } = await repository();
    const other = makeFolder({ "a.sql": "one\n", "b.txt": "two\n" });
    initGit(other);
    runGit(root, "submodule", "add", "-q", other, "lib");
    runGit(root, "commit", "-q", "-m", "a submodule");
    return {
      ...{ root, at: root, live: ["filter", "filter process", "fsmonitor"] },
      arm: (traps) => armFolder(join(root, ".git/modules/lib"), traps),
    };
  },
};

function armFolder(git: string, { config, attributes }: GitTraps): void {
  appendFileSync(join(git, "config"), config);
  plant(git, { "info/attributes": attributes });
}

let touched = 0;

/** Every file looks changed, so that git reads it again. A time of its own for each call: git keeps the last one that it has seen. */
function touchAll(folder: string): void {
  touched++;
  for (const one of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (one.isFile() && !one.parentPath.includes(".git")) utimesSync(join(one.parentPath, one.name), touched, touched);
}

/** What people call, and what Blue calls too. */
function callGit(at: string): void {
  appendFileSync(join(at, "src/new.sql"), "-- changed\n");
  const commands = [
    "status",
    "diff src/new.sql",
    "diff --no-ext-diff src/new.sql",
    "log -1",
    "show HEAD~2:./src/old.sql",
  ];
  for (const command of [...commands, "add src/new.sql"])
    spawnSync("git", command.split(" "), { cwd: at, env: gitEnvironment() });
}

/** The built program, with secrets around it. */
function blue(root: string, input: string, ...args: string[]): { code: number | null; said: string } {
  const secrets = { GITHUB_TOKEN: "", BLUE_DATABASE_URL: "postgresql://nowhere.invalid/x", BLUE_PROJECT: root };
  const env = { ...gitEnvironment(), ...secrets, GITHUB_WORKSPACE: root };
  const ran = spawnSync(process.execPath, [entry, ...args], { cwd: root, env, input, encoding: "utf8" });
  // Where the traps are files of the work tree, it does differ.
  const said = `${ran.stdout}${ran.stderr}`.replace(", as committed: the work tree differs", "");
  return { code: ran.status, said };
}

const inputs = (id: string): Record<string, Input> => ({
  "adr.get": { id: 1 },
  "adr.relevant": { diff: "HEAD~1" },
  "audit.get": { id: 1 },
  check: { diff: "HEAD~2" },
  decisions: { diff: "HEAD~2" },
  "dialogue.get": { dialogue_id: id },
  "dialogue.lint": { file_path: `.blue/dialogues/${id}/dialogue.md` },
  "dialogue.round-collect": { dialogue_id: id },
  "dialogue.round-context": { dialogue_id: id },
  "dialogue.status": { dialogue_id: id },
  "merge-check": { branch: "side" },
  "org.publish": { repository: "example.org/shop" },
  "postmortem.get": { id: 1 },
  "prd.get": { id: 1 },
  recall: { questions: ["clocks"] },
  "rfc.get": { id: 1 },
  "rfc.validate": { id: 1 },
  "runbook.lookup": { action: "deploy" },
  search: { questions: ["clocks"] },
  "spike.get": { id: 1 },
});

/** The answers of all operations that only read, and of `org publish` up to its database. */
async function askAll(root: string): Promise<Record<string, Answer>> {
  const id = readdirSync(join(root, ".blue/dialogues")).find((name) => !name.startsWith("."))!;
  const answers: Record<string, Answer> = {};
  for (const { name, effect } of registry) {
    if (effect !== "read" && name !== "org.publish" && name !== "doctor") continue;
    try {
      answers[name] = await deskAt(root).call(name, inputs(id)[name] ?? {});
    } catch (thrown) {
      if (!(thrown instanceof BlueError)) throw thrown;
      answers[name] = { ...toWire(thrown) };
    }
  }
  return answers;
}

describe.each(Object.keys(places))("with traps in %s", (where) => {
  it("nothing runs, and every answer is as it was without them", async () => {
    const { root, at, live, arm } = await places[where]!();
    const traps = makeGitTraps();
    touchAll(root);
    const before = await askAll(root);
    expect(Object.values(before).filter((one) => /io_error|invalid_input/.test(String(one.error_code)))).toEqual([]);
    expect(before["org.publish"]).toMatchObject({ error_code: "input_needed", field: "database" });
    arm(traps);
    touchAll(root);
    const after = await askAll(root);
    expect(traps.sprung()).toEqual([]);
    expect(after).toEqual(before);
    touchAll(root);
    callGit(at);
    expect(traps.sprung()).toEqual(expect.arrayContaining([...live]));
  });

  it("`check --github` and a pre-push hook say the same, and documents are moved and staged", async () => {
    const { root, arm } = await places[where]!();
    const traps = makeGitTraps();
    const [main, side] = ["main", "side"].map((name) => runGit(root, "rev-parse", name).trim());
    const ask = () => [
      blue(root, "", "check", "--github", "--text", "--diff", "HEAD~2"),
      blue(root, `refs/heads/main ${main} refs/heads/main ${"0".repeat(40)}\n`, "check", "--pre-push"),
      blue(root, `refs/heads/side ${side} refs/heads/side ${main}\n`, "check", "--pre-push"),
    ];
    touchAll(root);
    const before = ask();
    expect(before.map(({ code }) => code)).toEqual([0, 0, 0]);
    arm(traps);
    touchAll(root);
    expect(ask()).toEqual(before);
    const moved = await deskAt(root).call("rfc.status", { id: 1, status: "approved", override: "a test" });
    expect(moved).toMatchObject({ status: "approved" });
    await deskAt(root).call("delete", { id: "ADR 0001", reason: "a test" });
    expect(traps.sprung()).toEqual([]);
    expect(getTracked(deskAt(root).project, ".blue/docs")).toEqual([".blue/docs/rfcs/0001-two.approved.md"]);
  });
});
