/** Real folders: a project, a home that is not the tester's, and a package with skills. */
import {
  chmodSync,
  linkSync,
  mkdirSync,
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
  expect(text).toContain(`Claude Code, this project: ${root}\nNot found here: Codex, Cursor, `);
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
