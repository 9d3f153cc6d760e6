/** What git does to a dialogue: merges, switches, reverts, half-finished checkouts, formatters. Real repositories, real branches. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import {
  type Answer,
  codesOf,
  type Dialogue,
  deskAt,
  dialogueAt,
  edit,
  fourPoints,
  makeDesk,
  makeDialogue,
  raisesTension,
} from "../helpers/dialogue.ts";
import { makeFolder, plant, runGit } from "../helpers/project.ts";

interface Repository extends Dialogue {
  folder: string;
  git(...args: string[]): string;
  commit(message: string): void;
  /** Merges and answers with the paths in conflict. */
  merge(branch: string, ...options: string[]): string[];
  /** From a new process: nothing is remembered. */
  fresh(): Dialogue;
  status(): Promise<Answer>;
  findings(): Promise<Answer[]>;
}

function repositoryAt(dialogue: Dialogue): Repository {
  const { root, id } = dialogue;
  const git = (...args: string[]) => runGit(root, ...args);
  const fresh = () => dialogueAt(deskAt(root), id);
  return {
    ...dialogue,
    folder: `.blue/dialogues/${id}`,
    git,
    fresh,
    commit(message) {
      git("add", "-A");
      git("commit", "-q", "-m", message);
    },
    merge(branch, ...options) {
      try {
        git(...options, "merge", "-q", "--no-edit", branch);
      } catch {}
      return git("diff", "--name-only", "--diff-filter=U")
        .split("\n")
        .filter((line) => line !== "");
    },
    status: () => fresh().call("dialogue.status", { dialogue_id: id }),
    async findings() {
      return (await fresh().call<{ findings: Answer[] }>("dialogue.verify", { dialogue_id: id })).findings;
    },
  };
}

/** A dialogue of two experts, committed with everything that is registered. */
async function repository(prepare?: (dialogue: Dialogue) => Promise<unknown>): Promise<Repository> {
  const dialogue = await makeDialogue({ experts: 2, git: true });
  await prepare?.(dialogue);
  const made = repositoryAt(dialogue);
  made.commit("a dialogue");
  return made;
}

/** `change` on a branch of its own, committed; the work tree is back on main. */
async function onBranch(repo: Repository, name: string, change: () => unknown): Promise<void> {
  repo.git("checkout", "-q", "-b", name, "main");
  await change();
  repo.commit(name);
  repo.git("checkout", "-q", "main");
}

const doubt = ["[MUFFIN-T0001: a doubt]\nNot yet."];
const view = ["[MUFFIN-P0001: a view]\nYes."];

async function expectGateRefuses(repo: Repository, path: string, code: string): Promise<void> {
  const verdict = await repo.fresh().verdictRefused(code as never);
  expect(codesOf(verdict)).toContain(code);
  expect(JSON.stringify(verdict)).toContain(path);
  const { can_converge, problems } = await repo.status();
  expect(can_converge).toBe(false);
  expect((problems as string[]).join("\n")).toContain(path);
}

