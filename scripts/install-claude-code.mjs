// The real Claude Code for the end-to-end test, as the registry ships it with the agent SDK: one binary, kept out of our own dependencies.
// Prints its path. Does nothing when it is there; prints nothing on platforms the test is not made for.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const version = "0.3.325";
const name = "@anthropic-ai/claude-agent-sdk-linux-x64";
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "node_modules/.cache/claude-code", version);

/** @returns {string | undefined} */
export function findClaudeCode() {
  const binary = join(folder, "node_modules", name, "claude");
  return existsSync(binary) ? binary : undefined;
}

/** @returns {string | undefined} undefined on another platform */
export function installClaudeCode() {
  const glibc = process.report.getReport().header.glibcVersionRuntime;
  if (process.platform !== "linux" || process.arch !== "x64" || glibc === undefined) return undefined;
  const standing = findClaudeCode();
  if (standing !== undefined) return standing;
  const staged = `${folder}.${process.pid}`;
  mkdirSync(staged, { recursive: true });
  try {
    const args = ["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
    execFileSync("npm", [...args, "--prefix", staged, `${name}@${version}`], {
      cwd: staged,
      stdio: ["ignore", "ignore", "inherit"],
    });
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(staged, folder);
  } catch (thrown) {
    if (findClaudeCode() === undefined) throw thrown; // otherwise another process was faster
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  return findClaudeCode();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const binary = installClaudeCode();
  if (binary !== undefined) console.log(binary);
}
