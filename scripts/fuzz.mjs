// Feeds what reads from outside with damaged input: `npm run fuzz [-- seconds [target …]] [--seed n]`. Nothing may crash, hang, write outside its project
// or fail without a name. The seconds are shared by the targets. Prints how many inputs each target took, also when it is stopped; exits 1 when one of them
// found something.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";

const repository = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
const [first = "60", ...names] = positionals;
const seconds = Number(first);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
if (!(seconds > 0) || !Number.isSafeInteger(seed)) {
  console.error("Say how many seconds, then which targets: npm run fuzz -- 300 drafts --seed 7");
  process.exit(2);
}
/** Milliseconds. A call of the CLI may verify a dialogue and ask git, on a machine that does other things too. */
const patience = 10_000;

// Two folders below the root, as the tests are, so that what they find from there is found from here.
const bundle = mkdtempSync(join(repository, "node_modules/.fuzz-"));
const outer = realpathSync(mkdtempSync(join(tmpdir(), "blue-fuzz-")));
let found = 0;
/** The one in work. */
let batch;
let counts = {};
process.on("exit", () => {
  for (const [name, { inputs, slowest }] of Object.entries(counts))
    console.log(`${name}: ${inputs} inputs, slowest ${Math.round(slowest)} ms`);
  if (batch !== undefined) console.log(`seed ${seed}: ${found === 0 ? "nothing found" : `${found} found`}`);
  for (const folder of [bundle, outer])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

await build({
  absWorkingDir: repository,
  entryPoints: ["test/fuzz/worker.ts"],
  outdir: bundle,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: ["node-sqlite3-wasm"],
  alias: {
    yaml: join(repository, "node_modules/yaml/browser/index.js"),
    "jsonc-parser": join(repository, "node_modules/jsonc-parser/lib/esm/main.js"),
  },
  define: { BLUE_VERSION: '"0.0.0"' },
  banner: { js: 'import { createRequire as _r } from "node:module"; globalThis.require ??= _r(import.meta.url);' },
  logLevel: "warning",
});

// Programs that an operation might start are not there, git apart; nor is anybody's home.
for (const folder of ["bin", "home", "tmp"]) mkdirSync(join(outer, folder));
writeFileSync(join(outer, "keep.txt"), "Nobody may change this.\n");
const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
symlinkSync(git, join(outer, "bin/git"));
process.chdir(outer);

const begun = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(join(bundle, "worker.mjs"), {
  env: {
    PATH: join(outer, "bin"),
    HOME: join(outer, "home"),
    TMPDIR: join(outer, "tmp"),
    BLUE_CHECK_OUTPUT: "1",
    NO_COLOR: "1",
  },
  workerData: { repository, outer, names, seconds, seed, patience, begun },
});
console.log(`seed ${seed}: ${seconds} seconds`);

let seen = -1;
let still = 0;
/** Nothing begun for longer than one input may take: the worker cannot say so itself. */
const watch = setInterval(() => {
  const now = Atomics.load(begun, 0);
  still = now === seen ? still + 1 : 0;
  seen = now;
  if (still * 1_000 < patience * 3) return;
  report({ ...batch, place: now - 1 - batch.began, message: "hangs" });
  process.exit(1);
}, 1_000);

function report({ name, seed, place, input, message }) {
  found += 1;
  if (found > 20) process.exit(1);
  console.log(`✗ ${name}, seed ${seed}, input ${place}: ${message.slice(0, 1_000)}`);
  if (input !== undefined) console.log(`  ${input.slice(0, 1_000)}`);
  console.log(`  again: npm run fuzz -- 1 ${name} --seed ${seed}`);
}

worker.on("message", (message) => {
  if (message.batch) batch = message.batch;
  if (message.finding) report(message.finding);
  if (message.counts) counts = message.counts;
});
worker.on("error", (error) => {
  if (batch === undefined) throw error; // it never began
  report({ ...batch, place: Atomics.load(begun, 0) - 1 - batch.began, message: error.stack });
});
worker.on("exit", () => {
  clearInterval(watch);
  process.exitCode = found === 0 ? 0 : 1;
});
