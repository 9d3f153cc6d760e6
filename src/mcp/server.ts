/**
 * The SDK's low-level server over the registry. One is made per connection (and one more for a probe of the newer protocol era); both eras
 * ask the same questions: which tools and prompts are there, call this one, give me that one.
 */
import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import type { Progress } from "../context.ts";
import type { OperationEntry, Toolset } from "../operations/operation.ts";
import { type Carrier, callTool } from "./call-tool.ts";
import { instructionsFor } from "./instructions.ts";
import { getPrompt, promptsFor } from "./prompts.ts";
import { toolOf } from "./tools.ts";

export interface ServerOptions {
  registry: readonly OperationEntry[];
  toolsets: readonly Toolset[];
  project: string | undefined;
  version: string;
}

export function makeServer({ registry, toolsets, project, version }: ServerOptions): Server {
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
    const entry = offered.find(({ tool }) => tool === params.name);
    if (entry === undefined) throw unknownTool(registry, params.name);
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
    return callTool(entry, params.arguments, { project, offered: tools, carrier, signal: mcpReq.signal, progress });
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

/** Where an answer stands in the message. A client whose protocol does not know `structuredContent` gets text; one that nobody looked at gets both. */
export function carrierFor(client: string | undefined, protocol: string | undefined): Carrier {
  const known = client !== undefined && Object.hasOwn(carriers, client) ? carriers[client] : undefined;
  return known ?? (protocol !== undefined && protocol < "2025-06-18" ? "text" : "both");
}

function unknownTool(registry: readonly OperationEntry[], name: string): ProtocolError {
  const elsewhere = registry.find(({ tool }) => tool === name);
  const message =
    elsewhere === undefined
      ? `Tool ${name} not found`
      : `Tool ${name} is in toolset ${elsewhere.toolset}, which this server was not started with (\`blue mcp --toolsets\`)`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
