// Bundles the figures and runs them: `npm run bench [-- word …]`. Prints a table, writes bench/results.json, exits 1 when a target is missed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { slimPlugins } from "../scripts/slim-plugins.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// Two folders below the root, as test/helpers is, so that what finds examples/ from there finds it from here, and node-sqlite3-wasm too.
const bundle = mkdtempSync(join(root, "node_modules/.bench-"));
process.on("exit", () => rmSync(bundle, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

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
  define: { BENCH: JSON.stringify({ root, bundle }) },
  logLevel: "warning",
};
await build({ ...common, entryPoints: [fileURLToPath(import.meta.resolve("./figures.ts"))] });
// As the product itself is bundled.
await build({
  ...common,
  entryPoints: [fileURLToPath(import.meta.resolve("./smallest-server.ts"))],
  splitting: true,
  minify: true,
  plugins: slimPlugins,
  legalComments: "none",
});

const { measureAll } = await import(pathToFileURL(join(bundle, "figures.mjs")).href);
const { results, table, ok } = await measureAll(process.argv.slice(2));
writeFileSync(join(root, "bench/results.json"), `${JSON.stringify(results, null, 2)}\n`);
console.log(table);
process.exitCode = ok ? 0 : 1;
