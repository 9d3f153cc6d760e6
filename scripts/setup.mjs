// Installs what is missing, so that the README's commands work on a fresh clone. `--tests` also fetches what single tests need beyond
// that: a second Node for the tests of the index, and the real Claude Code for the client test.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "node_modules/.blue-setup");
const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  console.error("Installing dependencies (once) …");
  run(["install", "--no-save", "--no-audit", "--no-fund"]); // not `ci`: a registry that lacks another platform's optional binary must not stop this one
  writeFileSync(stamp, wanted);
}
if (process.argv.includes("--tests")) {
  const { installNode24 } = await import("./install-node24.mjs");
  const { installClaudeCode } = await import("./install-claude-code.mjs");
  installNode24();
  if (process.env.BLUE_SKIP_CLAUDE_CODE !== "1") installClaudeCode();
}

function run(args) {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const { status } = spawnSync(command, [...first, ...args], { cwd: root, stdio: ["ignore", 2, 2], shell: false });
  if (status !== 0) process.exit(status ?? 1);
}
