import { afterEach, expect, it, vi } from "vitest";
import { handshake } from "../../test/helpers/mcp-client.ts";
import { findOnce } from "../store/project.ts";
import { makeSessions, type SessionLimits } from "./http-sessions.ts";
import { makeServer } from "./server.ts";

afterEach(() => {
  vi.useRealTimers();
});

function open(limits: SessionLimits) {
  const sessions = makeSessions(
    () => makeServer({ registry: [], toolsets: ["core"], findProject: findOnce(), version: "0" }),
    limits,
  );
  const post = (message: unknown, id?: string) => {
    const accept = "application/json, text/event-stream";
    const headers = {
      "content-type": "application/json",
      accept,
      ...(id === undefined ? {} : { "mcp-session-id": id }),
    };
    return sessions.fetch(
      new Request("http://local.invalid/mcp", { method: "POST", headers, body: JSON.stringify(message) }),
    );
  };
  const status = async (id: string) => (await post({ jsonrpc: "2.0", id: 1, method: "ping" }, id)).status;
  const start = async () => (await post(handshake[0])).headers.get("mcp-session-id")!;
  return { start, status, close: sessions.close };
}

it("one session too many ends the one that was unused for longest", async () => {
  const { start, status, close } = open({ most: 2, idleMs: 60_000 });
  const [first, second] = [await start(), await start()];
  expect(await status(first)).toBe(200);
  const third = await start();
  expect([await status(first), await status(second), await status(third)]).toEqual([200, 404, 200]);
  await close();
  expect([await status(first), await status(third)]).toEqual([404, 404]);
});

it("a session nobody uses ends, and one that is used does not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { start, status } = open({ most: 9, idleMs: 1_000 });
  const [used, unused] = [await start(), await start()];
  for (let i = 0; i < 3; i++) {
    vi.advanceTimersByTime(600);
    expect(await status(used)).toBe(200);
  }
  expect(await status(unused)).toBe(404);
});
