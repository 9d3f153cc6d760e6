/** Several processes at one index, some of them killed: every answer is right, and none waits for a process that is gone. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everything, makeIndexed } from "../helpers/index-project.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Below node_modules, so that the bundle finds node-sqlite3-wasm.
mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
const bundle = mkdtempSync(join(root, "node_modules/.cache/index-worker-"));
const worker = join(bundle, "worker.mjs");

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(import.meta.resolve("../helpers/index-worker.ts"))],
    outfile: worker,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    external: ["node-sqlite3-wasm"],
    alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
    logLevel: "silent",
  });
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));

function startWorker(folder: string, repetitions: number, startAt = 0) {
  const child = spawn(process.execPath, [worker, folder, String(repetitions), String(startAt)], { stdio: "pipe" });
  const done = new Promise<{ answers?: unknown[]; failure?: string }>((resolve) => {
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

const answer = { open: 3, items: 3, hits: 4 };

test("eight processes make and fill one new index at once, without an error", async () => {
  const project = makeIndexed();
  for (let repetition = 0; repetition < 2; repetition++) {
    rmSync(join(project.root, ".blue/blue.db"), { force: true });
    const startAt = Date.now() + 700;
    const results = await Promise.all(Array.from({ length: 8 }, () => startWorker(project.root, 4, startAt).done));
    for (const result of results) expect(result).toEqual({ answers: Array.from({ length: 4 }, () => answer) });
    expect(readdirSync(join(project.root, ".blue")).sort()).toEqual([
      ".gitignore",
      "blue.db",
      "dialogues",
      "docs",
      "tmp",
    ]);
    expect(readdirSync(join(project.root, ".blue/tmp"))).toEqual([]);
  }
});

test("eight processes keep answering while the index is deleted and damaged under them", async () => {
  const project = makeIndexed();
  const path = join(project.root, ".blue/blue.db");
  const tmp = join(project.root, ".blue/tmp");
  mkdirSync(tmp);
  const workers = Array.from({ length: 8 }, () => startWorker(project.root, 12, Date.now() + 700).done);
  let running = true;
  const harm = (async () => {
    for (let i = 0; running; i++) {
      await new Promise((resolve) => setTimeout(resolve, 23));
      rmSync(path, { force: true });
      if (i % 3 === 0) writeFileSync(`${path}-journal`, "no journal");
      if (i % 5 === 0) writeFileSync(path, "no database");
      if (i % 7 === 0) for (const name of readdirSync(tmp)) rmSync(join(tmp, name), { recursive: true, force: true });
    }
  })();
  const results = await Promise.all(workers);
  running = false;
  await harm;
  for (const result of results) expect(result).toEqual({ answers: Array.from({ length: 12 }, () => answer) });
});

test("a process that is killed at any moment leaves an index that serves the next one at once", async () => {
  const project = makeIndexed();
  const expected = await everything(project);
  for (let i = 0; i < 12; i++) {
    rmSync(join(project.root, ".blue/blue.db"), { force: true });
    const { child, done } = startWorker(project.root, 1000);
    await new Promise((resolve) => setTimeout(resolve, 60 + 29 * i));
    child.kill("SIGKILL");
    await done;
    const started = performance.now();
    expect(await everything(project)).toEqual(expected);
    expect(performance.now() - started).toBeLessThan(5000); // no lock that a dead process left is waited for
  }
});
