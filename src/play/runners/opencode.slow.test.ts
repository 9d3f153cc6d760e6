/** The runner with a fake opencode, whose environment can be looked at, and with the real one against a scripted model. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeAgent, makeRequest } from "../../../test/helpers/fake-agent.ts";
import { link, makeFolder } from "../../../test/helpers/project.ts";
import { resultsOf, startModel } from "../../../test/helpers/scripted-model.ts";
import { openCodeRunner } from "./opencode.ts";

test("a run has a home of its own, with the user's login and provider and nothing else", async () => {
  const lines = [
    { type: "step_start", part: {} },
    { type: "text", part: { text: "The draft." } },
    { type: "step_finish", part: { reason: "stop" } },
  ];
  const fake = makeAgent(
    "opencode",
    "1.18.33",
    lines.map((line) => ({ print: JSON.stringify(line) })),
  );
  const home = makeFolder({
    ".config/opencode/opencode.jsonc":
      '{ // mine\n "provider": { "corp": {} }, "model": "corp/m", "mcp": { "x": {} }, "plugin": ["y"], }',
    ".local/share/opencode/auth.json": "{}",
    "bin/rg": link("/bin/true"),
  });
  const env = { PATH: `${fake.folder}:${home}/bin`, HOME: home, OPENCODE_PERMISSION: "no", KEY: "k" };
  const runner = openCodeRunner({ root: makeFolder(), env }, { env: ["KEY"] });
  expect(await runner.find()).toMatchObject({ version: "1.18.33", confined: false });
  const without = openCodeRunner({ root: makeFolder(), env: { ...env, PATH: fake.folder } });
  expect(await without.find()).toMatchObject({ unusable: "opencode would fetch ripgrep from github.com" });

  const request = makeRequest({ model: "corp/other" });
  expect(await runner.run(request)).toMatchObject({ kind: "answer", text: "The draft." });
  const call = fake.calls()[0]!;
  expect(call.args).toEqual("run --format json --pure --title Blue --model corp/other".split(" "));
  expect(call).toMatchObject({ cwd: request.shelf, input: request.prompt });
  expect(call.env).not.toHaveProperty("OPENCODE_PERMISSION");
  expect(call.env).toMatchObject({ KEY: "k", OPENCODE_PURE: "1", OPENCODE_DISABLE_PROJECT_CONFIG: "1" });
  for (const name of [
    "HOME",
    "TMPDIR",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "OPENCODE_DB",
  ])
    expect(call.env[name]).toContain(request.scratch);
  const config = JSON.parse(readFileSync(call.env.OPENCODE_CONFIG!, "utf8"));
  expect(config).toMatchObject({ provider: { corp: {} }, model: "corp/m", permission: { "*": "deny" } });
  expect(config).not.toHaveProperty("mcp");
  expect(readlinkSync(join(request.scratch, "data/opencode/auth.json"))).toBe(
    join(home, ".local/share/opencode/auth.json"),
  );
});

const script = fileURLToPath(new URL("../../../scripts/test-downloads.mjs", import.meta.url));
const opencode = execFileSync(process.execPath, [script, "opencode"], { encoding: "utf8" }).trim();

test.runIf(opencode !== "")("the real OpenCode reads its shelf and answers", { timeout: 120_000 }, async () => {
  const request = makeRequest();
  const model = await startModel((shown) =>
    resultsOf(shown).length === 0
      ? { text: "Looking.", tools: [{ name: "read", input: { filePath: join(request.shelf!, "README.md") } }] }
      : { text: "[MUFFIN-P0001: label]\nText." },
  );
  try {
    const provider = { anthropic: { options: { baseURL: `${model.url}/v1`, apiKey: "none" } } };
    const config = { model: "anthropic/claude-sonnet-4-5", provider };
    const home = makeFolder({
      ".config/opencode/opencode.json": JSON.stringify(config),
      "bin/opencode": link(opencode),
    });
    const proxy = { HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: "127.0.0.1" };
    const env = { PATH: `${home}/bin:/usr/bin:/bin`, HOME: home, ...proxy };
    expect(await openCodeRunner({ root: makeFolder(), env }).run(request)).toMatchObject({
      ...{ kind: "answer", text: "[MUFFIN-P0001: label]\nText.", cut: false },
      ...{ tools: { read: 1 }, usage: { input: 2, cached: 0, output: 2, usd: expect.any(Number) } },
    });
    expect(JSON.stringify(model.shown[0])).toContain(JSON.stringify(request.prompt).slice(1, -1));
    expect(JSON.stringify(model.shown[0])).not.toContain("# A shelf");
    expect(JSON.stringify(model.shown.at(-1))).toContain("# A shelf");
    expect(existsSync(join(home, ".local/share/opencode"))).toBe(false);
  } finally {
    await model.close();
  }
});
