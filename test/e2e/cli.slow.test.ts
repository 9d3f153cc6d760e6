/** The built command as a person and a script use it: real processes, a real terminal (util-linux `script`), real folders. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { initGit, makeFolder } from "../helpers/project.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

const root = makeFolder();

function makeRepository(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  initGit(folder);
  return folder;
}

const {
  NO_COLOR: _no,
  FORCE_COLOR: _force,
  BLUE_PROJECT: _project,
  CLAUDE_PROJECT_DIR: _dir,
  ...cleanEnv
} = process.env;

interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  stdin?: string;
  /** Once stdin was read: it stays open and this signal is sent. */
  interruptBy?: NodeJS.Signals;
}

function run(command: string, args: string[], { cwd = root, env = {}, stdin = "", interruptBy }: RunOptions) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...cleanEnv, TERM: "xterm", BLUE_CHECK_OUTPUT: "1", ...env },
      stdio: "pipe",
    });
    child.stdin.on("error", () => {}); // not everyone reads it
    child.stdin.write(stdin, () => {
      if (interruptBy === undefined) child.stdin.end();
      else child.kill(interruptBy);
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.on("error", reject).on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

const blue = (args: string[], options: RunOptions = {}) => run(process.execPath, [entry, ...args], options);

/** In a terminal: stdout and stderr are one screen. */
async function blueInTerminal(args: string[], options: RunOptions = {}) {
  const words = [process.execPath, entry, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const { code, stdout } = await run("script", ["-qec", words.join(" "), "/dev/null"], options);
  return { code, screen: stdout.replaceAll("\r\n", "\n") };
}

test("--version answers before anything else is loaded", async () => {
  const spy = `process.on("exit",()=>process.stderr.write(String(process.moduleLoadList.includes("NativeModule child_process"))))`;
  const args = ["--import", `data:text/javascript,${encodeURIComponent(spy)}`, entry];
  expect(await run(process.execPath, [...args, "--version"], {})).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: "false",
  });
  expect(await run(process.execPath, [...args, "--json", "--version"], {})).toMatchObject({
    stdout: `${version}\n`,
    stderr: "true",
  });
});

test("a pipe gets one JSON document, a terminal gets text", async () => {
  const cwd = makeRepository("faces");
  const piped = await blue(["status"], { cwd });
  expect(piped).toMatchObject({ code: 0, stderr: "" });
  expect(piped.stdout.trimEnd()).not.toContain("\n");
  expect(JSON.parse(piped.stdout)).toMatchObject({ version, root: cwd, found_by: "git", initialised: false });

  const { code, screen } = await blueInTerminal(["status"], { cwd });
  expect(code).toBe(0);
  expect(screen).toContain(`Blue ${version} in ${cwd}`);
  expect(screen).toContain("\x1b[33m!\x1b[39m Nothing here yet; .blue is created when it is needed.");

  const forced = await blueInTerminal(["status", "--json"], { cwd });
  expect(JSON.parse(forced.screen)).toMatchObject({ root: cwd });
});

test("init, then status, from a folder below", async () => {
  const cwd = makeRepository("below");
  const first = await blueInTerminal(["init", "--no-color"], { cwd });
  expect(first).toMatchObject({ code: 0 });
  expect(first.screen).toContain(`✓ Blue is ready in ${cwd}`);
  mkdirSync(join(cwd, "deep/er"), { recursive: true });
  const { stdout } = await blue(["status"], { cwd: join(cwd, "deep/er") });
  expect(JSON.parse(stdout)).toMatchObject({ root: cwd, found_by: ".blue", initialised: true });
});

test("NO_COLOR and --no-color leave no escape on the screen", async () => {
  const cwd = makeRepository("plain");
  expect((await blueInTerminal(["status"], { cwd, env: { NO_COLOR: "1" } })).screen).not.toContain("\x1b");
  expect((await blueInTerminal(["status", "--no-color"], { cwd })).screen).not.toContain("\x1b");
  expect((await blueInTerminal(["status"], { cwd })).screen).toContain("\x1b");
  expect((await blue(["--help"], { env: { FORCE_COLOR: "1" } })).stdout).toContain("\x1b[1mUsage:");
  expect((await blue(["--help"])).stdout).not.toContain("\x1b");
});

test("control and bidirectional characters of a folder's name do not reach the screen", async () => {
  const cwd = makeRepository("evil\x1b[31m\u202e\x07name");
  const { screen } = await blueInTerminal(["status", "--no-color"], { cwd });
  expect(screen.split(/\r?\n/)[0]).toBe(`Blue ${version} in ${join(root, "evilname")}`);
  expect(screen).not.toMatch(/[\x1b\x07\u202e]/);
  const { stdout } = await blue(["status"], { cwd });
  expect(stdout).not.toMatch(/[\x1b\x07\u202e]/);
  expect(JSON.parse(stdout).root).toBe(cwd);
});

test("--project works before and after the command, and a missing folder exits 3", async () => {
  const cwd = makeRepository("named");
  for (const args of [
    ["--project", cwd, "status"],
    ["status", "--project", cwd],
    ["status", `--project=${cwd}`],
  ]) {
    expect(JSON.parse((await blue(args)).stdout)).toMatchObject({ root: cwd, found_by: "--project" });
  }
  const missing = await blue(["status", "--project", join(root, "none")]);
  expect(missing).toMatchObject({ code: 3, stderr: "" });
  expect(JSON.parse(missing.stdout)).toMatchObject({ status: "error", error_code: "not_found", field: "--project" });
});

test("a misspelt command or flag exits 2 and says what was meant", async () => {
  const { code, screen } = await blueInTerminal(["statsu"], { env: { NO_COLOR: "1" } });
  expect({ code, screen }).toEqual({
    code: 2,
    screen: "✗ unknown command 'statsu'\n  Did you mean status? See `blue --help`.\n",
  });
  const flag = await blue(["status", "--jsno"]);
  expect(flag.code).toBe(2);
  expect(JSON.parse(flag.stdout).suggestion).toContain("Did you mean --json?");
});

test("without a terminal on stdout but with one on stderr, a person still sees the error", async () => {
  const { code, screen } = await run(
    "script",
    ["-qec", `'${process.execPath}' '${entry}' statsu >/dev/null`, "/dev/null"],
    {
      env: { NO_COLOR: "1" },
    },
  ).then(({ code, stdout }) => ({ code, screen: stdout.trim() }));
  expect({ code, screen }).toEqual({ code: 2, screen: "✗ unknown command 'statsu'" });
});

test("help by no word, by --help and by help", async () => {
  expect((await blue([])).stdout).toContain("Start here:");
  const asked = await blue(["dialogue", "status", "--help"]);
  expect(asked).toMatchObject({ code: 0, stderr: "" });
  expect(asked.stdout).toMatch(/^Usage: blue dialogue status/);
  expect((await blue(["help", "dialogue", "status"])).stdout).toBe(asked.stdout);
});

test("whoever stops reading is not shown an error", async () => {
  const line = `{ '${process.execPath}' '${entry}' --help; echo "code $?" >&2; } | true`;
  expect(await run("sh", ["-c", line], {})).toEqual({ code: 0, stdout: "", stderr: "code 0\n" });
});

test("`blue mcp` refuses on stderr: its stdout belongs to the protocol", async () => {
  const refused = await blue(["mcp", "--toolsets", "nonsense"]);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("nonsense");
  expect(await blue(["mcp", "--tolsets", "all"])).toMatchObject({ code: 2, stdout: "" });
});

test("input comes by flag, by file and by stdin, and a flag wins", async () => {
  const cwd = makeRepository("input");
  await blue(["init"], { cwd });
  writeFileSync(join(cwd, "input.json"), '{ "fix": true }');
  writeFileSync(join(cwd, "broken.json"), '{ "fix": true\n');
  const indexState = async (args: string[], stdin = "") => {
    const { stdout } = await blue(["sync", ...args], { cwd, stdin });
    return JSON.parse(stdout).index.state;
  };
  expect(await indexState([])).toBe("refreshed");
  expect(await indexState(["--rebuild"])).toBe("rebuilt");
  expect(await indexState(["--input", "-"], '{"rebuild": true}')).toBe("rebuilt");
  expect(await indexState(["--input", "-", "--no-rebuild"], '{"rebuild": true}')).toBe("refreshed");

  const unknown = await blue(["sync", "--input", "input.json"], { cwd });
  expect(unknown.code).toBe(2);
  expect(JSON.parse(unknown.stdout)).toMatchObject({ error_code: "invalid_input", field: "fix" });
  const broken = await blue(["sync", "--input", "broken.json"], { cwd });
  expect(broken.code).toBe(2);
  expect(JSON.parse(broken.stdout).context).toEqual({ file: "broken.json", line: 2, column: 1 });
  expect(await blue(["sync", "--input", "none.json"], { cwd })).toMatchObject({ code: 3 });
  expect(await blueInTerminal(["sync", "--input", "-"], { cwd })).toMatchObject({ code: 4 });
});

test("findings exit 6 and are still an answer", async () => {
  const cwd = makeRepository("findings");
  await blue(["init"], { cwd });
  expect(await blue(["doctor"], { cwd })).toMatchObject({ code: 0 });
  mkdirSync(join(cwd, ".blue/dialogues/2026-01-02T0304Z-broken"));
  writeFileSync(join(cwd, ".blue/dialogues/2026-01-02T0304Z-broken/opening.json"), "{");
  const piped = await blue(["doctor"], { cwd });
  expect(piped).toMatchObject({ code: 6, stderr: "" });
  expect(JSON.parse(piped.stdout)).toMatchObject({ healthy: false });
  const { code, screen } = await blueInTerminal(["doctor"], { cwd });
  expect(code).toBe(6);
  expect(screen).toContain("\x1b[31m✗\x1b[39m records:");
  expect(screen).toContain("\r\x1b[2K"); // progress was shown, and taken away before the answer
  expect(screen.slice(screen.lastIndexOf("\x1b[2K"))).toContain("Node:");
});

test("an operation whose output is a document prints it into a pipe as it is", async () => {
  const cwd = makeRepository("document");
  const path = join(cwd, ".blue/blue.db");
  expect(await blue(["db", "path"], { cwd })).toEqual({ code: 0, stdout: `${path}\n`, stderr: "" });
  expect(JSON.parse((await blue(["db", "path", "--json"], { cwd })).stdout)).toMatchObject({ path });
});

test.each([["SIGINT", 130] as const, ["SIGTERM", 143] as const])(
  "%s while waiting for input exits %i",
  async (interruptBy, code) => {
    const cwd = makeRepository(interruptBy);
    const stdin = " ".repeat(4 * 1024 * 1024);
    expect(await blue(["sync", "--input", "-"], { cwd, stdin, interruptBy })).toEqual({ code, stdout: "", stderr: "" });
  },
);

test("a scaffold names its JSON Schema, which lies in the package and knows every field", async () => {
  const folder = makeRepository("scaffold");
  const { stdout, stderr } = await blue(["dialogue", "create", "--scaffold"], { cwd: folder });
  const { $schema, ...fields } = JSON.parse(stdout);
  expect(stderr).toBe("");
  const { properties } = JSON.parse(readFileSync(fileURLToPath($schema), "utf8"));
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(["$schema", ...Object.keys(fields)]));
  const published = readdirSync(new URL(".", $schema)).sort();
  const names = ["create", "evolve-panel", "round-register", "verdict-register"];
  expect(published).toEqual(names.map((name) => `dialogue.${name}.json`));
});
