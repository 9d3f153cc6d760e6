import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  dialogueTree,
  documentPath,
  driversHere,
  everything,
  folderOf,
  ids,
  makeIndexed,
} from "../../../test/helpers/index-project.ts";
import { link, plant } from "../../../test/helpers/project.ts";
import { BlueError } from "../../errors.ts";
import { type Files, nodeFiles } from "../files.ts";
import { openDialogue } from "../find-dialogue.ts";
import type { Project } from "../project.ts";
import { indexRounds, queryIndex, updateIndex } from "./project-index.ts";

/** As the file system does, except for what `changes` says. */
function withFiles(project: Project, changes: Partial<Files>): Project {
  return { ...project, files: { ...nodeFiles, ...changes } };
}

const later = () => new Date(Date.now() + 10_000);
const opening = `${folderOf(ids[0])}/opening.json`;
const round = `${folderOf(ids[0])}/round-0/round.json`;

describe.each(await driversHere())("the index with $name", (driver) => {
  const counts = (project: Project, now?: () => Date) =>
    queryIndex(project, (_, found) => found, now === undefined ? { driver } : { driver, now });
  const all = (project: Project, now?: () => Date) =>
    everything(project, now === undefined ? { driver } : { driver, now });

  test("waits for the process that takes changes in, looks again, and takes in what is missing", async () => {
    const project = makeIndexed();
    await all(project);
    plant(project.root, { [documentPath]: "---\ntype: rfc\nstatus: draft\n---\n# Changed\n" });
    const claim = join(project.root, ".blue/tmp/claim-index");
    plant(project.root, { ".blue/tmp/claim-index": "" });
    // Of a process that was killed almost ten seconds ago.
    const almost = Date.now() / 1000 - 9.8;
    utimesSync(claim, almost, almost);
    const began = Date.now();
    expect(await counts(project)).toMatchObject({ changed: 1 });
    expect(Date.now() - began).toBeGreaterThan(100);
    expect(existsSync(claim)).toBe(false);
    expect(await counts(project)).toMatchObject({ changed: 0 });
  });

  test("is complete under its name when the first question is answered, and nothing else is left", async () => {
    const project = makeIndexed();
    await all(project);
    expect(readdirSync(join(project.root, ".blue")).sort()).toEqual([
      ".gitignore",
      "blue.db",
      "dialogues",
      "docs",
      "tmp",
    ]);
    expect(readdirSync(join(project.root, ".blue/tmp"))).toEqual([]);
  });

  test("leaves nothing behind where Blue has never written", async () => {
    const project = makeIndexed({}, { ".blue/.gitignore": "mine\n" });
    expect(JSON.stringify(await all(project))).toContain("Deep pages");
    expect(readdirSync(join(project.root, ".blue")).sort()).toEqual([".gitignore", "dialogues", "docs"]);
  });

  test("follows the files: added, changed, removed, unchanged", async () => {
    const project = makeIndexed();
    expect(await counts(project)).toEqual({ added: 4, changed: 0, removed: 0, unchanged: 0 });
    expect(await counts(project)).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 4 });
    plant(project.root, dialogueTree(ids[0], "Another title"));
    rmSync(join(project.root, folderOf(ids[1])), { recursive: true });
    plant(project.root, dialogueTree("2026-01-01T0009Z-new"));
    expect(await counts(project)).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 2 });
    const incremental = await all(project);
    rmSync(join(project.root, ".blue/blue.db"));
    expect(await all(project)).toEqual(incremental);
    rmSync(join(project.root, ".blue/dialogues"), { recursive: true });
    rmSync(join(project.root, documentPath));
    expect(await counts(project)).toEqual({ added: 0, changed: 0, removed: 4, unchanged: 0 });
  });

  test("does not open again what was left alone; what may be too young to tell is compared, not read anew", async () => {
    const calls = { open: 0, lstat: 0, readdir: 0 };
    const counting = (call: keyof typeof calls, path: string) => {
      if (/\/(?:dialogues|docs)\//.test(path)) calls[call]++;
    };
    const project = withFiles(makeIndexed(), {
      open(path, flags, mode) {
        counting("open", path);
        return nodeFiles.open(path, flags, mode);
      },
      lstat(path) {
        counting("lstat", path);
        return nodeFiles.lstat(path);
      },
      readdir(path) {
        counting("readdir", path);
        return nodeFiles.readdir(path);
      },
    });
    const ask = async (now?: () => Date) => {
      Object.assign(calls, { open: 0, lstat: 0, readdir: 0 });
      expect(await counts(project, now)).toMatchObject({ unchanged: 4 });
      return calls;
    };
    await counts(project);
    // Of each dialogue two records in two folders, and a document in a folder of its own, which is always listed.
    expect(await ask()).toEqual({ open: 7, lstat: 14, readdir: 7 });
    await ask(later);
    expect(await ask(later)).toEqual({ open: 0, lstat: 14, readdir: 1 });
  });

  test("reads a file that only looks new, and changes nothing but its stamp", async () => {
    const project = makeIndexed();
    const before = await all(project, later);
    cpSync(join(project.root, opening), join(project.root, "copy"));
    renameSync(join(project.root, "copy"), join(project.root, opening));
    expect(await counts(project, later)).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 4 });
    expect(await all(project, later)).toEqual(before);
  });

  test.each([
    ["just written", () => new Date()],
    ["long ago", later],
  ])("notices an edit of the same length with the old time put back (%s)", async (_, now) => {
    const project = makeIndexed();
    for (const path of [round, documentPath]) {
      await counts(project, now);
      const { atime, mtime } = statSync(join(project.root, path));
      const text = readFileSync(join(project.root, path), "utf8");
      writeFileSync(join(project.root, path), text.replaceAll("e", "f"));
      utimesSync(join(project.root, path), atime, mtime);
      expect(await counts(project, now)).toMatchObject({ changed: 1 });
    }
  });

  test("notices an edit that leaves every stamp as it was, while the file is young", async () => {
    const moment = Date.now();
    const project = withFiles(makeIndexed(), {
      lstat(path) {
        const status = nodeFiles.lstat(path);
        if (status === undefined || !path.includes("/dialogues/")) return status;
        return Object.assign(status, { mtimeMs: moment, ctimeMs: moment, ino: 7 });
      },
    });
    const now = () => new Date(moment + 1500);
    await counts(project, now);
    const path = join(project.root, round);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("plain", "plane"));
    expect(await counts(project, now)).toMatchObject({ changed: 1 });
    expect(await counts(project, now)).toMatchObject({ changed: 0 });
    plant(project.root, { [`${folderOf(ids[1])}/round-0/stranger.md`]: "words" });
    expect(await counts(project, now)).toMatchObject({ changed: 1 });
  });

  test("knows of a dialogue what its folder shows: a file that nobody accounts for damages it, until it goes", async () => {
    const project = makeIndexed();
    const states = () =>
      queryIndex(
        project,
        (database) => database.all<{ state: string }>("SELECT state FROM dialogues ORDER BY dialogue_id"),
        {
          driver,
          now: later,
        },
      ).then((rows) => rows.map(({ state }) => state));
    expect(await states()).toEqual(["open", "open", "open"]);
    plant(project.root, { [`${folderOf(ids[1])}/round-0/stranger.md`]: "words" });
    expect(await states()).toEqual(["open", "damaged", "open"]);
    rmSync(join(project.root, `${folderOf(ids[1])}/round-0/stranger.md`));
    writeFileSync(join(project.root, round), "{");
    plant(project.root, { ".blue/dialogues/2025-01-01T0000Z-old/dialogue.md": "# Old" });
    expect(await states()).toEqual(["legacy", "damaged", "open", "open"]);
  });

  test("passes over links, pipes and folders that look like records", async () => {
    const outside = dialogueTree("outside", "Outside");
    const project = makeIndexed({}, { ...outside, "elsewhere.md": "# Walrus\n" });
    renameSync(join(project.root, ".blue/dialogues/outside"), join(project.root, "outside"));
    plant(project.root, {
      ".blue/dialogues/linked": link(join(project.root, "outside")),
      ".blue/dialogues/odd/round-0/round.json": link(join(project.root, "outside/round-0/round.json")),
      ".blue/dialogues/odd/opening.json/": "",
      ".blue/docs/rfcs/0002-linked.draft.md": link(join(project.root, "elsewhere.md")),
    });
    if (process.platform !== "win32")
      execFileSync("mkfifo", [join(project.root, ".blue/dialogues/odd/round-0/verdict-final.json")]);
    const found = JSON.stringify(await all(project));
    expect(found).not.toMatch(/Outside|Walrus|linked/);
    expect(found).toContain('"dialogue_id":"odd","state":"damaged"');
  });

  test("is not kept from the others by a file that cannot be read, and tries it again", async () => {
    let failing = true;
    const project = withFiles(makeIndexed(), {
      open(path, flags, mode) {
        if (failing && (path.endsWith(opening) || path.endsWith(documentPath)))
          throw Object.assign(new Error("EIO: i/o error"), { code: "EIO", errno: -5, syscall: "open" });
        return nodeFiles.open(path, flags, mode);
      },
    });
    const whole = () => all(project, later).then((found) => JSON.stringify(found));
    expect(await whole()).toContain(`"dialogue_id":"${ids[0]}","state":"damaged"`);
    expect(await counts(project, later)).toMatchObject({ unchanged: 4 });
    failing = false;
    expect(await whole()).toMatch(/Deep pages/);
    expect(await whole()).not.toContain("damaged");
  });

  test("changes no answer when it is deleted between any two questions", async () => {
    const project = makeIndexed();
    const expected = await all(project);
    for (const now of [undefined, later, undefined]) {
      rmSync(join(project.root, ".blue/blue.db"), { force: true });
      expect(await all(project, now)).toEqual(expected);
      expect(await all(project, now)).toEqual(expected);
    }
    rmSync(join(project.root, ".blue/tmp"), { recursive: true });
    expect(await all(project)).toEqual(expected);
  });

  test("answers many questions at once while it is made again and deleted", async () => {
    const project = makeIndexed();
    const expected = await all(project);
    const answers = Array.from({ length: 20 }, async (_, i) => {
      if (i % 5 === 0) await updateIndex(project, true, { driver });
      if (i % 7 === 0) rmSync(join(project.root, ".blue/blue.db"), { force: true });
      return all(project);
    });
    for (const answer of await Promise.all(answers)) expect(answer).toEqual(expected);
  });

  test("is answered from memory where nothing can be kept, and who wants the file is told why", async () => {
    const expected = await all(makeIndexed());
    const refuse = (what: string) => () => {
      throw Object.assign(new Error(`EPERM: operation not permitted, ${what}`), {
        code: "EPERM",
        errno: -1,
        syscall: what,
      });
    };
    for (const changes of [{ rename: refuse("rename") }, { link: refuse("link"), rename: refuse("rename") }]) {
      const project = withFiles(makeIndexed(), changes);
      expect(await all(project)).toEqual(expected);
      await expect(updateIndex(project, false, { driver })).rejects.toMatchObject({
        code: "index_unavailable",
        message: expect.stringContaining("EPERM"),
      });
      expect(readdirSync(join(project.root, ".blue/tmp"))).toEqual([]);
    }
  });

  test("is made again when a sweeper takes its files away while it is filled", async () => {
    const expected = await all(makeIndexed());
    let swept = 0;
    const real = makeIndexed();
    const project = withFiles(real, {
      rename(from, to) {
        if (swept++ === 0) rmSync(join(real.root, ".blue/tmp"), { recursive: true });
        nodeFiles.rename(from, to);
      },
    });
    expect(await all(project)).toEqual(expected);
    expect(existsSync(join(real.root, ".blue/blue.db"))).toBe(false);
    expect(await all(project)).toEqual(expected);
    expect(existsSync(join(real.root, ".blue/blue.db"))).toBe(true);
  });

  test.each([
    ["a few sources", 0, 4096],
    ["hundreds", 500, 32_768],
  ])("has the pages that suit %s", async (_, more, expected) => {
    const documents = Array.from({ length: more }, (_, i) => [`.blue/docs/rfcs/${1000 + i}-x.draft.md`, "# X\n"]);
    const project = makeIndexed({}, Object.fromEntries(documents));
    const size = () =>
      queryIndex(project, (database) => database.get<{ page_size: number }>("PRAGMA page_size"), { driver });
    await indexRounds(project, openDialogue(project, { dialogue_id: ids[0] }), { driver });
    const { page_size } = (await size())!;
    expect(page_size).toBe(expected);
    await updateIndex(project, true, { driver });
    expect(await size()).toMatchObject({ page_size: expected });
  });

  test("takes the rounds of one dialogue into the file that another process put there meanwhile", async () => {
    const real = makeIndexed();
    const path = join(real.root, ".blue/blue.db");
    const others = join(real.root, "others.db");
    await updateIndex(real, true, { driver });
    renameSync(path, others);
    await updateIndex(real, true, { driver });
    const project = withFiles(real, {
      copy(from, to) {
        if (existsSync(others)) renameSync(others, path);
        nodeFiles.copy(from, to);
      },
    });
    await indexRounds(project, openDialogue(project, { dialogue_id: ids[0] }), { driver });
    const database = driver.open(path, true);
    const { known } = database.get<{ known: number }>("SELECT count(*) AS known FROM sources")!;
    database.close();
    expect(known).toBe(4);
    expect(readdirSync(join(real.root, ".blue/tmp"))).toEqual([]);
  });

  test("passes on what a question refuses, and what a wrong question meets", async () => {
    const project = makeIndexed();
    const refused = new BlueError("invalid_input", "no");
    let asked = 0;
    const refuse = () => {
      asked++;
      throw refused;
    };
    await expect(queryIndex(project, refuse, { driver })).rejects.toBe(refused);
    expect(asked).toBe(1);
    await expect(queryIndex(project, (database) => database.get("SELECT * FROM nowhere"), { driver })).rejects.toThrow(
      /no such table/,
    );
  });
});
