/** The floor of `blue mcp`: the SDK's low-level server with one tool, bundled as Blue is. */
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(() => {
  const server = new Server({ name: "smallest", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: [{ name: "nothing", description: "Does nothing.", inputSchema: { type: "object" as const } }],
  }));
  server.setRequestHandler("tools/call", () => ({ content: [] }));
  return server;
});
