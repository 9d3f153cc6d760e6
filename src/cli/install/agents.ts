/** The agents Blue can be given to: for each, how it is found, where its files lie and what goes into them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentName } from "./agent-names.ts";
import { claudeSettings } from "./claude.ts";
import type { Edit } from "./edit.ts";
import { jsonEdit } from "./json-parts.ts";
import type { Launcher } from "./launcher.ts";
import { jsonServer } from "./server.ts";
import { tomlServer } from "./toml-table.ts";

export type Scope = "project" | "user";

/** Whose files: a user of this machine. */
export interface User {
  home: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
}

export interface Place extends User {
  scope: Scope;
  /** The project's root; of a user's set-up nothing below it is touched. */
  root: string;
}

export interface Setting extends Place {
  launcher: Launcher;
  /** For `blue mcp --toolsets`; undefined leaves it to the project's config. */
  toolsets: string | undefined;
  /** Name → text of its SKILL.md. */
  skills: ReadonlyMap<string, string>;
}

/** A file of the agent's that gets our pieces, or one that is ours alone. */
export type Target = { path: string } & ({ edit: Edit } | { text: string });

export interface Agent {
  title: string;
  /** One of them on the PATH shows that it is here, and so does its folder. */
  programs: readonly string[];
  folder(user: User): string;
  /** The file that names its servers, below the project's root or its folder: the first that is there, else the first. */
  files: Readonly<Record<Scope, readonly string[]>>;
  edit(setting: Setting): Edit;
  /** What is left for a person to do. */
  advice: Readonly<Record<Scope, string>>;
}

export const agents: Readonly<Record<AgentName, Agent>> = {
  claude: {
    title: "Claude Code",
    programs: ["claude"],
    folder: ({ home, env }) => env.CLAUDE_CONFIG_DIR || join(home, ".claude"),
    // Older versions kept the user's in `.config.json`, and go on using that where it is the only one.
    files: { project: [".mcp.json"], user: [".claude.json", ".config.json"] },
    edit: (setting) => jsonEdit([jsonServer("mcpServers", commandAndArgs(setting))]),
    advice: {
      project: "start it in this project; trust the folder and the server `blue` when it asks",
      user: "start it in any project",
    },
  },
  codex: {
    title: "Codex",
    programs: ["codex"],
    folder: ({ home, env }) => env.CODEX_HOME || join(home, ".codex"),
    files: { project: [".codex/config.toml"], user: ["config.toml"] },
    edit: (setting) => tomlServer(["mcp_servers", "blue"], serverWords(setting)),
    advice: {
      project: "start it in this project and trust the folder: only then it reads .codex/config.toml",
      user: "start it in any project",
    },
  },
  cursor: {
    title: "Cursor",
    programs: ["cursor", "cursor-agent"],
    folder: ({ home }) => join(home, ".cursor"),
    files: { project: [".cursor/mcp.json"], user: ["mcp.json"] },
    edit: (setting) => jsonEdit([jsonServer("mcpServers", commandAndArgs(setting))]),
    advice: {
      project: "open this project and switch the server `blue` on when it asks, or in its settings under MCP",
      user: "open any project and switch the server `blue` on in its settings under MCP",
    },
  },
  gemini: {
    title: "Gemini CLI",
    programs: ["gemini"],
    folder: ({ home, env }) => join(env.GEMINI_CLI_HOME || home, ".gemini"),
    files: { project: [".gemini/settings.json"], user: ["settings.json"] },
    edit: (setting) => jsonEdit([jsonServer("mcpServers", commandAndArgs(setting))]),
    advice: {
      project: "start it in this project and trust the folder (`/permissions`): elsewhere it starts no server",
      user: "start it in a folder that it trusts (`/permissions`): elsewhere it starts no server",
    },
  },
  vscode: {
    title: "VS Code",
    programs: ["code"],
    folder: (user) => join(applicationData(user), "Code", "User"),
    files: { project: [".vscode/mcp.json"], user: ["mcp.json"] },
    edit: (setting) => jsonEdit([jsonServer("servers", { type: "stdio", ...commandAndArgs(setting) })]),
    advice: {
      project: "open this project, start the server `blue` by the command `MCP: List Servers`, and trust it when asked",
      user: "open any project, start the server `blue` by the command `MCP: List Servers`, and trust it when asked",
    },
  },
  copilot: {
    title: "Copilot CLI",
    programs: ["copilot"],
    folder: ({ home, env }) => env.COPILOT_HOME || join(home, ".copilot"),
    // It reads .mcp.json too, but that is Claude Code's.
    files: { project: [".github/mcp.json"], user: ["mcp-config.json"] },
    edit: (setting) =>
      jsonEdit([jsonServer("mcpServers", { type: "local", ...commandAndArgs(setting), tools: ["*"] })]),
    advice: {
      project: "start it in this project and trust the folder: only then it reads .github/mcp.json",
      user: "start it in any project",
    },
  },
  opencode: {
    title: "OpenCode",
    programs: ["opencode"],
    folder: ({ home, env }) => join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode"),
    files: { project: ["opencode.json", "opencode.jsonc"], user: ["opencode.json", "opencode.jsonc"] },
    edit: (setting) => jsonEdit([jsonServer("mcp", { type: "local", command: serverWords(setting) })]),
    advice: {
      project: "start it in this project",
      user: "start it in any project",
    },
  },
};

/** Every file of an agent's set-up, the one with its servers first. */
export function targetsOf(name: AgentName, setting: Setting): Target[] {
  const folder = sharedFolder(name, setting);
  const settings = { path: join(folder, "settings.json"), edit: claudeSettings(setting.scope, setting.launcher) };
  const skills = [...setting.skills].map(([skill, text]) => ({
    path: join(folder, "skills", skill, "SKILL.md"),
    text,
  }));
  const server = { path: serverFile(name, setting), edit: agents[name].edit(setting) };
  return [server, ...(name === "claude" ? [settings] : []), ...skills];
}

/** Where the skills and the receipt lie. Every agent but Claude Code reads skills from `.agents/skills`, so those share one folder. */
export function sharedFolder(name: AgentName, place: Place): string {
  if (name !== "claude") return join(place.scope === "project" ? place.root : place.home, ".agents");
  return place.scope === "project" ? join(place.root, ".claude") : agents.claude.folder(place);
}

export function serverFile(name: AgentName, place: Place): string {
  const { files, folder } = agents[name];
  const candidates = files[place.scope].map((file) =>
    join(place.scope === "project" ? place.root : folder(place), file),
  );
  // Claude Code's own lies beside its folder, unless it was moved.
  if (name === "claude" && place.scope === "user" && !place.env.CLAUDE_CONFIG_DIR)
    candidates[0] = join(place.home, ".claude.json");
  return candidates.find((file) => existsSync(file)) ?? candidates[0]!;
}

/** What starts the server. */
export function serverWords({ launcher: { words }, toolsets }: Setting): [string, ...string[]] {
  return [...words, "mcp", ...(toolsets === undefined ? [] : ["--toolsets", toolsets])];
}

function commandAndArgs(setting: Setting): { command: string; args: string[] } {
  const [command, ...args] = serverWords(setting);
  return { command, args };
}

/** Where an application keeps what it knows of its user. */
function applicationData({ home, env, platform }: User): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env.APPDATA || join(home, "AppData", "Roaming");
  return env.XDG_CONFIG_HOME || join(home, ".config");
}
