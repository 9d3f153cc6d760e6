/** What the build makes of the program: which parts load which, and what it leaves out. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inputSchema } from "../../scripts/generate/registry.ts";
import type { OperationEntry } from "../../src/operations/operation.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const files = ["blue.js", "reaper.js", ...readdirSync(join(dist, "chunks")).map((name) => `chunks/${name}`)];
const texts = new Map(files.map((file) => [basename(file), readFileSync(join(dist, file), "utf8")]));

const targets = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => basename(path!));
const loads = (name: string) => targets(texts.get(name)!, /(?:from|import)\s*"(\.[^"]+)"/g);
const mayLoad = (name: string) => targets(texts.get(name)!, /import\(\s*"(\.[^"]+)"/g);

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
  const sdks = [...begun].filter((name) => name.startsWith("sdk-"));
  const nameOf = (name: string) => name.replace(/-[A-Z0-9]{8}\.js$/, "");
  const loading = (some: readonly string[]) =>
    [...begun].filter((name) => !sdks.includes(name) && some.some((library) => closure(name).has(library)));
  // The errors they share, a few kilobytes; each SDK itself waits for the first run.
  expect(loading(libraries).map(nameOf).sort()).toEqual(["llm-providers", "run-play"]);
  expect(sdks).toHaveLength(2);
  expect(loading(sdks)).toEqual([]);
});

test("an operation leaves only words to the registry", async () => {
  const [chunk] = [...texts.keys()].filter((name) => name.startsWith("registry.generated-"));
  const { registry }: { registry: OperationEntry[] } = await import(join(dist, "chunks", chunk!));
  const wordless = (schema: unknown) =>
    JSON.parse(
      JSON.stringify(schema, (key, value) => (key === "description" && typeof value === "string" ? undefined : value)),
    );
  expect(await registry.find(({ name }) => name === "dialogue.create")!.load()).not.toHaveProperty("description");
  for (const entry of registry) {
    const operation = await entry.load();
    expect(wordless(inputSchema(operation)), entry.name).toEqual(wordless(entry.inputSchema));
    expect(operation, entry.name).toMatchObject({ name: entry.name, effect: entry.effect, toolset: entry.toolset });
  }
});
