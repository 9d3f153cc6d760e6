/** What every driver has to do behind the seam. Run by `database.test.ts` for each of them. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractCase } from "../../../test/helpers/contract-case.ts";
import { BlueError } from "../../errors.ts";
import type { Database } from "./database.ts";
import { sqliteProblem } from "./sqlite-problem.ts";

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  throw new assert.AssertionError({ message: "nothing was thrown" });
}

function setting(database: Database, name: string): unknown {
  return Object.values(database.get(`PRAGMA ${name}`) ?? {})[0];
}

export const cases: ContractCase[] = [
  {
    name: "values come back as they went in",
    run({ driver }) {
      const database = driver.open(":memory:");
      database.exec("CREATE TABLE t (a, b, c, d, e)");
      const blob = new Uint8Array([0, 1, 255]);
      database.run("INSERT INTO t VALUES (?, ?, ?, ?, ?)", "ünï 🧁 'quoted'", 2 ** 53 - 1, -0.5, null, blob);
      const row = database.get<{ a: string; b: number; c: number; d: null; e: Uint8Array }>("SELECT * FROM t");
      assert.equal(row?.a, "ünï 🧁 'quoted'");
      assert.equal(row?.b, 2 ** 53 - 1);
      assert.equal(row?.c, -0.5);
      assert.equal(row?.d, null);
      assert.deepEqual([...(row?.e ?? [])], [0, 1, 255]);
      database.close();
    },
  },
  {
    name: "rows, no rows and counts of changes",
    run({ driver }) {
      const database = driver.open(":memory:");
      database.exec("CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)");
      assert.equal(database.get("SELECT a FROM t WHERE a = ?", 9), undefined);
      assert.deepEqual(database.all("SELECT a FROM t WHERE a = ?", 9), []);
      assert.deepEqual(
        database.all<{ a: number }>("SELECT a FROM t ORDER BY a").map(({ a }) => a),
        [1, 2, 3],
      );
      assert.equal(database.run("UPDATE t SET a = a + 10 WHERE a > ?", 1).changes, 2);
      assert.deepEqual(database.all("DELETE FROM t WHERE a = 1"), []);
      assert.equal(database.get("DELETE FROM t WHERE a = 12"), undefined);
      assert.equal(database.get<{ a: number }>("INSERT INTO t VALUES (7) RETURNING a")?.a, 7);
      assert.equal(database.get<{ n: number }>("SELECT count(*) AS n FROM t")?.n, 2);
      database.close();
    },
  },
  {
    name: "a transaction is kept whole",
    run({ driver, folder }) {
      const path = join(folder, "t.db");
      const database = driver.open(path);
      database.exec("CREATE TABLE t (a)");
      const answer = database.immediate(() => {
        database.run("INSERT INTO t VALUES (1)");
        return "done";
      });
      assert.equal(answer, "done");
      database.close();
      const again = driver.open(path);
      assert.equal(again.all("SELECT * FROM t").length, 1);
      again.close();
    },
  },
  {
    name: "what throws inside a transaction leaves nothing behind, and the connection usable",
    run({ driver }) {
      const database = driver.open(":memory:");
      database.exec("CREATE TABLE t (a)");
      const reason = new Error("stop");
      const thrown = thrownBy(() =>
        database.immediate(() => {
          database.run("INSERT INTO t VALUES (1)");
          throw reason;
        }),
      );
      assert.equal(thrown, reason);
      assert.equal(database.all("SELECT * FROM t").length, 0);
      database.immediate(() => database.run("INSERT INTO t VALUES (2)"));
      assert.equal(database.all("SELECT * FROM t").length, 1);
      database.close();
    },
  },
  {
    name: "a transaction does not wait for a promise, and is not nested",
    run({ driver }) {
      const database = driver.open(":memory:");
      database.exec("CREATE TABLE t (a)");
      assert.match(
        String(
          thrownBy(() =>
            database.immediate(() => {
              database.run("INSERT INTO t VALUES (1)");
              return Promise.resolve();
            }),
          ),
        ),
        /promise/,
      );
      assert.match(String(thrownBy(() => database.immediate(() => database.immediate(() => 1)))), /already open/);
      assert.equal(database.all("SELECT * FROM t").length, 0);
      database.close();
    },
  },
  {
    name: "a writer that never gets its turn is told so, and its work has not run",
    run({ driver, folder }) {
      const path = join(folder, "t.db");
      const first = driver.open(path);
      const second = driver.open(path, { busyTimeoutMs: 20 });
      first.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (a)");
      let ran = 0;
      first.immediate(() => {
        const thrown = thrownBy(() => second.immediate(() => ran++));
        assert.ok(thrown instanceof BlueError);
        assert.equal(thrown.code, "index_unavailable");
        assert.equal(thrown.constraint, "busy");
        assert.ok(thrown.suggestion);
      });
      assert.equal(ran, 0);
      second.immediate(() => ran++);
      assert.equal(ran, 1);
      first.close();
      second.close();
    },
  },
  {
    name: "a reader is not held up by a writer",
    run({ driver, folder }) {
      const path = join(folder, "t.db");
      const writer = driver.open(path);
      const reader = driver.open(path, { busyTimeoutMs: 0 });
      writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)");
      writer.immediate(() => {
        writer.run("INSERT INTO t VALUES (2)");
        assert.equal(reader.all("SELECT * FROM t").length, 1);
      });
      assert.equal(reader.all("SELECT * FROM t").length, 2);
      writer.close();
      reader.close();
    },
  },
  {
    name: "nothing in the file is trusted",
    run({ driver }) {
      const database = driver.open(":memory:");
      assert.equal(setting(database, "trusted_schema"), 0);
      assert.equal(setting(database, "foreign_keys"), 1);
      assert.equal(setting(database, "recursive_triggers"), 1);
      assert.equal(setting(database, "cell_size_check"), 1);
      assert.equal(setting(database, "busy_timeout"), 5000);
      assert.equal(setting(database, "synchronous"), 1);
      database.exec("CREATE TABLE t (a); PRAGMA writable_schema = ON");
      assert.match(
        String(thrownBy(() => database.exec("UPDATE sqlite_schema SET sql = 'CREATE TABLE t (b)'"))),
        /may not be modified/,
      );
      assert.match(
        String(thrownBy(() => database.exec("SELECT load_extension('x')"))),
        /not authorized|no such function/,
      );
      database.close();
    },
  },
  {
    name: "what refers to a deleted row goes with it",
    run({ driver }) {
      const database = driver.open(":memory:");
      database.exec(`
        CREATE TABLE f (path TEXT PRIMARY KEY);
        CREATE TABLE r (path TEXT REFERENCES f (path) ON DELETE CASCADE);
        INSERT INTO f VALUES ('a'); INSERT INTO r VALUES ('a');
      `);
      assert.equal(sqliteProblem(thrownBy(() => database.run("INSERT INTO r VALUES ('b')"))), "statement");
      database.run("DELETE FROM f");
      assert.equal(database.all("SELECT * FROM r").length, 0);
      database.close();
    },
  },
  {
    name: "full-text search ranks",
    run({ driver }) {
      const database = driver.open(":memory:");
      database.exec("CREATE VIRTUAL TABLE t USING fts5(body)");
      for (const body of ["one muffin among many other words here", "muffin muffin", "scone"])
        database.run("INSERT INTO t VALUES (?)", body);
      const found = database.all<{ body: string }>("SELECT body FROM t WHERE t MATCH ? ORDER BY bm25(t)", "muffin");
      assert.deepEqual(
        found.map(({ body }) => body),
        ["muffin muffin", "one muffin among many other words here"],
      );
      database.close();
    },
  },
  {
    name: "errors are known by their kind",
    run({ driver, folder }) {
      const database = driver.open(":memory:");
      assert.equal(sqliteProblem(thrownBy(() => database.exec("SELEKT"))), "statement");
      assert.equal(sqliteProblem(thrownBy(() => database.get("SELECT * FROM missing"))), "statement");
      assert.equal(sqliteProblem(new Error("another")), undefined);
      database.close();

      const text = join(folder, "text.db");
      writeFileSync(text, "this is no database, however long it gets ".repeat(200));
      assert.equal(
        sqliteProblem(
          thrownBy(() => {
            const opened = driver.open(text);
            opened.get("SELECT * FROM sqlite_schema");
          }),
        ),
        "damaged",
      );

      const path = join(folder, "t.db");
      const holder = driver.open(path);
      const other = driver.open(path, { busyTimeoutMs: 1 });
      holder.exec("CREATE TABLE t (a); BEGIN EXCLUSIVE");
      assert.equal(sqliteProblem(thrownBy(() => other.exec("BEGIN IMMEDIATE"))), "busy");
      holder.exec("ROLLBACK");
      holder.exec("PRAGMA query_only = ON");
      assert.equal(sqliteProblem(thrownBy(() => holder.exec("INSERT INTO t VALUES (1)"))), "unwritable");
      holder.close();
      other.close();
    },
  },
  {
    name: "closing twice is closing once",
    run({ driver }) {
      const database = driver.open(":memory:");
      assert.equal(database.driver.name, driver.name);
      assert.match(database.driver.sqliteVersion, /^3\.\d+\.\d+$/);
      database.close();
      database.close();
      assert.throws(() => database.get("SELECT 1"));
    },
  },
];
