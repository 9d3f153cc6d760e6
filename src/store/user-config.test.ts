import { readFileSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../test/helpers/project.ts";
import { BlueError } from "../errors.ts";
import { endpointProblem, noUserConfig, readUserConfig, stateFolder, userConfigPath } from "./user-config.ts";

function envWith(text?: string): NodeJS.ProcessEnv {
  return { XDG_CONFIG_HOME: makeFolder(text === undefined ? {} : { "blue/config.yaml": text }) };
}

async function refusal(text: string): Promise<BlueError> {
  const thrown = await readUserConfig(envWith(text)).then(
    (config) => new Error(`accepted: ${JSON.stringify(config)}`),
    (error) => error,
  );
  if (thrown instanceof BlueError) return thrown;
  throw thrown;
}

describe("the user's configuration", () => {
  test("is optional", async () => {
    expect(await readUserConfig(envWith())).toEqual(noUserConfig);
    expect(await readUserConfig(envWith("# nothing yet\n"))).toEqual(noUserConfig);
  });

  test("lies in XDG_CONFIG_HOME, else in the home folder, never in the folder we stand in", () => {
    expect(userConfigPath({ XDG_CONFIG_HOME: "/x", HOME: "/home/me" })).toBe("/x/blue/config.yaml");
    expect(userConfigPath({ HOME: "/home/me" })).toBe("/home/me/.config/blue/config.yaml");
    expect(userConfigPath({ XDG_CONFIG_HOME: "here", HOME: "/home/me" })).toBe("/home/me/.config/blue/config.yaml");
    expect(stateFolder({ XDG_STATE_HOME: "./here", HOME: "/home/me" })).toBe("/home/me/.local/state/blue");
  });

  test("reads the example in docs/config.md", async () => {
    const page = readFileSync(new URL("../../docs/config.md", import.meta.url), "utf8");
    const [, example = ""] = /```yaml\n(# ~\/\.config[\s\S]*?)```/.exec(page) ?? [];
    const { runners, prices } = await readUserConfig(envWith(example));
    expect(runners).toEqual({
      groq: {
        kind: "openai",
        base_url: "https://api.groq.com/openai/v1",
        key_env: "GROQ_API_KEY",
        context: 131072,
        model: "openai/gpt-oss-120b",
      },
      anthropic: { kind: "anthropic", model: "claude-opus-5-5" },
      ollama: { kind: "ollama", model: "qwen3:8b" },
      mytool: {
        kind: "command",
        command: ["/opt/mytool/bin/mytool", "--prompt", "{input_file}", "--files", "{shelf}"],
        answer: "stdout",
        env: ["MYTOOL_TOKEN"],
        schema: false,
        args: [],
      },
      codex: { kind: "codex", args: ["-c", "model_provider=gateway"], env: [] },
    });
    expect(prices).toEqual({ "openai/gpt-oss-120b": { input: 0.15, cached: 0.075, output: 0.6 } });
  });

  test("a price without `cached` charges what comes from the cache in full", async () => {
    const { prices } = await readUserConfig(envWith("prices: { m: { input: 2, output: 8 } }\n"));
    expect(prices).toEqual({ m: { input: 2, cached: 2, output: 8 } });
  });

  test("may be a link: it is the user's own", async () => {
    const env = envWith("prices: {}\n");
    const path = userConfigPath(env);
    const other = join(makeFolder({ "dotfiles.yaml": "prices: { m: { input: 1, output: 1 } }\n" }), "dotfiles.yaml");
    unlinkSync(path);
    symlinkSync(other, path);
    expect(Object.keys((await readUserConfig(env)).prices)).toEqual(["m"]);
  });

  test.each([
    ["a key that is none", "runner: {}\n", "runner", 1, "does not know"],
    ["a kind that is none", "runners:\n  x:\n    kind: smart\n", "runners.x.kind", 3, "command"],
    [
      "a server without encryption",
      "runners:\n  x:\n    kind: openai\n    model: m\n    base_url: http://example.org/v1\n",
      "runners.x.base_url",
      5,
      "https://",
    ],
    [
      "a key where its variable's name belongs",
      "runners:\n  x:\n    kind: openai\n    key_env: sk-abc\n",
      "runners.x.key_env",
      4,
      "environment variable",
    ],
    ["no server", "runners:\n  x:\n    kind: openai\n    model: m\n", "runners.x.base_url", 2, "missing"],
    ["no model", "runners:\n  x: { kind: openai, base_url: https://a.b/v1 }\n", "runners.x.model", 2, "missing"],
    ["a misspelt setting", "runners:\n  x:\n    kind: ollama\n    modell: m\n", "runners.x.modell", 4, "does not know"],
    ["a model with a blank", "runners:\n  x: { kind: ollama, model: 'a b' }\n", "runners.x.model", 2, "model's name"],
    ["no program", "runners:\n  x: { kind: command, command: [] }\n", "runners.x.command", 2, "program"],
    ["Blue's own name for another", "runners:\n  claude: { kind: ollama }\n", "runners.claude.kind", 2, "own"],
    ["another name for Blue's own", "runners:\n  mine: { kind: codex }\n", "runners.mine", 2, "codex"],
    ["a name in capitals", "runners:\n  Mine: { kind: ollama }\n", "runners.Mine", 2, "Invalid key"],
    ["a negative price", "prices:\n  m: { input: -1, output: 1 }\n", "prices.m.input", 2, ">=0"],
    ["half a price", "prices:\n  m: { input: 1 }\n", "prices.m.output", 2, "expected number"],
  ])("with %s names the field and its line", async (_, text, field, line, words) => {
    const error = await refusal(text);
    expect(error).toMatchObject({ code: "invalid_input", field, context: { line } });
    expect(error.message).toContain(`blue/config.yaml:${line}: `);
    expect(error.message).toContain(words);
    expect(error.suggestion).toContain("docs/config.md");
  });

  test("that is no file is refused", async () => {
    const env = { XDG_CONFIG_HOME: makeFolder({ "blue/config.yaml/": "" }) };
    await expect(readUserConfig(env)).rejects.toMatchObject({ code: "invalid_input", field: "config" });
  });
});

test.each([
  ["https://api.example.org/v1", true],
  ["http://localhost:1234/v1", true],
  ["http://127.0.0.1:11434", true],
  ["http://[::1]:8080", true],
  ["http://127.0.0.1.example.org/", false],
  ["http://0.0.0.0:1/", false],
  ["http://192.168.0.2/", false],
  ["ftp://localhost/", false],
  ["https://me:secret@example.org/", false],
  ["https://example.org/?key=1", false],
  ["example.org", false],
])("words may go to %s: %s", (url, may) => {
  expect(endpointProblem(url) === undefined).toBe(may);
});
