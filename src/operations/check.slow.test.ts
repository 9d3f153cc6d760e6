/** Changes as they come in pull requests: branches, merge commits, shallow clones, and hands that should not have been there. */
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Decided, decidedAt, makeDecided, schemaLines, schemaPath } from "../../test/helpers/decided.ts";
import { edit, show } from "../../test/helpers/dialogue.ts";
import { makeFolder, runGit } from "../../test/helpers/project.ts";
import { verdictBody } from "../../test/helpers/records.ts";
import type { RoundRecord } from "../rules/records.ts";
import { encodeRecord, sealRecord } from "../store/record.ts";
import type { Checked } from "./check.ts";
import { checkMarkdown, hasNews } from "./checked-change/markdown.ts";

const without = schemaLines.slice(0, 2);

async function branched(): Promise<Decided & { folder: string; check(input?: object): Promise<Checked> }> {
  const decided = await makeDecided();
  runGit(decided.root, "checkout", "-q", "-b", "work");
  return {
    ...decided,
    folder: `.blue/dialogues/${decided.id}`,
    check: (input = {}) => decidedAt(decided.root, decided.id).call<Checked>("check", { ...input }),
  };
}

type Branch = Awaited<ReturnType<typeof branched>>;

function reseal(branch: Branch, name: string, change: (record: Record<string, unknown>) => void): string {
  const path = join(branch.root, branch.folder, name);
  const record = JSON.parse(readFileSync(path, "utf8"));
  change(record);
  const sealed = sealRecord(record);
  writeFileSync(path, encodeRecord(sealed));
  return sealed.self;
}

const tampered: [string, kind: string, hand: (branch: Branch) => unknown][] = [
  [
    "edits the copy of an expert's draft",
    "drift",
    (b) => edit(b.root, `${b.folder}/round-0/muffin.md`, (t) => t.replace("They do.", "They do not.")),
  ],
  [
    "edits the page of the verdict",
    "drift",
    (b) => edit(b.root, `${b.folder}/verdict.md`, (t) => t.replace(/APPROVE/g, "REJECT")),
  ],
  [
    "edits a record",
    "record",
    (b) => edit(b.root, `${b.folder}/round-0/round.json`, (t) => t.replace("They do.", "They do not.")),
  ],
  [
    "edits the verdict's record",
    "record",
    (b) =>
      edit(b.root, `${b.folder}/round-0/verdict-final.json`, (t) => t.replace('"forced": false', '"forced": true')),
  ],
  [
    "edits the verdict and seals it again",
    "rewritten",
    async (b) => {
      reseal(b, "round-0/verdict-final.json", (record) => {
        record.recommendation = ["Do the opposite."];
      });
      await b.call("sync");
    },
  ],
  [
    "writes the whole dialogue anew, every seal right",
    "rewritten",
    async (b) => {
      const prev = reseal(b, "opening.json", (record) => {
        record.title = "Another";
      });
      const round = reseal(b, "round-0/round.json", (record) => {
        record.prev = prev;
      });
      reseal(b, "round-0/verdict-final.json", (record) => {
        record.prev = round;
      });
      await b.call("sync");
    },
  ],
  [
    "deletes the verdict's record and what shows it",
    "gone",
    async (b) => {
      b.remove(`${b.folder}/round-0/verdict-final.json`);
      b.remove(`${b.folder}/verdict.md`);
      b.commit();
      await b.call("sync");
    },
  ],
  ["deletes a round's record", "gone", (b) => b.remove(`${b.folder}/round-0/round.json`)],
  ["deletes the whole dialogue", "gone", (b) => rmSync(join(b.root, b.folder), { recursive: true })],
  [
    "moves the dialogue to another name",
    "gone",
    (b) => renameSync(join(b.root, b.folder), join(b.root, ".blue/dialogues/2026-01-01T0000Z-other")),
  ],
  [
    "forges a verdict over a round that did not converge",
    "refused",
    async (b) => {
      await b.round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
      const { self } = b.record(1);
      writeFileSync(
        join(b.root, b.folder, "round-1/verdict-final.json"),
        encodeRecord(sealRecord(verdictBody(1, self, { dialogue: b.id }))),
      );
      await b.call("sync");
    },
  ],
  [
    "forges a round that says what its texts do not",
    "recount",
    async (b) => {
      await b.round({ Muffin: ["[MUFFIN-T0101: a doubt]\nNot yet."] });
      reseal(b, "round-1/round.json", (record) => {
        (record as unknown as RoundRecord).tensions = [];
      });
      await b.call("sync");
    },
  ],
  [
    "puts a stranger's text into a round",
    "unaccounted",
    (b) => b.change(`${b.folder}/round-0/eclair.md`, ["[ECLAIR-T0001: stop]", "No."]),
  ],
  [
    "puts a verdict's page where no verdict is",
    "unaccounted",
    async (b) => {
      const again = { dialogue_id: b.id, because: "one server now" };
      const { dialogue_id } = await b.call<{ dialogue_id: string }>("dialogue.reopen", again);
      cpSync(join(b.root, b.folder, "verdict.md"), join(b.root, ".blue/dialogues", dialogue_id, "verdict.md"));
    },
  ],
  [
    "brings records under a name that is theirs on another disk",
    "spelling",
    (b) => {
      cpSync(join(b.root, b.folder), join(b.root, b.folder.replace(".blue", ".BLUE")), { recursive: true });
    },
  ],
  [
    "brings a folder that is Blue's on another disk",
    "spelling",
    (b) => b.change(`.blue/Dialogues/${b.id}/opening.json`, ["{}"]),
  ],
  [
    "makes a link of a record",
    "record",
    (b) => {
      const path = join(b.root, b.folder, "round-0/round.json");
      renameSync(path, join(b.root, "round.json"));
      symlinkSync("../../../../round.json", path);
    },
  ],
  [
    "leaves a merge's marks in a record",
    "record",
    (b) => edit(b.root, `${b.folder}/opening.json`, (t) => `<<<<<<< a\n${t}=======\n>>>>>>> b\n`),
  ],
];

