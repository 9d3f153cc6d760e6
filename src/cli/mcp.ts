/** `blue mcp`: over standard input and output for the agent that starts it, or over HTTP for whoever has the token. */
import { refuse } from "../errors.ts";
import type { Address } from "../local-http.ts";
import type { McpHttpServer } from "../mcp/serve-http.ts";
import type { Started } from "./extra-commands.ts";
import { paintFor, writeJson, writeText } from "./output.ts";

interface Asked extends Address {
  http?: boolean;
  toolsets?: string;
  project?: string[];
}

const onlyByHttp = ["port", "host", "token"] as const;

export async function startMcp({ http = false, ...asked }: Asked, started: Started): Promise<void> {
  const projects = asked.project ?? [started.project];
  if (http) return serveHttp({ ...asked, projects }, started);
  const wrong = onlyByHttp.find((flag) => asked[flag] !== undefined);
  if (wrong !== undefined || projects.length > 1)
    refuse("invalid_input", wrong ?? "project", "http_only", {
      message: wrong === undefined ? "More than one --project needs --http" : `--${wrong} needs --http`,
      suggestion: "Add --http, or leave it out: without, an agent is served over stdin and stdout.",
    });
  const { serveMcp } = await import("../mcp/serve.ts");
  await serveMcp({ project: projects[0], toolsets: asked.toolsets });
}

async function serveHttp(
  { projects, toolsets, ...address }: Omit<Asked, "http"> & { projects: (string | undefined)[] },
  { mode, color, terminal }: Started,
): Promise<never> {
  const [{ serveMcpHttp }, { tokenOf }, { findProject }] = await Promise.all([
    import("../mcp/serve-http.ts"),
    import("../local-http.ts"),
    import("../store/project.ts"),
  ]);
  const { env, stdout } = terminal;
  const roots = projects.map((flag) => findProject({ flag, env, cwd: terminal.cwd() }).root);
  const given = tokenOf(address.token, env);
  const server = await serveMcpHttp({ ...address, token: given, projects: roots, toolsets });
  const { port, token } = server;
  if (mode === "json") writeJson(stdout, { port, token, projects: server.projects });
  else writeText(stdout, wordsOf(server, given), paintFor(stdout, terminal, color));
  return new Promise(() => {});
}

/** A token that was given is known and may be seen by nobody else: not printed. */
function wordsOf({ projects, token }: McpHttpServer, given: string | undefined): string {
  const bearer = given === undefined ? token : "$BLUE_TOKEN";
  const [first] = projects;
  return [
    "Blue by MCP over HTTP:",
    ...projects.map(({ root, url }) => `  ${url}  ${root}`),
    ...(given === undefined ? ["The token, of this run; set BLUE_TOKEN to keep one:", `  ${token}`] : []),
    "Claude Code:",
    `  claude mcp add --transport http blue ${first!.url} --header "Authorization: Bearer ${bearer}"`,
    "Ctrl+C ends it.",
  ].join("\n");
}
