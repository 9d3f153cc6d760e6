// Makes what is derived from the operations: the registry the faces read at start-up, and docs/reference.md. `--check` fails on a difference instead.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

const scratch = mkdtempSync(join(tmpdir(), "blue-generate-"));
try {
  const bundle = join(scratch, "generate.mjs");
  await build({
    absWorkingDir: root,
    entryPoints: ["scripts/generate/generate.ts"],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["node-sqlite3-wasm"],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: "warning",
  });
  const { generated } = await import(pathToFileURL(bundle).href);
  let stale = 0;
  for (const [path, text] of generated()) {
    const file = join(root, path);
    let now = "";
    try {
      now = readFileSync(file, "utf8");
    } catch {}
    if (now === text) continue;
    stale++;
    if (check) console.error(`${path} is out of date: run \`npm run docs\``);
    else {
      writeFileSync(file, text);
      console.log(`wrote ${path}`);
    }
  }
  if (check && stale > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
