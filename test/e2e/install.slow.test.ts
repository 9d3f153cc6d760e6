/** `blue install`, `blue uninstall` and the hook as processes, with a home of their own. The real agents are asked in claude-code.slow.test.ts and clients.slow.test.ts. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { closedEnvironment } from "../helpers/claude-code.ts";
import { initGit, makeFolder, plant, snapshot } from "../helpers/project.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const entry = join(repository, "dist/blue.js");

/** Claude Code is found by its folder. */
function makePlace(tree = {}) {
  const base = makeFolder({ "project/": "", "home/.claude/": "", "bin/": "" });
  const root = join(base, "project");
  plant(root, tree);
  initGit(root);
  const env = closedEnvironment(join(base, "home"));
  const blue = (args: string[], input = "", extra = {}) =>
    spawnSync(process.execPath, [entry, ...args], { cwd: root, env: { ...env, ...extra }, encoding: "utf8", input });
  return { root, home: join(base, "home"), bin: join(base, "bin"), env, blue };
}

test("install and uninstall leave a project as it was", () => {
  const { root, home, blue } = makePlace({ ".claude/settings.json": '{\n  // mine\n  "model": "x"\n}\n' });
  const before = snapshot(root, ".git");
  const dry = blue(["install", "--dry-run"]);
  expect(dry).toMatchObject({ status: 0, stderr: "" });
  expect(dry.stdout).toContain("✓ Would change 4 files; nothing was written.");
  expect(snapshot(root, ".git")).toEqual(before);

  const done = blue(["install"]);
  expect(done.stdout).toContain(`Blue is started as \`node ${entry} mcp\``);
  expect(done.stdout).toContain('   // mine\n-  "model": "x"\n+  "model": "x",\n+  "permissions": {');
  expect(done.stdout).toContain("! The files name a path of this machine.");
  const server = JSON.parse(readFileSync(join(root, ".mcp.json"), "utf8")).mcpServers.blue;
  expect(server).toEqual({ command: "node", args: [entry, "mcp"] });
  for (const name of ["alignment-play", "alignment-expert"]) {
    expect(readFileSync(join(root, ".claude/skills", name, "SKILL.md"), "utf8")).toBe(
      readFileSync(join(repository, "dist/skills", name, "SKILL.md"), "utf8"),
    );
  }
  expect(blue(["install"]).stdout).toContain("✓ Nothing to do: everything is in place.");

  expect(blue(["uninstall"]).stdout).toContain("✓ Changed 4 files.");
  expect(snapshot(root, ".git")).toEqual(before);
  expect(blue(["uninstall"]).stdout).toContain("✓ Nothing to do: nothing of Blue is there.");
  expect(snapshot(home)).toEqual({});
});

test("--json answers with one document, errors too", () => {
  const { root, blue } = makePlace();
  const answer = JSON.parse(blue(["install", "--json"]).stdout);
  expect(answer).toMatchObject({
    agents: ["claude"],
    scope: "project",
    where: root,
    receipts: [".claude/blue-install.json"],
  });
  const refused = blue(["install", "--json", "--agent", "emacs"]);
  expect(refused.status).toBe(2);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error_code: "invalid_input", field: "agent" });
});

test("--project names another folder, before or after the command", () => {
  const { root, blue } = makePlace();
  const other = makePlace();
  expect(blue(["install", "--here", "--project", other.root])).toMatchObject({ status: 0 });
  expect(Object.keys(snapshot(other.root, ".git"))).toContain(".mcp.json");
  expect(blue(["--project", other.root, "uninstall"])).toMatchObject({ status: 0 });
  expect(snapshot(other.root, ".git")).toEqual({});
  expect(snapshot(root, ".git")).toEqual({});
});

test("agents are named one by one or by commas, and where none is found that is said", () => {
  const { root, home, blue } = makePlace({ ".codex/config.toml": "# mine\n" });
  const named = JSON.parse(blue(["install", "--json", "--agent", "codex,opencode", "--agent", "gemini"]).stdout);
  expect(named.agents).toEqual(["codex", "gemini", "opencode"]);
  expect(readFileSync(join(root, ".codex/config.toml"), "utf8")).toContain("# mine\n\n[mcp_servers.blue]\n");
  expect(blue(["uninstall"]).stdout).toContain("Codex, Gemini CLI, OpenCode, this project: ");
  expect(snapshot(root, ".git")).toEqual({ ".codex/config.toml": "# mine\n" });
  rmSync(join(home, ".claude"), { recursive: true });
  const { status, stderr } = blue(["install"], "", { CLAUDE_CONFIG_DIR: "" });
  expect(status).toBe(3);
  expect(stderr).toContain("✗ No coding agent was found");
  expect(stderr).toContain("`blue install --agent claude`");
});

