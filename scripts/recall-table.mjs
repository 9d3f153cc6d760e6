// How well recall and search find decisions: `node scripts/recall-table.mjs <project> <questions.json>` prints the rows of the table in
// docs/decisions-in-force.md. The file lists questions: [{ "targets": ["part of a path", …], "wordings": ["…", …] }]; without targets nothing may be found.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const [folder, file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node scripts/recall-table.mjs <project> <questions.json>");
  process.exit(2);
}
const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(root, "node_modules/.recall-table-"));
try {
  const { ask } = await bundled();
  const asked = JSON.parse(readFileSync(file, "utf8"));
  const [known, unknown] = [asked.filter(({ targets }) => targets), asked.filter(({ targets }) => !targets)];
  for (const tool of ["recall", "search"]) {
    const find = (questions) => ask(folder, tool, questions);
    await report(`${tool}, one wording`, known, find, (wordings) => wordings.map((one) => [one]));
    await report(`${tool}, all wordings`, known, find, (wordings) => [wordings]);
  }
  let shown = 0;
  for (const { wordings } of unknown) shown += (await ask(folder, "recall", wordings)).length > 0 ? 1 : 0;
  if (unknown.length > 0) console.log(`nothing was decided: recall shows something for ${shown} of ${unknown.length}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function report(name, questions, find, asksOf) {
  const places = [];
  for (const { targets, wordings } of questions) {
    for (const one of asksOf(wordings)) {
      const sources = [...new Set((await find(one)).map(sourceOf))];
      places.push(sources.findIndex((path) => targets.some((target) => path.includes(target))) + 1);
    }
  }
  if (places.length === 0) return;
  const within = (most) => places.filter((place) => place > 0 && place <= most).length;
  const mean = places.reduce((sum, place) => sum + (place === 0 ? 0 : 1 / place), 0) / places.length;
  console.log(`| ${name} | ${places.length} | ${within(1)} | ${within(3)} | ${within(5)} | ${mean.toFixed(2)} |`);
}

/** A dialogue is one source, whichever of its files is named. */
function sourceOf(path) {
  return path.replace(/^(\.blue\/dialogues\/[^/]+)\/.*$/, "$1");
}

async function bundled() {
  const outfile = join(scratch, "ask.mjs");
  const contents = `
    import { makeContext } from "./src/context.ts";
    import { operation as recall } from "./src/operations/recall.ts";
    import { operation as search } from "./src/operations/search.ts";
    import { runOperation } from "./src/operations/run-operation.ts";
    import { findProject } from "./src/store/project.ts";
    export async function ask(folder, tool, questions) {
      const context = makeContext(findProject({ flag: folder, env: {} }));
      if (tool === "recall") return (await runOperation(recall, { questions, limit: 20 }, context)).decisions.map(({ path }) => path);
      return (await runOperation(search, { questions, limit: 100 }, context)).hits.map(({ path }) => path);
    }`;
  await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["node-sqlite3-wasm"],
    define: { BLUE_VERSION: '"0.0.0"' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}
