// Real programs against scripted models on the loopback: `npm run clients [-- claude codex]` measures that runs cannot get out of what they are given, and
// plays a whole dialogue with them; it writes src/play/runners/measured.json and a table in docs/clients.md, and fails when a probe that held once does
// not any more, or a play does not reach its verdict. `npm run clients -- install` sets agents up by `blue install` and looks what their model is shown.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Runner → its name among the downloads. */
const programs = { claude: "claude-code", codex: "codex", opencode: "opencode" };

const download = (name) =>
  execFileSync(process.execPath, [join(root, "scripts/test-downloads.mjs"), name], { encoding: "utf8" }).trim();

const scratch = mkdtempSync(join(tmpdir(), "blue-clients-"));
try {
  const outfile = join(scratch, "clients.mjs");
  const entryPoints = [join(root, "scripts/clients/clients.ts")];
  const mainFields = ["module", "main"]; // the CommonJS of some cannot be bundled
  await build({ entryPoints, outfile, mainFields, bundle: true, format: "esm", platform: "node", logLevel: "warning" });
  const probes = await import(pathToFileURL(outfile).href);
  if (process.argv[2] === "install") await installAll(probes);
  else await measureAll(probes, process.argv.length > 2 ? process.argv.slice(2) : Object.keys(programs));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measureAll({ measuresWith, plays, record, tableOf }, runners) {
  const file = join(root, "src/play/runners/measured.json");
  let measured = JSON.parse(readFileSync(file, "utf8"));
  for (const runner of runners) {
    const program = download(programs[runner]);
    if (program === "") {
      console.error(`${runner}: there is no download for this system`);
      continue;
    }
    const version = /\d+\.\d+\.\d+/.exec(execFileSync(program, ["--version"], { encoding: "utf8" }))[0];
    const seen = await measuresWith(download("codex"))[runner](program);
    const found = record(measured, runner, version, process.platform, seen);
    measured = found.measured;
    for (const [probe, held] of Object.entries(seen)) console.log(`${held ? "✓" : "✗"} ${runner} ${version}: ${probe}`);
    if (found.lost.length > 0) {
      console.error(`${runner} ${version} no longer withstands: ${found.lost.join(", ")}`);
      process.exitCode = 1;
    }
    const played = await plays[runner]?.(program, join(root, "dist/blue.js"));
    if (played === undefined) continue;
    const decided = played.code === 0 && played.outside.length === 0;
    console.log(
      `${decided ? "✓" : "✗"} ${runner} ${version}: a whole play (${played.runs} runs, ${played.rounds} rounds)`,
    );
    if (decided) continue;
    console.error(played.words);
    process.exitCode = 1;
  }
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
  writeTable("measured", tableOf(measured));
}

async function installAll({ sessionOf, faultsOf, installedTable }) {
  const tools = {
    blue: join(root, "dist/blue.js"),
    markingNode: join(root, "scripts/clients/marking-node.mjs"),
    // The ripgrep that OpenCode needs lies beside Codex.
    programs: {
      rg: join(download("codex"), "../../../codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex-path/rg"),
    },
  };
  const sessions = {};
  for (const [agent, name] of Object.entries({ ...programs, gemini: "gemini", copilot: "copilot" })) {
    const program = download(name);
    if (program === "") throw new Error(`${agent}: there is no download for this system`);
    for (const scope of ["user", "here"]) {
      const seen = await sessionOf(agent, program, scope, tools);
      const faults = faultsOf(seen);
      console.log(`${faults.length === 0 ? "✓" : "✗"} ${agent} ${seen.version} after \`blue install --${scope}\``);
      if (faults.length > 0) {
        console.error(`${faults.join("\n")}\n${seen.words}`);
        process.exitCode = 1;
      }
      sessions[agent] = seen;
    }
  }
  writeTable("installed", installedTable(sessions, new Date(), `${process.platform} ${process.arch}`));
}

function writeTable(mark, table) {
  const page = join(root, "docs/clients.md");
  const marked = new RegExp(`<!-- ${mark} -->[\\s\\S]*<!-- /${mark} -->`);
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(marked, () => `<!-- ${mark} -->\n\n${table}\n\n<!-- /${mark} -->`),
  );
}
