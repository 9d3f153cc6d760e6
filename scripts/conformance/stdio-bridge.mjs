// The suite speaks HTTP alone. Here every message it posts is written as it is to a `blue mcp` of its own session, and the answer read back.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

/** `start` is the command line of the server. Answers with the address and what ends it. */
export async function bridgeTo(start, cwd) {
  const sessions = new Map();

  function open() {
    const child = spawn(start[0], start.slice(1), { cwd, stdio: ["pipe", "pipe", "inherit"] });
    const waiting = new Map();
    createInterface({ input: child.stdout }).on("line", (line) => {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
    });
    return {
      /** IDs are ours on the way: clients of the newer era may all begin with the same. */
      async ask(message) {
        const id = "id" in message ? randomUUID() : undefined;
        const answered = new Promise((resolve) => waiting.set(id, resolve));
        child.stdin.write(`${JSON.stringify({ ...message, id })}\n`);
        return id === undefined ? undefined : { ...(await answered), id: message.id };
      },
      close: () => child.stdin.end(),
    };
  }

  const server = createServer(async (incoming, outgoing) => {
    if (incoming.method !== "POST") return outgoing.writeHead(405).end();
    const message = JSON.parse(await text(incoming));
    const isOpening = message.method === "initialize";
    const session = isOpening ? randomUUID() : (incoming.headers["mcp-session-id"] ?? "none");
    if (!sessions.has(session)) sessions.set(session, open());
    const answer = await sessions.get(session).ask(message);
    const headers = { "content-type": "application/json", ...(isOpening ? { "mcp-session-id": session } : {}) };
    outgoing.writeHead(answer === undefined ? 202 : 200, headers);
    outgoing.end(answer === undefined ? "" : JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    close() {
      for (const session of sessions.values()) session.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
