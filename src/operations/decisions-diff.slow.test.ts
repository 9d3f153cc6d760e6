import { cpSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { authorOf } from "../../test/helpers/author.ts";
import {
  clocks,
  type Decided,
  type Decisions,
  decidedAt,
  makeDecided,
  schemaLines,
  schemaPath,
} from "../../test/helpers/decided.ts";
import { makeDialogue, show } from "../../test/helpers/dialogue.ts";
import { initGit, makeFolder, runGit } from "../../test/helpers/project.ts";
import { publishSettlement } from "../store/settlements.ts";
import type { Checked } from "./check.ts";

const without = schemaLines.filter((line) => !line.includes(clocks));
const foundIn = ({ decisions }: Decisions) => decisions.flatMap(({ findings }) => findings);
const git = ({ root }: Decided, ...args: string[]) => runGit(root, ...args);

async function branched(options: Parameters<typeof makeDecided>[0] = {}): Promise<Decided> {
  const decided = await makeDecided(options);
  git(decided, "checkout", "-q", "-b", "work");
  return decided;
}

describe("what a change does to the decisions", () => {
  it("names the words and the line it takes away, and exits 6 when asked to", async () => {
    const decided = await branched();
    decided.change(schemaPath, without);
    const answer = await decided.decisions({ diff: "", fail_on: "rot" });
    expect(answer).toMatchObject({ fails: true, counts: { rotted: 1 }, against: { guessed: false } });
    expect(foundIn(answer)).toMatchObject([
      { state: "rotted", id: "E0001.1", path: schemaPath, line: 3, words: clocks, label: "clocks drift" },
    ]);
    const shown = await show("decisions", answer);
    expect(shown).toContain("rotted by this change");
    expect(shown).toContain(`blue dialogue settle ${decided.id} --items E0001.1 --reason …`);
    decided.commit();
    for (const diff of ["main", "main..HEAD", "main...HEAD"])
      expect((await decided.decisions({ diff })).counts.rotted).toBe(1);
  });

  const rots: [string, (decided: Decided) => void][] = [
    ["deletes the file", (d) => d.remove(schemaPath)],
    [
      "untracks and ignores the file, which stays on the disk",
      (d) => {
        git(d, "rm", "-q", "--cached", schemaPath);
        d.change(".gitignore", "*.sql\n");
        d.commit();
      },
    ],
    [
      "changes the words, though an unchanged copy is left",
      (d) => {
        git(d, "checkout", "-q", "main");
        d.change("db/copy.sql", schemaLines);
        d.commit();
        git(d, "checkout", "-q", "-B", "work");
        d.change(schemaPath, without);
      },
    ],
    [
      "changes the words and quotes them in a document and in Blue's own files",
      (d) => {
        d.change(schemaPath, without);
        d.change("docs/notes.md", [clocks]);
        d.change(".blue/settled/x.sql", [clocks]);
      },
    ],
  ];
  it.each(rots)("rots a decision when it %s", async (_, edit) => {
    const decided = await branched();
    edit(decided);
    const answer = await decided.decisions({ diff: "main", fail_on: "rot" });
    expect(foundIn(answer).filter(({ state }) => state === "rotted")).toMatchObject([{ id: "E0001.1" }]);
    expect(answer.fails).toBe(true);
  });

  const harmless: [string, (decided: Decided) => void][] = [
    ["does nothing", () => {}],
    ["only touches the file's time", (d) => utimesSync(join(d.root, schemaPath), 1, 1)],
    ["moves the lines", (d) => d.change(schemaPath, [...schemaLines.slice(0, 1), "-- x", ...schemaLines.slice(1)])],
    ["renames the file", (d) => d.move(schemaPath, "db/tables.sql")],
    [
      "moves the words to another file of the kind",
      (d) => {
        d.change(schemaPath, without);
        d.change("db/columns.sql", schemaLines.slice(2, 3));
      },
    ],
    ["gives the file other line ends", (d) => d.change(schemaPath, `${schemaLines.join("\r\n")}\r\n`)],
  ];
  it.each(harmless)("finds nothing when it %s", async (_, edit) => {
    const decided = await branched();
    edit(decided);
    expect(await decided.decisions({ diff: "main" })).toMatchObject({ decisions: [], counts: { rotted: 0 } });
  });

  it("counts lines in which only marks and breaks changed, and lists those that say more", async () => {
    const decided = await branched();
    decided.change(
      schemaPath,
      schemaLines.map((line) => line.replace("not null,", "not null")),
    );
    expect(await decided.decisions({ diff: "main" })).toMatchObject({ decisions: [], against: { marks_only: 1 } });
    decided.change(
      schemaPath,
      schemaLines.map((line) => line.replace("not null,", "null,")),
    );
    const answer = await decided.decisions({ diff: "main", fail_on: "rot" });
    expect(foundIn(answer)).toMatchObject([{ state: "touched", id: "E0001.1" }]);
    expect(answer.fails).toBe(false);
  });

  it("is not told of what was gone before, nor of what the main branch lost itself", async () => {
    const decided = await makeDecided();
    decided.change(schemaPath, without);
    decided.commit();
    git(decided, "checkout", "-q", "-b", "work");
    decided.change(schemaPath, [...without, "-- more"]);
    expect(foundIn(await decided.decisions({ diff: "main" }))).toEqual([]);

    const stacked = await branched();
    stacked.change(schemaPath, without);
    stacked.commit();
    git(stacked, "checkout", "-q", "main");
    git(stacked, "merge", "-q", "--squash", "work");
    stacked.commit("squashed");
    git(stacked, "checkout", "-q", "work");
    stacked.change(schemaPath, [...without, "-- more"]);
    expect(foundIn(await stacked.decisions({ diff: "main" }))).toEqual([]);
  });

  it("is not blamed when the main branch puts back what it began without", async () => {
    const decided = await makeDecided();
    decided.change(schemaPath, without);
    decided.commit("away");
    git(decided, "checkout", "-q", "-b", "work");
    decided.change(schemaPath, [...without, "-- more"]);
    decided.commit();
    git(decided, "checkout", "-q", "main");
    git(decided, "revert", "--no-edit", "HEAD");
    git(decided, "checkout", "-q", "work");
    expect(foundIn(await decided.decisions({ diff: "main" }))).toEqual([]);
  });

  it("is compared with the main branch, whatever tags are called like it", async () => {
    const decided = await makeDecided();
    runGit(decided.root, "update-ref", "refs/remotes/origin/main", "HEAD");
    runGit(decided.root, "checkout", "-q", "-b", "work");
    decided.change(schemaPath, schemaLines.slice(0, 2));
    decided.commit();
    for (const name of ["origin/main", "main"]) runGit(decided.root, "tag", "-a", "-m", "x", name, "HEAD");
    for (const diff of ["", "origin/main", "main"])
      expect((await decided.decisions({ diff })).counts, diff).toMatchObject({ rotted: 1 });
  });

  it("is told when the main branch renamed the file meanwhile", async () => {
    const decided = await branched();
    decided.change(schemaPath, without);
    decided.commit();
    git(decided, "checkout", "-q", "main");
    decided.move(schemaPath, "db/tables.sql");
    decided.commit();
    git(decided, "checkout", "-q", "work");
    expect(foundIn(await decided.decisions({ diff: "main" }))).toMatchObject([{ state: "rotted" }]);
  });

  it.each([
    ["its file was renamed", (d: Decided) => d.move(schemaPath, "db/tables.sql")],
    [
      "it was moved out of a file that stayed",
      (d: Decided) => {
        d.change("db/tables.sql", schemaLines);
        d.change(schemaPath, without);
      },
    ],
  ])("follows a passage to where it was moved before: %s", async (_, moveAway) => {
    const decided = await makeDecided();
    moveAway(decided);
    decided.commit();
    git(decided, "checkout", "-q", "-b", "work");
    decided.change("db/tables.sql", without);
    expect(foundIn(await decided.decisions({ diff: "main" }))).toMatchObject([{ state: "rotted", id: "E0001.1" }]);
    decided.change("db/other.sql", schemaLines);
    expect(foundIn(await decided.decisions({ diff: "main" })).map(({ state }) => state)).not.toContain("rotted");
  });

  it("answers for all its rot in the change that brings the verdict", async () => {
    const decided = await makeDecided();
    git(decided, "rm", "-rq", "--cached", ".blue");
    decided.commit("without");
    // The files of the dialogue are still on the disk: `git add` above took them in again, so they are taken out for good.
    const root = makeFolder();
    cpSync(decided.root, root, { recursive: true });
    runGit(root, "checkout", "-q", "--orphan", "fresh");
    runGit(root, "rm", "-rq", "--cached", ".blue");
    runGit(root, "commit", "-q", "-m", "no dialogue yet");
    const fresh = decidedAt(root, decided.id);
    expect(foundIn(await fresh.decisions({ diff: "fresh" }))).toEqual([]);
    fresh.change(schemaPath, without);
    runGit(root, "commit", "-q", "-am", "words away");
    expect(foundIn(await fresh.decisions({ diff: "fresh" }))).toMatchObject([{ state: "rotted", id: "E0001.1" }]);
  });

  it("answers for it, too, when its RFC leaves `wip`", async () => {
    const decided = await makeDecided();
    const rfc = (status: string) => `---\ntitle: Orders\nstatus: ${status}\ndialogue: ${decided.id}\n---\n\nDo it.\n`;
    decided.change(".blue/docs/rfcs/0001-orders.wip.md", rfc("wip"));
    decided.change(schemaPath, without);
    decided.commit();
    git(decided, "checkout", "-q", "-b", "work");
    expect(foundIn(await decided.decisions({ diff: "main" }))).toEqual([]);
    decided.remove(".blue/docs/rfcs/0001-orders.wip.md");
    decided.change(".blue/docs/rfcs/0001-orders.approved.md", rfc("approved"));
    expect(await decided.decisions({ diff: "main", fail_on: "rot" })).toMatchObject({
      fails: true,
      counts: { rotted: 1 },
    });
  });

  it("is told when it supersedes a document that a decision cites", async () => {
    const adr = ".blue/docs/adrs/0001-clocks.accepted.md";
    const words = "Application servers set the time of an order.";
    const body = (status: string) => `---\ntitle: Clocks\nstatus: ${status}\n---\n\n${words}\n`;
    const decided = await branched({ tree: { [adr]: body("accepted") }, cites: [`${adr} "${words}"`] });
    decided.remove(adr);
    decided.change(".blue/docs/adrs/0001-clocks.superseded.md", body("superseded"));
    expect(foundIn(await decided.decisions({ diff: "main" }))).toMatchObject([
      { state: "rotted", reason: "superseded" },
    ]);
    decided.commit();
    expect(foundIn(await decided.decisions({ diff: "HEAD" }))).toEqual([]);
  });
});

describe("the base of a change", () => {
  it("is refused by name where git does not know it, and is never an option", async () => {
    const decided = await branched();
    for (const diff of ["no-such-branch", "--output=x", "a..b"])
      expect((await decided.refused("invalid_input", "decisions", { diff })).field).toBe("diff");
    git(decided, "branch", "-q", "-m", "main", "trunk");
    expect((await decided.refused("invalid_input", "decisions", { diff: "" })).message).toContain("no main branch");
  });

  it("is guessed in a clone that is cut, and says so", async () => {
    const decided = await branched();
    decided.change("a.txt", "one\n");
    decided.commit();
    decided.change(schemaPath, without);
    decided.commit();
    git(decided, "checkout", "-q", "main");
    decided.change("b.txt", "two\n");
    decided.commit();
    const root = join(makeFolder(), "clone");
    runGit(
      decided.root,
      "clone",
      "-q",
      "--depth",
      "1",
      "--no-single-branch",
      "-b",
      "work",
      `file://${decided.root}`,
      root,
    );
    const answer = await decidedAt(root, decided.id).decisions({ diff: "", fail_on: "rot" });
    expect(answer).toMatchObject({ fails: true, against: { guessed: true }, counts: { rotted: 1 } });
    expect(await show("decisions", answer)).toContain("History is cut here");
  });

  it("is the first parent of a merge commit at depth 2", async () => {
    const decided = await branched();
    decided.change(schemaPath, without);
    decided.commit();
    git(decided, "checkout", "-q", "main");
    decided.change("b.txt", "two\n");
    decided.commit();
    git(decided, "merge", "-q", "--no-ff", "--no-edit", "work");
    const root = join(makeFolder(), "clone");
    runGit(decided.root, "clone", "-q", "--depth", "2", `file://${decided.root}`, root);
    const answer = await decidedAt(root, decided.id).decisions({ diff: "HEAD^1" });
    expect(answer).toMatchObject({ against: { guessed: false }, counts: { rotted: 1 } });
  });

  it("may lack texts in a partial clone: what is needed is named, nothing is fetched", async () => {
    const decided = await branched();
    decided.change(schemaPath, ["-- new", ...schemaLines]);
    decided.commit();
    git(decided, "config", "uploadpack.allowFilter", "true");
    const root = join(makeFolder(), "clone");
    runGit(decided.root, "clone", "-q", "--filter=blob:none", "-b", "work", `file://${decided.root}`, root);
    // The remote is gone: whatever were fetched would fail.
    rmSync(decided.root, { recursive: true });
    const clone = decidedAt(root, decided.id);
    const kept = await clone.decisions({ diff: "origin/main" });
    expect(kept).toMatchObject({ decisions: [], against: { not_known: [schemaPath] } });
    clone.change(schemaPath, without);
    const refused = await clone.refused("invalid_input", "decisions", { diff: "origin/main" });
    expect(refused.message).toContain(schemaPath);
    expect(refused.suggestion).toContain("git fetch");
  });

  it("is compared below the repository's root by the project's own paths", async () => {
    const decided = await makeDecided({ git: false });
    const root = makeFolder();
    cpSync(decided.root, join(root, "service"), { recursive: true });
    runGit(root, "init", "-q", "-b", "main");
    runGit(root, "add", "-A");
    runGit(root, "commit", "-q", "-m", "start");
    const below = decidedAt(join(root, "service"), decided.id);
    below.change(schemaPath, without);
    expect(foundIn(await below.decisions({ diff: "" }))).toMatchObject([{ state: "rotted", path: schemaPath }]);
  });
});

describe("settling", () => {
  it("names what a change does on purpose; it holds for these words, this verdict and nothing else", async () => {
    const decided = await branched({
      cites: [`${schemaPath}#L3 "${clocks}"`, `${schemaPath}#L4 "id bigint primary key"`],
    });
    decided.change(schemaPath, schemaLines.slice(0, 2));
    const settle = { dialogue_id: decided.id, reason: "one database now" };
    const empty = await decided.refused("invalid_input", "dialogue.settle", settle);
    expect(empty.suggestion).toContain("E0001.1, E0001.2");
    await decided.refused("not_found", "dialogue.settle", { ...settle, items: ["E0009"] });
    const first = await decided.call("dialogue.settle", { ...settle, items: ["E0001.1"] });
    expect(await decided.call("dialogue.settle", { ...settle, items: ["E0001.1"] })).toMatchObject({
      status: "already_settled",
      path: first.path,
    });
    const left = await decided.decisions({ diff: "main", fail_on: "rot" });
    expect(left).toMatchObject({ fails: true, against: { settled: [{ reason: "one database now" }] } });
    expect(foundIn(left).filter(({ state }) => state === "rotted")).toMatchObject([{ id: "E0001.2" }]);
    await decided.call("dialogue.settle", { ...settle, items: ["E0001.1,E0001.2"] });
    expect(await decided.decisions({ diff: "main", fail_on: "rot" })).toMatchObject({ fails: false });
    expect(await decided.decisions({ fail_on: "rot" })).toMatchObject({ fails: false, counts: { settled: 2 } });
  });

  it("in advance, by a file from another branch, settles nothing; the change that takes the words away must settle", async () => {
    const decided = await branched();
    // A branch on which the words are gone makes the file; only the file comes here.
    decided.change(schemaPath, without);
    const settle = { dialogue_id: decided.id, items: ["E0001.1"], reason: "one database now" };
    const { path } = await decided.call<{ path: string }>("dialogue.settle", settle);
    decided.change(schemaPath, schemaLines);
    decided.commit("only the settlement");
    const checked = await decided.call<{ settled: unknown[] }>("check", { diff: "main" });
    expect(checked.settled).toMatchObject([
      { path, names: [{ what: `E0001 ${schemaPath}: "${clocks}"`, stands: true }] },
    ]);
    expect(await show("check", checked)).toContain("still there, so this settles nothing");
    runGit(decided.root, "branch", "-f", "main");
    // Later another change takes the words away.
    decided.change(schemaPath, without);
    decided.commit("the words go");
    expect(await decided.decisions({ diff: "HEAD~1", fail_on: "rot" })).toMatchObject({
      fails: true,
      counts: { rotted: 1 },
    });
    const all = await decided.decisions({ fail_on: "rot" });
    expect(all).toMatchObject({ fails: true, counts: { rotted: 1, settled: 0 } });
    expect(await show("decisions", all)).toContain("still stood when it was settled");
    // The same reason can be given again: the base is another.
    runGit(decided.root, "branch", "-f", "main", "HEAD~1");
    expect(await decided.call("dialogue.settle", settle)).toMatchObject({ status: "settled" });
    const after = await decided.call<{ settled: { path: string }[] }>("check", { diff: "main", fail_on: "rot" });
    expect(after).toMatchObject({ fails: false, settled: [{ names: [{ stands: false }] }] });
    expect(after.settled[0]!.path).not.toBe(path);
    // Not committed yet, it is part of the change under way; committed, it came when the words were gone.
    expect(await decided.decisions({ fail_on: "rot" })).toMatchObject({ fails: false, counts: { settled: 1 } });
    decided.commit("settled");
    expect(await decided.decisions({ fail_on: "rot" })).toMatchObject({ fails: false, counts: { settled: 1 } });
  });

  it("came, of a merged branch, with the merge: in which of its commits the file lies does not matter", async () => {
    const decided = await branched();
    decided.change(schemaPath, without);
    await decided.call("dialogue.settle", { dialogue_id: decided.id, items: ["E0001.1"], reason: "one database now" });
    decided.change(schemaPath, schemaLines);
    decided.commit("the settlement first");
    decided.change(schemaPath, without);
    decided.commit("then the words go");
    expect(await decided.decisions()).toMatchObject({ counts: { rotted: 1, settled: 0 } });
    git(decided, "checkout", "-q", "main");
    git(decided, "merge", "-q", "--no-ff", "--no-edit", "work");
    expect(await decided.decisions()).toMatchObject({ counts: { rotted: 0, settled: 1 } });
  });

  it("is listed first where it lets the change pass; what settles nothing, or again, comes last", async () => {
    const decided = await branched({
      cites: [`${schemaPath}#L3 "${clocks}"`, `${schemaPath}#L4 "id bigint primary key"`],
    });
    decided.change(schemaPath, without);
    const verdict = join(decided.root, `.blue/dialogues/${decided.id}/round-0/verdict-final.json`);
    const { self: prev } = JSON.parse(readFileSync(verdict, "utf8")) as { self: string };
    const place = (words: string, reason: string) =>
      publishSettlement(
        decided.project,
        {
          ...{ kind: "settlement", prev, dialogue: decided.id, settled_at: "2026-02-03T14:23:00.000Z", base: null },
          ...{ reason, settled: [{ reason: "gone", item: "E0001", path: schemaPath, words }] },
        },
        (n) => new Uint8Array(n),
      );
    for (let n = 0; n < 12; n++) place("id bigint primary key", `useless ${n}`);
    for (let n = 0; n < 3; n++) place(clocks, `one server now ${n}`);
    const answer = await decided.call<Checked>("check", { diff: "main", fail_on: "rot" });
    expect(answer.fails).toBe(false);
    expect(answer.settled.map(({ settles }) => settles)).toEqual([true, ...Array(14).fill(false)]);
    expect(answer.settled[0]!.reason).toContain("one server now");
    expect(await show("check", answer)).toContain("settles nothing: useless 0");
  });

  it("that was there before counts for what was gone before, when a document makes the decision judged", async () => {
    const decided = await branched();
    const rfc = (status: string) => {
      for (const one of ["wip", "approved"])
        rmSync(join(decided.root, `.blue/docs/rfcs/0001-x.${one}.md`), { force: true });
      const text = `---\nstatus: ${status}\ndialogue: ${decided.id}\n---\n# X\n`;
      decided.change(`.blue/docs/rfcs/0001-x.${status}.md`, text);
    };
    rfc("wip");
    decided.change(schemaPath, without);
    await decided.call("dialogue.settle", { dialogue_id: decided.id, items: ["E0001.1"], reason: "one database now" });
    decided.commit();
    git(decided, "branch", "-f", "main");
    rfc("approved");
    expect(await decided.decisions({ diff: "main", fail_on: "rot" })).toMatchObject({
      fails: false,
      counts: { rotted: 0 },
    });
  });

  it.each([
    [
      "copied under another name",
      (path: string) => path.replace(/[^/]+$/, "x.json"),
      "its name is not that of its content",
    ],
    [
      "for a dialogue that decides nothing",
      (path: string) => path.replace(/[^/]+\/[^/]+$/, "nothing/x.json"),
      "has no verdict in force",
    ],
  ])("%s settles nothing, and check says so", async (_, rename, why) => {
    const decided = await branched();
    decided.change(schemaPath, without);
    const settle = { dialogue_id: decided.id, items: ["E0001.1"], reason: "one database now" };
    const { path } = await decided.call<{ path: string }>("dialogue.settle", settle);
    decided.move(path, rename(path));
    decided.commit();
    const checked = await decided.call<{ warnings: string[] }>("check", { diff: "main", fail_on: "rot" });
    expect(checked).toMatchObject({ fails: true, settled: [] });
    expect(checked.warnings).toEqual([expect.stringContaining(why)]);
  });

  it("takes what only the change shows, as long as the change shows it", async () => {
    const decided = await branched();
    const input = { dialogue_id: decided.id, items: ["E0001.1"], reason: "one database now" };
    await decided.refused("not_found", "dialogue.settle", input);
    decided.change(
      schemaPath,
      schemaLines.map((line) => line.replace("not null, ", "")),
    );
    expect(await decided.decisions({ diff: "" })).toMatchObject({ counts: { touched: 1 } });
    expect(await decided.decisions()).toMatchObject({ counts: { sound: 1 } });
    expect(await decided.call("dialogue.settle", input)).toMatchObject({ settled: ["E0001.1"] });
  });

  it("is void where its file cannot be read", async () => {
    const decided = await branched();
    decided.change(schemaPath, without);
    const settled = { dialogue_id: decided.id, items: ["E0001"], reason: "gone on purpose" };
    const { path } = await decided.call<{ path: string }>("dialogue.settle", settled);
    expect(await decided.decisions({ fail_on: "rot" })).toMatchObject({ fails: false });
    decided.change(path, "{}");
    const answer = await decided.decisions({ fail_on: "rot" });
    expect(answer).toMatchObject({ fails: true });
    expect(answer.warnings[0]).toContain("settles nothing");
  });
});

describe("the subject of a decision", () => {
  const opened = "# Pages\n\nOrders are listed by offset, whatever it costs the database.\n";
  const adopted = [
    "# Pages",
    "",
    "Orders are listed by a cursor that holds the last key seen.",
    "A cursor is valid for as long as the order it names exists.",
    "Exports read one snapshot and say which one that was.",
  ];

  async function applied(): Promise<Decided> {
    const { id, root } = await decidedSubject();
    const decided = decidedAt(root, id);
    decided.change("docs/pages.md", adopted);
    decided.commit();
    git(decided, "checkout", "-q", "-b", "work");
    return decided;
  }

  /** The author rewrites the subject, and those words are decided. */
  async function decidedSubject() {
    const create = { subject: "docs/pages.md", rotation: "none", max_rounds: 2 };
    const dialogue = await makeDialogue({ tree: { "docs/pages.md": opened }, create });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id });
    await dialogue.round({ Muffin: ["[MUFFIN-T0001: offsets]\nThey are slow."] });
    const author = authorOf(dialogue);
    await author.rewrite(`${adopted.join("\n")}\n`, "T0001 resolved: cursors\n");
    await author.prompt({ ask: "sign" });
    await dialogue.round(
      { Muffin: ["[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]\nRead.", "[MOVE:CONVERGE]"] },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] },
    );
    await dialogue.call("dialogue.verdict-register", { dialogue_id: dialogue.id });
    initGit(dialogue.root);
    return dialogue;
  }

  it("rots when a change brings back the text that was not adopted, or takes most of the decided one away", async () => {
    const decided = await applied();
    expect(foundIn(await decided.decisions({ diff: "main" }))).toEqual([]);
    decided.change("docs/pages.md", opened);
    expect(foundIn(await decided.decisions({ diff: "main" }))).toMatchObject([{ state: "rotted", reason: "subject" }]);
    decided.change("docs/pages.md", ["# Pages", "", "Something else altogether is written here."]);
    expect(foundIn(await decided.decisions({ diff: "main" }))).toMatchObject([{ state: "rotted", reason: "subject" }]);
    decided.change(
      "docs/pages.md",
      adopted.map((line) => line.replace("is valid for as long", "is never valid as long")),
    );
    expect(foundIn(await decided.decisions({ diff: "main" }))).toMatchObject([
      { state: "touched", reason: "subject", words: adopted[3] },
    ]);
    expect((await decided.decisions({ diff: "main" })).counts).toMatchObject({ rotted: 0, touched: 1 });
    expect(await show("check", await decided.call("check", { diff: "main" }))).toMatch(
      /^✓ no dialogue and no Blue document changed; decided text edited by hand: docs\/pages\.md; no decision rots; 1 decision touched; /m,
    );
    decided.change("docs/pages.md", [...adopted, "", "More."]);
    expect(foundIn(await decided.decisions({ diff: "main" }))).toEqual([]);
  });

  it("that moved is no finding, in a change or without one; gone from every document it is", async () => {
    const decided = await applied();
    decided.move("docs/pages.md", "docs/cursors.md");
    expect(foundIn(await decided.decisions({ diff: "main" }))).toEqual([]);
    expect(foundIn(await decided.decisions())).toEqual([]);
    decided.move("docs/cursors.md", "src/cursors.ts");
    expect(foundIn(await decided.decisions())).toMatchObject([{ state: "unclear", why: "the subject is gone" }]);
    expect(foundIn(await decided.decisions({ diff: "main" }))).toMatchObject([{ state: "rotted", reason: "subject" }]);
  });

  it("is no ground: a decision that cites nothing has nothing to check, as its verdict page says", async () => {
    const decided = await applied();
    expect(await decided.decisions()).toMatchObject({
      decisions: [{ health: "unchecked" }],
      counts: { sound: 0, unchecked: 1 },
    });
    expect(readFileSync(join(decided.root, `.blue/dialogues/${decided.id}/verdict.md`), "utf8")).toContain(
      "| Rests on | nothing to check",
    );
  });
});
