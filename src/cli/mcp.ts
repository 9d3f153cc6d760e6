/** `blue mcp`: over standard input and output for the agent that starts it, or over HTTP for every client with the token. */
import { refuse } from "../errors.ts";
import { type Address, tokenOf } from "../local-http.ts";
import type { McpHttpServer } from "../mcp/serve-http.ts";
import type { Started } from "./extra-commands.ts";
import { paintFor, writeJson, writeText } from "./output.ts";

interface Asked extends Address {
  http?: boolean;
  toolsets?: string;
  project?: string[];
}

export async function startMcp({ http = false, project, toolsets, ...address }: Asked, started: Started) {
  const projects = project ?? [started.project];
  if (http) return serveHttp(address, projects, toolsets, started);
  const wrong = Object.keys(address)[0] ?? (projects.length > 1 ? "project" : undefined);
  if (wrong !== undefined)
    refuse("invalid_input", wrong, "http_only", {
      message: wrong === "project" ? "More than one --project needs --http" : `--${wrong} needs --http`,
      suggestion: "Add --http, or leave it out: without --http one agent is served, over stdin and stdout.",
    });
  const { serveMcp } = await import("../mcp/serve.ts");
  return serveMcp({ project: projects[0], toolsets });
}

async function serveHttp(
  address: Address,
  projects: readonly (string | undefined)[],
  toolsets: string | undefined,
  { mode, color, terminal }: Started,
): Promise<never> {
  const { serveMcpHttp } = await import("../mcp/serve-http.ts");
  const { env, stdout } = terminal;
  const server = await serveMcpHttp({ ...address, token: address.token ?? tokenOf(env), projects, toolsets });
  const { port, token, projects: served } = server;
  // One from the environment is not printed: it was kept from sight on purpose.
  const shown = tokenOf(env) === token ? undefined : token;
  if (mode === "json") writeJson(stdout, { port, token: shown, projects: served });
  else writeText(stdout, wordsOf(served, shown), paintFor(stdout, terminal, color));
  return new Promise(() => {});
}

function wordsOf(projects: McpHttpServer["projects"], token: string | undefined): string {
  const [first] = projects;
  return [
    "Blue by MCP over HTTP:",
    ...projects.map(({ root, url }) => `  ${url}  ${root}`),
    ...(token === undefined ? [] : ["Its token (set BLUE_TOKEN to have the same next time):", `  ${token}`]),
    "To add it to Claude Code:",
    `  claude mcp add --transport http blue ${first!.url} --header "Authorization: Bearer ${token ?? "$BLUE_TOKEN"}"`,
    "Ctrl+C ends it.",
  ].join("\n");
}
