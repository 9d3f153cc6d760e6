/** Every program that Blue starts, but git: which variables it is shown, and that none is taken from the project. */
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openBrowser } from "../../src/http/open-browser.ts";
import { startReaper } from "../../src/play/reaper.ts";
import { type Desk, makeDesk } from "../helpers/dialogue.ts";
import { makeOllama } from "../helpers/fake-ollama.ts";
import { makeFolder, plant } from "../helpers/project.ts";

const bluesOwn = ["BLUE_DATABASE_URL", "BLUE_TOKEN"];
const others = ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "ANTHROPIC_API_KEY", "PGPASSWORD", "NODE_OPTIONS", "GIT_DIR"];
const path = process.env.PATH;

beforeEach(() => {
  for (const name of [...bluesOwn, ...others]) vi.stubEnv(name, name === "NODE_OPTIONS" ? "--no-warnings" : "secret");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const rule = 'enforce:\n  - { files: "**", command: ["checker"] }\n';
const tree = {
  "compose.yaml": "services: {}\n",
  ".blue/docs/adrs/0001-a.accepted.md": `---\ntitle: A\nstatus: accepted\n${rule}---\n\n# ADR 0001: A\n`,
};

/** A program on the PATH that writes down its variables; the one of that name in the project leaves a trace. */
function makeProgram(desk: Desk, name: string): { names(): string[]; traced(): boolean } {
  const folder = makeFolder();
  const seen = join(folder, "seen");
  plant(folder, { [name]: `#!/bin/sh\nenv | sed 's/=.*//' > '${seen}.tmp'; mv '${seen}.tmp' '${seen}'\n` });
  plant(desk.root, { [`bin/${name}`]: `#!/bin/sh\ntouch '${folder}/traced'\n` });
  for (const file of [join(folder, name), join(desk.root, "bin", name)]) chmodSync(file, 0o755);
  vi.stubEnv("PATH", [join(desk.root, "bin"), folder, path].join(":"));
  return {
    names: () => readFileSync(seen, "utf8").trim().split("\n"),
    traced: () => existsSync(join(folder, "traced")),
  };
}

const shown = (names: readonly string[]) => [...bluesOwn, ...others].filter((name) => names.includes(name));

describe("what a person starts", () => {
  it.each([
    ["docker", "staging.create", { name: "demo", run: true }],
    ["checker", "adr.audit", { run_commands: true }],
  ])("%s: all that is theirs, without Blue's own secrets", async (program, operation, input) => {
    const desk = makeDesk({ tree });
    const { names } = makeProgram(desk, program);
    vi.stubEnv("PATH", process.env.PATH!.split(":").slice(1).join(":"));
    await desk.call(operation, input);
    expect(shown(names())).toEqual(others);
  });
});

describe("what Blue starts", () => {
  it("infracost: no secret but its own, and never one that lies in the project", async () => {
    const desk = makeDesk({ tree });
    const { names, traced } = makeProgram(desk, "infracost");
    vi.stubEnv("INFRACOST_API_KEY", "own");
    await desk.refused("io_error", "staging.cost");
    expect(shown(names())).toEqual([]);
    expect(names()).toContain("INFRACOST_API_KEY");
    expect(traced()).toBe(false);
  });

  it.each(["xdg-open", "my-browser"])(
    "the browser, %s: no secret, and never one that lies in the project",
    async (name) => {
      const desk = makeDesk();
      const { names, traced } = makeProgram(desk, name);
      vi.stubEnv("BROWSER", name === "xdg-open" ? "" : name);
      vi.stubEnv("DISPLAY", ":0");
      expect(await openBrowser("http://127.0.0.1:1/", { root: desk.root, env: process.env })).toBe(true);
      await expect.poll(() => shown(names())).toEqual([]);
      expect(names()).toContain("DISPLAY");
      expect(traced()).toBe(false);
      expect(await openBrowser("x", { root: desk.root, env: { PATH: join(desk.root, "bin") } })).toBe(false);
    },
  );

  it("Ollama: no secret", async () => {
    const { env } = await makeOllama();
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const desk = makeDesk();
    onTestFinished(async () => void (await desk.call("llm.stop")));
    const { log } = await desk.call<{ log: string }>("llm.start");
    const [, names] = /^Variables: (.*)$/m.exec(readFileSync(log, "utf8"))!;
    expect(shown(names!.split(" "))).toEqual([]);
    expect(names).toContain("OLLAMA_HOST");
    await desk.call("llm.stop");
  });

  it.runIf(process.platform === "linux")("the reaper: nothing of the user's", async () => {
    const reaper = startReaper();
    const pid = readdirSync("/proc").find((name) => {
      if (!/^\d+$/.test(name)) return false;
      try {
        return /reaper\.js/.test(readFileSync(`/proc/${name}/cmdline`, "utf8")) && isOurs(name);
      } catch {
        return false;
      }
    })!;
    const names = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
    expect(names.map((one) => one.split("=")[0]).sort()).toEqual(["LC_ALL", "PATH", "TZ"]);
    reaper.close();
  });
});

function isOurs(pid: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === process.pid;
}
