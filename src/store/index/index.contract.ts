/** What the index has to do with every driver. Run by `index.test.ts` for each of them. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import type { ContractCase, ContractPlace } from "../../../test/helpers/contract-case.ts";
import { askOnce, everything, makeDialogues, record, scan, writeTree } from "../../../test/helpers/index-project.ts";
import { BlueError } from "../../errors.ts";
import { nodeFiles } from "../files.ts";
import type { Project } from "../project.ts";
import { indexAge } from "./index-age.ts";
import { withIndexLock } from "./index-lock.ts";
import { type Migration, migrate, migrations, schemaVersion } from "./migrations.ts";
import { openIndex } from "./open-index.ts";
import { askIndex, rebuildIndex, refreshIndex } from "./refresh.ts";
import type { Scan } from "./scan.ts";

const sides = ["", "-wal", "-shm", "-journal"];

async function refusal(work: Promise<unknown>): Promise<BlueError> {
  const thrown = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof BlueError)) throw thrown;
  assert.equal(thrown.code, "index_unavailable");
  assert.ok(thrown.suggestion);
  assert.doesNotMatch(`${thrown.message} ${thrown.suggestion}`, /\brm |git rm|unlink/);
  return thrown;
}

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...identity, ...args], { cwd, stdio: "pipe" });
}

/** As the file system does, except for what `changes` says. */
function withFiles(project: Project, changes: Partial<typeof nodeFiles>): Project {
  return { ...project, files: { ...nodeFiles, ...changes } };
}

function inode(path: string): number {
  return fs.lstatSync(path).ino;
}

function later(): Date {
  return new Date(Date.now() + 10_000);
}

/**
 * A rollback journal that makes SQLite delete `victim`: it names it as the super-journal of a transaction over several databases, whose
 * last part this would be.
 */
function journalAgainst(victim: string, pages: number): Buffer {
  const magic = Buffer.from("d9d505f920a163d7", "hex");
  const header = Buffer.alloc(512);
  magic.copy(header);
  header.writeUInt32BE(1, 12);
  header.writeUInt32BE(pages, 16);
  header.writeUInt32BE(512, 20);
  header.writeUInt32BE(4096, 24);
  const name = Buffer.from(victim);
  const lockPage = Buffer.alloc(4);
  lockPage.writeUInt32BE(0x4000_0000 / 4096 + 1);
  const trailer = Buffer.alloc(16);
  trailer.writeUInt32BE(name.length, 0);
  trailer.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  magic.copy(trailer, 8);
  return Buffer.concat([header, lockPage, name, trailer]);
}

interface WorkerResult {
  answers?: unknown[];
  failure?: string;
}