describe("a change that tampers", () => {
  it.each(tampered)("%s: %s", async (_, kind, hand) => {
    const branch = await branched();
    await hand(branch);
    branch.commit();
    const checked = await branch.check();
    expect(checked.damage.map((one) => one.kind)).toContain(kind);
    expect(checked.fails).toBe(true);
    expect(await show("check", checked)).toMatch(/^✗ \w+: /m);
    expect((await branch.check({ fail_on: "never" })).fails).toBe(false);
  });

  it("edits a round's record: that is the one finding, and nothing is said of what it held", async () => {
    const branch = await branched();
    edit(branch.root, `${branch.folder}/round-0/round.json`, (t) => t.replace("They do.", "They do not."));
    const checked = await branch.check();
    expect(checked.damage).toMatchObject([{ kind: "record", fix: expect.stringContaining("`git checkout ") }]);
    expect((await show("check", checked)).split("\n").at(-1)).toMatch(/^✗ 1 dialogue checked, 1 finding; against /);
  });

  it("takes away a record in a folder whose name is a command: it is no dialogue's, and a path is one word", async () => {
    const branch = await branched();
    const folders = [".blue/dialogues/x;touch pwned", `${branch.folder}/x;touch pwned`];
    const record = readFileSync(join(branch.root, branch.folder, "opening.json"), "utf8");
    for (const folder of folders) branch.change(`${folder}/round.json`, record);
    branch.commit();
    runGit(branch.root, "branch", "-f", "main");
    for (const folder of folders) rmSync(join(branch.root, folder), { recursive: true });
    expect((await branch.check()).damage.map(({ fix }) => fix)).toEqual([
      expect.stringMatching(/^Restore it: `git checkout \w+ -- '[^']*x;touch pwned\/round.json'`\.$/),
    ]);
  });

  it("edits a settlement; taking one back is no tampering", async () => {
    const branch = await branched();
    branch.change(schemaPath, without);
    branch.commit();
    const { path } = await branch.call<{ path: string }>("dialogue.settle", {
      ...{ dialogue_id: branch.id, items: ["E0001.1"], reason: "one server now" },
    });
    branch.commit();
    runGit(branch.root, "branch", "-f", "main");
    branch.remove(path);
    expect((await branch.check()).damage).toEqual([]);
    runGit(branch.root, "checkout", "-q", "--", ".");
    edit(branch.root, path, (text) => text.replace("one server now", "who cares"));
    expect((await branch.check()).damage).toMatchObject([{ kind: "rewritten", path }]);
  });
});

