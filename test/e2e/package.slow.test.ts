/** The package as npm makes it: how large it is, what it may not hold, and that what it holds is enough to start. */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { findNode } from "../helpers/find-node.ts";
import { connectClient, emptyFolder, handshake, repository, spawnPiped, stopAll } from "../helpers/mcp-client.ts";
import { npxScript, startRegistry } from "../helpers/npm-registry.ts";
import { makeFolder } from "../helpers/project.ts";

/** docs/decisions/0009-what-is-bundled.md says what stands in the way of 400,000. */
const largestPackage = 900_000;

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

describe("blue mcp, by the short start and through the command line", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  /** What the server answers and says until its input ends, or until it refuses to start. */
  async function serve(program: string, cwd: string, ...flags: string[]) {
    const server = spawnPiped({ args: [program, "mcp", ...flags], cwd });
    server.send(...handshake, list);
    server.child.stdin!.end();
    const { code } = await server.exited;
    return { code, out: server.lines().map((line) => JSON.parse(line)), err: server.stderr() };
  }

  test.each([
    ["no config", undefined, { code: 0, err: /^$/, tool: "blue_dialogue_create" }],
    ["toolsets configured", "toolsets: [maintenance]\n", { code: 0, err: /^$/, tool: "blue_doctor" }],
    ["a config that cannot be read", "toolsets: [", { code: 0, err: /config\.yaml/, tool: "blue_dialogue_create" }],
    [
      "an unknown toolset",
      "toolsets: [core, kitchen]\n",
      { code: 2, err: /unknown toolset `kitchen`/, tool: undefined },
    ],
  ])("answers, says and ends alike: %s", async (_, config, { code, err, tool }) => {
    const cwd = makeFolder(config === undefined ? {} : { ".blue/config.yaml": config });
    const program = join(folder, "package/dist/blue.js");
    const [short, long] = await Promise.all([serve(program, cwd), serve(program, cwd, "--text")]);
    expect(short).toEqual(long);
    expect(short).toMatchObject({ code, err: expect.stringMatching(err) });
    const tools = short.out.find(({ id }) => id === 1)?.result.tools.map(({ name }: { name: string }) => name);
    if (tool === undefined) expect(short.out).toEqual([]);
    else expect(tools).toContain(tool);
  });

  test("the short start does not need the command line", async () => {
    const [cwd, copy] = [emptyFolder(), emptyFolder()];
    cpSync(join(folder, "package"), copy, { recursive: true });
    const chunks = join(copy, "dist/chunks");
    const commandLine = readdirSync(chunks).filter((name) =>
      readFileSync(join(chunks, name), "utf8").includes(" as runCli}"),
    );
    expect(commandLine).toHaveLength(1);
    rmSync(join(chunks, commandLine[0]!));
    const program = join(copy, "dist/blue.js");
    const [short, long] = await Promise.all([serve(program, cwd), serve(program, cwd, "--text")]);
    expect(short).toMatchObject({ code: 0, err: "" });
    expect(long).toMatchObject({ code: 1, err: expect.stringContaining(commandLine[0]!) });
  });
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
    const found = await client.callTool({ name: "blue_search", arguments: { questions: ["anything"] } });
    expect(found.structuredContent).toMatchObject({ total: 0 });
    expect(registry.fetched().sort()).toEqual(["blue-align", "node-sqlite3-wasm"]);
    await registry.close();
  },
);
