// Imports point one way: faces → operations → store, documents, staging → deliberation → errors. A room may import from itself and from rooms below it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../src", import.meta.url));

/** Which rooms each room may import from, itself apart. */
const below = {
  errors: [],
  version: [],
  deliberation: ["errors"],
  documents: ["deliberation", "errors"],
  staging: ["errors"],
  store: ["documents", "staging", "deliberation", "errors", "version"],
  context: ["store", "errors"],
  operations: ["store", "documents", "staging", "deliberation", "context", "errors", "version"],
  mcp: ["operations", "store", "context", "errors", "version"],
  http: ["operations", "store", "context", "errors", "version"],
  play: ["operations", "store", "deliberation", "context", "errors", "version"],
  cli: ["mcp", "http", "play", "operations", "store", "context", "errors", "version"],
};

const wrong = [];
for (const file of sources(root)) {
  const room = roomOf(file);
  for (const [, target] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    const to = roomOf(join(dirname(file), target));
    if (to === room || below[room]?.includes(to)) continue;
    wrong.push(`${relative(root, file)} (${room}) must not import ${target} (${to})`);
  }
}
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 1 : 0;

function roomOf(file) {
  return relative(root, file).split(sep)[0].replace(/\.ts$/, "");
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : [];
  });
}