describe("two branches that register the same round differently", () => {
  async function forked(): Promise<Repository> {
    const repo = await repository();
    await onBranch(repo, "a", () => repo.fresh().round({ Muffin: doubt }));
    rmSync(join(repo.root, ".blue/drafts"), { recursive: true });
    await repo.call("dialogue.sample-panel", { dialogue_id: repo.id });
    await onBranch(repo, "b", () => repo.fresh().round({ Muffin: view }));
    repo.git("checkout", "-q", "a");
    return repo;
  }

  it("conflict in the record; with its marks in it every call that decides is refused by name", async () => {
    const repo = await forked();
    const record = `${repo.folder}/round-0/round.json`;
    expect(repo.merge("b")).toContain(record);
    expect(readFileSync(join(repo.root, record), "utf8")).toContain("<<<<<<<");
    await expectGateRefuses(repo, record, "record_damaged");
    const dialogue = repo.fresh();
    expect((await dialogue.registerRefused("record_damaged", { round: 0 })).message).toContain(
      "the marks of a merge conflict",
    );
    expect(await repo.status()).toMatchObject({ state: "damaged", next: { tool: "blue_dialogue_verify" } });
    expect(await repo.findings()).toContainEqual(expect.objectContaining({ kind: "record", path: record }));
    const { written, damaged } = await dialogue.call<{ written: Answer[]; damaged: string[] }>("sync");
    expect(written).toEqual([]);
    expect(damaged.join()).toContain(record);
  });

  it.each(["ours", "theirs"] as const)(
    "taking %s whole is that branch's round, and sync makes the rest again",
    async (side) => {
      const repo = await forked();
      const conflicts = repo.merge("b");
      repo.git("checkout", `--${side}`, "--", `${repo.folder}/round-0/round.json`);
      await repo.call("sync");
      repo.commit("merged");
      expect(conflicts.length).toBeGreaterThan(1);
      expect(await repo.findings()).toEqual([]);
      const { open_tensions, new_perspectives } = (await repo.status()).velocity as Record<string, number>;
      expect([open_tensions, new_perspectives]).toEqual(side === "ours" ? [1, 0] : [0, 1]);
      expect(runGit(repo.root, "show", `${side === "ours" ? "a" : "b"}:${repo.folder}/round-0/round.json`)).toBe(
        readFileSync(join(repo.root, repo.folder, "round-0/round.json"), "utf8"),
      );
    },
  );

  it("hunk by hunk taken from both is nobody's round, and refused", async () => {
    const repo = await forked();
    repo.merge("b", "-c", "merge.conflictStyle=merge");
    const record = join(repo.folder, "round-0/round.json");
    edit(repo.root, record, (text) => {
      let n = 0;
      return text.replace(/<<<<<<< .*\n([\s\S]*?)=======\n([\s\S]*?)>>>>>>> .*\n/g, (_, ours, theirs) =>
        n++ % 2 === 0 ? ours : theirs,
      );
    });
    expect(readFileSync(join(repo.root, record), "utf8")).not.toContain("<<<<<<<");
    await expectGateRefuses(repo, record, "record_damaged");
  });
});

describe("a file that a clean merge left in a round's folder", () => {
  it("is a foreign expert's: the gate refuses and names it, until it is moved away", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    const stranger = `${repo.folder}/round-0/eclair.md`;
    await onBranch(repo, "b", () => plant(repo.root, { [stranger]: "[ECLAIR-T0001: stop]\nNo.\n" }));
    await onBranch(repo, "a", () => plant(repo.root, { "a.txt": "" }));
    repo.git("checkout", "-q", "a");
    expect(repo.merge("b")).toEqual([]);
    await expectGateRefuses(repo, stranger, "unregistered_files");
    expect(await repo.findings()).toMatchObject([{ kind: "unaccounted", path: stranger }]);
    rmSync(join(repo.root, stranger));
    expect(await repo.fresh().verdict()).toMatchObject({ status: "registered", decision: true });
  });
});

