// Everything but the tests: format and lint, types, unused code, import direction, generated files. Runs all, reports all.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules/.bin", name);
const steps = [
  ["format and lint", bin("biome"), ["ci", "--colors=off", "--error-on-warnings", "."]],
  ["types", bin("tsc"), ["--noEmit", "-p", "."]],
  ["types of the page", bin("tsc"), ["--noEmit", "-p", "src/web"]],
  ["unused code", bin("knip"), ["--no-progress"]],
  ["import direction", process.execPath, ["scripts/import-direction.mjs"]],
  ["generated files", process.execPath, ["scripts/generate.mjs", "--check"]],
];
let failed = 0;
for (const [name, command, args] of steps) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  const ok = status === 0;
  console.log(`${ok ? "✓" : "✗"} ${name}`);
  if (!ok) {
    failed++;
    process.stdout.write(`${stdout}${stderr}`);
  }
}
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