function startWorker(place: ContractPlace, repetitions: number, startAt = 0) {
  const child = spawn(process.execPath, [place.worker, place.folder, String(repetitions), String(startAt)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const done = new Promise<WorkerResult>((resolve) => {
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.on("close", () => resolve(err === "" && out !== "" ? JSON.parse(out) : { failure: err || "killed" }));
  });
  return { child, done };
}

export const cases: ContractCase[] = [
  {
    name: "a new index is complete under its name, and nothing else is left",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const index = await openIndex(project, { driver });
      assert.deepEqual(index.driver, { name: driver.name, sqliteVersion: driver.sqliteVersion });
      assert.equal(
        await index.use((db) => db.get<{ journal_mode: string }>("PRAGMA journal_mode")?.journal_mode),
        "wal",
      );
      const applied = await index.use((db) => db.all<{ id: number; name: string }>("SELECT * FROM schema_migrations"));
      assert.deepEqual(
        applied.map(({ id, name }) => [id, name]),
        migrations.map(({ id, name }) => [id, name]),
      );
      index.close();
      assert.deepEqual(fs.readdirSync(join(folder, ".blue")).sort(), [
        ".gitignore",
        "blue.db",
        "blue.db-lock",
        "dialogues",
        "tmp",
      ]);
      assert.deepEqual(fs.readdirSync(join(folder, ".blue/tmp")), []);
      await assert.rejects(
        index.use(() => 1),
        /closed/,
      );
    },
  },
  {
    name: "every record is in it, also those that cannot be read, by what is wrong with them",
    async run({ driver, folder }) {
      const project = makeDialogues(folder, 1);
      const base = ".blue/dialogues/2026-01-01T0000Z-topic";
      const whole = record("round", "third");
      writeTree(folder, {
        [`${base}/round-2/round.json`]: whole.slice(0, -10),
        [`${base}/round-12/round.json`]: whole.replace('"format": 1', '"format": 9'),
        [`${base}/verdict-interim.json`]: record("verdict", "before any round"),
        [`${base}/round-1/notes.json`]: "{}",
        ".blue/dialogues/old/dialogue.md": "# an older dialogue\n",
      });
      const index = await openIndex(project, { driver });
      const rows = await askIndex(index, scan, (db) =>
        db.all("SELECT * FROM records ORDER BY path").map((row) => ({ ...row })),
      );
      assert.deepEqual(
        rows.map(({ path, kind, round, format, problem, prev }) => [path, kind, round, format, problem, prev]),
        [
          [`${base}/opening.json`, "opening", null, 1, null, null],
          [`${base}/round-0/round.json`, "round", 0, 1, null, null],
          [`${base}/round-1/round.json`, "round", 1, 1, null, null],
          [`${base}/round-1/verdict-final.json`, "verdict", 1, 1, null, null],
          [`${base}/round-12/round.json`, "round", 12, null, "unknown_format", null],
          [`${base}/round-2/round.json`, "round", 2, null, "record_damaged", null],
          [`${base}/verdict-interim.json`, "verdict", null, 1, null, null],
        ],
      );
      assert.equal(rows[0]?.dialogue_id, "2026-01-01T0000Z-topic");
      assert.equal(rows[0]?.self, JSON.parse(fs.readFileSync(join(folder, base, "opening.json"), "utf8")).self);
      const files = await index.use((db) => db.all<{ path: string }>("SELECT path FROM files ORDER BY path"));
      assert.deepEqual(
        files.map(({ path }) => path),
        rows.map(({ path }) => path),
      );
      index.close();
    },
  },
  {
    name: "it follows the files: added, changed, removed, unchanged",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const index = await openIndex(project, { driver });
      const counts = async () => {
        const { ms, ...rest } = await refreshIndex(index, scan);
        assert.ok(ms >= 0);
        return rest;
      };
      // 3 × 4 records; what is generated beside them is not looked at
      assert.deepEqual(await counts(), { added: 12, changed: 0, removed: 0, unchanged: 0 });
      assert.deepEqual(await counts(), { added: 0, changed: 0, removed: 0, unchanged: 12 });
      const base = join(folder, ".blue/dialogues");
      fs.writeFileSync(join(base, "2026-01-01T0000Z-topic/round-0/round.json"), record("round", "another"));
      fs.rmSync(join(base, "2026-01-01T0001Z-topic"), { recursive: true });
      writeTree(base, { "2026-01-01T0009Z-new/opening.json": record("opening", "new") });
      assert.deepEqual(await counts(), { added: 1, changed: 1, removed: 4, unchanged: 7 });
      const records = await index.use((db) => db.get<{ n: number }>("SELECT count(*) AS n FROM records")?.n);
      assert.equal(records, 4 + 4 + 1);
      fs.rmSync(base, { recursive: true });
      assert.deepEqual(await counts(), { added: 0, changed: 0, removed: 9, unchanged: 0 });
      index.close();
    },
  },
  {
    name: "a file that was left alone is not read again",
    async run({ driver, folder }) {
      let opened = 0;
      const project = withFiles(makeDialogues(folder), {
        open(path, flags, mode) {
          if (path.includes("/dialogues/")) opened++;
          return nodeFiles.open(path, flags, mode);
        },
      });
      const young = await openIndex(project, { driver });
      await refreshIndex(young, scan);
      opened = 0;
      await refreshIndex(young, scan);
      assert.equal(opened, 12);
      young.close();

      const index = await openIndex(project, { driver, now: later });
      await refreshIndex(index, scan);
      opened = 0;
      assert.equal((await refreshIndex(index, scan)).unchanged, 12);
      assert.equal(opened, 0);
      index.close();
    },
  },
  {
    name: "a file that only looks new is read, and changes nothing but its stamp",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const index = await openIndex(project, { driver, now: later });
      const before = await everything(index);
      const path = join(folder, ".blue/dialogues/2026-01-01T0000Z-topic/opening.json");
      const bytes = fs.readFileSync(path);
      fs.rmSync(path);
      fs.writeFileSync(path, bytes);
      assert.deepEqual(
        { ...(await refreshIndex(index, scan)), ms: 0 },
        { added: 0, changed: 0, removed: 0, unchanged: 12, ms: 0 },
      );
      assert.deepEqual(await everything(index), before);
      index.close();
    },
  },
  {
    name: "an edit of the same length with the old time put back is noticed",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const path = join(folder, ".blue/dialogues/2026-01-01T0000Z-topic/round-0/round.json");
      // just written, and long ago
      for (const now of [() => new Date(), later]) {
        const index = await openIndex(project, { driver, now });
        await refreshIndex(index, scan);
        const { atime, mtime } = fs.statSync(path);
        fs.writeFileSync(path, fs.readFileSync(path, "utf8").replaceAll("r", "s").replaceAll("i", "r"));
        fs.utimesSync(path, atime, mtime);
        assert.equal((await refreshIndex(index, scan)).changed, 1);
        index.close();
      }
    },
  },
  {
    name: "an edit that leaves every stamp as it was is noticed while the file is young",
    async run({ driver, folder }) {
      const moment = Date.now();
      const frozen = (status: fs.Stats) => Object.assign(status, { mtimeMs: moment, ctimeMs: moment, ino: 7 });
      const real = makeDialogues(folder);
      const project = withFiles(real, {
        lstat: (path) => (path.endsWith("/round.json") ? frozen(nodeFiles.lstat(path)!) : nodeFiles.lstat(path)),
        fstat: (fd) => frozen(nodeFiles.fstat(fd)),
      });
      const path = join(folder, ".blue/dialogues/2026-01-01T0000Z-topic/round-0/round.json");
      const index = await openIndex(project, { driver, now: () => new Date(moment + 1500) });
      await refreshIndex(index, scan);
      fs.writeFileSync(path, fs.readFileSync(path, "utf8").replaceAll("first", "other"));
      assert.equal((await refreshIndex(index, scan)).changed, 1);
      index.close();
    },
  },
  {
    name: "links, pipes and folders that look like records are passed over",
    async run({ driver, folder }) {
      const project = makeDialogues(folder, 1);
      const outside = join(folder, "outside");
      writeTree(outside, { "round-0/round.json": record("round", "outside") });
      const base = join(folder, ".blue/dialogues");
      fs.symlinkSync(outside, join(base, "linked"));
      fs.mkdirSync(join(base, "odd/round-0"), { recursive: true });
      fs.symlinkSync(join(outside, "round-0/round.json"), join(base, "odd/round-0/round.json"));
      fs.mkdirSync(join(base, "odd/opening.json"));
      if (process.platform !== "win32") execFileSync("mkfifo", [join(base, "odd/round-0/verdict-final.json")]);
      const index = await openIndex(project, { driver });
      assert.equal((await refreshIndex(index, scan)).added, 4);
      index.close();
    },
  },
  {
    name: "a file that cannot be read does not keep the others out",
    async run({ driver, folder }) {
      let failing = true;
      const doomed = new Set<number>();
      const project = withFiles(makeDialogues(folder, 1), {
        open(path, flags, mode) {
          const fd = nodeFiles.open(path, flags, mode);
          if (failing && path.endsWith("opening.json")) doomed.add(fd);
          else doomed.delete(fd);
          return fd;
        },
        read(fd, length) {
          if (doomed.has(fd))
            throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", errno: -5, syscall: "read" });
          return nodeFiles.read(fd, length);
        },
      });
      const index = await openIndex(project, { driver, now: later });
      const problems = () =>
        askIndex(index, scan, (db) =>
          db
            .all<{ problem: string }>("SELECT problem FROM records WHERE problem IS NOT NULL")
            .map(({ problem }) => problem),
        );
      assert.deepEqual(await problems(), ["io_error"]);
      assert.equal((await refreshIndex(index, scan)).unchanged, 4);
      failing = false;
      assert.deepEqual(await problems(), []);
      index.close();
    },
  },
  {
    name: "an index file that is a link is refused by name, and its target stays as it was",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const elsewhere = join(folder, "elsewhere.db");
      const database = driver.open(elsewhere);
      database.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
      database.close();
      const before = fs.readFileSync(elsewhere);
      for (const suffix of [...sides, "-lock"]) {
        const path = join(folder, `.blue/blue.db${suffix}`);
        fs.rmSync(path, { force: true });
        fs.symlinkSync(elsewhere, path);
        const error = await refusal(openIndex(project, { driver }));
        assert.match(error.message, new RegExp(`blue\\.db${suffix} is a symbolic link`));
        assert.equal(error.constraint, "regular_file");
        assert.equal(
          (await indexAge(project, scan, { driver })).problem?.code,
          suffix === "-lock" ? undefined : "index_unavailable",
        );
        fs.rmSync(path);
        fs.mkdirSync(path);
        assert.match((await refusal(openIndex(project, { driver }))).message, /not a regular file/);
        fs.rmdirSync(path);
      }
      assert.deepEqual(fs.readFileSync(elsewhere), before);
      assert.deepEqual(fs.readdirSync(folder).sort(), [".blue", "elsewhere.db"]);
    },
  },
  {
    name: "an index that git tracks is refused, whichever of its files it is",
    async run({ driver, folder }) {
      git(folder, "init", "-q");
      const project = makeDialogues(folder);
      await askOnce(project, { driver });
      for (const name of ["blue.db", "blue.db-wal", "blue.db-journal", "Blue.DB"]) {
        const path = join(folder, ".blue", name);
        if (!fs.existsSync(path)) fs.writeFileSync(path, "");
        git(folder, "add", "-f", `.blue/${name}`);
        const error = await refusal(openIndex(project, { driver }));
        assert.equal(error.constraint, "untracked");
        assert.ok(error.message.includes(`.blue/${name}`));
        assert.equal((await indexAge(project, scan, { driver })).problem?.constraint, "untracked");
        git(folder, "rm", "-q", "-f", "--cached", `.blue/${name}`);
        if (name !== "blue.db") fs.rmSync(path);
      }
      await askOnce(project, { driver });
    },
  },
  {
    name: "an index that a repository inside .blue tracks is refused",
    async run({ driver, folder }) {
      git(folder, "init", "-q");
      const project = makeDialogues(folder);
      await askOnce(project, { driver });
      git(join(folder, ".blue"), "init", "-q");
      git(join(folder, ".blue"), "add", "-f", "blue.db");
      assert.equal((await refusal(openIndex(project, { driver }))).constraint, "untracked");
    },
  },
  {
    name: "when git cannot say, the index is refused; without git it is not",
    async run({ driver, folder }) {
      fs.writeFileSync(join(folder, ".git"), "not what git expects here\n");
      const project = makeDialogues(folder);
      assert.equal(project.git, true);
      const error = await refusal(openIndex(project, { driver }));
      assert.match(error.message, /Git cannot say/);
      const { PATH } = process.env;
      process.env.PATH = join(folder, "nothing-here");
      try {
        await askOnce(project, { driver });
      } finally {
        process.env.PATH = PATH;
      }
      fs.writeFileSync(join(folder, ".git"), `gitdir: ${join(folder, "gone")}\n`);
      await askOnce(project, { driver });
    },
  },
  {
    name: "a hook's variables do not lead the question about tracking astray",
    async run({ driver, folder }) {
      git(folder, "init", "-q");
      const project = makeDialogues(folder);
      await askOnce(project, { driver });
      git(folder, "add", "-f", ".blue/blue.db");
      const other = join(folder, "other");
      fs.mkdirSync(other);
      git(other, "init", "-q");
      process.env.GIT_DIR = join(other, ".git");
      try {
        assert.equal((await refusal(openIndex(project, { driver }))).constraint, "untracked");
      } finally {
        delete process.env.GIT_DIR;
      }
    },
  },
  {
    name: "a journal beside the index is never played back: its victim survives, the index is made again",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const expected = await askOnce(project, { driver });
      const path = join(folder, ".blue/blue.db");
      const victim = join(folder, "victim.txt");
      fs.writeFileSync(victim, "precious");
      const journal = journalAgainst(victim, fs.statSync(path).size / 4096);

      // SQLite itself falls for it (tried: 3.51.3 and 3.53.2 do, 3.53.4 does not)
      const bait = join(folder, "bait.db");
      fs.copyFileSync(path, bait);
      fs.writeFileSync(`${bait}-journal`, journal);
      const database = driver.open(bait);
      database.get("SELECT * FROM sqlite_schema");
      database.close();
      assert.equal(fs.existsSync(victim), !["3.51.3", "3.53.2"].includes(driver.sqliteVersion));
      fs.writeFileSync(victim, "precious");

      fs.writeFileSync(`${path}-journal`, journal);
      assert.match((await indexAge(project, scan, { driver })).problem?.message ?? "", /rollback journal/);
      const before = inode(path);
      const held = fs.openSync(path, "r"); // so that the inode is not given to the next file
      assert.deepEqual(await askOnce(project, { driver }), expected);
      assert.notEqual(inode(path), before);
      fs.closeSync(held);
      assert.equal(fs.existsSync(`${path}-journal`), false);

      // without a database, and beside our lock
      fs.rmSync(path);
      fs.writeFileSync(`${path}-journal`, journal);
      fs.writeFileSync(`${path}-lock-journal`, journal);
      fs.copyFileSync(bait, `${path}-lock`);
      assert.deepEqual(await askOnce(project, { driver }), expected);
      assert.equal(fs.readFileSync(victim, "utf8"), "precious");
      assert.deepEqual(
        fs.readdirSync(join(folder, ".blue")).filter((name) => name.includes("journal")),
        [],
      );
      assert.equal(fs.statSync(`${path}-lock`).size, 0);
    },
  },
  {
    name: "a damaged index is thrown away and made again, wherever it is cut",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const expected = await askOnce(project, { driver });
      const path = join(folder, ".blue/blue.db");
      const whole = fs.readFileSync(path);
      const cuts = [
        0,
        1,
        15,
        16,
        18,
        50,
        99,
        100,
        101,
        1000,
        4095,
        4096,
        4097,
        8192,
        10_000,
        whole.length - 4096,
        whole.length - 1,
      ];
      for (const cut of cuts) {
        fs.truncateSync(path, Math.min(cut, fs.statSync(path).size));
        assert.deepEqual(await askOnce(project, { driver }), expected, `cut at ${cut}`);
      }
      const scribbles: [string, (bytes: Buffer) => void][] = [
        ["text", (bytes) => bytes.fill("no database ")],
        ["zeros", (bytes) => bytes.fill(0)],
        ["after the header", (bytes) => bytes.fill(0xff, 100)],
        ["every page but the first", (bytes) => bytes.fill(0xa5, 4096)],
        ["the last page", (bytes) => bytes.fill(0x00, bytes.length - 4096)],
      ];
      for (const [what, scribble] of scribbles) {
        const bytes = fs.readFileSync(path);
        scribble(bytes);
        fs.writeFileSync(path, bytes);
        assert.deepEqual(await askOnce(project, { driver }), expected, what);
      }
      fs.writeFileSync(`${path}-wal`, "garbage");
      fs.writeFileSync(`${path}-shm`, "garbage");
      assert.deepEqual(await askOnce(project, { driver }), expected);
    },
  },
  {
    name: "tables that are not as we made them are made again",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const expected = await askOnce(project, { driver });
      for (const sql of [
        "DROP TABLE meta",
        "ALTER TABLE files RENAME COLUMN hash TO digest",
        "DROP TABLE schema_migrations",
      ]) {
        const database = driver.open(join(folder, ".blue/blue.db"));
        database.exec(sql);
        database.close();
        assert.deepEqual(await askOnce(project, { driver }), expected, sql);
      }
    },
  },
  {
    name: "damage that only the question meets is put right too; a wrong question is not the file's fault",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const index = await openIndex(project, { driver });
      const expected = await everything(index);
      const path = join(folder, ".blue/blue.db");
      const before = inode(path);
      await assert.rejects(
        askIndex(index, scan, (db) => db.get("SELECT * FROM nowhere")),
        /no such table/,
      );
      assert.equal(inode(path), before);
      let attempts = 0;
      const answer = await askIndex(index, scan, (db) => {
        attempts++;
        if (attempts === 1) {
          const bad = join(folder, "bad.db");
          fs.writeFileSync(bad, "no database ".repeat(1000));
          driver.open(bad).get("SELECT 1 FROM sqlite_schema");
        }
        return db.get<{ n: number }>("SELECT count(*) AS n FROM files")?.n;
      });
      assert.equal(answer, 12);
      assert.equal(attempts, 2);
      assert.deepEqual(await everything(index), expected);
      index.close();
    },
  },
  {
    name: "an index that was made elsewhere is not believed",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const expected = await askOnce(project, { driver, now: later });
      const path = join(folder, ".blue/blue.db");
      const database = driver.open(path);
      database.exec("UPDATE records SET problem = 'record_damaged'");
      database.close();
      fs.renameSync(path, `${path}.copy`);
      fs.copyFileSync(`${path}.copy`, path);
      assert.match((await indexAge(project, scan, { driver })).problem?.message ?? "", /not made here/);
      assert.deepEqual(await askOnce(project, { driver, now: later }), expected);
    },
  },
  {
    name: "an index of a newer Blue is refused with the way out, and left as it is",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const newer: Migration[] = [
        ...migrations,
        { id: migrations.length + 1, name: "of tomorrow", sql: "CREATE TABLE tomorrow (a)" },
      ];
      const held = await openIndex(project, { driver });
      const expected = await everything(held);
      const index = await openIndex(project, { driver, migrations: newer });
      assert.equal(await index.use((db) => db.all("SELECT * FROM schema_migrations").length), newer.length);
      index.close();
      const before = inode(join(folder, ".blue/blue.db"));
      // also by one who had it open before
      for (const work of [openIndex(project, { driver }), refreshIndex(held, scan), everything(held)]) {
        const error = await refusal(work);
        assert.equal(error.constraint, "schema_version");
        assert.match(error.message, new RegExp(`newer Blue.*of tomorrow.*knows up to ${migrations.length}`));
        assert.match(error.suggestion ?? "", /Upgrade Blue, or delete the file .*nothing of its own/);
      }
      held.close();
      assert.equal((await indexAge(project, scan, { driver })).problem?.constraint, "schema_version");
      assert.equal(inode(join(folder, ".blue/blue.db")), before);
      const again = await openIndex(project, { driver, fresh: true });
      assert.deepEqual(await everything(again), expected);
      again.close();
    },
  },
  {
    name: "an index whose migrations were altered is refused",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      await askOnce(project, { driver });
      const altered = migrations.map((migration) => ({ ...migration, name: `${migration.name}, rewritten` }));
      const error = await refusal(openIndex(project, { driver, migrations: altered }));
      assert.equal(error.constraint, "schema_version");
      assert.match(error.message, /another history.*files and records.*rewritten/);
    },
  },
  {
    name: "a migration that fails leaves nothing of itself",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const expected = await askOnce(project, { driver });
      const half = { id: migrations.length + 1, name: "half", sql: "CREATE TABLE half (a); SELEKT" };
      const database = driver.open(":memory:");
      assert.throws(() => migrate(database, [...migrations, half], later), /SELEKT/);
      assert.equal(database.get("SELECT 1 FROM sqlite_schema WHERE name = 'half'"), undefined);
      assert.equal(schemaVersion(database, migrations), migrations.length);
      database.close();
      await assert.rejects(openIndex(project, { driver, migrations: [...migrations, half] }), /SELEKT/);
      assert.deepEqual(await askOnce(project, { driver }), expected);
      assert.deepEqual(fs.readdirSync(join(folder, ".blue/tmp")), []);
    },
  },
  {
    name: "a new extractor fills its table from files that have not changed",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      await askOnce(project, { driver, now: later });
      const titles: Migration = {
        id: migrations.length + 1,
        name: "titles",
        sql: "CREATE TABLE titles (path TEXT NOT NULL REFERENCES files (path) ON DELETE CASCADE, title TEXT)",
      };
      const wider: Scan = {
        ...scan,
        extractors: [
          ...scan.extractors,
          {
            kind: "markdown",
            version: 1,
            accepts: (path) => path.endsWith(".md"),
            extract: (file) =>
              file
                .bytes()
                .toString()
                .trim()
                .split("\n")
                .map((title) => ({ table: "titles", values: { title } })),
          },
        ],
      };
      const index = await openIndex(project, { driver, migrations: [...migrations, titles], now: later });
      const { added, changed } = await refreshIndex(index, wider);
      assert.deepEqual({ added, changed }, { added: 6, changed: 12 });
      assert.equal((await refreshIndex(index, wider)).unchanged, 18);
      const count = () => index.use((db) => db.get<{ n: number }>("SELECT count(*) AS n FROM titles")?.n);
      assert.equal(await count(), 6);
      fs.rmSync(join(folder, ".blue/dialogues/2026-01-01T0000Z-topic/round-0/muffin.md"));
      await refreshIndex(index, wider);
      assert.equal(await count(), 5);
      index.close();
    },
  },
  {
    name: "deleting the index between any two calls changes no answer",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const index = await openIndex(project, { driver });
      const other = await openIndex(project, { driver });
      const expected = await everything(index);
      const remove = (suffixes: string[]) => {
        for (const suffix of suffixes) fs.rmSync(join(folder, `.blue/blue.db${suffix}`), { force: true });
      };
      const deletions = [[""], ["", "-wal", "-shm"], ["", "-wal"], ["", "-shm", "-lock"], ["-lock"], []];
      for (const before of deletions) {
        for (const between of deletions) {
          remove(before);
          assert.deepEqual(await everything(index), expected);
          assert.ok(fs.existsSync(join(folder, ".blue/blue.db")));
          remove(between);
          assert.deepEqual(await everything(other), expected);
          remove(before);
          assert.deepEqual(await askOnce(project, { driver }), expected);
        }
      }
      fs.rmSync(join(folder, ".blue/tmp"), { recursive: true });
      remove([""]);
      assert.deepEqual(await everything(index), expected);
      index.close();
      other.close();
    },
  },
  {
    name: "many questions at once share one connection",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const index = await openIndex(project, { driver });
      const expected = await everything(index);
      const answers: Promise<unknown>[] = [];
      for (let i = 0; i < 20; i++) {
        answers.push(everything(index));
        if (i % 5 === 0) answers.push(rebuildIndex(index, scan).then(() => expected));
        if (i % 7 === 0) fs.rmSync(join(folder, ".blue/blue.db"), { force: true });
      }
      for (const answer of await Promise.all(answers)) assert.deepEqual(answer, expected);
      index.close();
    },
  },
  {
    name: "made again from nothing, it says the same, and who had it open follows",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const index = await openIndex(project, { driver });
      const other = await openIndex(project, { driver });
      const expected = await everything(index);
      assert.deepEqual(await everything(other), expected);
      assert.equal((await rebuildIndex(index, scan)).added, 12);
      writeTree(folder, { ".blue/dialogues/later/opening.json": record("opening", "later") });
      const now = await everything(index);
      assert.deepEqual(await everything(other), now);
      assert.equal((now as unknown[]).length, 13);
      other.close();
      index.close();
      assert.equal(fs.existsSync(join(folder, ".blue/blue.db-wal")), false);
    },
  },
  {
    name: "a sweeper that takes the new index away while it is made only costs another attempt",
    async run({ driver, folder }) {
      let swept = 0;
      const project = withFiles(makeDialogues(folder), {
        link(existing, target) {
          if (swept++ === 0) fs.rmSync(join(folder, ".blue/tmp"), { recursive: true });
          nodeFiles.link(existing, target);
        },
      });
      assert.equal(((await askOnce(project, { driver })) as unknown[]).length, 12);
      assert.equal(swept, 2);
    },
  },
  {
    name: "a file system that will not have it is named, and nothing is left behind",
    async run({ driver, folder }) {
      const project = withFiles(makeDialogues(folder), {
        link() {
          throw Object.assign(new Error("EPERM: operation not permitted, link"), {
            code: "EPERM",
            errno: -1,
            syscall: "link",
          });
        },
      });
      const error = await refusal(openIndex(project, { driver }));
      assert.equal(error.constraint, "writable");
      assert.deepEqual(fs.readdirSync(join(folder, ".blue/tmp")), []);
    },
  },
  {
    name: "its age is told without making anything",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const list = () => fs.readdirSync(join(folder, ".blue")).sort();
      assert.deepEqual(await indexAge(project, scan, { driver }), { exists: false });
      assert.deepEqual(list(), ["dialogues"]);
      const index = await openIndex(project, { driver, now: () => new Date("2026-01-02T03:04:05Z") });
      assert.deepEqual(await indexAge(project, scan, { driver }), {
        exists: true,
        schema: migrations.length,
        stale: 12,
      });
      await refreshIndex(index, scan);
      index.close();
      const files = list();
      fs.rmSync(join(folder, ".blue/dialogues/2026-01-01T0000Z-topic/opening.json"));
      writeTree(folder, { ".blue/dialogues/later/opening.json": record("opening", "later") });
      for (let i = 0; i < 2; i++) {
        assert.deepEqual(await indexAge(project, scan, { driver }), {
          exists: true,
          schema: migrations.length,
          stale: 2,
          refreshedAt: "2026-01-02T03:04:05.000Z",
        });
      }
      assert.deepEqual(list(), files);
      fs.writeFileSync(join(folder, ".blue/blue.db"), "no database");
      assert.equal((await indexAge(project, scan, { driver })).problem?.code, "index_unavailable");
      assert.equal(fs.readFileSync(join(folder, ".blue/blue.db"), "utf8"), "no database");
    },
  },
  {
    name: "opening and replacing wait for each other; closing does not fail over it",
    async run({ driver, folder }) {
      const project = makeDialogues(folder);
      const impatient = { ...driver, open: (path: string) => driver.open(path, { busyTimeoutMs: 5 }) };
      const index = await openIndex(project, { driver: impatient });
      const lock = driver.open(join(folder, ".blue/blue.db-lock"));
      lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
      assert.equal((await refusal(openIndex(project, { driver: impatient }))).constraint, "busy");
      assert.equal((await refusal(index.startOver())).constraint, "busy");
      assert.ok(fs.existsSync(join(folder, ".blue/blue.db")));
      index.close();
      lock.close();
      await askOnce(project, { driver: impatient });
      assert.equal(
        withIndexLock(project, impatient, () => {
          assert.throws(() => withIndexLock(project, impatient, () => 1), /locked/);
          return "held";
        }),
        "held",
      );
      assert.equal(fs.statSync(join(folder, ".blue/blue.db-lock")).size, 0);
    },
  },
  {
    name: "a lock on a file that has lost its name does not count",
    run({ driver, folder }) {
      const project = makeDialogues(folder);
      const path = join(folder, ".blue/blue.db-lock");
      let opened = 0;
      const swept = {
        ...driver,
        open(file: string) {
          const database = driver.open(file);
          if (opened++ === 0) {
            fs.rmSync(path);
            fs.writeFileSync(path, "");
          }
          return database;
        },
      };
      assert.equal(
        withIndexLock(project, swept, () => opened),
        2,
      );
    },
  },
  {
    name: "eight processes make and fill one new index at once, without an error",
    async run(place) {
      makeDialogues(place.folder);
      for (let repetition = 0; repetition < 3; repetition++) {
        for (const suffix of [...sides, "-lock"])
          fs.rmSync(join(place.folder, `.blue/blue.db${suffix}`), { force: true });
        const startAt = Date.now() + 700;
        const results = await Promise.all(Array.from({ length: 8 }, () => startWorker(place, 3, startAt).done));
        const answers = Array.from({ length: 6 }, () => ({ records: 12, problems: 0 }));
        for (const result of results) assert.deepEqual(result, { answers });
        assert.deepEqual(fs.readdirSync(join(place.folder, ".blue/tmp")), []);
        assert.deepEqual(
          fs.readdirSync(join(place.folder, ".blue")).filter((name) => name.startsWith("blue.db")),
          ["blue.db", "blue.db-lock"],
        );
      }
    },
  },
  {
    name: "eight processes keep answering while the index is deleted and damaged under them",
    async run(place) {
      makeDialogues(place.folder);
      const path = join(place.folder, ".blue/blue.db");
      const workers = Array.from({ length: 8 }, () => startWorker(place, 12, Date.now() + 700).done);
      let running = true;
      const harm = (async () => {
        for (let i = 0; running; i++) {
          await new Promise((resolve) => setTimeout(resolve, 23));
          fs.rmSync(path, { force: true });
          if (i % 3 === 0) for (const suffix of ["-wal", "-shm"]) fs.rmSync(`${path}${suffix}`, { force: true });
          if (i % 5 === 0) fs.writeFileSync(path, "no database");
        }
      })();
      const results = await Promise.all(workers);
      running = false;
      await harm;
      const answers = Array.from({ length: 24 }, () => ({ records: 12, problems: 0 }));
      for (const result of results) assert.deepEqual(result, { answers });
    },
  },
  {
    name: "a process that is killed at any moment leaves an index that serves the next one",
    async run(place) {
      const project = makeDialogues(place.folder);
      const expected = await askOnce(project, { driver: place.driver });
      for (let i = 0; i < 12; i++) {
        fs.rmSync(join(place.folder, ".blue/blue.db"), { force: true });
        const { child, done } = startWorker(place, 1000);
        await new Promise((resolve) => setTimeout(resolve, 60 + 17 * i));
        child.kill("SIGKILL");
        await done;
        assert.deepEqual(await askOnce(project, { driver: place.driver }), expected);
      }
    },
  },
];