const harmless: [string, (branch: Branch) => unknown][] = [
  ["does nothing", () => {}],
  ["changes other files", (b) => b.change("README.md", ["more"])],
  ["indents a record anew", (b) => edit(b.root, `${b.folder}/opening.json`, (t) => JSON.stringify(JSON.parse(t)))],
  ["goes on with the dialogue", (b) => b.round()],
  [
    "checks out with other line ends",
    (b) => edit(b.root, `${b.folder}/opening.json`, (t) => t.replaceAll("\n", "\r\n")),
  ],
];

describe("a change that does no harm", () => {
  it.each(harmless)("%s", async (_, hand) => {
    const branch = await branched();
    await hand(branch);
    branch.commit();
    expect(await branch.check()).toMatchObject({ damage: [], fails: false });
  });

  it("restores a record that was damaged before", async () => {
    const branch = await branched();
    const path = `${branch.folder}/opening.json`;
    const whole = readFileSync(join(branch.root, path), "utf8");
    branch.change(path, "{}\n");
    branch.commit();
    runGit(branch.root, "branch", "-f", "main");
    branch.change(path, whole);
    expect(await branch.check()).toMatchObject({ damage: [], dialogues: [branch.id] });
  });

  it("is not blamed for a dialogue that the main branch deleted, nor for one that it lacks", async () => {
    const branch = await branched();
    branch.commit("mine");
    runGit(branch.root, "checkout", "-q", "main");
    rmSync(join(branch.root, branch.folder), { recursive: true });
    branch.commit("gone on main");
    runGit(branch.root, "merge", "-q", "work");
    runGit(branch.root, "checkout", "-q", "work");
    runGit(branch.root, "merge", "-q", "main");
    expect((await branch.check()).damage).toEqual([]);
  });
});