describe("verdicts and rounds that meet in a merge", () => {
  it("a verdict under a later round of the other branch reads superseded everywhere, and the dialogue is open", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await onBranch(repo, "decided", () => repo.fresh().verdict());
    await onBranch(repo, "doubted", () => repo.fresh().round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] }));
    repo.git("checkout", "-q", "decided");
    expect(await repo.status()).toMatchObject({ state: "decided" });
    expect(repo.merge("doubted").filter((path) => /round\.json|verdict-/.test(path))).toEqual([]);
    await repo.call("sync");
    repo.commit("merged");
    expect(await repo.status()).toMatchObject({
      state: "open",
      rounds_registered: 2,
      can_converge: false,
      problems: [],
    });
    expect(await repo.findings()).toMatchObject([
      {
        kind: "superseded",
        path: `${repo.folder}/round-0/verdict-final.json`,
        message: expect.stringContaining("superseded by round 1"),
      },
    ]);
    const { verdicts } = await repo.fresh().call<{ verdicts: Answer[] }>("dialogue.get", { dialogue_id: repo.id });
    expect(verdicts).toMatchObject([{ in_force: false, superseded: true }]);
    expect(readFileSync(join(repo.root, repo.folder, "verdict.md"), "utf8")).toMatch(/superseded/i);
    expect(await repo.fresh().verdict({ round: 0 })).toMatchObject({ status: "already_registered", decision: false });
    expect(codesOf(await repo.fresh().verdictRefused("velocity_not_zero"))).toContain("velocity_not_zero");
  });

  it("two verdicts of one name conflict, and with the marks in it the record is refused", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await onBranch(repo, "a", () => repo.fresh().verdict({ recommendation: "Use REST." }));
    await onBranch(repo, "b", () => repo.fresh().verdict({ recommendation: "Use RPC." }));
    repo.git("checkout", "-q", "a");
    const record = `${repo.folder}/round-0/verdict-final.json`;
    expect(repo.merge("b")).toContain(record);
    expect(await repo.status()).toMatchObject({ state: "damaged" });
    expect(await repo.findings()).toContainEqual(expect.objectContaining({ kind: "record", path: record }));
    repo.git("checkout", "--theirs", "--", record);
    await repo.call("sync");
    expect(await repo.status()).toMatchObject({ state: "decided" });
    expect(await repo.findings()).toEqual([]);
    expect(readFileSync(join(repo.root, repo.folder, "verdict.md"), "utf8")).toContain("Use RPC.");
  });

  it("two final verdicts of two names are contested: none is the decision, and the way on is another round", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await onBranch(repo, "a", () => repo.fresh().verdict({ recommendation: "Use REST.", verdict_id: "rest" }));
    await onBranch(repo, "b", () => repo.fresh().verdict({ recommendation: "Use RPC.", verdict_id: "rpc" }));
    repo.git("checkout", "-q", "a");
    repo.merge("b");
    await repo.call("sync");
    repo.commit("merged");
    expect(await repo.status()).toMatchObject({ state: "open", next: { tool: "blue_dialogue_round_prompt" } });
    expect(await repo.findings()).toMatchObject([{ kind: "contested", message: expect.stringContaining("rest, rpc") }]);
    const { verdicts } = await repo.fresh().call<{ verdicts: Answer[] }>("dialogue.get", { dialogue_id: repo.id });
    expect(verdicts).toMatchObject([{ in_force: false }, { in_force: false }]);
    expect(readFileSync(join(repo.root, repo.folder, "verdict.md"), "utf8")).toMatch(/contested/i);
    await repo.fresh().verdictRefused("verdict_exists");
    await repo.fresh().round();
    expect(await repo.fresh().verdict()).toMatchObject({ decision: true });
  });

  it("dialogues opened under one name on two branches conflict in their openings, and neither can go on until one is taken", async () => {
    const desk = makeDesk({ git: true });
    const open = async (question: string) => {
      const { dialogue_id } = await desk.call<{ dialogue_id: string }>("dialogue.create", {
        title: "API design",
        question,
        template: "general",
      });
      runGit(desk.root, "add", "-A");
      runGit(desk.root, "commit", "-q", "-m", question);
      return dialogue_id;
    };
    runGit(desk.root, "checkout", "-q", "-b", "a");
    const id = await open("REST or RPC?");
    runGit(desk.root, "checkout", "-q", "-b", "b", "main");
    expect(await open("Tabs or spaces?")).toBe(id);
    const repo = repositoryAt(dialogueAt(desk, id));
    expect(repo.merge("a")).toContain(`${repo.folder}/opening.json`);
    const error = await deskAt(desk.root).refused("record_damaged", "dialogue.status", { dialogue_id: id });
    expect(error.message).toContain("the marks of a merge conflict");
    repo.git("checkout", "--theirs", "--", `${repo.folder}/opening.json`);
    await repo.call("sync");
    expect(await repo.status()).toMatchObject({ question: "REST or RPC?", state: "open", problems: [] });
    expect(await repo.findings()).toEqual([]);
  });
});

