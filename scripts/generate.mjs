// Makes what is derived from the operations and package.json: the registry the faces read at start-up, docs/reference.md, the manifests. `--check` fails on a difference instead.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

const scratch = mkdtempSync(join(tmpdir(), "blue-generate-"));
try {
  const { operationNames } = await bundled("names.mjs", 'export * from "./src/operations/names.ts";');
  const { generated, operations } = await bundled(
    "generate.mjs",
    [
      'export { generated } from "./scripts/generate/generate.ts";',
      ...operationNames.map(
        (name, i) => `import { operation as o${i} } from "./src/operations/${name.replace(".", "/")}.ts";`,
      ),
      `export const operations = [${operationNames.map((_, i) => `o${i}`)}];`,
    ].join("\n"),
  );
  let stale = 0;
  for (const [path, text] of generated(operations)) {
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

async function bundled(name, contents) {
  const outfile = join(scratch, name);
  await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["node-sqlite3-wasm"],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}