describe("a change that sets a decision aside", () => {
  const doc = (status: string, id: string) => `---\ntitle: Notes\nstatus: ${status}\ndialogue: ${id}\n---\n\n# Notes\n`;
  const place = (b: Branch, folder: string, name: string, status: string) =>
    b.change(`.blue/docs/${folder}/${name}.${status}.md`, doc(status, b.id));

  it.each([
    ["a new RFC is rejected", "rfcs", "rejected", "overruled"],
    ["a new ADR is superseded", "adrs", "superseded", "overruled"],
    ["a new RFC is wip", "rfcs", "wip", "under_way"],
  ])("is judged by the standing before it, and tells: %s", async (_, folder, status, became) => {
    const branch = await branched();
    branch.change(schemaPath, without);
    place(branch, folder, "0300-notes", status);
    const checked = await branch.check({ fail_on: "rot" });
    expect(checked).toMatchObject({
      fails: true,
      decisions: [{ standing: "judged", health: "rotted" }],
      set_aside: [{ id: branch.id, became, why: expect.stringMatching(`0300.* is ${status}`) }],
    });
    expect(await show("check", checked)).toContain(`! ${branch.id}  this change `);
    expect(hasNews(checked)).toBe(true);
    expect(checkMarkdown(checked)).toContain("### Decisions that this change sets aside");
    const listed = await branch.decisions({ diff: "main", fail_on: "rot" });
    expect(listed).toMatchObject({ fails: true, against: { set_aside: [{ became }] } });
    expect(await show("decisions", listed)).toContain("1 set aside");
  });

  it("tells it also where nothing else is changed, and once it is merged it counts", async () => {
    const branch = await branched();
    place(branch, "rfcs", "0300-notes", "rejected");
    const checked = await branch.check();
    expect(checked).toMatchObject({ fails: false, set_aside: [{ became: "overruled" }] });
    expect(hasNews(checked)).toBe(true);
    branch.commit();
    runGit(branch.root, "branch", "-f", "main");
    branch.change(schemaPath, without);
    expect(await branch.check({ fail_on: "rot" })).toMatchObject({ fails: false, set_aside: [] });
  });

  it("is judged so by a document of the decision's own, too: what approved it is rejected, unbound or deleted", async () => {
    const branch = await branched();
    place(branch, "rfcs", "0001-orders", "approved");
    place(branch, "adrs", "0001-old", "superseded");
    branch.commit();
    runGit(branch.root, "branch", "-f", "main");
    branch.change(schemaPath, without);
    const approved = ".blue/docs/rfcs/0001-orders.approved.md";
    const told = async () => {
      const checked = await branch.check({ fail_on: "rot" });
      expect(checked.fails).toBe(true);
      expect(checked.decisions[0]).toMatchObject({ id: branch.id, standing: "judged", health: "rotted" });
      return checked.set_aside;
    };
    branch.remove(approved);
    expect(await told()).toMatchObject([
      { id: branch.id, became: "overruled" },
      { id: "RFC 0001", became: "ended", why: `${approved} is gone` },
    ]);
    place(branch, "rfcs", "0001-orders", "rejected");
    expect(await told()).toMatchObject([{ id: branch.id, became: "overruled" }]);
    branch.remove(".blue/docs/rfcs/0001-orders.rejected.md");
    branch.change(approved, doc("approved", "another"));
    expect(await told()).toMatchObject([{ id: branch.id, became: "overruled" }]);
  });

  it("tells of an ADR that no longer holds, and not of one that only the main branch has", async () => {
    const branch = await branched();
    const adr = (status: string) => `---\ntitle: Keys\nstatus: ${status}\n---\n\n# Keys\n\nUse them.\n`;
    branch.change(".blue/docs/adrs/0001-keys.accepted.md", adr("accepted"));
    branch.commit();
    runGit(branch.root, "branch", "-f", "main");
    branch.move(".blue/docs/adrs/0001-keys.accepted.md", ".blue/docs/adrs/0001-keys.superseded.md");
    branch.change(".blue/docs/adrs/0001-keys.superseded.md", adr("superseded"));
    branch.commit();
    runGit(branch.root, "checkout", "-q", "main");
    branch.change(".blue/docs/adrs/0002-later.accepted.md", adr("accepted"));
    branch.commit("later");
    runGit(branch.root, "checkout", "-q", "work");
    expect((await branch.check({ diff: "main" })).set_aside).toEqual([
      { id: "ADR 0001", became: "ended", why: ".blue/docs/adrs/0001-keys.superseded.md is superseded" },
    ]);
  });

  it("tells of a verdict that a later round or another dialogue supersedes", async () => {
    const branch = await branched();
    await branch.round();
    branch.commit();
    expect((await branch.check()).set_aside).toEqual([
      { id: branch.id, became: "ended", why: "superseded by round 1 of the same dialogue, still open" },
    ]);
    const other = await branched();
    const again = { dialogue_id: other.id, because: "one server now" };
    const { dialogue_id } = await other.call<{ dialogue_id: string }>("dialogue.reopen", again);
    expect((await other.check()).set_aside).toEqual([]);
    const anew = decidedAt(other.root, dialogue_id);
    await anew.round();
    await anew.verdict();
    expect((await other.check()).set_aside).toEqual([
      { id: other.id, became: "ended", why: `superseded by ${dialogue_id}` },
    ]);
    other.commit();
    runGit(other.root, "branch", "-f", "main");
    expect((await other.check()).set_aside).toEqual([]);
  });
});

