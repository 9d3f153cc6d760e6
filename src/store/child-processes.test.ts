import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../test/helpers/project.ts";
import { environmentFor, environmentOfPerson, readProcess, runProcess, startProcess } from "./child-processes.ts";

const good = makeFolder();
const root = makeFolder({ "bin/": "" });
const common = { HOME: "/h", LANG: "C", LC_ALL: "C", TMPDIR: "/t" };
const secrets = {
  ...{ GITHUB_TOKEN: "no", AWS_SECRET_ACCESS_KEY: "no", OPENAI_API_KEY: "no", PGPASSWORD: "no" },
  ...{ BLUE_DATABASE_URL: "no", BLUE_TOKEN: "no", NODE_OPTIONS: "no", LD_PRELOAD: "no", GIT_DIR: "no", RANDOM: "no" },
};
const special = {
  ...{ https_proxy: "p", SSL_CERT_FILE: "c", XDG_STATE_HOME: "/s", DISPLAY: ":0", OLLAMA_MODELS: "/m", TF_VAR_a: "1" },
  ...{
    INFRACOST_API_KEY: "k",
    GIT_CONFIG_GLOBAL: "/g",
    GIT_CONFIG_KEY_0: "a.b",
    SUDO_UID: "1",
    ANTHROPIC_API_KEY: "a",
  },
};
const host = { root, env: { PATH: `${good}:.:${root}/bin`, ...common, ...secrets, ...special, MINE: "m" } };

describe("an environment", () => {
  const { https_proxy, SSL_CERT_FILE, XDG_STATE_HOME } = special;
  test.each([
    ["git", { GIT_CONFIG_GLOBAL: "/g", GIT_CONFIG_KEY_0: "a.b", SUDO_UID: "1" }],
    ["agent", { https_proxy, SSL_CERT_FILE, XDG_STATE_HOME }],
    ["browser", { DISPLAY: ":0", XDG_STATE_HOME }],
    ["infracost", { https_proxy, SSL_CERT_FILE, XDG_STATE_HOME, TF_VAR_a: "1", INFRACOST_API_KEY: "k" }],
    ["ollama", { https_proxy, SSL_CERT_FILE, XDG_STATE_HOME, OLLAMA_MODELS: "/m" }],
  ] as const)("for %s is a list", (purpose, own) => {
    expect(environmentFor(host, purpose)).toEqual({ PATH: good, ...common, ...own });
  });

  test("for an agent has what its runner names", () => {
    const given = environmentFor(host, "agent", { prefixes: ["ANTHROPIC_"], names: ["MINE"] });
    expect(given).toMatchObject({ ANTHROPIC_API_KEY: "a", MINE: "m" });
    for (const name of Object.keys(secrets)) expect(given).not.toHaveProperty(name);
  });

  test("for what a person starts is theirs, without Blue's own secrets", () => {
    const { BLUE_DATABASE_URL: _, BLUE_TOKEN: __, ...theirs } = host.env;
    expect(environmentOfPerson(host.env)).toEqual(theirs);
  });
});

test("arguments are a list: no shell reads them", async () => {
  const args = [
    "-e",
    "process.stdout.write(JSON.stringify([process.argv.slice(1), process.env]))",
    "$HOME; `id`",
    "a b",
  ];
  const command = { program: process.execPath, args, cwd: root, env: { ONE: "1" } };
  const told = JSON.stringify([["$HOME; `id`", "a b"], { ONE: "1" }]);
  expect(`${runProcess(command, { largestOutput: 1000 }).stdout}`).toBe(told);
  expect(await readProcess(command, { largestOutput: 1000 })).toEqual({ failed: null, stdout: told, stderr: "" });
  const child = startProcess(command, { stdio: ["ignore", "pipe", "ignore"], detached: false });
  let said = "";
  for await (const piece of child.stdout!) said += piece;
  expect(said).toBe(told);
});

test("nothing else starts a process, and only one file starts git", () => {
  const src = fileURLToPath(new URL("..", import.meta.url));
  const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|contract)\.tsx?$/.test(path))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(src, path), "utf8") }));
  const withMatch = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(sources.length).toBeGreaterThan(300);
  // `import type` brings no code.
  expect(withMatch(/(?<!^import type .*)["'](?:node:)?(?:child_process|cluster|worker_threads)["']/m)).toEqual([
    "store/child-processes.ts",
  ]);
  expect(withMatch(/process\.binding/)).toEqual([]);
  expect(sources.find(({ path }) => path === "store/child-processes.ts")!.text).not.toContain("shell:");
  expect(withMatch(/findProgram\([^)]*["']git["']|program: ["']git/)).toEqual(["store/run-git.ts"]);
});
