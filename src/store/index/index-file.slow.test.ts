import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { driversHere, everything, makeIndexed } from "../../../test/helpers/index-project.ts";
import { runGit } from "../../../test/helpers/project.ts";
import type { Project } from "../project.ts";
import { whyNotKept } from "./index-file.ts";
import { updateIndex } from "./project-index.ts";

/**
 * A rollback journal that makes SQLite delete `victim`: it names it as the super-journal of a transaction over several databases, whose
 * last part this would be.
 */
function journalAgainst(victim: string, pageSize: number, pages: number): Buffer {
  const magic = Buffer.from("d9d505f920a163d7", "hex");
  const header = Buffer.alloc(512);
  magic.copy(header);
  header.writeUInt32BE(1, 12);
  header.writeUInt32BE(pages, 16);
  header.writeUInt32BE(512, 20);
  header.writeUInt32BE(pageSize, 24);
  const name = Buffer.from(victim);
  const lockPage = Buffer.alloc(4);
  lockPage.writeUInt32BE(0x4000_0000 / pageSize + 1);
  const trailer = Buffer.alloc(16);
  trailer.writeUInt32BE(name.length, 0);
  trailer.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  magic.copy(trailer, 8);
  return Buffer.concat([header, lockPage, name, trailer]);
}

const later = () => new Date(Date.now() + 10_000);
const pathOf = (project: Project) => join(project.root, ".blue/blue.db");

