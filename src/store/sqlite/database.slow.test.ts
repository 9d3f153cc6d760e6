import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { driversHere } from "../../../test/helpers/index-project.ts";
import { makeFolder } from "../../../test/helpers/project.ts";

describe.each(await driversHere())("$name", (driver) => {
  test("gives values back as they went in", () => {
    const database = driver.open(":memory:");
    database.exec("CREATE TABLE t (a, b, c, d, e)");
    const blob = new Uint8Array([0, 1, 255]);
    database.run("INSERT INTO t VALUES (?, ?, ?, ?, ?)", "ünï 🧁 'quoted'", 2 ** 53 - 1, -0.5, null, blob);
    const row = database.get<{ e: Uint8Array }>("SELECT * FROM t")!;
    expect({ ...row, e: [...row.e] }).toEqual({
      a: "ünï 🧁 'quoted'",
      b: 2 ** 53 - 1,
      c: -0.5,
      d: null,
      e: [0, 1, 255],
    });
    expect({ ...database.get("SELECT typeof(?) AS whole, typeof(?) AS half", 2, 0.5) }).toEqual({
      whole: "integer",
      half: "real",
    });
    database.close();
  });

  test("tells rows, no rows and how many changed", () => {
    const database = driver.open(":memory:");
    database.exec("CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)");
    expect(database.get("SELECT a FROM t WHERE a = ?", 9)).toBeUndefined();
    expect(database.all("SELECT a FROM t WHERE a = ?", 9)).toEqual([]);
    expect(database.all<{ a: number }>("SELECT a FROM t ORDER BY a").map(({ a }) => a)).toEqual([1, 2, 3]);
    expect(database.run("UPDATE t SET a = a + 10 WHERE a > ?", 1).changes).toBe(2);
    expect(database.get<{ a: number }>("INSERT INTO t VALUES (7) RETURNING a")?.a).toBe(7);
    database.close();
  });

  test("leaves no statement running: a transaction ends after a question with more rows than were taken", () => {
    const database = driver.open(":memory:");
    database.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)");
    database.exec("BEGIN");
    expect({ ...database.get("SELECT a FROM t ORDER BY a") }).toEqual({ a: 1 });
    database.exec("COMMIT");
    database.close();
  });

  test("trusts nothing in a file, writes no journal to disk, and reads without writing where asked", () => {
    const path = join(makeFolder(), "t.db");
    const database = driver.open(path);
    const setting = (name: string) => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0];
    expect(setting("trusted_schema")).toBe(0);
    expect(setting("cell_size_check")).toBe(1);
    expect(setting("journal_mode")).toBe("memory");
    expect(() => database.exec("SELECT load_extension('x')")).toThrow(/not authorized|no such function/);
    database.exec("CREATE TABLE t (a); PRAGMA writable_schema = ON");
    if (driver.name === "node:sqlite")
      expect(() => database.exec("UPDATE sqlite_schema SET sql = 'x'")).toThrow(/may not be modified/);
    database.close();
    const reader = driver.open(path, true);
    expect(reader.all("SELECT * FROM t")).toEqual([]);
    expect(() => reader.exec("INSERT INTO t VALUES (1)")).toThrow(/readonly/);
    reader.close();
  });

  test("ranks by full-text search", () => {
    const database = driver.open(":memory:");
    database.exec("CREATE VIRTUAL TABLE t USING fts5(body)");
    for (const body of ["one muffin among many other words here", "muffin muffin", "scone\0brioche"])
      database.run("INSERT INTO t VALUES (?)", body);
    const found = database.all<{ body: string }>("SELECT body FROM t WHERE t MATCH ? ORDER BY bm25(t)", "muffin");
    expect(found.map(({ body }) => body)).toEqual(["muffin muffin", "one muffin among many other words here"]);
    expect({ ...database.get("SELECT body FROM t WHERE t MATCH ? AND rowid = ?", "muffin", 2) }).toEqual({
      body: "muffin muffin",
    });
    expect(database.all("SELECT rowid FROM t WHERE t MATCH 'brioche'")).toHaveLength(1);
    database.close();
  });

  test("refuses a statement it does not understand and a file that is no database", () => {
    const database = driver.open(":memory:");
    expect(() => database.exec("SELEKT")).toThrow(/syntax error/);
    expect(() => database.get("SELECT * FROM missing")).toThrow(/no such table/);
    database.close();
    const path = join(makeFolder(), "text.db");
    writeFileSync(path, "this is no database, however long it gets ".repeat(200));
    expect(() => driver.open(path, true).get("SELECT * FROM sqlite_schema")).toThrow(/not a database/);
  });

  test("is closed once, however often it is asked to", () => {
    const database = driver.open(":memory:");
    expect(driver.sqliteVersion).toMatch(/^3\.\d+\.\d+$/);
    database.get("SELECT 1");
    database.close();
    database.close();
    expect(() => database.get("SELECT 1")).toThrow();
  });
});
