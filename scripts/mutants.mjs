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
  for (const part of [
    "src",
    "test",
    "scripts",
    "examples",
    "dist",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vitest.config.ts",
  ]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const mutant of mutants) {
    const file = join(copy, mutant.file);
    const source = readFileSync(file, "utf8");
    const parts = source.split(mutant.find);
    if (parts.length !== 2) {
      report("✗", mutant, `its place occurs ${parts.length - 1} times in ${mutant.file}`);
      continue;
    }
    if (run(mutant) !== 0) {
      report("✗", mutant, "the named test fails without the mutant, or does not exist");
      continue;
    }
    writeFileSync(file, parts.join(mutant.replace));
    const killed = run(mutant) !== 0;
    writeFileSync(file, source);
    report(killed ? "✓" : "✗", mutant, killed ? `killed by “${mutant.test}”` : `survived “${mutant.test}”`);
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

/** Exit status of the one named test; a name that matches nothing is a failure of the list, not a kill. */
function run({ in: file, test }) {
  const name = test.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const { status, stdout } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", file, "-t", name, "--reporter=json", "--testTimeout=30000"],
    {
      cwd: copy,
      encoding: "utf8",
      env: { ...process.env, BLUE_SKIP_BUILD: process.env.BLUE_SKIP_BUILD ?? "1" },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 120_000, // a mutant that hangs is as dead as one that fails
      killSignal: "SIGKILL",
    },
  );
  const start = stdout.indexOf("{");
  const result = start < 0 ? undefined : JSON.parse(stdout.slice(start, stdout.lastIndexOf("}") + 1));
  if (status === 0 && (result?.numPassedTests ?? 0) === 0) return 1;
  return status;
}