describe.each(await driversHere())("the file of the index with $name", (driver) => {
  const all = (project: Project) => everything(project, { driver, now: later });
  /** Asks, and says whether the file was made again. A link to the old one keeps its inode from being given to the new. */
  const isMadeAgain = async (project: Project, expected: unknown) => {
    const { ino } = statSync(pathOf(project));
    linkSync(pathOf(project), join(project.root, "held.db"));
    expect(await all(project)).toEqual(expected);
    rmSync(join(project.root, "held.db"));
    return statSync(pathOf(project)).ino !== ino;
  };

  test("is never a link: the link is replaced, its target stays as it was", async () => {
    const project = makeIndexed();
    const elsewhere = join(project.root, "elsewhere.db");
    const expected = await all(project);
    renameSync(pathOf(project), elsewhere);
    const before = readFileSync(elsewhere);
    symlinkSync(elsewhere, pathOf(project));
    expect(await all(project)).toEqual(expected);
    expect(lstatSync(pathOf(project)).isFile()).toBe(true);
    expect(readFileSync(elsewhere)).toEqual(before);
  });

  test("may be kept from its place by a folder; then every question is answered without it", async () => {
    const project = makeIndexed();
    const expected = await all(project);
    rmSync(pathOf(project));
    mkdirSync(pathOf(project));
    expect(await all(project)).toEqual(expected);
    await expect(updateIndex(project, false, { driver })).rejects.toMatchObject({ code: "index_unavailable" });
    expect(readdirSync(join(project.root, ".blue/tmp"))).toEqual([]);
  });

  test("is neither opened nor replaced while git tracks it, whichever of its files it is", async () => {
    const project = makeIndexed({ git: true });
    const expected = await all(project);
    for (const name of ["blue.db", "blue.db-wal", "blue.db-journal", "Blue.DB"]) {
      const path = join(project.root, ".blue", name);
      writeFileSync(path, "from a branch");
      runGit(project.root, "add", "-f", `.blue/${name}`);
      expect(await all(project)).toEqual(expected);
      expect(readFileSync(path, "utf8")).toBe("from a branch");
      const refused = updateIndex(project, true, { driver });
      await expect(refused).rejects.toMatchObject({
        code: "index_unavailable",
        message: expect.stringContaining(`git tracks .blue/${name}`),
      });
      runGit(project.root, "rm", "-q", "-f", "--cached", `.blue/${name}`);
      rmSync(path);
    }
    expect(await all(project)).toEqual(expected);
    expect(await isMadeAgain(project, expected)).toBe(false);
  });

  test("is not used when a repository inside .blue tracks it", async () => {
    const project = makeIndexed({ git: true });
    const expected = await all(project);
    writeFileSync(pathOf(project), "from a branch");
    runGit(join(project.root, ".blue"), "init", "-q");
    runGit(join(project.root, ".blue"), "add", "-f", "blue.db");
    expect(await all(project)).toEqual(expected);
    expect(readFileSync(pathOf(project), "utf8")).toBe("from a branch");
  });

  test("is not used where git cannot say whether it tracks it", async () => {
    const project = makeIndexed({}, { ".git": "not what git expects here\n", ".blue/blue.db": "from a branch" });
    expect(project.git).toBe(true);
    expect(await all(project)).toEqual(await all(makeIndexed()));
    expect(readFileSync(pathOf(project), "utf8")).toBe("from a branch");
    await expect(updateIndex(project, false, { driver })).rejects.toMatchObject({ code: "index_unavailable" });
  });

  test("is found tracked whatever the variables of a hook say", async () => {
    const [project, other] = [makeIndexed({ git: true }), makeIndexed({ git: true })];
    await all(project);
    runGit(project.root, "add", "-f", ".blue/blue.db");
    process.env.GIT_DIR = join(other.root, ".git");
    try {
      expect(whyNotKept(project)).toContain("git tracks");
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  test("is thrown away with a journal beside it, which is never played back: its victim survives", async () => {
    const project = makeIndexed();
    const path = pathOf(project);
    const expected = await all(project);
    const victim = join(project.root, "victim.txt");
    writeFileSync(victim, "precious");
    const pageSize = readFileSync(path).readUInt16BE(16) === 1 ? 65_536 : readFileSync(path).readUInt16BE(16);
    const journal = journalAgainst(victim, pageSize, statSync(path).size / pageSize);

    // SQLite itself falls for it, in some versions (3.51.3 and 3.53.2 do, 3.53.4 does not).
    const bait = join(project.root, "bait.db");
    copyFileSync(path, bait);
    writeFileSync(`${bait}-journal`, journal);
    const database = driver.open(bait);
    database.get("SELECT * FROM sqlite_schema");
    database.close();
    expect(existsSync(victim)).toBe(!["3.51.3", "3.53.2"].includes(driver.sqliteVersion));
    writeFileSync(victim, "precious");

    for (const without of [false, true]) {
      writeFileSync(`${path}-journal`, journal);
      if (without) rmSync(path);
      expect(await all(project)).toEqual(expected);
      expect(existsSync(`${path}-journal`)).toBe(false);
    }
    expect(readFileSync(victim, "utf8")).toBe("precious");
  });

  test("is made again when it is damaged, wherever it is cut or scribbled on", async () => {
    const project = makeIndexed();
    const path = pathOf(project);
    const expected = await all(project);
    const { size, atime, mtime } = statSync(path);
    const keepTime = () => utimesSync(path, atime, mtime); // so that the damage itself has to be noticed
    for (const cut of [0, 1, 15, 16, 50, 99, 100, 101, 4096, 32_768, 40_000, size - 32_768, size - 1]) {
      truncateSync(path, cut);
      keepTime();
      expect(await all(project), `cut at ${cut}`).toEqual(expected);
    }
    const scribbles: [string, (bytes: Buffer) => void][] = [
      ["text", (bytes) => bytes.fill("no database ")],
      ["zeros", (bytes) => bytes.fill(0)],
      ["after the header", (bytes) => bytes.fill(0xff, 100)],
      ["every page but the first", (bytes) => bytes.fill(0xa5, 32_768)],
    ];
    for (const [what, scribble] of scribbles) {
      const bytes = readFileSync(path);
      scribble(bytes);
      writeFileSync(path, bytes);
      keepTime();
      expect(await all(project), what).toEqual(expected);
    }
  });

  test("is not believed when somebody wrote into it", async () => {
    const project = makeIndexed();
    const expected = await all(project);
    for (const sql of ["DROP TABLE meta", "UPDATE dialogues SET state = 'decided'", "DROP TABLE items"]) {
      const database = driver.open(pathOf(project));
      database.exec(sql);
      database.close();
      expect(await isMadeAgain(project, expected), sql).toBe(true);
    }
  });

  test("is not believed when it was made elsewhere, or by another version", async () => {
    const project = makeIndexed();
    const expected = await all(project);
    const path = pathOf(project);
    const { atime, mtime } = statSync(path);
    renameSync(path, `${path}.copy`);
    copyFileSync(`${path}.copy`, path);
    utimesSync(path, atime, mtime);
    expect(await isMadeAgain(project, expected)).toBe(true);

    const made = statSync(path);
    const database = driver.open(path);
    database.exec("UPDATE meta SET value = 'another' || substr(value, 8); DELETE FROM items");
    database.close();
    utimesSync(path, made.atime, made.mtime);
    expect(await isMadeAgain(project, expected)).toBe(true);
  });

  test("does not wait for what a killed process left, and sweeps it away when it is old", async () => {
    const project = makeIndexed();
    const expected = await all(project);
    const left = join(project.root, ".blue/tmp/index-0123456789ab.db");
    for (const lock of [`${pathOf(project)}.lock`, `${left}.lock`]) mkdirSync(lock);
    writeFileSync(left, "half");
    const hoursLater = {
      ...project,
      files: {
        ...project.files,
        lstat: (path: string) => {
          const status = project.files.lstat(path);
          return status && path.startsWith(left) ? Object.assign(status, { ctimeMs: 0 }) : status;
        },
      },
    };
    rmSync(pathOf(project));
    expect(await all(project)).toEqual(expected);
    expect(existsSync(left)).toBe(true);
    rmSync(pathOf(project));
    expect(await all(hoursLater)).toEqual(expected);
    expect(readdirSync(join(project.root, ".blue/tmp"))).toEqual([]);
  });
});