test("a file that cannot be read is named with its line, and nothing is written", () => {
  const { root, blue } = makePlace({ ".mcp.json": '{\n  "mcpServers": oops\n}\n' });
  const before = snapshot(root, ".git");
  const { status, stderr } = blue(["install"]);
  expect(status).toBe(2);
  expect(stderr).toContain("✗ .mcp.json:2:17: invalid symbol");
  expect(snapshot(root, ".git")).toEqual(before);
});

test("installed globally it is called by its name, and the hook runs by that name", () => {
  const { root, bin, env, blue } = makePlace();
  symlinkSync(entry, join(bin, "blue"));
  const PATH = `${bin}:${env.PATH}`;
  expect(blue(["install"], "", { PATH }).stdout).toContain("Blue is started as `blue mcp` (blue is on the PATH).");
  const [{ hooks }] = JSON.parse(readFileSync(join(root, ".claude/settings.json"), "utf8")).hooks.SubagentStop;
  expect(hooks[0].command).toBe("blue hook subagent-stop || true");

  const run = (...args: string[]) => JSON.parse(blue(args).stdout);
  const create = ["dialogue", "create", "--title", "A plan", "--template", "general", "--panel-size", "2"];
  const { dialogue_id } = run(...create);
  const {
    folder,
    spawn: [{ prompt_file, draft_file }],
  } = run("dialogue", "round-prompt", dialogue_id);
  const prompt = `Read ${join(folder, prompt_file)} and follow it exactly.`;
  const transcript = join(makeFolder(), "agent-a1.jsonl");
  writeFileSync(transcript, `${JSON.stringify({ type: "user", message: { role: "user", content: prompt } })}\n`);
  const event = {
    hook_event_name: "SubagentStop",
    agent_transcript_path: transcript,
    last_assistant_message: "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 0.9]\nFine.",
  };
  const hook = (input: string, path = PATH) =>
    spawnSync("sh", ["-c", hooks[0].command], {
      cwd: "/",
      env: { ...env, PATH: path, CLAUDE_PROJECT_DIR: root },
      input,
      encoding: "utf8",
    });
  const filed = hook(JSON.stringify(event));
  expect(filed).toMatchObject({ status: 0, stdout: "" });
  expect(filed.stderr).toContain("its last message was filed as .blue/drafts/");
  expect(readFileSync(join(folder, draft_file), "utf8")).toBe(event.last_assistant_message);

  expect(hook(JSON.stringify(event))).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(hook("no JSON")).toMatchObject({ status: 0, stdout: "" });
  expect(hook("", env.PATH)).toMatchObject({ status: 0, stdout: "" }); // where blue is not installed
});

test("a path with blanks and quotes survives the shell", () => {
  const base = makeFolder({ "it's here/": "" });
  const folder = join(base, "it's here");
  mkdirSync(join(folder, "dist"));
  plant(folder, { "package.json": '{"name":"blue-align","type":"module"}' });
  execFileSync("cp", [
    "-r",
    entry,
    join(repository, "dist/skills"),
    join(repository, "dist/chunks"),
    join(folder, "dist"),
  ]);
  const { root, env } = makePlace();
  execFileSync(process.execPath, [join(folder, "dist/blue.js"), "install"], { cwd: root, env });
  const [{ hooks }] = JSON.parse(readFileSync(join(root, ".claude/settings.json"), "utf8")).hooks.SubagentStop;
  const { status, stderr } = spawnSync("sh", ["-c", hooks[0].command], {
    cwd: root,
    env,
    input: "{",
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stderr).toContain("blue hook subagent-stop: ");
});

test("the package that is published holds the skills", () => {
  const listed = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const paths = (JSON.parse(listed)[0].files as { path: string }[]).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["dist/skills/alignment-play/SKILL.md", "dist/skills/alignment-expert/SKILL.md"]),
  );
});