describe("a branch that crosses histories, so that there are several bases", () => {
  /** Main has a decision and then takes in a branch that began before it; so does the work branch. */
  async function crossed(hand: (branch: Branch) => unknown, prepare = (_: Branch) => {}): Promise<Branch> {
    const branch = await branched();
    const git = (...args: string[]) => runGit(branch.root, ...args);
    prepare(branch);
    branch.commit("prepared");
    git("branch", "-f", "main");
    git("checkout", "-q", "--orphan", "feat");
    git("rm", "-rqf", "--cached", ".");
    git("commit", "-q", "--allow-empty", "-m", "before the decision");
    const before = git("rev-parse", "HEAD").trim();
    git("checkout", "-q", "-f", "main");
    git("merge", "-q", "--no-edit", "--allow-unrelated-histories", "feat");
    const start = git("rev-parse", "HEAD").trim();
    git("checkout", "-q", "-f", "-B", "feat", before);
    branch.change("feat.txt", ["feat"]);
    branch.commit("feat");
    git("checkout", "-q", "-f", "main");
    git("merge", "-q", "--no-ff", "--no-edit", "feat");
    git("checkout", "-q", "-f", "-B", "work", start);
    git("merge", "-q", "--no-ff", "-m", "crossed", "feat");
    await hand(branch);
    branch.commit("work");
    expect(git("merge-base", "--all", "main", "work").trim().split("\n").length).toBe(2);
    return branch;
  }

  it.each([
    ["deletes the dialogue", (b: Branch) => rmSync(join(b.root, b.folder), { recursive: true }), "gone"],
    [
      "rewrites a verdict",
      async (b: Branch) => {
        reseal(b, "round-0/verdict-final.json", (record) => {
          record.recommendation = ["Do the opposite."];
        });
        await b.call("sync");
      },
      "rewritten",
    ],
  ])("is found out when it %s", async (_, hand, kind) => {
    const branch = await crossed(hand);
    const checked = await branch.check({ diff: "main" });
    expect(checked.damage.map((one) => one.kind)).toContain(kind);
    expect(checked).toMatchObject({ fails: true, against: { guessed: false } });
  });

  it("is told of the words it takes away", async () => {
    const branch = await crossed((b) => b.change(schemaPath, without));
    const checked = await branch.check({ diff: "main", fail_on: "rot" });
    expect(checked).toMatchObject({ fails: true, decisions: [{ health: "rotted", findings: [{ path: schemaPath }] }] });
  });

  it("is told of words that had moved before and that it takes away", async () => {
    const branch = await crossed(
      (b) => b.change("src/tables.sql", without),
      (b) => b.move(schemaPath, "src/tables.sql"),
    );
    expect((await branch.check({ diff: "main" })).decisions).toMatchObject([
      { health: "rotted", findings: [{ why: "the words had moved, and are gone from there" }] },
    ]);
  });

  it("is told of nothing when it does nothing", async () => {
    const branch = await crossed((b) => b.change("README.md", ["more"]));
    expect(await branch.check({ diff: "main", fail_on: "rot" })).toMatchObject({
      ...{ damage: [], decisions: [], settled: [], verdicts: [], fails: false },
    });
  });

  it("settles with what it brings, and not with what the main branch has", async () => {
    const branch = await crossed(async (b) => {
      b.change(schemaPath, without);
      await b.call("dialogue.settle", { dialogue_id: b.id, items: ["E0001.1"], reason: "one server now" });
    });
    const brought = await branch.check({ diff: "main", fail_on: "rot" });
    expect(brought).toMatchObject({ fails: false, settled: [{ reason: "one server now" }] });
    const git = (...args: string[]) => runGit(branch.root, ...args);
    git("checkout", "-q", "main");
    git("checkout", "-q", "work", "--", ".blue/settled");
    branch.commit("in advance");
    git("checkout", "-q", "work");
    expect(await branch.check({ diff: "main", fail_on: "rot" })).toMatchObject({ fails: true, settled: [] });
  });
});

