import { describe, expect, test, vi } from "vitest";
import { BlueError } from "../../errors.ts";
import type { Connection } from "./database.ts";
import { type Candidate, findDriver, getDriver } from "./find-driver.ts";
import { loadNodeSqlite } from "./node-sqlite.ts";
import { loadWasmSqlite } from "./wasm-sqlite.ts";

const missing: Candidate = { name: "node:sqlite", load: async () => undefined };
const broken: Candidate = {
  name: "node-sqlite3-wasm",
  load: async () => {
    throw new Error("Cannot find package 'node-sqlite3-wasm'\nimported from here");
  },
};

function pretending(name: Candidate["name"], version: string, fts5 = true): Candidate {
  const row = { version, fts5: fts5 ? 1 : 0 };
  const connection: Connection = {
    exec: () => {},
    prepare: () => ({ run: () => ({ changes: 0 }), all: () => [row], get: () => row }),
    close: () => {},
  };
  return { name, load: async () => () => connection };
}

describe("the driver", () => {
  test("is one that this process has", async () => {
    const { driver } = await findDriver();
    expect(driver?.sqliteVersion).toMatch(/^3\.\d+\.\d+$/);
    expect(await findDriver()).toBe(await findDriver());
  });

  test("is Node's own when it is good enough, and WebAssembly is then not loaded", async () => {
    const load = vi.fn(loadWasmSqlite);
    const found = await findDriver([pretending("node:sqlite", "3.51.3"), { name: "node-sqlite3-wasm", load }]);
    expect(found.driver?.name).toBe("node:sqlite");
    expect(found.passedOver).toEqual([]);
    expect(load).not.toHaveBeenCalled();
  });

  test.each([
    ["3.51.2", true, "3.51.3 or later is needed"],
    ["3.9.9", true, "3.51.3 or later is needed"],
    ["3.53.4", false, "without full-text search"],
  ])("%s (FTS5: %s) is passed over: %s", async (version, fts5, why) => {
    const found = await findDriver([
      pretending("node:sqlite", version, fts5),
      pretending("node-sqlite3-wasm", "4.0.0"),
    ]);
    expect(found.driver).toMatchObject({ name: "node-sqlite3-wasm", sqliteVersion: "4.0.0" });
    expect(found.passedOver).toEqual([{ name: "node:sqlite", why: expect.stringContaining(why) }]);
    expect(found.passedOver[0]!.why).toContain(version);
  });

  test("that is missing or does not load is passed over with the reason", async () => {
    const { driver, passedOver } = await findDriver([missing, broken]);
    expect(driver).toBeUndefined();
    expect(passedOver.map(({ why }) => why)).toEqual([
      expect.stringMatching(/^is not part of Node \d+/),
      "cannot be loaded: Cannot find package 'node-sqlite3-wasm' imported from here",
    ]);
  });

  test("that nobody has is an error that names the fix", async () => {
    const thrown = await getDriver([missing, broken]).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(BlueError);
    expect(thrown).toMatchObject({
      code: "index_unavailable",
      constraint: "sqlite_driver",
      suggestion: expect.stringContaining("Install Blue again"),
      context: { passed_over: [{ name: "node:sqlite" }, { name: "node-sqlite3-wasm" }] },
    });
  });
});

test("loading Node's SQLite holds back its own warning, and nobody else's", () => {
  const { emitWarning, getBuiltinModule } = process;
  const heard: string[] = [];
  process.emitWarning = ((warning: string) => void heard.push(warning)) as typeof process.emitWarning;
  const ours = process.emitWarning;
  process.getBuiltinModule = (() => {
    process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
    process.emitWarning("something else", "ExperimentalWarning");
    process.emitWarning("SQLite is old", { type: "DeprecationWarning" });
    return undefined;
  }) as typeof process.getBuiltinModule;
  try {
    expect(loadNodeSqlite()).toBeUndefined();
    expect(process.emitWarning).toBe(ours);
    expect(heard).toEqual(["something else", "SQLite is old"]);
  } finally {
    process.emitWarning = emitWarning;
    process.getBuiltinModule = getBuiltinModule;
  }
});
