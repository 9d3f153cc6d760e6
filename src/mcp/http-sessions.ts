/**
 * Clients of the older era over HTTP. Each opens a session by `initialize` and names it in every request that follows. A session holds a server and
 * nothing else: a client whose session was ended is told so, opens another and goes on.
 */
import { randomUUID } from "node:crypto";
import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { largestMessage } from "./stdio-transport.ts";

export interface SessionLimits {
  /** One more ends the one that was unused for longest. */
  most: number;
  /** Many clients never say that they leave. */
  idleMs: number;
}

const hour = 60 * 60 * 1000;
const limits: SessionLimits = { most: 100, idleMs: 8 * hour };

const unopened =
  "Send `initialize` first, then the `Mcp-Session-Id` of its answer with every request; or speak protocol 2026-07-28, which has no sessions.";

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  idle: NodeJS.Timeout;
}

export function makeSessions(makeServer: () => Server, { most, idleMs } = limits) {
  /** In the order of their last use. */
  const sessions = new Map<string, Session>();

  async function open(request: Request): Promise<Response> {
    const server = makeServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: largestMessage,
      onsessioninitialized(id) {
        const idle = setTimeout(() => void server.close(), idleMs).unref();
        server.onclose = () => {
          clearTimeout(idle);
          sessions.delete(id);
        };
        sessions.set(id, { transport, idle });
        const [oldest] = sessions.values();
        if (sessions.size > most) void oldest?.transport.close();
      },
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId !== undefined) return response;
    await server.close();
    // The SDK says "Server not initialized" by this code, and not what to do about it.
    if (response.status !== 400) return response;
    const { error } = (await response.clone().json()) as { error: { code: number } };
    return error.code === -32_000 ? refused(400, unopened) : response;
  }

  return {
    async fetch(request: Request): Promise<Response> {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return open(request);
      const session = sessions.get(id);
      if (session === undefined) return refused(404, "This session is over or never was: initialize again.", -32_001);
      sessions.delete(id);
      sessions.set(id, session);
      session.idle.refresh();
      return session.transport.handleRequest(request);
    },
    async close(): Promise<void> {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

/** An answer outside any session, in the form a client expects of one. */
export function refused(status: number, message: string, code = -32_000, headers: Record<string, string> = {}) {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}
