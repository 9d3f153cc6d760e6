/** The runner with a fake claude, whose command line and files can be looked at, and with the real one against a scripted model. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findClaudeCode } from "../../../test/helpers/claude-code.ts";
import { claudeLines, makeAgent, makeRequest } from "../../../test/helpers/fake-agent.ts";
import { link, makeFolder } from "../../../test/helpers/project.ts";
import {
  type Model,
  resultsOf,
  resultText,
  type Shown,
  startModel,
  type Turn,
} from "../../../test/helpers/scripted-model.ts";
import { claudeRunner } from "./claude.ts";

const version = "2.1.325 (Claude Code)";

function setUp(steps = claudeLines("The draft."), settings?: object) {
  const fake = makeAgent("claude", version, steps);
  const home = makeFolder(settings === undefined ? {} : { ".claude/settings.json": JSON.stringify(settings) });
  const env = {
    PATH: `${fake.folder}:/usr/bin:/bin`,
    HOME: home,
    ANTHROPIC_API_KEY: "k",
    CLAUDE_CODE_SSE_PORT: "1",
    X: "no",
  };
  return { fake, home, runner: claudeRunner({ root: makeFolder(), env }) };
}

test("it is found with its version and endpoint, or not, with the reason", async () => {
  expect(await setUp().runner.find()).toMatchObject({ version: "2.1.325", endpoint: "api.anthropic.com" });
  const gateway = { env: { ANTHROPIC_BASE_URL: "https://gateway.example:8443/x" } };
  expect(await setUp([], gateway).runner.find()).toMatchObject({ endpoint: "gateway.example:8443" });

  const found = async (said: string) => {
    const { folder } = makeAgent("claude", said);
    return claudeRunner({ root: makeFolder(), env: { PATH: `${folder}:/bin`, HOME: makeFolder() } }).find();
  };
  expect(await found("2.1.324 (Claude Code)")).toMatchObject({
    unusable: expect.stringContaining("older than 2.1.325"),
  });
  expect(await found("2.2.0 (Claude Code)")).toMatchObject({
    notes: expect.arrayContaining([expect.stringContaining("newer than 2.1.325")]),
  });
  expect(await found("?")).toMatchObject({ unusable: expect.stringContaining("does not say its version") });
  const none = claudeRunner({ root: makeFolder(), env: { PATH: "/nowhere" } });
  expect(await none.find()).toMatchObject({ unusable: "there is no claude on the PATH" });
  const { home, runner } = setUp([], {});
  writeFileSync(join(home, ".claude/settings.json"), "{");
  expect(await runner.find()).toMatchObject({ unusable: expect.stringContaining("cannot be read as JSON") });
});

test("an expert's run", async () => {
  const settings = {
    model: "opus",
    apiKeyHelper: "helper",
    env: { ANTHROPIC_AUTH_TOKEN: "secret-of-the-user" },
    permissions: { additionalDirectories: ["/"] },
    hooks: {},
  };
  const { fake, runner } = setUp(claudeLines("The draft."), settings);
  const request = makeRequest({ model: "sonnet", share: { tokens: 1, usd: 0.25 } });
  expect(await runner.run(request)).toEqual({
    kind: "answer",
    text: "The draft.",
    cut: false,
    model: "claude-fake",
    usage: { input: 100, cached: 400, output: 20, usd: 0.01 },
    tools: {},
    seconds: expect.any(Number),
  });
  const [call] = fake.calls();
  const files = { settings: join(request.scratch, "settings.json"), prompt: join(request.scratch, "prompt.txt") };
  expect(call!.args).toEqual([
    ..."-p --output-format stream-json --verbose --include-partial-messages --restricted --safe-mode".split(" "),
    ...["--strict-mcp-config", "--settings", files.settings, "--permission-prompts", "none"],
    ...["--no-session-persistence", "--tools", "Read,Grep,Glob", "--append-system-prompt-file", files.prompt],
    ...["--model", "sonnet", "--max-budget-usd", "0.2500"],
  ]);
  expect(call!.cwd).toBe(request.shelf);
  expect(call!.input).not.toContain("@");
  expect(readFileSync(files.prompt, "utf8")).toBe(request.prompt);
  const { permissions: _, hooks: __, ...carried } = settings;
  expect(JSON.parse(readFileSync(files.settings, "utf8"))).toEqual(carried);
  expect(statSync(files.settings).mode & 0o777).toBe(0o600);
  expect(Object.keys(call!.env)).not.toContain("X");
  expect(Object.keys(call!.env)).not.toContain("CLAUDE_CODE_SSE_PORT");
  expect(call!.env.ANTHROPIC_API_KEY).toBe("k");
});

test("a judgement sees no files and answers in its schema", async () => {
  const schema = { type: "object", properties: { ok: { type: "boolean" } } };
  const lines = claudeLines("", { structured_output: { ok: true } });
  const init = { print: JSON.stringify({ type: "system", subtype: "init", tools: ["StructuredOutput"] }) };
  const { fake, runner } = setUp([init, ...lines.slice(1)]);
  const request = makeRequest({ shelf: null, schema });
  expect(await runner.run(request)).toMatchObject({ kind: "answer", text: '{"ok":true}' });
  const { args, cwd } = fake.calls()[0]!;
  expect(args[args.indexOf("--tools") + 1]).toBe("");
  expect(JSON.parse(args[args.indexOf("--json-schema") + 1]!)).toEqual(schema);
  expect(cwd).toBe(join(request.scratch, "empty"));
});

test("exit codes decide nothing", async () => {
  const { fake, runner } = setUp([...claudeLines("The draft."), { exit: 9 }]);
  expect(await runner.run(makeRequest())).toMatchObject({ kind: "answer" });
  fake.plays(claudeLines("Not logged in", { is_error: true }));
  expect(await runner.run(makeRequest())).toMatchObject({ kind: "crashed", message: "Not logged in" });
  fake.plays([...claudeLines("Half").slice(0, 4), { complain: "Segmentation fault" }]);
  expect(await runner.run(makeRequest())).toMatchObject({
    kind: "crashed",
    message: "It ended without an answer (exit code 0: Segmentation fault).",
    usage: { input: 100, cached: 0, output: 0, usd: null },
  });
});

const claude = findClaudeCode();

describe.runIf(claude !== undefined)("the real Claude Code", { timeout: 120_000 }, () => {
  let model: Model;
  let speak: (shown: Shown) => Turn;
  beforeAll(async () => {
    model = await startModel((shown) => speak(shown));
  });
  afterAll(() => model.close());

  function real(env: Record<string, string> = {}, settings: object = {}) {
    const folder = makeFolder({ "bin/claude": link(claude!), "home/.claude/settings.json": JSON.stringify(settings) });
    mkdirSync(join(folder, "tmp"));
    const given = { PATH: `${folder}/bin:/usr/bin:/bin`, HOME: `${folder}/home`, TMPDIR: `${folder}/tmp`, ...env };
    const proxy = { HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: "127.0.0.1" };
    return claudeRunner({ root: makeFolder(), env: { ...given, ...proxy } });
  }
  const direct = () => real({ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_MAX_RETRIES: "1" });
  const systemOf = (shown: Shown) => JSON.stringify((shown as unknown as { system: unknown }).system);

  test("an expert reads its shelf and answers; every word of the prompt reaches the model, and no other file", async () => {
    const runner = direct();
    expect(await runner.find()).toMatchObject({ version: "2.1.325", endpoint: new URL(model.url).host });
    const before = model.shown.length;
    const request = makeRequest({ prompt: "Break @README.md\n\n{{ $HOME }} `x` \u{1F9C1}" });
    speak = (shown) =>
      resultsOf(shown).length === 0
        ? { text: "Looking.", tools: [{ name: "Read", input: { file_path: join(request.shelf!, "README.md") } }] }
        : { text: "[MUFFIN-P0001: label]\nText." };
    expect(await runner.run(request)).toMatchObject({
      kind: "answer",
      text: "[MUFFIN-P0001: label]\nText.",
      cut: false,
      tools: { Read: 1 },
      usage: { input: 2, cached: 0, output: 2, usd: expect.any(Number) },
    });
    const [first, second] = model.shown.slice(before);
    expect(systemOf(first!)).toContain(JSON.stringify(request.prompt).slice(1, -1));
    expect(JSON.stringify(first)).not.toContain("# A shelf");
    expect(resultText(resultsOf(second!)[0]!)).toContain("# A shelf");
    expect(request.events).toContainEqual({ kind: "tool", name: "Read", about: "README.md" });
    expect(model.outside).toEqual([]);
  });

  test("a judgement", async () => {
    const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
    speak = () => ({ tools: [{ name: "StructuredOutput", input: { ok: true } }] });
    const end = await direct().run(makeRequest({ shelf: null, schema }));
    expect(end).toMatchObject({ kind: "answer", text: '{"ok":true}', tools: {} });
  });

  test("the user's gateway and key helper are used, and neither key nor prompt is on a command line", async () => {
    const settings = { env: { ANTHROPIC_BASE_URL: model.url }, apiKeyHelper: "echo key-of-the-helper" };
    let commandLines = "";
    let pid = 0;
    speak = () => {
      commandLines = execFileSync("ps", ["-ww", "-o", "args=", "-g", String(pid)], { encoding: "utf8" });
      return { text: "An answer." };
    };
    const begin = async (id: number) => {
      pid = id;
    };
    const request = makeRequest({ prompt: "a prompt of its own", begin });
    expect(await real({}, settings).run(request)).toMatchObject({ kind: "answer" });
    expect(model.keys.at(-1)).toBe("key-of-the-helper");
    expect(commandLines).toContain("--safe-mode");
    expect(commandLines).not.toMatch(/key-of-the-helper|a prompt of its own/);
  });

  test("a text that goes over the output limit is whole, and cut", async () => {
    const turns: Turn[] = [{ text: "One, ", stop: "max_tokens" }, { text: "two." }];
    speak = () => turns.shift()!;
    expect(await direct().run(makeRequest())).toMatchObject({ kind: "answer", text: "One, two.", cut: true });
    speak = () => ({ text: "x", stop: "max_tokens" });
    expect(await direct().run(makeRequest())).toMatchObject({ kind: "answer", text: "xxxx", cut: true });
  });

  test.each([
    ["auth", 401, "authentication_error", "invalid x-api-key"],
    ["model", 404, "not_found_error", "model: claude-none"],
    ["context", 400, "invalid_request_error", "prompt is too long: 300000 tokens > 200000 maximum"],
    ["quota", 400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."],
    ["overloaded", 429, "rate_limit_error", "This request would exceed your rate limit"],
    ["overloaded", 529, "overloaded_error", "Overloaded"],
  ])("%s (%i)", async (kind, status, type, message) => {
    speak = () => ({ refusal: { status, type, message } });
    expect(await direct().run(makeRequest())).toMatchObject({ kind, message: expect.stringMatching(/\w/) });
  });

  test("refused, without a login, without a network", async () => {
    speak = () => ({ text: "I cannot", stop: "refusal" });
    expect(await direct().run(makeRequest())).toMatchObject({ kind: "refused" });
    expect(await real({ ANTHROPIC_BASE_URL: model.url }).run(makeRequest())).toMatchObject({ kind: "auth" });
    const nobody = { ANTHROPIC_BASE_URL: "http://127.0.0.1:9", ANTHROPIC_API_KEY: "k", CLAUDE_CODE_MAX_RETRIES: "0" };
    expect(await real(nobody).run(makeRequest())).toMatchObject({ kind: "network" });
  });

  test("beyond its money it is ended, but not after its last word", async () => {
    const share = { tokens: 1, usd: 0.01 };
    speak = () => ({ tokens: 1_000_000, tools: [{ name: "Glob", input: { pattern: "*" } }] });
    expect(await direct().run(makeRequest({ share }))).toMatchObject({ kind: "budget", usage: { input: 1_000_000 } });
    speak = () => ({ tokens: 1_000_000, text: "An answer." });
    expect(await direct().run(makeRequest({ share }))).toMatchObject({ kind: "answer", text: "An answer." });
  });
});
