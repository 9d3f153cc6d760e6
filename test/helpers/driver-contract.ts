/**
 * A contract is a list of cases that every SQLite driver has to pass. Drivers that work in this process run it here; node:sqlite, where this Node
 * has none, runs the same cases bundled, under Node 24.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { candidates, type Driver, findDriver } from "../../src/store/sqlite/find-driver.ts";
import type { ContractCase, ContractResult } from "./contract-case.ts";
import { findNode24 } from "./node24.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** `contract` is the module (from the root) that exports `cases`; `worker` one that they may start as a process of its own. */
export async function describeForEveryDriver(contract: string, cases: ContractCase[], worker?: string): Promise<void> {
  const here: Driver[] = [];
  for (const candidate of candidates) {
    const { driver } = await findDriver([candidate]);
    if (driver !== undefined) here.push(driver);
  }
  // Below node_modules, so that the bundles find better-sqlite3.
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  const bundles = mkdtempSync(join(root, "node_modules/.cache/contract-"));
  const workerPath = join(bundles, "worker.mjs");
  beforeAll(async () => {
    if (worker !== undefined) await bundle(`import "./${worker}";`, workerPath);
  });
  afterAll(() => rmSync(bundles, { recursive: true, force: true }));

  for (const driver of here) {
    describe(`with ${driver.name}`, () => {
      for (const { name, run } of cases) {
        test(name, async () => {
          const folder = mkdtempSync(join(tmpdir(), "blue-contract-"));
          try {
            await run({ driver, folder, worker: workerPath });
          } finally {
            rmSync(folder, { recursive: true, force: true });
          }
        });
      }
    });
  }

  const node24 = here.some(({ name }) => name === "node:sqlite") ? undefined : findNode24();
  describe.runIf(node24 !== undefined)("with node:sqlite, under Node 24", () => {
    let results = new Map<string, ContractResult>();
    beforeAll(async () => {
      const script = join(bundles, "contract.mjs");
      await bundle(
        `import { cases } from "./${contract}"; import { runContract } from "./test/helpers/contract-case.ts"; await runContract(cases);`,
        script,
      );
      const { stdout, stderr } = await output(node24 ?? "", [script, workerPath]);
      expect(stderr).toBe("");
      const lines = stdout.split("\n").filter((line) => line !== "");
      results = new Map(lines.map((line) => JSON.parse(line) as ContractResult).map((result) => [result.name, result]));
    }, 300_000);
    for (const { name } of cases) {
      test(name, () => expect(results.get(name)).toEqual({ name, driver: "node:sqlite", failure: null }));
    }
  });
}

async function bundle(contents: string, outfile: string): Promise<void> {
  await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    external: ["better-sqlite3"],
    logLevel: "silent",
  });
}

function output(command: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    const read = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      read.stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      read.stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", () => resolve(read));
  });
}
