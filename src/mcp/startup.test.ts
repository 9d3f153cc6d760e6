/** What the server costs before its first answer: no operation, and none of our own schemas, may be reached without a dynamic import. */
import { build } from "esbuild";
import { expect, it } from "vitest";

it("nothing of ours that is loaded at start imports an operation or a schema library", async () => {
  const { metafile } = await build({
    entryPoints: ["src/mcp/serve.ts"],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: "unwritten",
    write: false,
    metafile: true,
    external: ["node-sqlite3-wasm"],
    logLevel: "silent",
  });
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: imported, kind, external } of metafile.inputs[path]?.imports ?? [])
      if (kind !== "dynamic-import" && !external && path.startsWith("src/")) visit(imported);
  };
  visit("src/mcp/serve.ts");
  const ours = [...seen].filter((path) => path.startsWith("src/"));
  const packages = [...seen]
    .filter((path) => !path.startsWith("src/"))
    .map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]);
  expect(new Set(packages)).toEqual(new Set(["@modelcontextprotocol/server"]));
  expect(ours.filter((path) => path.startsWith("src/operations/")).sort()).toEqual([
    "src/operations/operation.ts",
    "src/operations/registry.generated.ts",
    "src/operations/run-operation.ts",
  ]);
  // …and the guard would notice: the operations themselves do bring the library in.
  expect(
    metafile.inputs["src/operations/status.ts"]?.imports.some(({ path }) => path.includes("node_modules/zod/")),
  ).toBe(true);
});
