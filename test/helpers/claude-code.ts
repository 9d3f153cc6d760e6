/** The real Claude Code, with a home and a temporary folder of its own and no way out but the loopback. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { link, makeFolder } from "./project.ts";
import type { Model } from "./scripted-model.ts";

/** Installed when it is missing; undefined on platforms the test is not made for. */
export function findClaudeCode(): string | undefined {
  const script = fileURLToPath(new URL("../../scripts/test-downloads.mjs", import.meta.url));
  const binary = execFileSync(process.execPath, [script, "claude-code"], { encoding: "utf8" }).trim();
  return binary === "" ? undefined : binary;
}

export interface SessionEvent {
  type: string;
  subtype?: string;
  mcp_servers?: { name: string; status: string; source?: string }[];
  skills?: string[];
  slash_commands?: string[];
  permission_denials?: unknown[];
  result?: string;
}

const tools = makeFolder({ node: link(process.execPath) });
const path = [tools, "/usr/local/bin", "/usr/bin", "/bin"].filter((folder) => !existsSync(join(folder, "blue")));

/** The environment of every process of a test: nothing of the tester's but the way to Node, and no `blue` that may be installed. */
export function closedEnvironment(home: string): Record<string, string> {
  return {
    PATH: path.join(":"),
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    TMPDIR: join(home, "tmp"),
    CLAUDE_CODE_TMPDIR: join(home, "tmp"),
  };
}

/** As a person does by answering the question that Claude Code asks in a folder it does not know. */
export function trustFolder(home: string, root: string): void {
  mkdirSync(join(home, ".claude"), { recursive: true });
  const config = { projects: { [root]: { hasTrustDialogAccepted: true } } };
  writeFileSync(join(home, ".claude/.claude.json"), JSON.stringify(config));
}

export interface Session {
  events: SessionEvent[];
  stderr: string;
  code: number | null;
}

/** A session takes two seconds, on a busy machine far more; it is ended before its test gives up. */
const patienceMs = 110_000;
export const sessionTimeout = patienceMs + 10_000;

/** One session without a terminal, to its end. */
export async function runClaudeCode(
  binary: string,
  prompt: string,
  { cwd, home, model }: { cwd: string; home: string; model: Model },
): Promise<Session> {
  mkdirSync(join(home, "tmp"), { recursive: true });
  const child = spawn(binary, ["-p", prompt, "--output-format", "stream-json", "--verbose"], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...closedEnvironment(home),
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: "none",
      HTTP_PROXY: model.url,
      HTTPS_PROXY: model.url,
      NO_PROXY: "127.0.0.1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_AUTOUPDATER: "1",
      // Otherwise it starts without waiting for its servers, and on a busy machine without their tools.
      MCP_CONNECTION_NONBLOCKING: "0",
    },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const patience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  clearTimeout(patience);
  if (model.failures.length > 0) throw model.failures[0];
  const lines = stdout.split("\n").filter((line) => line !== "");
  return { events: lines.map((line) => JSON.parse(line) as SessionEvent), stderr, code };
}
