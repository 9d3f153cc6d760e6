/** Blue as a plugin and as an MCP bundle, read by the real programs. npx finds Blue as a dependency of the project, so nothing is fetched. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  closedEnvironment,
  findClaudeCode,
  runClaudeCode,
  sessionTimeout,
  trustFolder,
} from "../helpers/claude-code.ts";
import { connectClient, repository, stopAll } from "../helpers/mcp-client.ts";
import { initGit, link, makeFolder } from "../helpers/project.ts";
import { resultsOf, resultText, startModel } from "../helpers/scripted-model.ts";

afterEach(stopAll);

const downloads = join(repository, "scripts/test-downloads.mjs");
const claude = findClaudeCode();
const codex = execFileSync(process.execPath, [downloads, "codex"], { encoding: "utf8" }).trim();

/** The repository as a marketplace, a project that has Blue as a dependency, and a home that nothing was installed to. */
function makePlaces() {
  const marketplace = makeFolder();
  for (const name of [".claude-plugin", ".codex-plugin", ".agents", "skills", "README.md", "LICENSE"])
    cpSync(join(repository, name), join(marketplace, name), { recursive: true });
  const project = makeFolder({
    // A plugin cannot bring rules of permission; a person answers once, or writes this.
    ".claude/settings.json": JSON.stringify({ permissions: { allow: ["mcp__plugin_blue_blue__*"] } }),
    "node_modules/blue-align": link(repository),
    "node_modules/.bin/blue": link("../blue-align/dist/blue.js"),
  });
  initGit(project);
  const home = makeFolder();
  mkdirSync(join(home, "tmp"));
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: project,
      env: { ...closedEnvironment(home), CODEX_HOME: home },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  return { marketplace, project, home, run };
}

describe.runIf(claude !== undefined)("in the real programs", { timeout: sessionTimeout }, () => {
  test("Claude Code finds nothing wrong with the plugin, installs it and calls its tool in the project", async () => {
    const { marketplace, project, home, run } = makePlaces();
    trustFolder(home, project);
    for (const file of ["marketplace.json", "plugin.json"])
      run(claude!, "plugin", "validate", join(marketplace, ".claude-plugin", file), "--strict");
    run(claude!, "plugin", "marketplace", "add", marketplace);
    run(claude!, "plugin", "install", "blue@blue-align");
    expect(JSON.parse(run(claude!, "plugin", "list", "--json"))).toMatchObject([
      { id: "blue@blue-align", enabled: true },
    ]);

    const tool = "mcp__plugin_blue_blue__blue_status";
    const model = await startModel((shown) =>
      resultsOf(shown).length === 0 ? { tools: [{ name: tool, input: {} }] } : { text: "done" },
    );
    const { events } = await runClaudeCode(claude!, "How do things stand?", { cwd: project, home, model });
    const started = events.find(({ subtype }) => subtype === "init")!;
    expect(started.mcp_servers).toMatchObject([{ name: "plugin:blue:blue", status: "connected" }]);
    expect(started.skills).toEqual(expect.arrayContaining(["blue:alignment-play", "blue:alignment-expert"]));
    expect(resultText(resultsOf(model.shown.at(-1)!)[0]!)).toContain(project);
    await model.close();
  });

  test("Codex installs the plugin and starts its server in the project, not where the plugin lies", () => {
    const { marketplace, run } = makePlaces();
    run(codex, "plugin", "marketplace", "add", marketplace);
    run(codex, "plugin", "add", "blue@blue-align");
    expect(run(codex, "plugin", "list")).toMatch(/blue@blue-align +installed, enabled/);
    expect(JSON.parse(run(codex, "mcp", "list", "--json"))).toMatchObject([
      { name: "blue", enabled: true, transport: { command: "npx", cwd: null } },
    ]);
  });
});

test("the MCP bundle is valid and serves the folder it is given", { timeout: 120_000 }, async () => {
  const folder = makeFolder({ "project/": "" });
  const bundle = join(folder, "blue.mcpb");
  execFileSync(process.execPath, [join(repository, "scripts/mcpb.mjs"), bundle], { stdio: "ignore" });
  const mcpb = execFileSync(process.execPath, [downloads, "mcpb"], { encoding: "utf8" }).trim();
  execFileSync(process.execPath, [mcpb, "unpack", bundle, join(folder, "unpacked")], { stdio: "ignore" });
  const { server } = JSON.parse(readFileSync(join(folder, "unpacked/manifest.json"), "utf8"));
  const filledIn = (word: string) =>
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the client fills it in
    word.replace("${__dirname}", join(folder, "unpacked")).replace("${user_config.project}", join(folder, "project"));
  const { args, env } = server.mcp_config;
  const { client } = await connectClient(
    { args: args.map(filledIn), env: { BLUE_PROJECT: filledIn(env.BLUE_PROJECT) }, cwd: folder },
    "auto",
  );
  const { structuredContent } = await client.callTool({ name: "blue_status", arguments: {} });
  expect(JSON.stringify(structuredContent)).toContain(join(folder, "project"));
});
