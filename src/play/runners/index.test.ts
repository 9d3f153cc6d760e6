import { describe, expect, test } from "vitest";
import { closeLater } from "../../../test/helpers/model-cases.ts";
import { startWireModel } from "../../../test/helpers/wire-models.ts";
import { noUserConfig, type UserConfig } from "../../store/user-config.ts";
import { listRunners, parseRunnerPlan } from "./index.ts";

const nowhere = { OLLAMA_HOST: "127.0.0.1:1" };
const list = (env: NodeJS.ProcessEnv, config: UserConfig = noUserConfig) =>
  listRunners({ root: "/nowhere", env: { ...nowhere, ...env } }, config);
const find = (name: string, env: NodeJS.ProcessEnv, config?: UserConfig) =>
  list(env, config)
    .find((runner) => runner.name === name)!
    .find();

const groq = {
  kind: "openai",
  base_url: "https://api.groq.com/openai/v1",
  key_env: "GROQ_API_KEY",
  model: "m",
} as const;
const local = { kind: "openai", base_url: "http://localhost:1234/v1", model: "m" } as const;

describe("the list of runners", () => {
  test("has them in the order in which they are looked for, the user's own last and by name", () => {
    const runners = { zed: local, groq, openai: { kind: "openai", model: "other" } as const };
    const names = list({}, { runners, prices: {} }).map(({ name }) => name);
    expect(names).toEqual(["claude", "anthropic", "openai", "ollama", "codex", "opencode", "groq", "zed"]);
  });

  test("each says how many runs it takes at a time, and that it can judge", () => {
    expect(list({}).map(({ concurrency, structured, kind }) => [concurrency, structured, kind])).toEqual([
      [4, true, "process"],
      [8, true, "api"],
      [8, true, "api"],
      [1, true, "api"],
      [4, true, "process"],
      [4, false, "process"],
    ]);
  });

  test("without keys and server each says what is missing and what to do", async () => {
    expect(await Promise.all(list({}).map((runner) => runner.find()))).toEqual([
      { unusable: "there is no claude on the PATH", fix: expect.stringContaining("Install") },
      { unusable: "ANTHROPIC_API_KEY is not set", fix: "Set ANTHROPIC_API_KEY to your key for api.anthropic.com." },
      { unusable: "OPENAI_API_KEY is not set", fix: "Set OPENAI_API_KEY to your key for api.openai.com." },
      { unusable: "No Ollama answers at 127.0.0.1:1", fix: "Start it with `blue llm start`." },
      { unusable: "there is no codex on the PATH", fix: expect.stringContaining("Install") },
      { unusable: "there is no opencode on the PATH", fix: expect.stringContaining("Install") },
    ]);
  });

  test("a key is enough, and a server of one's own is named", async () => {
    const usual = { version: null, confined: true, notes: [] };
    expect(await find("anthropic", { ANTHROPIC_API_KEY: "k" })).toEqual({ ...usual, endpoint: "api.anthropic.com" });
    expect(await find("openai", { OPENAI_API_KEY: "k" })).toEqual({ ...usual, endpoint: "api.openai.com" });
    expect(await find("anthropic", { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "https://gate.example.org" })).toEqual(
      {
        ...usual,
        endpoint: "gate.example.org",
        notes: ["ANTHROPIC_BASE_URL sends everything to gate.example.org."],
      },
    );
  });

  test("a server without encryption is refused, also from the environment", async () => {
    for (const [name, env] of [
      ["anthropic", { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://gate.example.org" }],
      ["openai", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://gate.example.org/v1" }],
      ["ollama", { OLLAMA_HOST: "192.168.0.7" }],
    ] as const)
      expect(await find(name, env)).toMatchObject({ unusable: expect.stringContaining("https://") });
  });

  test("another server gets the key that the user names, never OpenAI's", async () => {
    const config: UserConfig = { runners: { groq, local }, prices: {} };
    expect(await find("groq", { OPENAI_API_KEY: "k" }, config)).toMatchObject({ unusable: "GROQ_API_KEY is not set" });
    expect(await find("groq", { GROQ_API_KEY: "k" }, config)).toMatchObject({ endpoint: "api.groq.com" });
    expect(await find("local", { OPENAI_API_KEY: "k" }, config)).toMatchObject({ endpoint: "localhost:1234" });
  });

  test("Ollama is usable when it answers and has a model that calls tools", async () => {
    const version = { "/api/version": { version: "0.30.1" } };
    const show = (...capabilities: string[]) => ({ "/api/show": { model_info: {}, capabilities } });
    const tags = { "/api/tags": { models: [{ name: "one:1b", modified_at: "2026-01-01T00:00:00Z" }] } };
    const start = async (facts: Record<string, object>) =>
      find("ollama", { OLLAMA_HOST: closeLater(await startWireModel("ollama", () => ({}), facts)).baseUrl });
    expect(await start({ ...version, ...tags, ...show("completion", "tools") })).toMatchObject({ version: "0.30.1" });
    const none = {
      unusable: expect.stringContaining("no model that can call tools"),
      fix: expect.stringContaining("blue llm start --model"),
    };
    expect(await start({ ...version, ...tags, ...show("embedding") })).toMatchObject(none);
    expect(await start({ ...version, "/api/tags": { models: [] } })).toMatchObject(none);
  });
});

describe("a plan of runners", () => {
  test.each([
    ["claude", [{ runner: "claude", model: null, count: null }]],
    ["claude:2", [{ runner: "claude", model: null, count: 2 }]],
    [
      "claude:2,ollama/qwen3:8b:2",
      [
        { runner: "claude", model: null, count: 2 },
        { runner: "ollama", model: "qwen3:8b", count: 2 },
      ],
    ],
    ["ollama/qwen3:8b", [{ runner: "ollama", model: "qwen3:8b", count: null }]],
    ["ollama/qwen3:8", [{ runner: "ollama", model: "qwen3", count: 8 }]],
    ["groq/openai/gpt-oss-120b:3", [{ runner: "groq", model: "openai/gpt-oss-120b", count: 3 }]],
    [
      " openai/gpt-5.5 , anthropic/claude@x ",
      [
        { runner: "openai", model: "gpt-5.5", count: null },
        { runner: "anthropic", model: "claude@x", count: null },
      ],
    ],
  ])("%s", (text, plan) => {
    expect(parseRunnerPlan(text)).toEqual(plan);
  });

  test.each([
    ["", "runner's name"],
    ["claude,", "runner's name"],
    ["Claude", "runner's name"],
    ["/opus", "runner's name"],
    ["claude/", "model"],
    ["claude/--dangerous", "model"],
    ["claude/a b", "model"],
    ["claude:0", "count"],
    ["claude:100", "count"],
    ["claude:2,claude:1", "twice"],
    ["claude:x", "runner's name"],
  ])("refuses %j: %s", (text, words) => {
    expect(() => parseRunnerPlan(text)).toThrow(
      expect.objectContaining({ code: "invalid_input", field: "runner", message: expect.stringContaining(words) }),
    );
  });
});
