/** Real branches, tried and then really merged: what was foretold comes, and the printed commands put it right. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, type Dialogue, deskAt, dialogueAt, makeDialogue, show } from "../../test/helpers/dialogue.ts";
import { gitEnvironment, makeFolder, plant, runGit } from "../../test/helpers/project.ts";

interface Foretold extends Answer {
  git: string;
  conflicts: string[];
  dialogues: { dialogue_id: string; outcome: string; message: string; how: string[] }[];
  numbers: { number: string; here: string; there: string; how: string[] }[];
  needs_hand: boolean;
  how: string[];
  warnings: string[];
}

const doubt = ["[MUFFIN-T0001: a doubt]\nNot yet."];
const view = ["[MUFFIN-P0001: a view]\nYes."];

class Repository {
  readonly root: string;
  readonly id: string;

  constructor({ root, id }: Dialogue) {
    this.root = root;
    this.id = id;
    this.commit("a dialogue");
  }

  git(...args: string[]): string {
    return runGit(this.root, ...args);
  }

  commit(message: string): void {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
  }

  fresh(): Dialogue {
    return dialogueAt(deskAt(this.root), this.id);
  }

  /** A change on a branch of its own; the work tree is on that branch afterwards. */
  async branch(name: string, change: (dialogue: Dialogue) => unknown): Promise<void> {
    this.git("checkout", "-q", "-b", name, "main");
    rmSync(join(this.root, ".blue/drafts"), { recursive: true, force: true });
    const begun = existsSync(join(this.root, ".blue/dialogues", this.id, "round-0/round.json"));
    if (!begun) await this.fresh().call("dialogue.sample-panel", { dialogue_id: this.id });
    await change(this.fresh());
    this.commit(name);
  }

  foretell(branch: string): Promise<Foretold> {
    return this.fresh().call<Foretold>("merge-check", { branch });
  }

  conflictsOf(branch: string): string[] {
    try {
      this.git("merge", "-q", "--no-edit", branch);
    } catch {}
    return this.git("diff", "--name-only", "--diff-filter=U")
      .split("\n")
      .filter((line) => line !== "");
  }

  /** The git command that a step prints. */
  run(step: string): void {
    const [, command] = /`(git [^`]+)`/.exec(step)!;
    execFileSync("sh", ["-c", command!], { cwd: this.root, env: gitEnvironment() });
  }

  async findings(): Promise<Answer[]> {
    return (await this.fresh().call<{ findings: Answer[] }>("dialogue.verify", { dialogue_id: this.id })).findings;
  }
}

async function repository(prepare?: (dialogue: Dialogue) => Promise<unknown>): Promise<Repository> {
  const dialogue = await makeDialogue({ experts: 2, git: true });
  await prepare?.(dialogue);
  return new Repository(dialogue);
}

describe("before a merge", () => {
  it("says when there is nothing to do, and when git only moves forward", async () => {
    const repo = await repository();
    await repo.branch("ahead", (dialogue) => dialogue.round());
    expect(await repo.foretell("main")).toMatchObject({ git: "nothing", how: [] });
    repo.git("checkout", "-q", "main");
    expect(await repo.foretell("ahead")).toMatchObject({
      git: "fast_forward",
      dialogues: [],
      how: ["`git merge ahead`"],
    });
    plant(repo.root, { ".blue/docs/rfcs/x.md": "" });
    expect((await repo.foretell("ahead")).warnings).toEqual(["What is not committed in .blue is not in this answer."]);
  });

  it.each([0, 1])("the same round twice: the conflicts that come, and command %i keeps one side whole", async (i) => {
    const repo = await repository();
    await repo.branch("a", async (dialogue) => {
      await dialogue.round({ Muffin: doubt });
      await dialogue.round({ Muffin: ["[MUFFIN-T0101: another]\nNot yet."] });
    });
    await repo.branch("b", (dialogue) => dialogue.round({ Muffin: view }));
    repo.git("checkout", "-q", "a");
    const before = repo.git("for-each-ref") + repo.git("status", "--porcelain") + repo.git("count-objects");
    const foretold = await repo.foretell("b");
    expect(repo.git("for-each-ref") + repo.git("status", "--porcelain") + repo.git("count-objects")).toBe(before);
    expect(foretold).toMatchObject({ git: "conflicts", dialogues: [{ outcome: "same_round" }] });
    expect(await show("merge-check", foretold)).toContain("Both branches registered round 0");
    expect(foretold.conflicts.sort()).toEqual(repo.conflictsOf("b").sort());
    repo.run(foretold.dialogues[0]!.how[i]!);
    await repo.fresh().call("sync");
    repo.commit("merged");
    expect(await repo.findings()).toEqual([]);
    expect(repo.git("diff", i === 0 ? "a" : "b", "--stat", "--", ".blue/dialogues")).toBe("");
  });

  it("a verdict under the other branch's later round: git is content, and nothing is decided", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await repo.branch("decided", (dialogue) => dialogue.verdict());
    await repo.branch("doubted", (dialogue) => dialogue.round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] }));
    const foretold = await repo.foretell("decided");
    expect(foretold.dialogues).toMatchObject([
      { outcome: "superseded", message: expect.stringContaining("superseded by round 1") },
    ]);
    expect(foretold.conflicts.filter((path) => path.endsWith("round.json"))).toEqual([]);
    repo.conflictsOf("decided");
    repo.run(foretold.dialogues[0]!.how[2]!);
    await repo.fresh().call("sync");
    expect(await repo.findings()).toEqual([]);
    expect(await repo.fresh().call("dialogue.status", { dialogue_id: repo.id })).toMatchObject({ state: "decided" });
  });

  it("two verdicts, of one name and of two", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await repo.branch("rest", (dialogue) => dialogue.verdict({ recommendation: "Use REST." }));
    await repo.branch("rpc", (dialogue) => dialogue.verdict({ recommendation: "Use RPC." }));
    await repo.branch("named", (dialogue) => dialogue.verdict({ recommendation: "Use RPC.", verdict_id: "rpc" }));
    repo.git("checkout", "-q", "rest");
    expect((await repo.foretell("rpc")).dialogues).toMatchObject([
      { outcome: "same_verdict", message: expect.stringContaining("the verdict final on round 0") },
    ]);
    const contested = await repo.foretell("named");
    expect(contested.dialogues).toMatchObject([{ outcome: "contested" }]);
    repo.conflictsOf("named");
    await repo.fresh().call("sync");
    expect(await repo.findings()).toMatchObject([{ kind: "contested" }]);
  });

  it("numbers that both branches took, each with its own command; git sees no conflict", async () => {
    const repo = await repository();
    const create = (title: string) => (dialogue: Dialogue) => dialogue.call("rfc.create", { title });
    await repo.branch("a", create("Cursors"));
    await repo.branch("b", create("Caches"));
    const foretold = await repo.foretell("a");
    expect(foretold).toMatchObject({
      git: "clean",
      conflicts: [],
      numbers: [{ number: "RFC 0001" }],
      needs_hand: true,
    });
    expect(await show("merge-check", foretold)).toMatch(/^✗ Git merges a without a conflict, /);
    expect(repo.conflictsOf("a")).toEqual([]);
    const [, path] = /renumber (\S+)`/.exec(foretold.numbers[0]!.how[0]!)!;
    await repo.fresh().call("rfc.renumber", { id: path });
    expect(await repo.fresh().call("lint", {})).toMatchObject({ errors: 0 });
  });

  it("one document that both branches moved on is no number taken twice", async () => {
    const repo = await repository((dialogue) => dialogue.call("rfc.create", { title: "Cursors" }));
    const [path] = repo.git("ls-files", ".blue/docs/rfcs").split("\n");
    for (const name of ["a", "b"])
      await repo.branch(name, () => repo.git("mv", path!, path!.replace(/[^.]+\.md$/, `${name}.md`)));
    const foretold = await repo.foretell("a");
    expect(foretold.numbers).toEqual([]);
    expect(foretold.conflicts.length).toBeGreaterThan(0);
  });

  it("conflicts elsewhere are named and are not Blue's", async () => {
    const repo = await repository();
    await repo.branch("a", () => plant(repo.root, { "x.txt": "a\n" }));
    await repo.branch("b", () => plant(repo.root, { "x.txt": "b\n" }));
    const foretold = await repo.foretell("a");
    expect(foretold).toMatchObject({ git: "conflicts", conflicts: ["x.txt"], dialogues: [] });
    expect(foretold.how[1]).toBe("Resolve the 1 conflict outside .blue as usual.");
    expect(foretold.needs_hand).toBe(false);
    expect(await show("merge-check", foretold)).toMatch(/^! Git stops at 1 conflict/);
  });

  it("refuses an unknown branch, unrelated histories and an old git by name", async () => {
    const repo = await repository();
    expect(await repo.fresh().refused("not_found", "merge-check", { branch: "nowhere" })).toMatchObject({
      field: "branch",
    });
    repo.git("checkout", "-q", "--orphan", "alone");
    repo.commit("alone");
    expect((await repo.fresh().refused("invalid_input", "merge-check", { branch: "main" })).message).toContain(
      "no common commit",
    );
    repo.git("checkout", "-q", "main");
    await repo.branch("a", (dialogue) => dialogue.round());
    repo.git("checkout", "-q", "main");
    repo.commit("on main too");
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const folder = makeFolder({
      git: `#!/bin/sh\nfor a in "$@"; do [ "$a" = --write-tree ] && exit 129; done\nexec ${real} "$@"\n`,
    });
    chmodSync(join(folder, "git"), 0o755);
    const { PATH } = process.env;
    try {
      process.env.PATH = `${folder}${delimiter}${PATH}`;
      const error = await repo.fresh().refused("io_error", "merge-check", { branch: "a" });
      expect(error.message).toMatch(/^This is git version .* needs git 2.38$/);
    } finally {
      process.env.PATH = PATH;
    }
  });
});
