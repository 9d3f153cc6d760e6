/**
 * The flags that confine Claude Code drop the user's settings, and with them the gateway that code is to go through. So what decides where words go and
 * who pays is carried over, and nothing else: the rest brings folders, hooks and servers.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export interface ClaudeSettings {
  model?: string;
  apiKeyHelper?: string;
  env: Record<string, string>;
}

const managedFolders: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "/Library/Application Support/ClaudeCode",
  linux: "/etc/claude-code",
};

/** Of the user's settings and of those that an administrator manages, which win. */
export function readSettings(
  env: NodeJS.ProcessEnv,
  managed = managedFolders[process.platform],
): ClaudeSettings | { unreadable: string } {
  const user = env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), ".claude");
  const files = [join(user, "settings.json"), ...(managed ? [join(managed, "managed-settings.json")] : [])];
  const settings: ClaudeSettings = { env: {} };
  for (const file of files) {
    const found = readObject(file);
    if (found === undefined) return { unreadable: file };
    if (typeof found.model === "string") settings.model = found.model;
    if (typeof found.apiKeyHelper === "string") settings.apiKeyHelper = found.apiKeyHelper;
    for (const [name, value] of Object.entries((found.env ?? {}) as object)) settings.env[name] = String(value);
  }
  return settings;
}

/** Empty where there is no such file. */
function readObject(file: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ENOENT" ? {} : undefined;
  }
}

type Variables = Record<string, string | undefined>;

/** Clouds that Claude Code can go through: the switch, the variables it takes along, and the host where one is named. */
const clouds = [
  { on: "CLAUDE_CODE_USE_BEDROCK", prefixes: ["AWS_"], url: "ANTHROPIC_BEDROCK_BASE_URL", name: "Amazon Bedrock" },
  {
    on: "CLAUDE_CODE_USE_VERTEX",
    prefixes: ["GOOGLE_", "CLOUD_ML_", "VERTEX_", "CLOUDSDK_"],
    url: "ANTHROPIC_VERTEX_BASE_URL",
    name: "Google Vertex AI",
  },
  { on: "CLAUDE_CODE_USE_FOUNDRY", prefixes: ["AZURE_"], url: "ANTHROPIC_FOUNDRY_BASE_URL", name: "Microsoft Foundry" },
];

const cloudOf = (env: Variables) => clouds.find(({ on }) => !["", "0", "false", undefined].includes(env[on]));

export function prefixesFor(env: Variables): string[] {
  return ["ANTHROPIC_", "CLAUDE_", ...(cloudOf(env)?.prefixes ?? [])];
}

export function endpointOf(env: Variables): string {
  const cloud = cloudOf(env);
  const url = env[cloud?.url ?? "ANTHROPIC_BASE_URL"] || undefined;
  if (url === undefined) return cloud?.name ?? "api.anthropic.com";
  return URL.canParse(url) ? new URL(url).host : url;
}
