// Hand-written mutants of the most important rules. Each is one small change, applied to a copy of the sources; a named test must turn red. `npm run mutants [word]`.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv[2];
const mutants = readdirSync(join(root, "test/mutants"))
  .filter((name) => name.endsWith(".json"))
  .sort()
  .flatMap((name) => JSON.parse(readFileSync(join(root, "test/mutants", name), "utf8")))
  .filter(({ name }) => wanted === undefined || name.includes(wanted));

const copy = mkdtempSync(join(tmpdir(), "blue-mutants-"));
let survived = 0;
let running;
process.on("exit", () => {
  killGroup(running);
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const left = new Set([".git", "node_modules", "dist", "reports", ".stryker-tmp"].map((name) => join(root, name)));
cpSync(root, copy, { recursive: true, filter: (path) => !left.has(path) });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
for (const mutant of mutants) {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, "utf8");
  const parts = source.split(mutant.find);
  if (parts.length !== 2) {
    report("✗", mutant, `its place occurs ${parts.length - 1} times in ${mutant.file}`);
    continue;
  }
  if ((await run(mutant)) !== "passed") {
    report("✗", mutant, "the named test fails without the mutant, or does not exist");
    continue;
  }
  writeFileSync(file, parts.join(mutant.replace));
  const outcome = await run(mutant);
  writeFileSync(file, source);
  if (outcome === "failed") report("✓", mutant, `killed by “${mutant.test}”`);
  else report("✗", mutant, outcome === "passed" ? `survived “${mutant.test}”` : "the named test could not run");
}
console.log(`${mutants.length - survived} passed, ${survived} failed`);
process.exitCode = survived > 0 ? 1 : 0;

function report(mark, { name }, what) {
  if (mark === "✗") survived++;
  console.log(`${mark} ${name}: ${what}`);
}

/** What the one named test says: "passed", "failed", or undefined when it did not run. */
async function run({ in: file, test }) {
  const name = test.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const args = ["node_modules/vitest/vitest.mjs", "run", file, "-t", name, "--reporter=json", "--testTimeout=30000"];
  const vitest = spawn(process.execPath, args, { cwd: copy, detached: true, stdio: ["ignore", "pipe", "ignore"] });
  running = vitest.pid;
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(vitest.pid);
  }, 120_000);
  let stdout = "";
  for await (const chunk of vitest.stdout.setEncoding("utf8")) stdout += chunk;
  clearTimeout(timer);
  killGroup(vitest.pid); // whatever the test left running
  running = undefined;
  if (timedOut) return "failed"; // a mutant that hangs is as dead as one that fails
  const start = stdout.indexOf("{");
  if (start < 0) return undefined;
  const { numFailedTests, numPassedTests } = JSON.parse(stdout.slice(start, stdout.lastIndexOf("}") + 1));
  if (numFailedTests > 0) return "failed";
  return numPassedTests > 0 ? "passed" : undefined;
}

function killGroup(pid) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {} // it has ended
}
