// Runs the official conformance suite of MCP against the built program, over both of its transports: `npm run conformance`. Prints the tables that stand in
// docs/conformance.md. Fails when a check fails that conformance/not-applicable.mjs does not name, or one that it names passes.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { notApplicable } from "./conformance/not-applicable.mjs";
import { bridgeTo } from "./conformance/stdio-bridge.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const blue = [process.execPath, join(root, "dist/blue.js"), "mcp"];
const withToken = pathToFileURL(join(root, "scripts/conformance/with-token.mjs")).href;

const download = (name) =>
  execFileSync(process.execPath, [join(root, "scripts/test-downloads.mjs"), name], { encoding: "utf8" }).trim();

const [newer, older] = [download("conformance"), download("conformance-2025")];
const node = Number(process.versions.node.split(".")[0]) >= 22 ? process.execPath : download("node24");
if (newer === "" || node === "") {
  console.error("There is no download of the suite for this system.");
  process.exit(1);
}

/** The parts of the suite that look at messages, not at HTTP. */
const messages = {
  "2026-07-28": ["tools-list", "prompts-list", "caching"],
  "2025-11-25": ["server-initialize", "ping", "tools-list", "prompts-list"],
};
const byScenario = (revision) =>
  messages[revision].map((scenario) => ["--scenario", scenario, "--spec-version", revision]);

const runs = {
  "2026-07-28, HTTP": { suite: newer, over: "http", calls: [["--requirements", "2026-07-28"]] },
  "2026-07-28, stdio": { suite: newer, over: "stdio", calls: byScenario("2026-07-28") },
  "2025-11-25, HTTP": { suite: newer, over: "http", calls: [["--requirements", "2025-11-25"]] },
  "2025-11-25, stdio": { suite: newer, over: "stdio", calls: byScenario("2025-11-25") },
  "2025-11-25, HTTP, older suite": { suite: older, over: "http", calls: [["--suite", "all"]] },
};

const scratch = mkdtempSync(join(tmpdir(), "blue-conformance-"));
try {
  const found = {};
  const servers = { http: await startHttp(), stdio: await bridgeTo(blue, project()) };
  try {
    for (const [name, { suite, over, calls }] of Object.entries(runs)) {
      const folder = join(scratch, name);
      for (const call of calls) await runSuite(suite, servers[over], [...call, "--output-dir", folder]);
      found[name] = readChecks(folder);
    }
  } finally {
    for (const server of Object.values(servers)) server.close();
  }
  console.log(`${resultTable(found)}\n\n${reasonTable()}`);
  const wrong = judge(found);
  for (const line of wrong) console.error(`✗ ${line}`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function project() {
  const folder = mkdtempSync(join(scratch, "project-"));
  mkdirSync(join(folder, ".blue"));
  return folder;
}

async function startHttp() {
  const child = spawn(blue[0], [...blue.slice(1), "--http", "--json"], {
    cwd: project(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { projects, token } = JSON.parse(line);
  return { url: projects[0].url, token, close: () => child.kill() };
}

/** Its exit code tells only that something failed, and something always does; what, is in its files. */
async function runSuite(suite, { url, token }, args) {
  const preload = token === undefined ? [] : ["--import", withToken];
  const env = { ...process.env, BLUE_TOKEN: token };
  const child = spawn(node, [...preload, suite, "server", "--url", url, ...args], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "close");
}

/** Scenario → its checks. */
function readChecks(folder) {
  if (!existsSync(folder)) return {};
  const results = readdirSync(folder).map((name) => [
    /^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)[1],
    JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")),
  ]);
  return Object.fromEntries(results.sort());
}

function hasFailed({ status }) {
  return status === "FAILURE" || status === "WARNING";
}

/** The entry of the list that excuses a failed check. That messages fit the schema is excused nowhere. */
function excuseOf(scenario, { id }) {
  const entries = Object.values(notApplicable).flat();
  if (id.startsWith("wire-schema")) return undefined;
  return entries.find((entry) => entry === scenario || entry === `${scenario}:${id}`);
}

function judge(found) {
  const excused = new Set();
  const wrong = [];
  for (const [run, scenarios] of Object.entries(found)) {
    if (Object.keys(scenarios).length === 0) wrong.push(`${run}: nothing was run`);
    for (const [scenario, checks] of Object.entries(scenarios))
      for (const check of checks.filter(hasFailed)) {
        const excuse = excuseOf(scenario, check);
        if (excuse === undefined) wrong.push(`${run}: ${scenario}:${check.id}: ${check.errorMessage}`);
        else excused.add(excuse);
      }
  }
  for (const entry of Object.values(notApplicable).flat())
    if (!excused.has(entry)) wrong.push(`${entry} is listed as not applicable and fails nowhere: take it off the list`);
  return wrong;
}

/** Of the scenarios that apply and that the suite does not skip by itself: how many checks passed, and how many do not apply. */
function resultTable(found) {
  const whole = new Set(Object.values(notApplicable).flat());
  const isShown = (name) =>
    !whole.has(name) && Object.values(found).some((run) => run[name]?.some(({ status }) => status !== "SKIPPED"));
  const scenarios = [...new Set(Object.values(found).flatMap(Object.keys))].filter(isShown).sort();
  const cell = (scenario, checks) => {
    if (checks === undefined) return "";
    const failed = checks.filter(hasFailed);
    const wrong = failed.filter((check) => excuseOf(scenario, check) === undefined).length;
    const parts = [
      `${checks.filter(({ status }) => status === "SUCCESS").length} passed`,
      ...(wrong > 0 ? [`**${wrong} failed**`] : []),
      ...(failed.length > wrong ? [`${failed.length - wrong} not applicable`] : []),
    ];
    return parts.join(", ");
  };
  const names = Object.keys(found);
  return [
    `| Scenario | ${names.join(" | ")} |`,
    `|---|${names.map(() => "---|").join("")}`,
    ...scenarios.map((one) => `| ${one} | ${names.map((name) => cell(one, found[name][one])).join(" | ")} |`),
  ].join("\n");
}

function reasonTable() {
  const rows = Object.entries(notApplicable).map(([why, entries]) => `| ${why} | ${entries.join(", ")} |`);
  return ["| Why | Not applicable |", "|---|---|", ...rows].join("\n");
}
