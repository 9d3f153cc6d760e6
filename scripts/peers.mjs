// Blue beside programs that do something like it, all from the npm registry, installed into a temporary folder: `npm run peers [-- name …]`. Prints
// docs/performance.md's table. Every figure is a median of five, taken in turn with Blue's, because the machine is rarely idle.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const turns = 5;
const documents = 500;

/** `server` and `cli`: a file of the package that Node runs, and its arguments. */
const peers = [
  { name: "@modelcontextprotocol/server-everything", version: "2026.8.31", server: ["dist/index.js"] },
  { name: "@modelcontextprotocol/server-memory", version: "2026.8.31", server: ["dist/index.js"], search: rememberAll },
  { name: "@modelcontextprotocol/server-sequential-thinking", version: "2026.8.31", server: ["dist/index.js"] },
  { name: "task-master-ai", version: "0.43.1", server: ["dist/mcp-server.js"], cli: ["dist/task-master.js"] },
  { name: "@fission-ai/openspec", version: "1.13.2", cli: ["bin/openspec.js"] },
  { name: "log4brains", version: "1.1.0", cli: ["dist/log4brains"], list: log4brainsProject },
  { name: "mcp-adr-analysis-server", server: ["dist/src/index.js"] },
];
const blue = {
  name: "blue-align",
  server: ["dist/blue.js", "mcp"],
  cli: ["dist/blue.js"],
  search: blueProject,
  list: blueProject,
};

const scratch = mkdtempSync(join(tmpdir(), "blue-peers-"));
const started = new Set();
const tidy = () => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
};
process.on("exit", tidy);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

const wanted = process.argv.slice(2);
const chosen = peers.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const [packed] = JSON.parse(
  execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", scratch], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
);
const loads = [loadavg()[0]];
const ours = { ...blue, ...install(blue, `file:${join(scratch, packed.filename)}`) };
const rows = [];
for (const peer of chosen) {
  console.error(`${peer.name} …`);
  const installed = install(peer, `${peer.name}@${peer.version ?? "latest"}`);
  if (installed === undefined) {
    rows.push(`| ${peer.name} | not found in the registry | | | | | |`);
    continue;
  }
  rows.push(await compared({ ...peer, ...installed }));
  loads.push(loadavg()[0]);
}
const { bytes, packages } = ours;
const tools = await toolsOf(ours);
console.log(`Node ${process.version.slice(1)}, ${process.platform} ${process.arch}, ${cpus().length} cores, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}. ms are medians of ${turns}; in brackets Blue's, taken in turn with them.
${documents} decisions of about 2 KB: \`search\` for two words over MCP, \`list\` on the command line.

| Program | Download, KB | Packages | Start to tools listed | Tools, KB of list | CLI: --version, --help | ${documents} decisions |
|---|---|---|---|---|---|---|
| **Blue** | ${kb(bytes)} | ${packages} | | ${tools} | | |
${rows.join("\n")}`);

/** What npm downloads and how many packages it unpacks; undefined where there is no such package. */
function install({ name }, id) {
  const folder = join(scratch, name.replace(/\W+/g, "-"));
  const cache = `${folder}-cache`;
  const args = [
    "install",
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--cache",
    cache,
    "--prefix",
    folder,
    id,
  ];
  const { status } = spawnSync("npm", args, { stdio: "ignore", timeout: 900_000, cwd: scratch });
  const home = join(folder, "node_modules", name);
  if (status !== 0 || !exists(home)) return undefined;
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  const archives = readdirSync(join(cache, "_cacache/content-v2"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).readUInt16BE(0) === 0x1f8b); // gzip; the rest are descriptions of packages
  const fromFile =
    id.startsWith("file:") && archives.length < Object.keys(packages).length ? statSync(id.slice(5)).size : 0;
  const bytes = archives.reduce((sum, path) => sum + statSync(path).size, fromFile);
  rmSync(cache, { recursive: true });
  return { home, version, bytes, packages: Object.keys(packages).length };
}

async function compared(peer) {
  const start = peer.server ? await inTurn(peer, startServer) : "";
  const tools = peer.server ? await toolsOf(peer) : "";
  const version = peer.cli ? await inTurn(peer, (one) => runCommand(one, "--version")) : "";
  const help = peer.cli ? await inTurn(peer, (one) => runCommand(one, "--help")) : "";
  const found = peer.search
    ? `search ${await searched(peer)}`
    : peer.list
      ? `list ${await inTurn(peer, lister(peer), lister(ours))}`
      : "";
  const cli = peer.cli ? `${version}, ${help}` : "";
  return `| ${peer.name} ${peer.version} | ${kb(peer.bytes)} | ${peer.packages} | ${start} | ${tools} | ${cli} | ${found} |`;
}

async function searched(peer) {
  const [theirs, own] = [await searcher(peer), await searcher(ours)];
  const times = await inTurn(peer, theirs.ask, own.ask);
  theirs.stop();
  own.stop();
  return times;
}

/** `theirs (Blue's)`. */
async function inTurn(peer, measure, measureOurs = measure) {
  const times = { theirs: [], own: [] };
  for (let n = 0; n < turns; n++) {
    times.theirs.push(await timed(() => measure(peer)));
    times.own.push(await timed(() => measureOurs(ours)));
  }
  return `${median(times.theirs)} (${median(times.own)})`;
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function median(numbers) {
  return Math.round(numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]);
}

