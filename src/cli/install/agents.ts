/** The agents Blue can be given to: for each, where its files lie and what goes into them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JsonPart } from "./json-parts.ts";
import type { Launcher } from "./launcher.ts";

export type Scope = "project" | "user";

/** Where and for whom. */
export interface Setting {
  scope: Scope;
  /** The project's root; of a user's set-up nothing below it is touched. */
  root: string;
  home: string;
  env: NodeJS.ProcessEnv;
  launcher: Launcher;
  /** For `blue mcp --toolsets`; undefined leaves it to the project's config. */
  toolsets: string | undefined;
  /** Name → text of its SKILL.md. */
  skills: ReadonlyMap<string, string>;
}

export type Target = {
  /** Absolute. */
  path: string;
  /** As the receipt and people call it. */
  name: string;
} & (
  | {
      parts: readonly JsonPart[];
      /** May hold secrets: only our own lines are shown. */
      private?: boolean;
    }
  | { text: string }
);

export interface Agent {
  title: string;
  /** The folder the receipt goes to, and the files. */
  place(setting: Setting): { folder: string; targets: Target[] };
  /** What is left for a person to do. */
  advice(scope: Scope): string;
}

export const agents: Readonly<Record<string, Agent>> = {
  "claude-code": {
    title: "Claude Code",
    place(setting) {
      const { scope, root, home, env, launcher, skills } = setting;
      const config = env.CLAUDE_CONFIG_DIR || join(home, ".claude");
      const folder = scope === "project" ? join(root, ".claude") : config;
      const at = (name: string, ...path: string[]) => ({
        name: scope === "project" ? `.claude/${name}` : name,
        path: join(folder, ...path),
      });
      const server =
        scope === "project"
          ? { name: ".mcp.json", path: join(root, ".mcp.json"), parts: [claudeServer(serverWords(setting))] }
          : {
              name: ".claude.json",
              path: claudeConfigFile(home, env),
              parts: [claudeServer(serverWords(setting))],
              private: true,
            };
      return {
        folder,
        targets: [
          server,
          { ...at("settings.json", "settings.json"), parts: [...claudeRules(scope), claudeHook(launcher)] },
          ...[...skills].map(([name, text]) => ({
            ...at(`skills/${name}/SKILL.md`, "skills", name, "SKILL.md"),
            text,
          })),
        ],
      };
    },
    advice: (scope) =>
      scope === "project"
        ? "Start Claude Code in this project, trust the folder and the server `blue` when asked, and say: play alignment on …"
        : "Start Claude Code in any project and say: play alignment on …",
  },
};

/** Older versions kept it in the config folder, and go on using it where it is the only one. */
function claudeConfigFile(home: string, env: NodeJS.ProcessEnv): string {
  const file = join(env.CLAUDE_CONFIG_DIR || home, ".claude.json");
  const older = join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), ".config.json");
  return !existsSync(file) && existsSync(older) ? older : file;
}

/** What starts the server. */
export function serverWords({ launcher: { words }, toolsets }: Setting): [string, ...string[]] {
  return [...words, "mcp", ...(toolsets === undefined ? [] : ["--toolsets", toolsets])];
}

function claudeServer([command, ...args]: [string, ...string[]]): JsonPart {
  return {
    id: "mcpServers.blue",
    path: ["mcpServers"],
    key: "blue",
    value: { command, args },
    unmistakable: true,
    isOwn: (value) =>
      startsBlue(value, /(?:^|[\\/ ])(?:blue|blue-align|blue\.js) mcp(?: --toolsets [a-z,]+)?$/) &&
      isPlain(value as object),
    isVariant: (value) => startsBlue(value, /(?:^|[\\/ ])(?:blue|blue-align(?:@\S+)?|blue\.js) (?:.* )?mcp(?: |$)/),
  };
}

function startsBlue(value: unknown, pattern: RegExp): boolean {
  const { command, args } = (value ?? {}) as { command?: unknown; args?: unknown };
  return typeof command === "string" && pattern.test([command, ...(Array.isArray(args) ? args : [])].join(" "));
}

function isPlain(server: object): boolean {
  return Object.keys(server).every((key) => key === "command" || key === "args");
}

/**
 * What Claude Code need not ask for. It looks up path rules under `Edit` and `Read` only, also for its tool Write. `/` is the project's folder;
 * a user's settings belong to no project, so there the path is absolute (`//`) with any project in front.
 */
function claudeRules(scope: Scope): JsonPart[] {
  const root = scope === "project" ? "/" : "//**/";
  return ["mcp__blue__*", `Read(${root}.blue/**)`, `Edit(${root}.blue/drafts/**)`].map((rule) => ({
    id: `permissions.allow ${rule}`,
    path: ["permissions", "allow"],
    value: rule,
    isOwn: (value) => value === rule,
  }));
}

const hookWords = "hook subagent-stop";

/** `|| true`: exit code 2 would keep the expert from stopping, and a missing `blue` would be reported to everyone on the project. */
function claudeHook({ words }: Launcher): JsonPart {
  const command = `${words.map(shellWord).join(" ")} ${hookWords} || true`;
  return {
    id: "hooks.SubagentStop",
    path: ["hooks", "SubagentStop"],
    value: { hooks: [{ type: "command", command, timeout: 30 }] },
    unmistakable: true,
    isOwn(value) {
      const { hooks } = (value ?? {}) as { hooks?: { command?: unknown }[] };
      if (!Array.isArray(hooks) || hooks.length !== 1) return false;
      return /(?:^|[\\/ "'])(?:blue|blue-align|blue\.js)["']? hook subagent-stop\b/.test(String(hooks[0]?.command));
    },
  };
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