describe("a work tree that is not whole", () => {
  async function twoRounds(): Promise<Repository> {
    return repository(async (dialogue) => {
      await dialogue.round();
      await dialogue.round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
    });
  }

  it("a round's folder without its record, as in the middle of a checkout, is refused until the record is there", async () => {
    const repo = await twoRounds();
    const record = `${repo.folder}/round-1/round.json`;
    rmSync(join(repo.root, record));
    await expectGateRefuses(repo, record, "record_damaged");
    await repo.fresh().registerRefused("record_damaged", { round: 1 });
    repo.git("checkout", "--", record);
    expect(await repo.status()).toMatchObject({ state: "open", rounds_registered: 2, problems: [] });
    expect(await repo.findings()).toEqual([]);
  });

  it("a whole round that git tracks and the disk lacks is missing, not gone: deleted, or left out by a sparse checkout", async () => {
    const repo = await twoRounds();
    const record = `${repo.folder}/round-1/round.json`;
    rmSync(join(repo.root, ".blue/drafts"), { recursive: true });
    rmSync(join(repo.root, repo.folder, "round-1"), { recursive: true });
    await expectGateRefuses(repo, record, "record_damaged");
    expect(await repo.status()).toMatchObject({ state: "damaged" });
    expect(await repo.findings()).toContainEqual(expect.objectContaining({ kind: "record", path: record }));
    repo.git("checkout", "--", ".");
    expect(await repo.status()).toMatchObject({ rounds_registered: 2, problems: [] });
    repo.git("sparse-checkout", "set", "--no-cone", "/*", `!/${repo.folder}/round-1/`);
    expect(existsSync(join(repo.root, record))).toBe(false);
    await expectGateRefuses(repo, record, "record_damaged");
    await repo.fresh().registerRefused("record_damaged", { round: 1 });
    repo.git("sparse-checkout", "disable");
    expect(await repo.status()).toMatchObject({ state: "open", rounds_registered: 2, problems: [] });
  });

  it("a verdict that git tracks and the disk lacks keeps the dialogue from being decided anew", async () => {
    const repo = await repository(async (dialogue) => {
      await dialogue.round();
      await dialogue.verdict();
    });
    const record = `${repo.folder}/round-0/verdict-final.json`;
    rmSync(join(repo.root, record));
    const error = await repo.fresh().verdictRefused("record_damaged", { recommendation: "Use RPC." });
    expect(JSON.stringify(error)).toContain(record);
  });

  it("what stands in for a record, as a pointer of git-lfs does, is refused by name", async () => {
    const repo = await twoRounds();
    const record = `${repo.folder}/round-1/round.json`;
    plant(repo.root, { [record]: "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n" });
    await expectGateRefuses(repo, record, "record_damaged");
    await repo.fresh().registerRefused("record_damaged");
    expect(await repo.findings()).toContainEqual(expect.objectContaining({ kind: "record", path: record }));
  });
});

describe("a switch of branches", () => {
  it("drafts on disk answer the head they were written for: on another head they are not found, back on theirs they are", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await onBranch(repo, "other", () => repo.fresh().round({}, { summary: "Round 1 as the other branch has it." }));
    rmSync(join(repo.root, ".blue/drafts"), { recursive: true });
    repo.fresh().writeAll({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
    const drafts = draftsFolder(repo.fresh().open());
    const complete = { panel: [{ draft: "complete" }, { draft: "complete" }], open_round: 1 };
    expect(await repo.status()).toMatchObject(complete);

    repo.git("checkout", "-q", "other");
    expect(await repo.status()).toMatchObject({
      open_round: 2,
      panel: [{ draft: "missing" }, { draft: "missing" }],
      can_converge: true,
    });
    await repo.fresh().registerRefused("draft_missing", { round: 2 });
    const taken = await repo.fresh().registerRefused("round_taken", { round: 1 });
    expect(taken.message).toContain("the experts' texts");
    expect(readdirSync(join(repo.root, drafts)).sort()).toEqual(["cupcake", "muffin"]);

    repo.git("checkout", "-q", "main");
    expect(await repo.status()).toMatchObject(complete);
    expect(await repo.fresh().register({ round: 1 })).toMatchObject({
      status: "registered",
      velocity: { open_tensions: 1 },
    });
  });

  it("a round that is not committed stays on disk without the one before it: refused, and whole again after the way back", async () => {
    const repo = await repository();
    await onBranch(repo, "more", () => repo.fresh().round());
    repo.git("checkout", "-q", "more");
    await repo.fresh().round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
    repo.git("stash", "push", "-q", "--", `${repo.folder}/*.md`);
    repo.git("checkout", "-q", "main");
    const left = `${repo.folder}/round-1/round.json`;
    expect(existsSync(join(repo.root, left))).toBe(true);
    await expectGateRefuses(repo, left, "record_damaged");
    await repo.fresh().registerRefused("record_damaged");
    repo.git("checkout", "-q", "more");
    expect(await repo.status()).toMatchObject({ rounds_registered: 2, problems: [] });
    repo.git("stash", "pop", "-q");
    expect(await repo.findings()).toEqual([]);
  });

  it("a reverted round leaves the records of the commit; its drafts, where they still lie, keep the gate shut", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await repo.fresh().round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
    repo.commit("a doubt");
    expect(await repo.status()).toMatchObject({ rounds_registered: 2, can_converge: false });
    repo.git("revert", "--no-edit", "HEAD");
    expect(await repo.findings()).toEqual([]);
    expect(await repo.status()).toMatchObject({
      rounds_registered: 1,
      open_round: 1,
      problems: [],
      can_converge: false,
    });
    const error = await repo.fresh().verdictRefused("unregistered_files");
    expect(error.message).toContain("muffin/draft.md");
    // In a clone nothing but git's history remembers the round: what is committed is what stands.
    const clone = join(makeFolder(), "clone");
    runGit(repo.root, "clone", "-q", repo.root, clone);
    expect(await dialogueAt(deskAt(clone), repo.id).verdict()).toMatchObject({ decision: true });
  });
});

