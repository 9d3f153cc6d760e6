// Imports point one way: faces → operations → store, documents, staging → pages → rules/round → drafts, panel → rules → errors. A room may import from itself and from rooms below it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../src", import.meta.url));

/** Which rooms each room may import from, itself apart. */
const rules = ["safe-text", "pages", "rules/round", "panel", "drafts", "rules"];
const below = {
  errors: [],
  "safe-text": [],
  version: [],
  rules: ["safe-text", "errors"],
  drafts: ["rules", "safe-text", "errors"],
  panel: ["rules", "safe-text", "errors"],
  "rules/round": ["panel", "drafts", "rules", "safe-text", "errors"],
  pages: ["rules/round", "panel", "drafts", "rules", "safe-text", "errors"],
  documents: [...rules, "errors"],
  staging: ["errors"],
  store: [...rules, "documents", "staging", "errors", "version"],
  context: ["store", "errors"],
  operations: [...rules, "store", "documents", "staging", "context", "errors", "version"],
  mcp: ["operations", "store", "context", "errors", "version"],
  http: ["operations", "store", "context", "errors", "version"],
  play: [...rules, "operations", "store", "context", "errors", "version"],
  cli: ["mcp", "http", "play", "operations", "store", "context", "errors", "safe-text", "version"],
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
  const [first, second] = relative(root, file).split(sep);
  if (`${first}/${second}` in below) return `${first}/${second}`;
  return first.replace(/\.ts$/, "");
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.ts$/.test(entry.name) && !/\.(?:test|contract)\.ts$/.test(entry.name) ? [path] : [];
  });
}
