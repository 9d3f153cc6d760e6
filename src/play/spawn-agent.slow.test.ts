import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FakeAgent, makeAgent, makeRequest, type Step } from "../../test/helpers/fake-agent.ts";
import { initGit, makeFolder, plant, runGit } from "../../test/helpers/project.ts";
import { startTimeOf } from "../store/processes.ts";
import type { RunRequest } from "./runners/runner.ts";
import { type AgentCommand, runAgent } from "./spawn-agent.ts";

async function run(
  steps: readonly Step[],
  { command = {}, request = {} }: { command?: Partial<AgentCommand>; request?: Partial<RunRequest> } = {},
) {
  const fake = makeAgent("agent", "1.0.0", steps);
  const lines: string[] = [];
  const asked = makeRequest(request);
  const exit = await runAgent({ ...commandFor(fake), onLine: (line) => void lines.push(line), ...command }, asked);
  return { fake, lines, asked, ...exit };
}

const commandFor = ({ path }: FakeAgent): AgentCommand => ({
  argv: [path, "one", "two words", "$HOME"],
  cwd: "/",
  env: { ONLY: "this" },
  input: "the input\n",
  streams: true,
  onLine: () => undefined,
});

test("an agent gets its arguments, its input, its folder and only its environment", async () => {
  const { fake, lines, problem, asked } = await run([{ print: "a\nb" }]);
  expect({ lines, problem }).toEqual({ lines: ["a", "b"], problem: null });
  const [call] = fake.calls();
  expect(call).toMatchObject({ args: ["one", "two words", "$HOME"], cwd: "/", input: "the input\n" });
  const ofShell = ["PWD", "OLDPWD", "SHLVL", "_"];
  expect(Object.keys(call!.env).filter((name) => !ofShell.includes(name) && !name.startsWith("GIT_"))).toEqual([
    "ONLY",
  ]);
  expect(asked.begun).toHaveLength(1);
});

test("a git that it calls finds no repository, neither above its folder nor in it, and runs nothing of its configuration", async () => {
  const ran = join(makeFolder(), "ran");
  const config = `[core]\n\trepositoryFormatVersion = 0\n\tworktree = .\n\tfsmonitor = touch ${ran}\n`;
  const bare = { HEAD: "ref: refs/heads/main\n", config, "objects/": "", "refs/": "" };
  const above = makeFolder({ "cache/shelf/a.md": "", ...bare });
  initGit(above);
  runGit(above, "config", "core.fsmonitor", `touch ${ran}`);
  plant(join(above, "cache/shelf"), bare);
  const look =
    "for (const cwd of ['.', 'objects']) { const { status, stderr } = require('node:child_process').spawnSync('git', ['status'], { cwd }); console.log(status, String(stderr).split('\\n')[0]); }";
  const fake = makeAgent("agent", "1.0.0", [{ script: ["-e", look] }]);
  const lines: string[] = [];
  const command = { ...commandFor(fake), env: { PATH: process.env.PATH! }, cwd: join(above, "cache/shelf") };
  await runAgent({ ...command, onLine: (line) => void lines.push(line) }, makeRequest());
  expect(lines).toEqual([
    expect.stringMatching(/^128 fatal: cannot use bare repository/),
    expect.stringMatching(/^128 fatal: (?:cannot use bare|not a git) repository/),
  ]);
  expect(existsSync(ran)).toBe(false);
});

test("it does nothing before it is known, and nothing at all if it cannot be", async () => {
  const file = join(makeFolder(), "written");
  const steps: Step[] = [{ write: file, text: "" }];
  let seen: number | undefined;
  const begin = async (pid: number) => {
    seen = pid;
    await new Promise((rested) => setTimeout(rested, 300));
    expect(() => readFileSync(file)).toThrow("ENOENT");
    throw new Error("the disk is full");
  };
  await expect(run(steps, { request: { begin } })).rejects.toThrow("the disk is full");
  expect(() => readFileSync(file)).toThrow("ENOENT");
  expect(startTimeOf(seen!)).toBeUndefined();
});

test("what it started and left behind ends with it, also where polite signals are ignored", async () => {
  const file = join(makeFolder(), "pid");
  const { problem, lines } = await run([{ leave: file }, { print: "answer" }]);
  expect({ problem, lines }).toEqual({ problem: null, lines: ["answer"] });
  await expect.poll(() => startTimeOf(Number(readFileSync(file, "utf8")))).toBeUndefined();
});

test("one that hangs after its answer is ended, and the answer stays", async () => {
  const { problem, seconds } = await run([{ ignore: "SIGTERM" }, { print: "answer" }, "hang"], {
    command: { onLine: (line) => (line === "answer" ? "done" : undefined) },
  });
  expect(problem).toBeNull();
  expect(seconds).toBeGreaterThan(5);
});

test.each([
  ["timeout", { timeoutMs: 700 }, [{ ignore: "SIGTERM" }, "hang"], "It had no answer after 0.7 s."],
  ["idle", { idleMs: 700 }, [{ print: "a word" }, "hang"], "It said nothing for 0.7 s."],
  ["crashed", {}, [{ fill: 9 * 1024 * 1024 }, "hang"], "It printed a line of more than 8 MiB."],
  ["crashed", {}, [{ flood: 600 * 1024 * 1024 }, "hang"], "It printed more than can be read."],
] as const)("%s", async (kind, request, steps, message) => {
  const { problem, asked } = await run(steps, { request });
  expect(problem).toEqual({ kind, message });
  await expect.poll(() => startTimeOf(asked.begun[0]!)).toBeUndefined();
});

test("silence is no sign where nothing streams", async () => {
  const { problem } = await run([{ sleep: 800 }], { request: { idleMs: 100 }, command: { streams: false } });
  expect(problem).toBeNull();
});

test("the end of a run says why", async () => {
  for (const [reason, kind] of [
    ["budget", "budget"],
    [undefined, "stopped"],
  ] as const) {
    const control = new AbortController();
    setTimeout(() => control.abort(reason), 300);
    const { problem } = await run(["hang"], { request: { signal: control.signal } });
    expect(problem?.kind).toBe(kind);
  }
  const { problem, fake } = await run(["hang"], { request: { signal: AbortSignal.abort("budget") } });
  expect({ kind: problem?.kind, calls: fake.calls() }).toEqual({ kind: "budget", calls: [] });
});

test("the end of its complaint is kept, without what moves a cursor", async () => {
  const { words } = await run([{ complain: `${"x".repeat(9000)}\n\u001b[31mno such model` }, { exit: 3 }]);
  expect(words).toMatch(/^exit code 3: x+\nno such model$/);
  expect(words.length).toBeLessThan(700);
});
