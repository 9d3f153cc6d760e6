/** Staging from the command line: the tools' own words go to stderr, the answer alone to stdout, and the exit code says how it ended. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeTools } from "../helpers/fake-tools.ts";
import { makeFolder } from "../helpers/project.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));
const compose = { "compose.yaml": "services: {}\n" };

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function blue(root: string, args: string[], env: NodeJS.ProcessEnv = process.env, onStderr = (_: number) => {}) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [entry, "--project", root, ...args], {
      env: { ...env, BLUE_CHECK_OUTPUT: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // a process group, as a terminal makes one
    });
    const out = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (out.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      out.stderr += text;
      onStderr(child.pid!);
    });
    child.on("error", reject).on("close", (code) => resolve({ code, ...out }));
  });
}

test("what a tool prints is on stderr, and stdout is one document", async () => {
  const tools = makeTools({ docker: "echo from the tool; echo complaint >&2" });
  const { code, stdout, stderr } = await blue(makeFolder(compose), ["staging", "create", "demo", "--run"], tools.env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ ran: true, steps: [{ exit_code: 0 }] });
  expect(stderr).toBe("from the tool\ncomplaint\n");
  expect(tools.calls()).toHaveLength(1);
});

test("a plan runs nothing; a tool that fails or is missing fails the command", async () => {
  const root = makeFolder(compose);
  const tools = makeTools({ docker: "exit 3" });
  expect((await blue(root, ["staging", "destroy", "demo"], tools.env)).code).toBe(0);
  expect(tools.calls()).toEqual([]);
  const failed = await blue(root, ["staging", "destroy", "demo", "--run"], tools.env);
  expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([1, { context: { exit_code: 3 } }]);
  const missing = await blue(root, ["staging", "create", "demo", "--run"], makeTools({}, { alone: true }).env);
  expect([missing.code, JSON.parse(missing.stdout).message]).toEqual([
    3,
    "docker is not installed, or not on the PATH",
  ]);
});

test("an interrupt reaches the tool once, and it may finish", async () => {
  const log = join(makeFolder(), "signals");
  const script = `trap 'echo INT >> ${log}' INT; echo ready; n=0; while [ $n -lt 10 ]; do sleep 0.1; n=$((n+1)); done; exit 0`;
  const tools = makeTools({ docker: script });
  let sent = false;
  const { code } = await blue(makeFolder(compose), ["staging", "create", "demo", "--run"], tools.env, (pid) => {
    if (!sent) process.kill(-pid, "SIGINT"); // as Ctrl-C: everyone in the group
    sent = true;
  });
  expect(code).toBe(130);
  expect(existsSync(log) && readFileSync(log, "utf8")).toBe("INT\n");
});

test("a held lock is a conflict, for a script to see", async () => {
  const root = makeFolder();
  expect((await blue(root, ["staging", "lock", "staging"])).code).toBe(0);
  const second = await blue(root, ["staging", "lock", "staging", "--owner", "bob"]);
  expect([second.code, JSON.parse(second.stdout).error_code]).toEqual([5, "lock_held"]);
  expect((await blue(root, ["staging", "unlock", "staging"])).code).toBe(0);
  expect((await blue(root, ["staging", "lock", "staging", "--owner", "bob"])).code).toBe(0);
});