describe("a round that was never committed", () => {
  it("deleted by hand is remembered by its drafts alone: while they lie there the gate stays shut", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await repo.fresh().round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
    rmSync(join(repo.root, repo.folder, "round-1"), { recursive: true });
    const error = await repo.fresh().verdictRefused("unregistered_files");
    expect(error.message).toContain("muffin/draft.md");
    rmSync(join(repo.root, ".blue/drafts"), { recursive: true });
    expect(await repo.status()).toMatchObject({ rounds_registered: 1, can_converge: true });
  });
});

describe("a tool that rewrites every file", () => {
  async function decided(): Promise<Repository> {
    return repository(async (dialogue) => {
      await dialogue.round({ Muffin: raisesTension });
      await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "accepted", reason: "so" }] });
    });
  }

  const rewrapped = (text: string) => text.replace(/([^\n]{20,60}) (?=[a-z])/g, "$1\n");
  const formatters: Record<string, (path: string, text: string) => string> = {
    "a formatter with tabs and a rewrapped Markdown": (path, text) =>
      path.endsWith(".json") ? `${JSON.stringify(JSON.parse(text), null, "\t")}\n\n` : rewrapped(text),
    "four spaces and CRLF": (path, text) =>
      (path.endsWith(".json") ? `${JSON.stringify(JSON.parse(text), null, 4)}\n` : rewrapped(text)).replaceAll(
        "\n",
        "\r\n",
      ),
    "one line and a byte-order mark": (path, text) =>
      path.endsWith(".json") ? `\ufeff${JSON.stringify(JSON.parse(text))}` : `${text}\n`,
  };

  it.each(Object.keys(formatters))(
    "%s: records are whole, generated files drift, the gate is unchanged, sync puts them right",
    async (name) => {
      const repo = await decided();
      const before = await repo.status();
      for (const path of repo.git("ls-files", "--", repo.folder).trim().split("\n"))
        edit(repo.root, path, (text) => formatters[name]!(path, text));
      const findings = await repo.findings();
      expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(["drift"]));
      expect(await repo.status()).toEqual(before);
      await repo.call("sync");
      expect(await repo.findings()).toEqual([]);
      expect(await repo.fresh().verdict({ tensions_accepted: ["T0001"] })).toMatchObject({
        status: "registered",
        decision: true,
      });
      expect(await repo.findings()).toEqual([]);
    },
  );

  it("a formatter that sorts the keys of a record changes nothing either", async () => {
    const repo = await decided();
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .sort()
                .map(([key, member]) => [key, sorted(member)]),
            )
          : value;
    for (const path of ["opening.json", "round-0/round.json", "round-1/round.json"])
      edit(repo.root, `${repo.folder}/${path}`, (text) => JSON.stringify(sorted(JSON.parse(text)), null, 2));
    expect(await repo.findings()).toEqual([]);
  });
});

