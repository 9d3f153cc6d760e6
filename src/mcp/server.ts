/**
 * The SDK's low-level server over the registry. One is made per connection (and one more for a probe of the newer protocol era); both eras
 * ask the same questions: which tools and prompts are there, call this one, give me that one.
 */
import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import type { Progress } from "../context.ts";
import { refusal } from "../errors.ts";
import type { OperationEntry, Toolset } from "../operations/operation.ts";
import { type Call, type Carrier, callTool, refusalOf } from "./call-tool.ts";
import { instructionsFor } from "./instructions.ts";
import { getPrompt, promptsFor } from "./prompts.ts";
import { toolOf } from "./tools.ts";

export interface ServerOptions {
  registry: readonly OperationEntry[];
  toolsets: readonly Toolset[];
  findProject: Call["findProject"];
  version: string;
}

export function makeServer({ registry, toolsets, findProject, version }: ServerOptions): Server {
  const offered = registry.filter((entry) => toolsets.includes(entry.toolset));
  const tools = new Set(offered.map(({ tool }) => tool));
  const server = new Server(
    { name: "blue", title: "Blue", version },
    { capabilities: { tools: {}, prompts: {} }, instructions: instructionsFor(offered) },
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: promptsFor(tools) }));
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(tools, params.name, params.arguments));
  server.setRequestHandler("tools/list", () => ({ tools: offered.map(toolOf) }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const entry = registry.find(({ tool }) => tool === params.name);
    if (entry === undefined && !Object.hasOwn(commandsOnly, params.name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`);
    const token = mcpReq._meta?.progressToken;
    const progress = ({ done, total, message }: Progress) => {
      if (token === undefined) return;
      const report = { progressToken: token, progress: done, ...(total === undefined ? {} : { total }) };
      const params = message === undefined ? report : { ...report, message };
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    };
    // The newer era says with every request who asks.
    const said = mcpReq.envelope as Record<string, Implementation> | undefined;
    const client = said?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
    const carrier = carrierFor(client?.name, server.getNegotiatedProtocolVersion());
    const call = { findProject, offered: tools, carrier, signal: mcpReq.signal, progress };
    if (entry !== undefined && tools.has(entry.tool)) return callTool(entry, params.arguments, call);
    return refuseTool(entry, params, toolsets, call);
  });
  return server;
}

/** Clients that were looked at (docs/clients.md), and what their model is shown: `structuredContent`, the text, or, by Copilot, both one after the other. */
const carriers: Readonly<Record<string, Carrier>> = {
  "claude-code": "data",
  "codex-mcp-client": "data",
  "copilot-cli": "text",
  "gemini-cli-mcp-client": "text",
  opencode: "text",
};

/** Which part of the message has the answer. A client whose protocol does not know `structuredContent` gets text; one that nobody looked at gets both. */
export function carrierFor(client: string | undefined, protocol: string | undefined): Carrier {
  const known = client !== undefined && Object.hasOwn(carriers, client) ? carriers[client] : undefined;
  return known ?? (protocol !== undefined && protocol < "2025-06-18" ? "text" : "both");
}

/** What an older Blue had as a tool and is a command now: Blue calls no model for a client that is one. */
const commandsOnly: Readonly<Record<string, string>> = { blue_alignment_play: "alignment.play" };

/** A tool that this server does not offer: the command that does the same, with what was given, and the toolset that has the tool. */
async function refuseTool(
  entry: OperationEntry | undefined,
  { name, arguments: given = {} }: CallToolRequest["params"],
  toolsets: readonly Toolset[],
  call: Call,
): Promise<CallToolResult> {
  const { commandFor } = await import("../operations/next-call.ts");
  const command = commandFor(entry?.name ?? commandsOnly[name]!, given);
  const wanted = entry === undefined ? [] : [...toolsets, entry.toolset];
  const start = `blue mcp --toolsets ${wanted.join(",")}`;
  const error = refusal("not_found", { name }, "offered_tool", {
    message:
      entry === undefined
        ? `${name} is a command, not a tool`
        : `${name} is in toolset ${entry.toolset}, which this server was not started with`,
    suggestion: `Run \`${command}\`, which does the same.${entry === undefined ? "" : ` For the tool itself the user starts the server as \`${start}\`.`}`,
    context: { command, ...(entry === undefined ? {} : { toolset: entry.toolset }) },
  });
  return refusalOf(error, call);
}
