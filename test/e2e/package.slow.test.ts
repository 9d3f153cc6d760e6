/** The package as npm makes it: how large it is, what it may not hold, and that what it holds is enough to start. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { findNode } from "../helpers/find-node.ts";
import { connectClient, emptyFolder, repository, stopAll } from "../helpers/mcp-client.ts";
import { npxScript, startRegistry } from "../helpers/npm-registry.ts";
import { makeFolder } from "../helpers/project.ts";

/** docs/decisions/0009-what-is-bundled.md says what stands in the way of 400,000. */
const largestPackage = 920_000;

let folder: string;
let packed: { filename: string; files: { path: string }[] };
beforeAll(() => {
  folder = makeFolder();
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  [packed] = JSON.parse(
    execFileSync("npm", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  execFileSync("tar", ["-xzf", packed.filename], { cwd: folder });
});
afterEach(stopAll);

test("the package stays below its limit", () => {
  expect(statSync(join(folder, packed.filename)).size).toBeLessThanOrEqual(largestPackage);
});

test("the package holds no bundled package, no source map and no source", () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => /^node_modules\/|\.map$|\.tsx?$/.test(path))).toEqual([]);
});

test("works of others in the package have licences that let them be there; tools that only make it are not listed", () => {
  const args = [join(repository, "scripts/sbom.mjs"), "--licences"];
  const works = execFileSync(process.execPath, args, { encoding: "utf8" }).trimEnd().split("\n");
  for (const name of ["node-sqlite3-wasm", "zod", "@modelcontextprotocol/server"])
    expect(works.filter((line) => line.includes(`\t${name}@`))).toHaveLength(1);
  expect(works.filter((line) => line.includes("\tvitest@"))).toEqual([]);
  expect(works.filter((line) => !/^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD)\t/.test(line))).toEqual([]);
});

test("nothing runs when the package or what it depends on is installed", () => {
  const lock = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8"));
  const { dependencies, scripts } = JSON.parse(readFileSync(join(folder, "package/package.json"), "utf8"));
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  // An exact version that depends on nothing: no version is chosen on the user's machine.
  expect(dependencies).toEqual({ "node-sqlite3-wasm": expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  const { hasInstallScript, dependencies: further } = lock.packages["node_modules/node-sqlite3-wasm"];
  expect({ hasInstallScript, further }).toEqual({ hasInstallScript: undefined, further: undefined });
});

const versions = [
  ["this Node", process.execPath],
  ...(["node22", "node24", "node26"] as const).map((name) => [name, findNode(name)] as const),
] as const;

test.each(versions)(
  "npx -y blue-align mcp answers in an empty folder, with an empty cache and no install scripts: %s",
  { timeout: 120_000 },
  async (name, node) => {
    if (node === undefined) return void console.error(`There is no ${name} for this system: left out.`);
    const registry = await startRegistry([join(folder, "package"), join(repository, "node_modules/node-sqlite3-wasm")]);
    const home = emptyFolder();
    const { client } = await connectClient(
      {
        command: node,
        args: [npxScript(), "-y", "--ignore-scripts", "--registry", registry.url, "blue-align", "mcp"],
        cwd: emptyFolder(),
        env: { HOME: home, npm_config_cache: join(home, "cache"), PATH: `${dirname(node)}:${process.env.PATH}` },
      },
      "auto",
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    const found = await client.callTool({ name: "blue_search", arguments: { query: "anything" } });
    expect(found.structuredContent).toMatchObject({ total: 0 });
    expect(registry.fetched().sort()).toEqual(["blue-align", "node-sqlite3-wasm"]);
    await registry.close();
  },
);
