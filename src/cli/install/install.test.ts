/** Real folders: a project, a home that is not the tester's, and a package with skills. */
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { link, makeFolder, plant, snapshot, type Tree } from "../../../test/helpers/project.ts";
import { type InstallInput, install, type Machine, printSnippets, uninstall } from "./install.ts";
import { renderOutcome } from "./render.ts";

const skills = { "alignment-play/SKILL.md": "Play.\n", "alignment-expert/SKILL.md": "Expert.\n" };

interface Place {
  machine: Machine;
  root: string;
  home: string;
}

/** `blue` is on the PATH, so that what is written does not depend on the folder; and so is Claude Code, as the only agent. */
function makePlace(project: Tree = {}, home: Tree = {}, env: NodeJS.ProcessEnv = {}): Place {
  const base = makeFolder({ "project/.git/": "", "home/": "" });
  const root = join(base, "project");
  plant(root, project);
  plant(join(base, "home"), home);
  const prefix = makeFolder({
    "lib/node_modules/blue-align/package.json": '{"name":"blue-align"}',
    "lib/node_modules/blue-align/dist/blue.js": "",
    "bin/blue": link("../lib/node_modules/blue-align/dist/blue.js"),
    "bin/claude": "",
  });
  chmodSync(join(prefix, "bin/claude"), 0o755);
  return {
    root,
    home: join(base, "home"),
    machine: {
      env: { PATH: join(prefix, "bin"), ...env },
      cwd: root,
      home: join(base, "home"),
      entry: join(prefix, "lib/node_modules/blue-align/dist/blue.js"),
      skills: makeFolder(skills),
      platform: "linux",
    },
  };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const server = { blue: { command: "blue", args: ["mcp"] } };
const hook = { hooks: [{ type: "command", command: "blue hook subagent-stop || true", timeout: 30 }] };
const projectRules = ["mcp__blue__*", "Read(/.blue/**)", "Edit(/.blue/drafts/**)"];
const userRules = ["mcp__blue__*", "Read(//**/.blue/**)", "Edit(//**/.blue/drafts/**)"];
const receipt = ".claude/blue-install.json";

test("a project gets the server, the rules, the hook and the skills", () => {
  const { machine, root, home } = makePlace();
  const out = install({}, undefined, machine);
  expect(snapshot(root, ".git", receipt)).toEqual({
    ".mcp.json": json({ mcpServers: server }),
    ".claude/settings.json": json({ permissions: { allow: projectRules }, hooks: { SubagentStop: [hook] } }),
    ".claude/skills/alignment-play/SKILL.md": "Play.\n",
    ".claude/skills/alignment-expert/SKILL.md": "Expert.\n",
  });
  expect(snapshot(home)).toEqual({});
  expect(out).toMatchObject({
    scope: "project",
    launcher: { command: "blue mcp", why: "blue is on the PATH" },
    notes: [],
  });
  expect(out.changes.map(({ path, action }) => [path, action])).toEqual([
    [".mcp.json", "create"],
    [".claude/settings.json", "create"],
    [".claude/skills/alignment-expert/SKILL.md", "create"],
    [".claude/skills/alignment-play/SKILL.md", "create"],
  ]);
});

test("a user gets them in the home folder, and the project is not touched", () => {
  const { machine, root, home } = makePlace();
  install({ user: true }, undefined, machine);
  expect(snapshot(home, ".claude/blue-install.json")).toEqual({
    ".claude.json": json({ mcpServers: server }),
    ".claude/settings.json": json({ permissions: { allow: userRules }, hooks: { SubagentStop: [hook] } }),
    ".claude/skills/alignment-play/SKILL.md": "Play.\n",
    ".claude/skills/alignment-expert/SKILL.md": "Expert.\n",
  });
  expect(snapshot(root, ".git")).toEqual({});
  expect(statSync(join(home, ".claude.json")).mode & 0o777).toBe(0o600);
});

test("CLAUDE_CONFIG_DIR moves all of a user's files", () => {
  const config = makeFolder();
  const { machine, home } = makePlace({}, {}, { CLAUDE_CONFIG_DIR: config });
  install({ user: true }, undefined, machine);
  expect(Object.keys(snapshot(config))).toEqual([
    ".claude.json",
    "blue-install.json",
    "settings.json",
    "skills/alignment-expert/SKILL.md",
    "skills/alignment-play/SKILL.md",
  ]);
  uninstall({ user: true }, undefined, machine);
  expect(snapshot(config)).toEqual({});
  expect(snapshot(home)).toEqual({});
});

test("an older configuration file is used where it is the only one", () => {
  const { machine, home } = makePlace({}, { ".claude/.config.json": "{}" });
  install({ user: true }, undefined, machine);
  expect(JSON.parse(readFileSync(join(home, ".claude/.config.json"), "utf8"))).toEqual({ mcpServers: server });
  expect(Object.keys(snapshot(home))).not.toContain(".claude.json");
});

const settled: Tree = {
  ".mcp.json": '{\n\t// ours too\n\t"mcpServers": { "other": { "command": "x" } }\n}',
  ".claude/settings.json": '{"hooks":{"SubagentStop":[{"hooks":[]}]},"permissions":{"allow":["mcp__blue__*"]}}\r\n',
  ".claude/skills/mine/SKILL.md": "Mine.\n",
};

describe.each([
  ["an empty project", {}],
  ["a project with settings of its own", settled],
  ["a project whose agent folder is empty", { ".claude/": "" }],
])("in %s", (_, tree: Tree) => {
  test("uninstall gives back every byte", () => {
    const { machine, root } = makePlace(tree);
    const before = snapshot(root);
    install({}, undefined, machine);
    expect(snapshot(root)).not.toEqual(before);
    const out = uninstall({}, undefined, machine);
    expect(snapshot(root)).toEqual(before);
    expect(out.notes).toEqual([]);
    expect(uninstall({}, undefined, machine).changes).toEqual([]);
  });

  test("a second install changes nothing, and the way back stays open", () => {
    const { machine, root } = makePlace(tree);
    const before = snapshot(root);
    install({}, undefined, machine);
    const once = snapshot(root);
    expect(install({}, undefined, machine).changes).toEqual([]);
    expect(snapshot(root)).toEqual(once);
    uninstall({}, undefined, machine);
    expect(snapshot(root)).toEqual(before);
  });

  test("a dry run writes nothing and shows the same differences", () => {
    const { machine, root } = makePlace(tree);
    const before = snapshot(root);
    const dry = install({ dry_run: true }, undefined, machine);
    expect(snapshot(root)).toEqual(before);
    expect(install({}, undefined, machine).changes).toEqual(dry.changes);
    const installed = snapshot(root);
    const dryAway = uninstall({ dry_run: true }, undefined, machine);
    expect(snapshot(root)).toEqual(installed);
    expect(uninstall({}, undefined, machine).changes).toEqual(dryAway.changes);
  });
});

test("folders that were made go again, folders that were there stay", () => {
  const made = makePlace();
  install({}, undefined, made.machine);
  uninstall({}, undefined, made.machine);
  expect(() => statSync(join(made.root, ".claude"))).toThrow("ENOENT");
  const there = makePlace({ ".claude/skills/": "" });
  install({}, undefined, there.machine);
  uninstall({}, undefined, there.machine);
  expect(statSync(join(there.root, ".claude/skills")).isDirectory()).toBe(true);
});

test("after others have edited the files, only our pieces go", () => {
  const { machine, root } = makePlace(settled);
  install({}, undefined, machine);
  const settings = join(root, ".claude/settings.json");
  const edited = JSON.parse(readFileSync(settings, "utf8"));
  edited.permissions.allow.push("Bash(ls)");
  writeFileSync(settings, json({ model: "x", ...edited }));
  writeFileSync(join(root, ".mcp.json"), readFileSync(join(root, ".mcp.json"), "utf8").replace("ours", "yours"));
  uninstall({}, undefined, machine);
  expect(readFileSync(settings, "utf8")).toBe(
    json({
      model: "x",
      hooks: { SubagentStop: [{ hooks: [] }] },
      permissions: { allow: ["mcp__blue__*", "Bash(ls)"] }, // the first was theirs before us
    }),
  );
  expect(readFileSync(join(root, ".mcp.json"), "utf8")).toBe((settled[".mcp.json"] as string).replace("ours", "yours"));
});

test("without a receipt our pieces are recognised, and a file that held nothing else goes", () => {
  const { machine, root } = makePlace({ ".claude/settings.json": '{ "model": "x" }' });
  install({}, undefined, machine);
  rmSync(join(root, receipt));
  expect(install({}, undefined, machine).changes).toEqual([]);
  rmSync(join(root, receipt));
  uninstall({}, undefined, machine);
  expect(snapshot(root)).toEqual({ ".claude/settings.json": '{ "model": "x" }' });
});

test("a damaged receipt is as good as none", () => {
  const { machine, root } = makePlace();
  install({}, undefined, machine);
  writeFileSync(join(root, receipt), '{"files": {"../../x": 1}}');
  uninstall({}, undefined, machine);
  expect(snapshot(root)).toEqual({});
});

test("a newer way to start Blue replaces the older one, and the way back is still exact", () => {
  const { machine, root } = makePlace(settled);
  const before = snapshot(root);
  const elsewhere = { ...machine, env: { PATH: "" } };
  const first = install({ agent: ["claude"] }, undefined, elsewhere);
  expect(first.notes[0]).toContain("name a path of this machine");
  expect(readFileSync(join(root, ".mcp.json"), "utf8")).toContain("blue-align/dist/blue.js");
  install({}, undefined, machine);
  expect(readFileSync(join(root, ".mcp.json"), "utf8")).toContain('"command": "blue"');
  expect(readFileSync(join(root, ".claude/settings.json"), "utf8").match(/subagent-stop/g)).toHaveLength(1);
  uninstall({}, undefined, machine);
  expect(snapshot(root)).toEqual(before);
});

test("a skill of an older version is renewed; one that was edited stays, also when we leave", () => {
  const { machine, root } = makePlace();
  install({}, undefined, machine);
  const newer = { ...machine, skills: makeFolder({ ...skills, "alignment-play/SKILL.md": "Play better.\n" }) };
  expect(install({}, undefined, newer).changes.map(({ path }) => path)).toEqual([
    ".claude/skills/alignment-play/SKILL.md",
  ]);
  const file = join(root, ".claude/skills/alignment-play/SKILL.md");
  writeFileSync(file, "Play my way.\n");
  expect(install({}, undefined, newer)).toMatchObject({
    changes: [],
    notes: [expect.stringContaining("left as it is")],
  });
  expect(uninstall({}, undefined, newer).notes).toEqual([expect.stringContaining("was changed since")]);
  expect(snapshot(root)).toEqual({ ".claude/skills/alignment-play/SKILL.md": "Play my way.\n" });
});

test("a server of another program under our name stops everything before a byte is written", () => {
  const { machine, root } = makePlace({
    ".mcp.json": '{\n  "mcpServers": {\n    "blue": { "command": "/opt/other/blue-mcp" }\n  }\n}\n',
  });
  const before = snapshot(root);
  expect(() => install({}, undefined, machine)).toThrow(".mcp.json:3:13: `mcpServers.blue` is already there");
  expect(snapshot(root)).toEqual(before);
});

test.each([
  ["a name twice", '{ "mcpServers": {}, "mcpServers": {} }', 'the name "mcpServers" occurs twice in one object'],
  ["nesting without end", `{ "x": ${"[".repeat(20_000)}${"]".repeat(20_000)} }`, "it is nested deeper than 64 levels"],
])("a settings file with %s stops everything before a byte is written", (_, text, message) => {
  const { machine, root } = makePlace({ ".mcp.json": text });
  expect(() => install({}, undefined, machine)).toThrow(message);
  expect(snapshot(root)).toEqual({ ".mcp.json": text });
});

test("your own way of starting Blue is kept, and stays when we leave", () => {
  const mine = json({ mcpServers: { blue: { command: "blue", args: ["mcp", "--toolsets", "all"], env: { A: "b" } } } });
  const { machine, root } = makePlace({ ".mcp.json": mine });
  expect(install({}, undefined, machine).notes).toEqual([".mcp.json: your own `mcpServers.blue` is left as it is."]);
  uninstall({}, undefined, machine);
  expect(snapshot(root)).toEqual({ ".mcp.json": mine });
});

test.each([
  [".mcp.json", '{\n  "mcpServers": {\n', ".mcp.json:3:1: close brace expected"],
  [".claude/settings.json", "hello", ".claude/settings.json:1:1: invalid symbol"],
  [".claude/settings.json", "\xff", "is not UTF-8 text"],
])("%s that cannot be read is not touched, nor anything else", (file, text, message) => {
  const { machine, root } = makePlace({ [file]: Buffer.from(text, "latin1") });
  const before = snapshot(root);
  expect(() => install({}, undefined, machine)).toThrow(message);
  expect(() => uninstall({ agent: ["claude"] }, undefined, machine)).toThrow(message);
  expect(snapshot(root)).toEqual(before);
});

test("in a project a link is refused, in a user's folder it is followed", () => {
  const dotfiles = makeFolder({ "settings.json": "{}\n" });
  const there = makePlace({ ".claude/settings.json": link(join(dotfiles, "settings.json")) });
  expect(() => install({}, undefined, there.machine)).toThrow("symbolic link");
  const { machine, home } = makePlace();
  mkdirSync(join(home, ".claude"));
  symlinkSync(join(dotfiles, "settings.json"), join(home, ".claude/settings.json"));
  chmodSync(join(dotfiles, "settings.json"), 0o640);
  install({ user: true }, undefined, machine);
  expect(readlinkSync(join(home, ".claude/settings.json"))).toBe(join(dotfiles, "settings.json"));
  expect(JSON.parse(readFileSync(join(dotfiles, "settings.json"), "utf8")).permissions.allow).toEqual(userRules);
  expect(statSync(join(dotfiles, "settings.json")).mode & 0o777).toBe(0o640);
  uninstall({ user: true }, undefined, machine);
  expect(readFileSync(join(dotfiles, "settings.json"), "utf8")).toBe("{}\n");
});

test("of a user's configuration only our own lines are shown", () => {
  const secret = {
    oauthAccount: { token: "s3cret-1" },
    mcpServers: { x: { env: { KEY: "s3cret-2" } } },
    z: "s3cret-3",
  };
  for (const text of [json(secret), JSON.stringify(secret)]) {
    const { machine } = makePlace({}, { ".claude.json": text });
    const inOut = [install({ user: true }, undefined, machine), uninstall({ user: true }, undefined, machine)];
    for (const out of inOut) expect(JSON.stringify(out)).not.toContain("s3cret");
  }
  const { machine } = makePlace({}, { ".claude.json": json(secret) });
  expect(renderOutcome("install", install({ user: true }, undefined, machine))).toContain('+    "blue": {');
});

test("the words for people name the files, the hook's command and the way back", () => {
  const { machine, root } = makePlace(settled);
  const text = renderOutcome("install", install({}, undefined, machine));
  expect(text).toContain(
    `Claude Code, this project: ${root}\nFound here: Claude Code (program). Not found: Codex, Cursor, `,
  );
  expect(text).toContain("\nBlue is started as `blue mcp` (blue is on the PATH).\n");
  expect(text).toContain('--- .mcp.json\n+++ .mcp.json\n@@ -1,4 +1,4 @@\n {\n \t// ours too\n-\t"mcpServers"');
  expect(text).toContain("blue hook subagent-stop || true");
  expect(text).toContain("✓ Changed 4 files.");
  expect(text).toContain("`blue uninstall` undoes this, by .claude/blue-install.json.");
  expect(renderOutcome("install", install({}, undefined, machine))).toContain(
    "✓ Nothing to do: everything is in place.",
  );
});

test("--print gives the pieces and writes nothing", () => {
  const { machine, root, home } = makePlace();
  const text = printSnippets({}, undefined, machine);
  expect(text).toContain(`${join(root, ".mcp.json")}:\n${json({ mcpServers: server }).trimEnd()}`);
  expect(text).toContain(`SKILL.md: copy of ${join(machine.skills, "alignment-play", "SKILL.md")}`);
  expect([snapshot(root), snapshot(home)]).toEqual([{}, {}]);
});

test("the home folder is no project", () => {
  const { machine, home } = makePlace();
  expect(() => install({}, undefined, { ...machine, cwd: home })).toThrow("is your home folder");
  expect(snapshot(home)).toEqual({});
  expect(install({ user: true }, undefined, { ...machine, cwd: home }).changes).toHaveLength(4);
});

test.each<[InstallInput, string]>([
  [{ agent: ["emacs"] }, "Blue does not know how to set up emacs"],
  [{ agent: ["claude,"] }, "an agent without a name"],
  [{ user: true, here: true }, "--user and --here exclude each other"],
])("%j is refused", (input, message) => {
  const { machine } = makePlace();
  expect(() => install(input, undefined, machine)).toThrow(message);
});

test("toolsets go into the server's command, stay there when nobody names any, and go with it", () => {
  const { machine, root } = makePlace();
  const args = () => JSON.parse(readFileSync(join(root, ".mcp.json"), "utf8")).mcpServers.blue.args;
  install({ toolsets: "documents,core" }, undefined, machine);
  expect(args()).toEqual(["mcp", "--toolsets", "core,documents"]);
  expect(install({}, undefined, machine).changes).toEqual([]);
  const { launcher } = install({ toolsets: "all" }, undefined, machine);
  expect(launcher.command).toBe("blue mcp --toolsets all");
  expect(args()).toEqual(["mcp", "--toolsets", "all"]);
  expect(() => install({ toolsets: "everything" }, undefined, machine)).toThrow("unknown toolset `everything`");
  rmSync(join(root, receipt));
  uninstall({}, undefined, machine);
  expect(snapshot(root, ".git")).toEqual({});
});

test("a settings file keeps its mode, whatever the umask, and its other names", () => {
  const { machine, home } = makePlace({});
  plant(home, { ".claude/settings.json": "{}", ".claude.json": "{}" });
  chmodSync(join(home, ".claude/settings.json"), 0o666);
  linkSync(join(home, ".claude.json"), join(home, "dotfile.json"));
  const umask = process.umask(0o077);
  try {
    install({ user: true }, undefined, machine);
  } finally {
    process.umask(umask);
  }
  expect(statSync(join(home, ".claude/settings.json")).mode & 0o777).toBe(0o666);
  expect(readFileSync(join(home, "dotfile.json"), "utf8")).toContain("blue");
  expect(statSync(join(home, "dotfile.json")).ino).toBe(statSync(join(home, ".claude.json")).ino);
});

const codexTable = '[mcp_servers.blue]\ncommand = "blue"\nargs = ["mcp"]\n';
const agentFiles: [string, string, string, string][] = [
  ["codex", ".codex/config.toml", ".codex/config.toml", codexTable],
  ["cursor", ".cursor/mcp.json", ".cursor/mcp.json", json({ mcpServers: server })],
  ["gemini", ".gemini/settings.json", ".gemini/settings.json", json({ mcpServers: server })],
  [
    "vscode",
    ".vscode/mcp.json",
    ".config/Code/User/mcp.json",
    json({ servers: { blue: { type: "stdio", ...server.blue } } }),
  ],
  [
    "copilot",
    ".github/mcp.json",
    ".copilot/mcp-config.json",
    json({ mcpServers: { blue: { type: "local", ...server.blue, tools: ["*"] } } }),
  ],
  [
    "opencode",
    "opencode.json",
    ".config/opencode/opencode.json",
    json({ mcp: { blue: { type: "local", command: ["blue", "mcp"] } } }),
  ],
];

test.each(agentFiles)(
  "%s gets its entry and the skills in its own places, and gives them back",
  (agent, here, user, text) => {
    const { machine, root, home } = makePlace();
    for (const [input, folder, file] of [
      [{}, root, here],
      [{ user: true }, home, user],
    ] as const) {
      const { changes, receipts } = install({ ...input, agent: [agent] }, undefined, machine);
      expect(snapshot(folder, ".git", ".agents/blue-install.json")).toEqual({
        [file]: text,
        ".agents/skills/alignment-play/SKILL.md": "Play.\n",
        ".agents/skills/alignment-expert/SKILL.md": "Expert.\n",
      });
      const shown = (path: string) => (folder === home ? `~/${path}` : path);
      expect(changes[0]).toMatchObject({ agent, path: shown(file), action: "create" });
      expect(receipts).toEqual([shown(".agents/blue-install.json")]);
      uninstall(input, undefined, machine);
      expect(snapshot(folder, ".git")).toEqual({});
      expect(readdirSync(folder)).toEqual(folder === root ? [".git"] : []);
    }
  },
);

test("each agent's own variable moves its user's files", () => {
  const base = makeFolder();
  const at = (name: string) => join(base, name);
  const env = { CODEX_HOME: at("codex"), GEMINI_CLI_HOME: at("g"), COPILOT_HOME: at("cp"), XDG_CONFIG_HOME: at("xdg") };
  const { machine } = makePlace({}, {}, env);
  const { changes } = install({ user: true, agent: ["codex,gemini", "vscode,copilot,opencode"] }, undefined, machine);
  const moved = ["codex/config.toml", "cp/mcp-config.json", "g/.gemini/settings.json", "xdg/Code/User/mcp.json"];
  expect(Object.keys(snapshot(base))).toEqual([...moved, "xdg/opencode/opencode.json"]);
  expect(changes[0]!.path).toBe(at("codex/config.toml"));
  uninstall({ user: true }, undefined, machine);
  expect(readdirSync(base)).toEqual([]);
});

test.each([
  ["darwin", {}, "Library/Application Support/Code/User/mcp.json"],
  ["win32", {}, "AppData/Roaming/Code/User/mcp.json"],
] as const)("VS Code's user files lie elsewhere on %s", (platform, env, file) => {
  const { machine, home } = makePlace({}, {}, env);
  install({ user: true, agent: ["vscode"] }, undefined, { ...machine, platform });
  expect(Object.keys(snapshot(home))).toContain(file);
});

test("OpenCode's file with comments is used where it is the only one", () => {
  const { machine, root } = makePlace({ "opencode.jsonc": "{ // mine\n}\n" });
  install({ agent: ["opencode"] }, undefined, machine);
  expect(readFileSync(join(root, "opencode.jsonc"), "utf8")).toContain('{ // mine\n  "mcp": {\n    "blue": {');
  expect(Object.keys(snapshot(root))).not.toContain("opencode.json");
  uninstall({}, undefined, machine);
  expect(snapshot(root)).toEqual({ "opencode.jsonc": "{ // mine\n}\n" });
});

test("without a name, every agent that is found is set up, and the others are named", () => {
  const { machine, root } = makePlace({}, { ".codex/": "", ".config/opencode/": "" });
  const out = install({}, undefined, machine);
  expect(out.agents).toEqual(["claude", "codex", "opencode"]);
  expect(out.not_found).toEqual(["cursor", "gemini", "vscode", "copilot"]);
  expect(Object.keys(snapshot(root, ".git"))).toEqual(
    expect.arrayContaining([".mcp.json", ".codex/config.toml", "opencode.json"]),
  );
  const text = renderOutcome("install", out);
  expect(text).toContain("Claude Code, Codex, OpenCode, this project: ");
  expect(text).toContain("\nFound here: Claude Code (program), Codex (settings), OpenCode (settings). Not found: ");
  expect(text).toContain("Codex: start it in this project and trust the folder");
  expect(text).toContain("undoes this, by .claude/blue-install.json and .agents/blue-install.json.");
  expect(uninstall({}, undefined, machine).agents).toEqual(["claude", "codex", "opencode"]);
  expect(snapshot(root)).toEqual({});
});

test("a program in the project is not an agent that was found", () => {
  const { machine, root } = makePlace({ "bin/codex": "" });
  chmodSync(join(root, "bin/codex"), 0o755);
  const env = { PATH: `${join(root, "bin")}:${machine.env.PATH}` };
  expect(install({ dry_run: true }, undefined, { ...machine, env }).agents).toEqual(["claude"]);
});

test("where no agent is found, one has to be named", () => {
  const { machine, root, home } = makePlace();
  const alone = { ...machine, env: { PATH: "" } };
  expect(() => install({}, undefined, alone)).toThrow(
    `No coding agent was found: none of claude, codex, cursor, gemini, code, copilot, opencode is on the PATH, and none has a folder below ${home}`,
  );
  expect(install({ agent: ["claude-code"] }, undefined, alone).agents).toEqual(["claude"]);
  expect(uninstall({}, undefined, alone).agents).toEqual(["claude"]);
  expect(uninstall({}, undefined, alone)).toMatchObject({ agents: [], changes: [] });
  expect(snapshot(root)).toEqual({});
});

test("all are seven, skills that agents share go with the last of them", () => {
  const { machine, root } = makePlace();
  const out = install({ agent: ["all"] }, undefined, machine);
  expect(out.agents).toHaveLength(7);
  expect(new Set(out.changes.map(({ path }) => path)).size).toBe(out.changes.length);
  const skill = join(root, ".agents/skills/alignment-play/SKILL.md");
  for (const agent of ["codex", "cursor", "gemini", "vscode", "copilot"]) {
    uninstall({ agent: [agent] }, undefined, machine);
    expect(existsSync(skill)).toBe(true);
  }
  expect(readdirSync(root).sort()).toEqual([".agents", ".claude", ".git", ".mcp.json", "opencode.json"]);
  uninstall({ agent: ["opencode"] }, undefined, machine);
  expect(readdirSync(root).sort()).toEqual([".claude", ".git", ".mcp.json"]);
});

test("an older skill is renewed for every agent that shares it", () => {
  const { machine, root } = makePlace();
  install({ agent: ["codex"] }, undefined, machine);
  const newer = { ...machine, skills: makeFolder({ ...skills, "alignment-play/SKILL.md": "Play better.\n" }) };
  expect(install({ agent: ["opencode"] }, undefined, newer).notes).toEqual([]);
  uninstall({ agent: ["opencode"] }, undefined, newer);
  uninstall({ agent: ["codex"] }, undefined, newer);
  expect(snapshot(root)).toEqual({});
});

test("one agent's file that cannot be read stops all of them, and is left when others are named", () => {
  const { machine, root } = makePlace({ ".codex/config.toml": "a =\n" });
  expect(() => install({ agent: ["claude,codex"] }, undefined, machine)).toThrow(
    ".codex/config.toml:1:4: a value is expected",
  );
  expect(snapshot(root)).toEqual({ ".codex/config.toml": "a =\n" });
  expect(install({ agent: ["claude"] }, undefined, machine).changes).toHaveLength(4);
  expect(printSnippets({ agent: ["codex"] }, undefined, machine)).toContain(
    `${join(root, ".codex/config.toml")} (merge into it):\n${codexTable.trimEnd()}`,
  );
});

test("toolsets stay chosen in every format", () => {
  const { machine, root } = makePlace();
  install({ agent: ["all"], toolsets: "all" }, undefined, machine);
  expect(install({ agent: ["all"] }, undefined, machine).changes).toEqual([]);
  expect(readFileSync(join(root, ".codex/config.toml"), "utf8")).toContain('args = ["mcp", "--toolsets", "all"]');
  uninstall({}, undefined, machine);
  expect(snapshot(root)).toEqual({});
});

test("toolsets of another program's server are not ours", () => {
  const other = '\n[mcp_servers.github]\nargs = ["stdio", "--toolsets", "repos,issues"]\n';
  const { machine, root } = makePlace({ ".codex/config.toml": `${codexTable}${other}` });
  const github = { command: "github", args: ["stdio", "--toolsets", "repos,issues"] };
  plant(root, { ".mcp.json": json({ mcpServers: { ...server, github } }) });
  const { launcher } = install({ agent: ["codex,claude"] }, undefined, machine);
  expect(launcher.command).toBe("blue mcp");
});

test("uninstall leaves alone what was never installed, whatever it says", () => {
  const others = { ".cursor/mcp.json": '{ "bluetooth": ', ".gemini/settings.json": '{ "theme": "blue" }\n' };
  const { machine, root } = makePlace(others);
  install({}, undefined, machine);
  expect(uninstall({}, undefined, machine).agents).toEqual(["claude"]);
  expect(snapshot(root)).toEqual(others);
});
