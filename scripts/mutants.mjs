// Hand-written mutants of the most important rules. Each is one small change, applied to a copy of the sources; a named test must turn red. `npm run mutants [word]`.
// First every named test runs without a mutant, once per test file; then each mutant runs its own test. There are as many copies as cores.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv[2];
const mutants = readdirSync(join(root, "test/mutants"))
  .filter((name) => name.endsWith(".json"))
  .sort()
  .flatMap((name) => JSON.parse(readFileSync(join(root, "test/mutants", name), "utf8")))
  .filter(({ name }) => wanted === undefined || name.includes(wanted));
if (mutants.length === 0) throw new Error(`No mutant has “${wanted}” in its name.`);

const copies = [];
const running = new Set();
let failed = 0;
process.on("exit", () => {
  for (const pid of running) killGroup(pid);
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const left = new Set([".git", "node_modules", "dist", "reports", ".stryker-tmp"].map((name) => join(root, name)));
for (let n = 0; n < Math.min(availableParallelism(), mutants.length); n++) {
  const copy = mkdtempSync(join(tmpdir(), "blue-mutants-"));
  copies.push(copy);
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
}

const testsOf = new Map(mutants.map((mutant) => [mutant.in, new Set()]));
for (const { in: file, test } of mutants) testsOf.get(file).add(test);
/** By test file, what its named tests say without a mutant. */
const unchanged = new Map();
await inEveryCopy([...testsOf], async ([file, tests], copy) => {
  unchanged.set(file, await run(copy, file, [...tests]));
});
await inEveryCopy(mutants, async (mutant, copy) => {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, "utf8");
  const parts = source.split(mutant.find);
  if (parts.length !== 2) return report("✗", mutant, `its place occurs ${parts.length - 1} times in ${mutant.file}`);
  if (unchanged.get(mutant.in).get(mutant.test) !== "passed")
    return report("✗", mutant, "the named test fails without the mutant, or does not exist");
  writeFileSync(file, parts.join(mutant.replace));
  const outcome = (await run(copy, mutant.in, [mutant.test])).get(mutant.test);
  writeFileSync(file, source);
  if (outcome === "failed") report("✓", mutant, `killed by “${mutant.test}”`);
  else report("✗", mutant, outcome === "passed" ? `survived “${mutant.test}”` : "the named test could not run");
});
console.log(`${mutants.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function report(mark, { name }, what) {
  if (mark === "✗") failed++;
  console.log(`${mark} ${name}: ${what}`);
}

/** Does each job once, in whichever copy is free. */
async function inEveryCopy(jobs, work) {
  const waiting = jobs.values();
  await Promise.all(
    copies.map(async (copy) => {
      for (const job of waiting) await work(job, copy);
    }),
  );
}

/** By name, what each of these tests of one file says: "passed", "failed", or nothing when it did not run. */
async function run(copy, file, tests) {
  const pattern = tests.map((test) => test.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const args = ["node_modules/vitest/vitest.mjs", "run", file, "-t", pattern, "--reporter=json", "--testTimeout=30000"];
  const vitest = spawn(process.execPath, args, { cwd: copy, detached: true, stdio: ["ignore", "pipe", "ignore"] });
  running.add(vitest.pid);
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      killGroup(vitest.pid);
    },
    90_000 + 30_000 * tests.length,
  );
  let stdout = "";
  for await (const chunk of vitest.stdout.setEncoding("utf8")) stdout += chunk;
  clearTimeout(timer);
  killGroup(vitest.pid); // whatever the test left running
  running.delete(vitest.pid);
  if (timedOut) return new Map(tests.map((test) => [test, "failed"])); // a mutant that hangs is as dead as one that fails
  const start = stdout.indexOf("{");
  if (start < 0) return new Map();
  const { testResults } = JSON.parse(stdout.slice(start, stdout.lastIndexOf("}") + 1));
  const ran = testResults.flatMap(({ assertionResults }) => assertionResults);
  return new Map(
    tests.map((test) => {
      const said = ran.filter(({ fullName }) => fullName.includes(test)).map(({ status }) => status);
      return [test, ["failed", "passed"].find((status) => said.includes(status))];
    }),
  );
}

function killGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {} // it has ended
}