describe("what a reviewer is told", () => {
  it("rot, with the line, and exit 6 only when asked", async () => {
    const branch = await branched();
    branch.change(schemaPath, without);
    const checked = await branch.check();
    expect(checked).toMatchObject({
      fails: false,
      damage: [],
      decisions: [{ findings: [{ path: schemaPath, line: 3 }] }],
    });
    expect((await branch.check({ fail_on: "rot" })).fails).toBe(true);
    expect(await show("check", checked)).toContain("no dialogue and no Blue document changed; 1 decision rots");
  });

  it("a new verdict: the facts, first what was decided and how, with what was accepted and what it cost", async () => {
    const branch = await branched();
    const stance = (expert: string, position: string) => `[${expert}-S0101: ${position} | 0.7]\nBecause.\n`;
    await branch.round({
      Muffin: `[MUFFIN-T0101: clocks jump]\nThey do.\n\n${stance("MUFFIN", "REJECT")}`,
      Cupcake: stance("CUPCAKE", "REJECT"),
    });
    const accepted = { id: "T0101", status: "accepted", reason: "We pin the servers." };
    await branch.round({}, { tension_updates: [accepted] });
    await branch.verdict({ tensions_accepted: ["T0101"] });
    const checked = await branch.check();
    expect(checked).toMatchObject({
      damage: [],
      fails: false,
      notes: [expect.stringContaining("superseded by round 2")],
    });
    expect(checked.verdicts).toMatchObject([
      {
        ...{ dialogue_id: branch.id, type: "final", path: `${branch.folder}/verdict.md` },
        ...{ how: "converged", signed: { count: 3, of: 3 } },
      },
    ]);
    const shown = await show("check", checked);
    expect(shown).toContain(
      "Still open: no objection; accepted unresolved by the Judge: T0101 clocks jump (We pin the servers.)",
    );
    expect(shown).toContain("Cost: 9 expert runs");
  });
});

describe("in a clone of CI", () => {
  /** GitHub's merge commit of a pull request, fetched as actions/checkout does it. */
  async function mergeCommit(depth: number, hand: (branch: Branch) => unknown): Promise<Decided> {
    const branch = await branched();
    await hand(branch);
    branch.commit();
    runGit(branch.root, "checkout", "-q", "main");
    branch.change("main.txt", ["main moved on"]);
    branch.commit("main");
    runGit(branch.root, "merge", "-q", "--no-ff", "--no-edit", "work");
    runGit(branch.root, "update-ref", "refs/pull/1/merge", "HEAD");
    const clone = makeFolder();
    runGit(clone, "init", "-q");
    runGit(clone, "remote", "add", "origin", `file://${branch.root}`);
    runGit(
      clone,
      "fetch",
      "-q",
      "--no-tags",
      `--depth=${depth}`,
      "origin",
      "+refs/pull/1/merge:refs/remotes/pull/1/merge",
    );
    runGit(clone, "checkout", "-q", "--detach", "refs/remotes/pull/1/merge");
    return decidedAt(clone, branch.id);
  }

  it("a merge commit with `fetch-depth: 2` finds what the branch did and nothing of the main branch", async () => {
    const clone = await mergeCommit(2, (branch) => {
      branch.change(schemaPath, without);
      branch.remove(`${branch.folder}/round-0/verdict-final.json`);
      branch.remove(`${branch.folder}/verdict.md`);
    });
    const checked = await clone.call<Checked>("check", { diff: "HEAD^1" });
    expect(checked.against).toMatchObject({ guessed: false });
    expect(checked.damage.map(({ kind }) => kind)).toContain("gone");
  });

  it("with `fetch-depth: 1` there is nothing to compare with, which is said", async () => {
    const clone = await mergeCommit(1, () => {});
    expect((await clone.refused("invalid_input", "check", { diff: "HEAD^1" })).field).toBe("diff");
  });

  it("history cut elsewhere: the base is guessed, said so, and nobody is blamed for what the main branch added", async () => {
    const branch = await branched();
    branch.change("a.txt", ["mine"]);
    branch.commit();
    runGit(branch.root, "checkout", "-q", "main");
    await branch.round();
    branch.commit("round 1 on main");
    const clone = makeFolder();
    runGit(clone, "clone", "-q", "--depth=1", "--no-single-branch", `file://${branch.root}`, ".");
    runGit(clone, "checkout", "-q", "work");
    const checked = await decidedAt(clone, branch.id).call<Checked>("check", { diff: "origin/main" });
    expect(checked).toMatchObject({ against: { guessed: true }, fails: false });
    expect(checked.damage.filter(({ kind }) => kind === "gone")).toEqual([]);
    expect(checked.warnings).toEqual([expect.stringContaining("History is cut here")]);
  });
});
