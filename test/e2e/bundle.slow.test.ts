/** What the build makes of the program: which parts load which, and what it leaves out. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const files = ["blue.js", "reaper.js", ...readdirSync(join(dist, "chunks")).map((name) => `chunks/${name}`)];
const texts = new Map(files.map((file) => [basename(file), readFileSync(join(dist, file), "utf8")]));

const targets = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => basename(path!));
const loads = (name: string) => targets(texts.get(name)!, /(?:from|import)\s*"(\.[^"]+)"/g);
const mayLoad = (name: string) => targets(texts.get(name)!, /import\(\s*["`](\.[^"`]+)["`]/g);

/** Everything that is loaded with it, at once. */
function closure(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of loads(name)) closure(next, seen);
  return seen;
}

test("the AI libraries are loaded with what asks a model, and with nothing else", () => {
  const libraries = [...texts].filter(([, text]) => text.includes("vercel.ai.error")).map(([name]) => name);
  expect(libraries.length).toBeGreaterThan(0);
  const begun = new Set(["blue.js", "reaper.js", ...files.flatMap((file) => mayLoad(basename(file)))]);
  // Chunks have numbers for names: what one gives away says which it is.
  const gives = (name: string) => /export\{[^}]*? as (\w+)\}/.exec(texts.get(name)!)?.[1];
  const sdks = [...begun].filter((name) => gives(name)?.endsWith("LanguageModel"));
  const loading = (some: readonly string[]) =>
    [...begun].filter((name) => !sdks.includes(name) && some.some((library) => closure(name).has(library)));
  // The errors they share, a few kilobytes; each SDK itself waits for the first run.
  expect(loading(libraries).map(gives).sort()).toEqual(["listProviders", "runPlay"]);
  expect(sdks).toHaveLength(2);
  expect(loading(sdks)).toEqual([]);
});

test("the driver of PostgreSQL is loaded with a question to the shared database, and with nothing else", () => {
  const drivers = [...texts].filter(([, text]) => text.includes("SCRAM-SHA-256")).map(([name]) => name);
  expect(drivers).toHaveLength(1);
  const begun = new Set(["blue.js", "reaper.js", ...files.flatMap((file) => mayLoad(basename(file)))]);
  expect([...begun].filter((name) => closure(name).has(drivers[0]!))).toEqual(drivers);
  // Only who connects asks for it.
  const asking = [...texts.keys()].filter((name) => mayLoad(name).includes(drivers[0]!));
  expect(asking).toHaveLength(1);
  expect(closure("blue.js")).not.toContain(asking[0]);
});
