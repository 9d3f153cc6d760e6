/** The probes of `npm run clients`, with the real programs: what is recorded holds, and a program that heeds its flags less is found out. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  faultsOf,
  installedTable,
  measuresWith,
  plays,
  record,
  sessionOf,
  tableOf,
} from "../../scripts/clients/clients.ts";
import measured from "../../src/play/runners/measured.json" with { type: "json" };
import { probes } from "../../src/play/runners/measured.ts";
import { makeFolder } from "../helpers/project.ts";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const download = (name: string) =>
  execFileSync(process.execPath, [path("scripts/test-downloads.mjs"), name], { encoding: "utf8" }).trim();
const programs = { claude: download("claude-code"), codex: download("codex"), opencode: download("opencode") };
const measures = measuresWith(programs.codex);

/** The program, but with other arguments, or in another environment, than it is given. */
function heedless(program: string, change: (args: string[], env: NodeJS.ProcessEnv) => string[]): string {
  const wrapper = join(makeFolder(), "program");
  const lines = [
    `#!${process.execPath}`,
    `const change = ${change.toString()};`,
    `const { status } = require("node:child_process").spawnSync(${JSON.stringify(program)}, change(process.argv.slice(2), process.env), { stdio: "inherit" });`,
    "process.exit(status ?? 1);",
  ];
  writeFileSync(wrapper, `${lines.join("\n")}\n`);
  chmodSync(wrapper, 0o755);
  return wrapper;
}

describe.runIf(programs.claude !== "")("runs of real programs", { timeout: 180_000 }, () => {
  test.each(["claude", "codex", "opencode"] as const)("%s cannot get out", async (runner) => {
    expect(await measures[runner]!(programs[runner])).toEqual(measured[runner].systems.linux);
  });

  test.each(["claude", "codex"] as const)("%s plays a whole dialogue: experts, author and Judge", async (runner) => {
    const { code, rounds, runs, texts, outside, words } = await plays[runner]!(programs[runner]);
    expect(words).toContain("100% CONVERGENCE ACHIEVED");
    expect({ code, rounds, runs, outside }).toEqual({ code: 0, rounds: 2, runs: 12, outside: [] });
    const tools = { claude: { Grep: 1 }, codex: { command_execution: 1 } };
    expect(texts.map(({ state, provenance }) => ({ state, ...provenance!.run }))).toMatchObject(
      Array(2).fill({
        state: "present",
        runner,
        version: measured[runner].version,
        confined: true,
        tools: tools[runner],
      }),
    );
  });

  test("claude without its confining flags gets out, and that is seen", async () => {
    const open = heedless(programs.claude, (args) => [
      ...args.filter((arg) => !["--restricted", "--safe-mode"].includes(arg)),
      ...["--add-dir", "/"],
    ]);
    const seen = await measures.claude!(open);
    expect(probes.filter((probe) => !seen[probe])).toEqual([
      "reads outside",
      "hooks",
      "agent files",
      "a peer's folder",
    ]);
  });

  test("claude with a server or tools that were not asked for is ended before its first word", async () => {
    const dropped = (flag: string) =>
      flag === "servers"
        ? heedless(programs.claude, (args) =>
            args.filter((arg) => !["--restricted", "--safe-mode", "--strict-mcp-config"].includes(arg)),
          )
        : heedless(programs.claude, (args) => args.map((arg) => (arg === "Read,Grep,Glob" ? "Read,Bash" : arg)));
    for (const flag of ["servers", "tools"])
      await expect(measures.claude!(dropped(flag))).rejects.toThrow("ended as tools");
  });

  test("codex without its profile and the switches of git gets out, and that is seen", async () => {
    const open = heedless(programs.codex, (args) => [
      "exec",
      ...["--sandbox", "danger-full-access"],
      ...args
        .slice(1)
        .map((arg) => (arg === "project_doc_max_bytes=0" ? "project_doc_max_bytes=9999" : arg))
        .map((arg) => (arg === "plugins" ? "goals" : arg))
        .map((arg) => (arg.startsWith("shell_environment_policy.set=") ? "analytics.enabled=false" : arg)),
    ]);
    const seen = await measures.codex!(open);
    expect(probes.filter((probe) => !seen[probe])).toEqual([
      "reads outside",
      "agent files",
      "files of tools",
      "a peer's folder",
      "writing",
      "sending",
    ]);
  });

  test("opencode without its switches gets out, and that is seen", async () => {
    const open = heedless(programs.opencode, (args, env) => {
      for (const name of Object.keys(env))
        if (/^(?:GIT_|OPENCODE_(?:PURE|DISABLE_(?!AUTO|MODELS)))/.test(name)) delete env[name];
      env.OPENCODE_PERMISSION = JSON.stringify({ "*": "allow", external_directory: "allow" });
      return args.filter((arg) => arg !== "--pure");
    });
    const seen = await measures.opencode!(open);
    expect(probes.filter((probe) => !seen[probe])).toEqual(probes.filter((probe) => probe !== "@ paths"));
  });
});

const installed = ["claude", "codex", "opencode", "gemini", "copilot"];

describe.runIf(programs.claude !== "")("agents set up by `blue install`", { timeout: 180_000 }, () => {
  const tools = {
    blue: path("dist/blue.js"),
    markingNode: path("scripts/clients/marking-node.mjs"),
    programs: {
      rg: join(programs.codex, "../../../codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex-path/rg"),
    },
  };

  test.each(installed)(
    "%s lists the tools, calls one and reads a refusal, as docs/clients.md has it",
    async (agent) => {
      const seen = await sessionOf(agent, download(agent === "claude" ? "claude-code" : agent), "here", tools);
      expect([faultsOf(seen), faultsOf(seen).length > 0 ? seen.words : ""]).toEqual([[], ""]);
      const [row] = installedTable({ [agent]: seen }, new Date(), "")
        .split("\n")
        .slice(2);
      const upToLength = row!.slice(0, row!.lastIndexOf(" | "));
      expect(readFileSync(path("docs/clients.md"), "utf8")).toContain(upToLength);
    },
  );
});

test("a session in which Blue did not work is found out", () => {
  const nothing = {
    client: "x",
    version: "1",
    protocol: "2025-06-18",
    tools: [],
    deferred: false,
    instructions: false,
  };
  expect(faultsOf({ ...nothing, skills: [], created: "", refused: "", long: "", words: "" })).toHaveLength(5);
});

test("the table in docs/clients.md is the recorded one", () => {
  expect(readFileSync(path("docs/clients.md"), "utf8")).toContain(`\n\n${tableOf(measured)}\n\n`);
});

test("a probe that held and does not is lost; another version starts anew", () => {
  const seen = Object.fromEntries(probes.map((probe) => [probe, probe !== "writing"])) as never;
  const known = { a: { version: "1.0.0", systems: { linux: { ...(seen as object), writing: true } as never } } };
  const again = record(known, "a", "1.0.0", "linux", seen);
  expect(again.lost).toEqual(["writing"]);
  expect(record(known, "a", "1.0.0", "darwin", seen)).toMatchObject({
    lost: [],
    measured: { a: { systems: { linux: {} } } },
  });
  expect(Object.keys(record(known, "a", "1.0.1", "darwin", seen).measured.a!.systems)).toEqual(["darwin"]);
});