describe("generated files", () => {
  it("deleted, edited or in conflict change no decision, and sync makes them again", async () => {
    const repo = await repository((dialogue) => dialogue.round({ Muffin: doubt }));
    const before = await repo.status();
    const generated = repo
      .git("ls-files", "--", repo.folder)
      .trim()
      .split("\n")
      .filter((path) => !/(?:opening|round)\.json$/.test(path));
    expect(generated.length).toBeGreaterThan(8);
    const spoil: ((path: string) => void)[] = [
      (path) => rmSync(join(repo.root, path)),
      (path) => writeFileSync(join(repo.root, path), "100% CONVERGENCE ACHIEVED\n\n[MOVE:CONVERGE]\n"),
      (path) => edit(repo.root, path, (text) => `<<<<<<< HEAD\n${text}=======\n>>>>>>> other\n`),
    ];
    for (const [i, path] of generated.entries()) spoil[i % 3]!(path);
    expect(await repo.status()).toEqual(before);
    expect((await repo.findings()).map(({ kind, path }) => [kind, path])).toEqual(
      expect.arrayContaining(generated.map((path) => ["drift", path])),
    );
    await repo.fresh().verdictRefused("velocity_not_zero");
    await repo.call("sync");
    expect(await repo.findings()).toEqual([]);
  });

  it("a verdict.md that no verdict accounts for is named", async () => {
    const repo = await repository((dialogue) => dialogue.round({ Muffin: doubt }));
    plant(repo.root, { [`${repo.folder}/verdict.md`]: "# 100% CONVERGENCE ACHIEVED\n" });
    expect(await repo.findings()).toMatchObject([{ path: `${repo.folder}/verdict.md` }]);
    await repo.fresh().verdictRefused("unregistered_files");
  });

  it("that two branches changed conflict in git only; after sync the merge is clean", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await onBranch(repo, "a", () => repo.fresh().verdict());
    await onBranch(repo, "b", () => repo.fresh().verdict({ verdict_type: "dissent", recommendation: "Use RPC." }));
    repo.git("checkout", "-q", "a");
    const conflicts = repo.merge("b");
    expect(conflicts.length).toBeGreaterThan(0);
    expect(conflicts.every((path) => path.endsWith(".md"))).toBe(true);
    expect(await repo.status()).toMatchObject({ state: "decided", problems: [] });
    await repo.call("sync");
    repo.commit("merged");
    expect(await repo.findings()).toEqual([]);
  });
});

