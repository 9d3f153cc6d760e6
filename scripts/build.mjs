// Bundles the program with lazy chunks, the small one that ends leftover agents, and the page. `--if-stale` skips when dist is newer than every
// source.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build, transform } from "esbuild";
import { minifySync } from "rolldown/experimental";
import { demoRecording } from "./demo-recording.mjs";
import { slimPlugins } from "./slim-plugins.mjs";
import { thirdPartyNotices } from "./third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = join(root, "dist/blue.js");

function newest(dir) {
  let latest = 0;
  for (const item of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, item.name);
    latest = Math.max(latest, item.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

if (process.argv.includes("--if-stale") && existsSync(entry)) {
  const sources = Math.max(
    newest(join(root, "src")),
    newest(join(root, "skills")),
    newest(join(root, "scripts")),
    statSync(join(root, "package.json")).mtimeMs,
  );
  if (statSync(entry).mtimeMs > sources) process.exit(0);
}

if (process.argv.includes("--if-stale")) console.error("Building …");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
rmSync(join(root, "dist"), { recursive: true, force: true });
const program = await build({
  absWorkingDir: root,
  entryPoints: { blue: "src/cli/main.ts", reaper: "src/play/reaper-process.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  legalComments: "none",
  metafile: true,
  external: ["node-sqlite3-wasm"],
  // Their Node entries are CommonJS and would lose their named exports in an ESM bundle.
  alias: {
    yaml: join(root, "node_modules/yaml/browser/index.js"),
    "jsonc-parser": join(root, "node_modules/jsonc-parser/lib/esm/main.js"),
  },
  plugins: slimPlugins,
  define: { BLUE_VERSION: JSON.stringify(version) },
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
});
shrinkChunks(program.metafile);
const page = await build({
  absWorkingDir: root,
  entryPoints: [
    { in: "src/web/main.tsx", out: "page" },
    { in: "src/web/page.css", out: "page" },
    { in: "src/web/site.css", out: "site" },
  ],
  outdir: "dist/page",
  bundle: true,
  // No module: a page from the disk may load none.
  format: "iife",
  platform: "browser",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  write: false,
  minify: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
mkdirSync(join(root, "dist/page"));
for (const { path, contents } of [
  ...page.outputFiles.map(({ path, contents, text }) => ({
    path,
    contents: path.endsWith(".js") ? minifySync(path, text).code : contents,
  })),
  { path: join(root, "dist/page/index.html"), contents: readFileSync(join(root, "src/web/index.html")) },
])
  writeFileSync(`${path}.br`, compressed(contents));
// `blue install` copies them from beside the bundle.
cpSync(join(root, "skills"), join(root, "dist/skills"), { recursive: true });
chmodSync(entry, 0o755);
await writeSchemas();
writeFileSync(join(root, "dist/third-party.md"), thirdPartyNotices(root, [program.metafile, page.metafile]));
writeFileSync(join(root, "dist/demo.json.br"), compressed(JSON.stringify(demoRecording(root))));

function compressed(contents) {
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_LGWIN } = constants;
  return brotliCompressSync(contents, { params: { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_LGWIN]: 24 } });
}

/**
 * Chunks name each other nearly 5,000 times, and no name compresses that stands too far from the last time: numbers save 13 KB of the package, and 5 KB more
 * where chunks of one folder follow each other. Minified once more by another program they are 25 KB less.
 */
function shrinkChunks({ outputs }) {
  const dist = join(root, "dist");
  const files = readdirSync(dist, { recursive: true }).filter((path) => path.endsWith(".js"));
  const hashed = /\b[\w.-]+-[A-Z0-9]{8}\.js/g;
  const largestInput = (path) => {
    const inputs = Object.entries(outputs[`dist/${path}`].inputs).map(([input, { bytesInOutput }]) => [
      bytesInOutput,
      input,
    ]);
    return inputs.sort(([a], [b]) => b - a)[0]?.[1] ?? "";
  };
  const chunks = files
    .filter((path) => path.startsWith("chunks/"))
    .map((path) => [largestInput(path), path.slice("chunks/".length)]);
  const names = new Map(chunks.sort().map(([, name], i) => [name, `${i.toString(36).padStart(2, "0")}.js`]));
  const shorten = (text) => text.replace(hashed, (name) => names.get(name) ?? name);
  for (const path of files) {
    const text = readFileSync(join(dist, path), "utf8");
    rmSync(join(dist, path));
    const { code } = minifySync(path, shorten(text), { module: true });
    writeFileSync(join(dist, shorten(path)), path === "blue.js" ? `#!/usr/bin/env node\n${code}` : code);
  }
}

/** The inputs that `--scaffold` prints, as JSON Schemas for editors: what is still to be filled in is marked there. */
async function writeSchemas() {
  const source = readFileSync(join(root, "src/operations/registry.generated.ts"), "utf8");
  const { code } = await transform(source, { loader: "ts" });
  const { registry } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  mkdirSync(join(root, "dist/schemas"));
  for (const { name, scaffold, inputSchema } of registry) {
    if (!scaffold) continue;
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: `blue ${name.replace(".", " ")}`,
      ...closed(inputSchema),
    };
    schema.properties = { $schema: { type: "string" }, ...schema.properties };
    writeFileSync(join(root, `dist/schemas/${name}.json`), `${JSON.stringify(schema)}\n`);
  }
}

/** An editor marks a field that nobody knows. */
function closed(value) {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  return value.type === "object" && value.properties ? { additionalProperties: false, ...fields } : fields;
}