async function startServer(one) {
  const client = connect(one, emptyProject());
  await client.list();
  client.stop();
}

async function toolsOf(one) {
  const client = connect(one, emptyProject());
  const list = await client.list();
  client.stop();
  return `${list.length}, ${kb(Buffer.byteLength(JSON.stringify(list)))}`;
}

async function runCommand({ home, cli: [file, ...args] }, flag) {
  const { status, stderr } = spawnSync(process.execPath, [join(home, file), ...args, flag], { cwd: emptyProject() });
  if (status !== 0) throw new Error(`${home} ${flag}: ${stderr}`);
}

/** A server that holds all decisions, and the question put to it. */
async function searcher(one) {
  const { cwd, env, prepare, tool, input } = one.search(one);
  const client = connect(one, cwd, env);
  await client.list();
  await prepare?.(client);
  await client.call(tool, input); // an index is made by the first question
  return { ask: () => client.call(tool, input), stop: client.stop };
}

function lister(one) {
  const {
    home,
    cli: [file],
  } = one;
  const { cwd } = one.list(one);
  return () => {
    const { status, stderr } = spawnSync(process.execPath, [join(home, file), "adr", "list"], { cwd });
    if (status !== 0) throw new Error(`adr list: ${stderr}`);
  };
}

function decisionText(n) {
  const about = n % 50 === 0 ? "cursor pagination" : "something else";
  const words = "the service keeps its queue in one place and answers every request in order ".repeat(12);
  return {
    title: `Decision ${n} on ${about}`,
    body: `## Context\n\n${words}${n}\n\n## Decision\n\nWe take ${about}. ${words}`,
  };
}

function every(make) {
  return Array.from({ length: documents }, (_, n) => make(decisionText(n + 1), String(n + 1).padStart(4, "0")));
}

function blueProject({ home, cli: [file] }) {
  const cwd = emptyProject();
  execFileSync(process.execPath, [join(home, file), "init"], { cwd, stdio: "ignore" });
  const folder = join(cwd, ".blue/docs/adrs");
  mkdirSync(folder, { recursive: true });
  every(({ title, body }, number) =>
    writeFileSync(
      join(folder, `${number}-decision.accepted.md`),
      `---\ntitle: ${title}\nstatus: accepted\ndate: 2026-01-01\n---\n\n# ADR ${number}: ${title}\n\n${body}\n`,
    ),
  );
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500); // the index reads files younger than 2 s again: wait, so that the cached way is measured
  return { cwd, tool: "blue_search", input: { questions: ["cursor pagination"] } };
}

function rememberAll() {
  const cwd = emptyProject();
  const entities = every(({ title, body }) => ({ name: title, entityType: "decision", observations: [body] }));
  return {
    cwd,
    env: { MEMORY_FILE_PATH: join(cwd, "memory.jsonl") },
    prepare: (client) => client.call("create_entities", { entities }),
    tool: "search_nodes",
    input: { query: "cursor pagination" },
  };
}

function log4brainsProject() {
  const cwd = emptyProject();
  mkdirSync(join(cwd, "docs/adr"), { recursive: true });
  writeFileSync(join(cwd, ".log4brains.yml"), "project:\n  name: test\n  tz: UTC\n  adrFolder: ./docs/adr\n");
  every(({ title, body }, number) =>
    writeFileSync(
      join(cwd, `docs/adr/20260101-${number}-decision.md`),
      `# ${title}\n\n- Status: accepted\n- Date: 2026-01-01\n\n${body}\n`,
    ),
  );
  execFileSync("git", ["add", "."], { cwd });
  execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-qm", "Decisions"], {
    cwd,
  });
  return { cwd };
}

function emptyProject() {
  const cwd = mkdtempSync(join(scratch, "project-"));
  execFileSync("git", ["init", "-q"], { cwd });
  return cwd;
}

/** A client that says as little as the protocol allows. */
function connect({ name, home, server: [file, ...args] }, cwd, env = {}) {
  const child = spawn(process.execPath, [join(home, file), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  started.add(child);
  const waiting = new Map();
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines.filter((one) => one.startsWith("{"))) {
      const { id, result, error } = JSON.parse(line);
      const { resolve, reject } = waiting.get(id) ?? {};
      if (error || result?.isError) reject?.(new Error(`${name}: ${JSON.stringify(error ?? result).slice(0, 300)}`));
      else resolve?.(result);
    }
  });
  child.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended`));
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1;
      waiting.set(id, { resolve, reject });
      send({ id, method, params });
    });
  return {
    async list() {
      const clientInfo = { name: "peers", version: "1" };
      await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
      send({ method: "notifications/initialized" });
      return (await ask("tools/list", {})).tools;
    },
    call: (tool, input) => ask("tools/call", { name: tool, arguments: input }),
    stop() {
      started.delete(child);
      child.kill("SIGKILL");
    },
  };
}

function exists(path) {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function kb(bytes) {
  return Math.round(bytes / 1000).toLocaleString("en");
}