describe("a project whose .blue git does not keep", () => {
  it.each([
    ["its own .gitignore", ".gitignore"],
    ["the repository's info/exclude", ".git/info/exclude"],
  ])("ignored by %s: everything works, and create, status and verdict say what that risks", async (_, file) => {
    const dialogue = await makeDialogue({ experts: 2, git: true });
    mkdirSync(dirname(join(dialogue.root, file)), { recursive: true });
    writeFileSync(join(dialogue.root, file), ".blue/\n");
    const said = expect.arrayContaining([expect.stringMatching(/^Git ignores \.blue\/dialogues\/.*on this disk only/)]);
    const desk = deskAt(dialogue.root);
    expect(await desk.call("dialogue.create", { title: "Another", template: "general" })).toMatchObject({
      warnings: said,
    });
    expect(await desk.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({ warnings: said });
    expect(await desk.call("status")).toMatchObject({ records: "ignored" });
    const fresh = dialogueAt(desk, dialogue.id);
    await fresh.round();
    expect(await fresh.verdict()).toMatchObject({ decision: true, warnings: said });
    expect(runGit(dialogue.root, "status", "--porcelain", "--", ".blue")).toBe("");
  });
});

describe("a project that git came to ignore", () => {
  it("says so although older records are tracked: new ones would not be committed", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    expect(await repo.status()).toMatchObject({
      warnings: expect.not.arrayContaining([expect.stringContaining("Git ignores")]),
    });
    plant(repo.root, { ".gitignore": ".blue/\n" });
    const said = expect.arrayContaining([expect.stringMatching(/^Git ignores \.blue\/dialogues\//)]);
    expect(await repo.status()).toMatchObject({ warnings: said });
    expect(await repo.fresh().verdict()).toMatchObject({ warnings: said });
  });
});

describe("a linked worktree", () => {
  it("has the committed records, drafts and an index of its own; two of them meet in a merge like any branches", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    repo.fresh().writeAll({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
    const tree = join(makeFolder(), "tree");
    repo.git("worktree", "add", "-q", "-b", "side", tree);
    const side = repositoryAt(dialogueAt(deskAt(tree), repo.id));
    expect(await side.status()).toMatchObject({
      open_round: 1,
      panel: [{ draft: "missing" }, { draft: "missing" }],
      problems: [],
    });
    await side.fresh().round({ Cupcake: ["[CUPCAKE-P0101: another view]\nSo."] });
    side.commit("round 1 in the worktree");
    expect(await repo.status()).toMatchObject({
      rounds_registered: 1,
      panel: [{ draft: "complete" }, { draft: "complete" }],
    });
    await repo.fresh().register({ round: 1 });
    repo.commit("round 1 in the main tree");
    expect(repo.merge("side")).toContain(`${repo.folder}/round-1/round.json`);
    expect(await repo.status()).toMatchObject({ state: "damaged" });
  });
});

describe("a dialogue's folder", () => {
  it("renamed says whose records it holds and goes no further; named back it is whole", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    const other = `${repo.folder}-renamed`;
    renameSync(join(repo.root, repo.folder), join(repo.root, other));
    repo.commit("renamed");
    const renamed = dialogueAt(deskAt(repo.root), `${repo.id}-renamed`);
    const error = await renamed.verdictRefused("record_damaged");
    expect(error.message).toContain(`belongs to ${repo.id}`);
    const round = { dialogue_id: `${repo.id}-renamed`, round: 1, ...fourPoints };
    await renamed.refused("record_damaged", "dialogue.round-register", round);
    renameSync(join(repo.root, other), join(repo.root, repo.folder));
    expect(await repo.status()).toMatchObject({ problems: [], can_converge: true });
  });

  it("copied leaves the original as it was, and the copy cannot be decided", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    cpSync(join(repo.root, repo.folder), join(repo.root, `${repo.folder}-copy`), { recursive: true });
    const copy = dialogueAt(deskAt(repo.root), `${repo.id}-copy`);
    expect((await copy.verdictRefused("record_damaged")).message).toContain(`belongs to ${repo.id}`);
    expect(await repo.fresh().verdict()).toMatchObject({ decision: true });
  });

  it("renamed on one branch while the other adds a round: the round left alone in the old folder is named", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await onBranch(repo, "renamed", () => repo.git("mv", repo.folder, `${repo.folder}-renamed`));
    await onBranch(repo, "more", () => repo.fresh().round());
    repo.git("checkout", "-q", "renamed");
    repo.merge("more", "-c", "merge.directoryRenames=false");
    expect(existsSync(join(repo.root, repo.folder, "round-1/round.json"))).toBe(true);
    const error = await deskAt(repo.root).refused("record_damaged", "dialogue.status", { dialogue_id: repo.id });
    expect(error.message).toContain(`${repo.folder}/opening.json is missing`);
  });
});

describe("a stopped merge, rebase or bisect", () => {
  it("is judged by the files that lie there: whole records are whole, and an older commit is an older state", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    await repo.fresh().round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
    repo.commit("a doubt");
    rmSync(join(repo.root, ".blue/drafts"), { recursive: true });
    repo.git("checkout", "-q", "HEAD~1");
    expect(await repo.status()).toMatchObject({ rounds_registered: 1, can_converge: true });
    writeFileSync(join(repo.root, ".git/index.lock"), "");
    expect(await repo.status()).toMatchObject({ rounds_registered: 1, problems: [] });
  });
});

describe("a clean", () => {
  it("`git clean -fdX` takes drafts and index, never a record; `stash -u` takes what is not committed", async () => {
    const repo = await repository((dialogue) => dialogue.round());
    repo.fresh().writeAll();
    await repo.call("sync");
    repo.git("clean", "-fdXq");
    expect(existsSync(join(repo.root, ".blue/drafts"))).toBe(false);
    expect(await repo.status()).toMatchObject({
      rounds_registered: 1,
      problems: [],
      panel: [{ draft: "missing" }, { draft: "missing" }],
    });
    expect(await repo.findings()).toEqual([]);
    await repo.fresh().round();
    repo.git("stash", "-u", "-q");
    expect(await repo.status()).toMatchObject({ rounds_registered: 1, problems: [] });
    repo.git("stash", "pop", "-q");
    expect(await repo.status()).toMatchObject({ rounds_registered: 2, problems: [] });
  });
});
