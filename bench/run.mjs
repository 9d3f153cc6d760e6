// Bundles the figures and runs them: `npm run bench [-- word …] [--against <commit>] [--anyway]`. Prints each figure when it is taken, writes
// bench/results.json as it goes (figures that are not taken again stay in it), exits 1 when a target is missed. A word selects figures that have it in their name as a whole word. A figure beside which
// other programs used more than 5 % of the machine is not judged, unless `--anyway`. With `--against` the figures of `blue mcp` and `register` are taken in
// turns with a build of that commit. `npm run bench:long` takes those that need more than a few minutes each.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { slimPlugins } from "../scripts/slim-plugins.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// Two folders below the root, as test/helpers is, so that what finds examples/ from there finds it from here, and node-sqlite3-wasm too.
const bundle = mkdtempSync(join(root, "node_modules/.bench-"));
process.on("exit", () => rmSync(bundle, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

const { values, positionals: words } = parseArgs({
  options: { against: { type: "string" }, anyway: { type: "boolean" }, long: { type: "boolean" } },
  allowPositionals: true,
});
const against = values.against === undefined ? null : buildOf(values.against);

const common = {
  absWorkingDir: root,
  outdir: bundle,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: ["node-sqlite3-wasm", "playwright-core", "pg"],
  alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
  define: { BENCH: JSON.stringify({ root, bundle, against, long: values.long === true }) },
  logLevel: "warning",
};
await build({ ...common, entryPoints: [fileURLToPath(import.meta.resolve("./figures.ts"))] });
if (against !== null)
  await build({ ...common, entryPoints: { "registering-there": join(bundle, "tree/bench/registering.ts") } });
// As the product itself is bundled.
await build({
  ...common,
  entryPoints: [fileURLToPath(import.meta.resolve("./smallest-server.ts"))],
  splitting: true,
  minify: true,
  plugins: slimPlugins,
  legalComments: "none",
});

const file = join(root, "bench/results.json");
const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];

const { measureAll } = await import(pathToFileURL(join(bundle, "figures.mjs")).href);
const ok = await measureAll(words, {
  anyway: values.anyway === true,
  taken(results, row) {
    console.log(row);
    const again = new Map(results.map((result) => [result.name, result]));
    const all = new Map([...kept.map((result) => [result.name, result]), ...again]);
    writeFileSync(file, `${JSON.stringify([...all.values()], null, 2)}\n`);
  },
});
process.exitCode = ok ? 0 : 1;

/** The files of a commit, and the program built from them, with the packages that its lock file names. */
function buildOf(commit) {
  const tree = join(bundle, "tree");
  mkdirSync(tree);
  const [id] = execFileSync("git", ["rev-parse", "--short", "--verify", `${commit}^{commit}`], {
    cwd: root,
    encoding: "utf8",
  }).split("\n");
  const archive = join(bundle, "tree.tar");
  execFileSync("git", ["archive", "-o", archive, id], { cwd: root });
  execFileSync("tar", ["-xf", archive, "-C", tree]);
  const lock = (folder) => readFileSync(join(folder, "package-lock.json"), "utf8");
  if (lock(tree) === lock(root)) symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  else execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: tree, stdio: "ignore" });
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: tree, stdio: "inherit" });
  copyFileSync(join(root, "bench/registering.ts"), join(tree, "bench/registering.ts"));
  return {
    commit: id,
    blue: join(tree, "dist/blue.js"),
    registering: pathToFileURL(join(bundle, "registering-there.mjs")).href,
  };
}
