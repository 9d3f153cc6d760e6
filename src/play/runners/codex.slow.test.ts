/** The runner with a fake codex, whose command line can be looked at, and with the real one against a scripted model. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAgent, makeRequest } from "../../../test/helpers/fake-agent.ts";
import { link, makeFolder } from "../../../test/helpers/project.ts";
import {
  type Asked,
  outputsOf,
  type Reply,
  type ResponsesModel,
  startResponses,
} from "../../../test/helpers/scripted-responses.ts";
import { gitVariablesFor } from "../../store/run-git.ts";
import { type CodexOptions, codexRunner } from "./codex.ts";

const said = (...lines: object[]) => lines.map((line) => ({ print: JSON.stringify(line) }));
const message = { type: "item.completed", item: { id: "1", type: "agent_message", text: "The draft." } };

function setUp({ config = "", options = {} }: { config?: string; options?: CodexOptions } = {}) {
  const fake = makeAgent("codex", "codex-cli 0.166.0", said(message, { type: "turn.completed", usage: {} }));
  const home = makeFolder({ ".codex/config.toml": config });
  const env = { PATH: `${fake.folder}:/bin`, HOME: home, CODEX_X: "1", OPENAI_Y: "2", GIVEN: "3", OTHER: "4" };
  return { fake, runner: codexRunner({ root: makeFolder(), env }, options) };
}

test("a run has its profile, its prompt on standard input and its model", async () => {
  const { fake, runner } = setUp({
    config: 'model = "gpt-of-the-user"\n[tui]\nmodel = "no"\n',
    options: { env: ["GIVEN"] },
  });
  const request = makeRequest();
  expect(await runner.run(request)).toMatchObject({ kind: "answer", text: "The draft." });
  const { args, input, cwd, env } = fake.calls()[0]!;
  const readable = `{":minimal"="read",${JSON.stringify(request.shelf)}="read",${JSON.stringify(fake.folder)}="read"}`;
  // What it runs has the same switches for git as itself.
  const told = Object.entries(gitVariablesFor(cwd)).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  expect(env).toMatchObject(gitVariablesFor(cwd));
  expect(args).toEqual([
    ..."exec --strict-config --json --ephemeral --ignore-user-config --ignore-rules --skip-git-repo-check".split(" "),
    ...["-c", 'default_permissions="blue"', "-c", `permissions.blue.filesystem=${readable}`],
    ...[
      "-c",
      "project_doc_max_bytes=0",
      "-c",
      'web_search="disabled"',
      "-c",
      'shell_environment_policy.inherit="core"',
      "-c",
      `shell_environment_policy.set={${told.join(",")}}`,
    ],
    ...[
      "-c",
      "skills.include_instructions=false",
      "-c",
      "analytics.enabled=false",
      "--disable",
      "multi_agent",
      "--disable",
      "apps",
      "--disable",
      "goals",
    ],
    ...["--disable", "hooks", "--disable", "plugins", "--model", "gpt-of-the-user", "-"],
  ]);
  expect({ input, cwd }).toEqual({ input: request.prompt, cwd: request.shelf });
  expect(env).toMatchObject({ CODEX_X: "1", OPENAI_Y: "2", GIVEN: "3" });
  expect(env).not.toHaveProperty("OTHER");

  const judgement = makeRequest({ shelf: null, schema: { type: "object" }, model: "m" });
  await runner.run(judgement);
  const judged = fake.calls()[1]!;
  expect(judged.cwd).toBe(join(judgement.scratch, "empty"));
  expect(judged.args.slice(-5, -1)).toEqual([
    "--model",
    "m",
    "--output-schema",
    join(judgement.scratch, "schema.json"),
  ]);
  expect(readFileSync(join(judgement.scratch, "schema.json"), "utf8")).toBe('{"type":"object"}');
});

test("a configuration that sends words elsewhere must be said again", async () => {
  expect(await setUp().runner.find()).toMatchObject({ version: "0.166.0", endpoint: "OpenAI" });
  for (const config of [
    'model_provider = "corp"',
    '\n profile="work"',
    '[model_providers.x]\nbase_url = "https://x"',
  ]) {
    for (const options of [{}, { args: [] }])
      expect(await setUp({ config, options }).runner.find()).toMatchObject({
        unusable: expect.stringContaining("config.toml has"),
      });
  }
  const args = ["-c", 'model_providers.corp={base_url="https://gateway.example/v1"}', "-c", 'model_provider="corp"'];
  const { fake, runner } = setUp({ config: 'model_provider = "corp"', options: { args } });
  expect(await runner.find()).toMatchObject({ endpoint: "gateway.example" });
  await runner.run(makeRequest());
  expect(fake.calls()[0]!.args).toEqual(expect.arrayContaining(args));
});

const script = fileURLToPath(new URL("../../../scripts/test-downloads.mjs", import.meta.url));
const codex = execFileSync(process.execPath, [script, "codex"], { encoding: "utf8" }).trim();

describe.runIf(codex !== "")("the real Codex", { timeout: 120_000 }, () => {
  let model: ResponsesModel;
  let speak: (asked: Asked) => Reply;
  beforeAll(async () => {
    model = await startResponses((asked) => speak(asked));
  });
  afterAll(() => model.close());

  function real() {
    const folder = makeFolder({ "bin/codex": link(codex), "bin/node": link(process.execPath), "home/.codex/": "" });
    mkdirSync(join(folder, "tmp"));
    const provider = `model_providers.script={name="script",base_url="${model.url}/v1",wire_api="responses",env_key="SCRIPT_KEY",stream_max_retries=1}`;
    const env = {
      ...{ PATH: `${folder}/bin:/usr/bin:/bin`, HOME: `${folder}/home`, TMPDIR: `${folder}/tmp`, SCRIPT_KEY: "key" },
      ...{ HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: "127.0.0.1" },
    };
    const options = { args: ["-c", provider, "-c", 'model_provider="script"'], env: ["SCRIPT_KEY"] };
    return codexRunner({ root: makeFolder(), env }, options);
  }

  test("an expert reads its shelf and answers; every word of the prompt reaches the model", async () => {
    const runner = real();
    expect(await runner.find()).toMatchObject({ version: "0.166.0", endpoint: new URL(model.url).host });
    const request = makeRequest({ prompt: "Break @README.md\n\n{{ $HOME }} `x` \u{1F9C1}" });
    speak = (asked) =>
      outputsOf(asked).length === 0
        ? { exec: 'text(await tools.exec_command({ cmd: "cat README.md" }))' }
        : { text: "[MUFFIN-P0001: label]\nText." };
    expect(await runner.run(request)).toMatchObject({
      ...{ kind: "answer", text: "[MUFFIN-P0001: label]\nText.", cut: false },
      ...{ tools: { command_execution: 1 }, usage: { input: 120, cached: 80, output: 20, usd: null } },
    });
    expect(JSON.stringify(model.asked[0])).toContain(JSON.stringify(request.prompt).slice(1, -1));
    expect(JSON.stringify(model.asked[0])).not.toContain("# A shelf");
    expect(outputsOf(model.asked[1]!)[0]).toContain("# A shelf");
    expect(model.outside).toEqual([]);
  });

  test("a judgement, and a text at the output limit", async () => {
    const schema = {
      type: "object",
      properties: { ok: { type: "boolean" } },
      required: ["ok"],
      additionalProperties: false,
    };
    speak = () => ({ text: '{"ok":true}' });
    expect(await real().run(makeRequest({ shelf: null, schema }))).toMatchObject({
      kind: "answer",
      text: '{"ok":true}',
    });
    expect(JSON.stringify(model.asked.at(-1))).toContain('"ok":{"type":"boolean"}');
    speak = () => ({ text: "half", incomplete: "max_output_tokens" });
    expect(await real().run(makeRequest())).toMatchObject({ kind: "answer", text: "half", cut: true });
  });

  test.each<[string, Reply]>([
    ["auth", { refusal: { status: 401, code: "invalid_api_key", message: "Incorrect API key" } }],
    ["quota", { refusal: { status: 429, code: "insufficient_quota", message: "You exceeded your current quota" } }],
    ["model", { refusal: { status: 404, code: "model_not_found", message: "The model `nope` does not exist" } }],
    ["context", { failed: { code: "context_length_exceeded", message: "Your input exceeds the context window." } }],
    ["refused", { incomplete: "content_filter" }],
  ])("%s", async (kind, reply) => {
    speak = () => reply;
    expect(await real().run(makeRequest())).toMatchObject({ kind });
  });
});
