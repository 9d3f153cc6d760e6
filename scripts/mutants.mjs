// The feared mutants: each is one small change to a rule, applied to a copy of the sources; a named test must turn red. `npm run mutants [word]`.
import { spawnSync } from "node:child_process";
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
try {
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
    if (run(mutant) !== "passed") {
      report("✗", mutant, "the named test fails without the mutant, or does not exist");
      continue;
    }
    writeFileSync(file, parts.join(mutant.replace));
    const outcome = run(mutant);
    writeFileSync(file, source);
    if (outcome === "failed") report("✓", mutant, `killed by “${mutant.test}”`);
    else report("✗", mutant, outcome === "passed" ? `survived “${mutant.test}”` : "the named test could not run");
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${mutants.length - survived} passed, ${survived} failed`);
process.exitCode = survived > 0 ? 1 : 0;

function report(mark, { name }, what) {
  if (mark === "✗") survived++;
  console.log(`${mark} ${name}: ${what}`);
}

/** What the one named test says: "passed", "failed", or undefined when it did not run. */
function run({ in: file, test }) {
  const name = test.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const { stdout, error } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", file, "-t", name, "--reporter=json", "--testTimeout=30000"],
    {
      cwd: copy,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      timeout: 120_000,
      killSignal: "SIGKILL",
    },
  );
  if (error?.code === "ETIMEDOUT") return "failed"; // a mutant that hangs is as dead as one that fails
  const start = stdout.indexOf("{");
  if (start < 0) return undefined;
  const { numFailedTests, numPassedTests } = JSON.parse(stdout.slice(start, stdout.lastIndexOf("}") + 1));
  if (numFailedTests > 0) return "failed";
  return numPassedTests > 0 ? "passed" : undefined;
}
