/**
 * The SDK's low-level server over the registry. One is made per connection (and one more for a probe of the newer protocol era); both eras
 * ask the same two questions, which tools are there and call this one.
 */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { Progress } from "../context.ts";
import type { OperationEntry, Toolset } from "../operations/operation.ts";
import { callTool } from "./call-tool.ts";
import { instructionsFor } from "./instructions.ts";
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
    { capabilities: { tools: {} }, instructions: instructionsFor(offered) },
  );
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
    return callTool(entry, params.arguments, { project, offered: tools, signal: mcpReq.signal, progress });
  });
  return server;
}

function unknownTool(registry: readonly OperationEntry[], name: string): ProtocolError {
  const elsewhere = registry.find(({ tool }) => tool === name);
  const message =
    elsewhere === undefined
      ? `Tool ${name} not found`
      : `Tool ${name} is in toolset ${elsewhere.toolset}, which this server was not started with (\`blue mcp --toolsets\`)`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
