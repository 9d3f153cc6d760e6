// Imports point one way. Each line of the table holds rooms that may import only rooms of the lines below it; rooms of one line do not
// import each other. A room is a folder or file of src. A folder that has no line of its own belongs to the one around it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const table = [
  ["cli"],
  ["http", "mcp"],
  ["play"],
  ["operations"],
  ["operations/text"],
  ["context.ts", "local-http.ts", "org"],
  ["store"],
  ["store/sqlite"],
  ["documents", "staging"],
  ["web"],
  ["pages"],
  ["facts"],
  ["rules/round"],
  ["drafts", "panel"],
  ["rules"],
  ["errors.ts", "own-package.ts", "safe-text.ts", "version.ts"],
];

/** Faces reach the rules only through operations. */
const apart = [{ from: ["cli", "http", "mcp"], to: ["documents", "staging", "pages", "drafts", "panel", "rules"] }];

/** Faces print what `facts` says of a verdict: they get neither its record nor what judges it, and read no field of one. */
const unseen = {
  in: [
    ...["cli", "http", "mcp", "org", "web", "pages", "documents", "store/index"],
    ...["check.ts", "checked-change", "decisions.ts", "recall.ts", "web", "rfc", "adr"].map(
      (one) => `operations/${one}`,
    ),
    ...["shown.ts", "recalled.ts"].map((one) => `operations/decisions-in-force/${one}`),
    ...["get.ts", "list.ts", "export.ts", "save.ts"].map((one) => `operations/dialogue/${one}`),
    "play/story.ts",
  ],
  names: ["VerdictRecord", "verdictRecord", "Decision", "decisionOf", "outcomeOf", "passesGate"],
  fields:
    /\bverdict[!?]?\.(?:headline|decisions|conditions|vote|confidence)\b|\{[^{}]*\b(?:headline|conditions)\b[^{}]*\}\s*=\s*verdict\b|\{[^{}]*\b(?:headline|conditions|description|recommendation)\b[^{}]*\}\s*=\s*[\w.]*\bverdicts\b/,
};

/** They work on what they are given: no disk, no clock, no process. */
const pure = ["facts", "rules/round", "drafts", "pages"];

/** What is wrong with the imports below `root`, one line each: a wrong direction, a cycle, a table that does not fit. */
export function findWrongImports(
  root,
  levels,
  forbidden = [],
  hidden = { in: [], names: [], fields: /^\b$/ },
  alone = [],
) {
  const rooms = levels.flat();
  const levelOf = (room) => levels.findIndex((level) => level.includes(room));
  const roomOf = (path) =>
    rooms.filter((room) => path === room || path.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0];
  const isIn = (room, folders) => folders.some((folder) => room === folder || room.startsWith(`${folder}/`));

  const wrong = rooms.filter((room) => !existsSync(join(root, room))).map((room) => `${room} is in the table only`);
  const runtime = new Map();
  for (const file of sourcesOf(root)) {
    const imports = importsOf(root, file);
    runtime.set(file, new Set(imports.filter(({ atRuntime }) => atRuntime).map(({ to }) => to)));
    const room = roomOf(file);
    if (room === undefined) wrong.push(`${file} is in no room of the table`);
    if (isIn(file, hidden.in)) wrong.push(...findSeen(root, file, hidden));
    if (isIn(file, alone)) wrong.push(...findNode(root, file));
    for (const { to } of imports) {
      const other = roomOf(to);
      if (room === undefined || other === undefined || other === room) continue;
      const isForbidden = forbidden.some((rule) => isIn(room, rule.from) && isIn(other, rule.to));
      if (levelOf(other) <= levelOf(room) || isForbidden)
        wrong.push(`${file} (${room}) must not import ${to} (${other})`);
    }
  }
  return [...wrong, ...findCycles(runtime).map((cycle) => `cycle: ${cycle.join(" → ")}`)];
}

/** Every module of Node's own that a file imports. */
function findNode(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\(?\s*)"(node:[^"]+)"/g)].map(
    ([, name]) => `${file} must not import ${name}`,
  );
}

/** What a file that may not has of a verdict's record. */
function findSeen(root, file, { names, fields }) {
  const text = readFileSync(join(root, file), "utf8");
  const imported = [
    ...text.matchAll(/^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"\.[^"]*\/(?:records|standing)\.ts"/gm),
  ]
    .flatMap(([, list]) => list.split(","))
    .map(
      (one) =>
        one
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s/)[0],
    );
  // Whatever comes without a name is not seen above.
  const unnamed =
    /\*\s+as\s+\w+\s+from\s+"\.[^"]*\/(?:records|standing)\.ts"|\bimport\(\s*"\.[^"]*\/(?:records|standing)\.ts"/;
  return [
    ...imported.filter((name) => names.includes(name)).map((name) => `${file} must not import ${name}: facts say it`),
    ...(unnamed.test(text) ? [`${file} must import by name what it takes of records: facts say the rest`] : []),
    ...(fields.test(text) ? [`${file} must not read a verdict's record: facts say it`] : []),
  ];
}

/** Every import of a file. `import type` vanishes and `import()` waits, so neither can make a cycle while modules load. */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  const path = (target) => join(dirname(file), target).split(sep).join("/");
  const stated = [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^;"]*?\sfrom\s+)?"(\.[^"]+)"/gm)];
  const called = [...text.matchAll(/\bimport\(\s*"(\.[^"]+)"/g)];
  return [
    ...stated.map(([, type, target]) => ({ to: path(target), atRuntime: type === undefined })),
    ...called.map(([, target]) => ({ to: path(target), atRuntime: false })),
  ];
}

/** Shortest cycles, until every file that lies on one is named once. */
function findCycles(graph) {
  const told = new Set();
  const cycles = [];
  for (const start of graph.keys()) {
    if (told.has(start)) continue;
    const cycle = shortestCycle(graph, start);
    if (cycle === undefined) continue;
    for (const file of cycle) told.add(file);
    cycles.push(cycle);
  }
  return cycles;
}

function shortestCycle(graph, start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const to of graph.get(file) ?? []) {
      if (to === start) {
        const cycle = [start];
        for (let at = file; at !== start; at = cameFrom.get(at)) cycle.unshift(at);
        return [start, ...cycle];
      }
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, file);
      queue.push(to);
    }
  }
  return undefined;
}

function sourcesOf(root, folder = root) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesOf(root, path);
    const isSource = /\.tsx?$/.test(entry.name) && !/\.(?:test|contract)\.tsx?$/.test(entry.name);
    return isSource ? [relative(root, path).split(sep).join("/")] : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = findWrongImports(fileURLToPath(new URL("../src", import.meta.url)), table, apart, unseen, pure);
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
