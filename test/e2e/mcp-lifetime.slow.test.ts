import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  buildTestServer,
  builtServer,
  emptyFolder,
  eras,
  eventually,
  handshake,
  type Piped,
  spawnPiped,
  stateless,
  stopAll,
  toolCall,
} from "../helpers/mcp-client.ts";

let bundle: string;
let testServer: string[];
beforeAll(async () => {
  bundle = mkdtempSync(join(tmpdir(), "blue-mcp-server-"));
  testServer = await buildTestServer(bundle);
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));
afterEach(stopAll);

const neverEnding = { steps: 1, ms: 120_000 };

async function started(call?: object): Promise<Piped> {
  const cwd = emptyFolder();
  const server = spawnPiped({ args: testServer, cwd });
  server.send(...handshake);
  await server.answer(0);
  if (call !== undefined) {
    server.send(call);
    await eventually(() => logged(cwd).includes("started"), "the start of the operation");
  }
  return server;
}

/** Long before anybody's patience is up. */
async function endsSoon(server: Piped): Promise<void> {
  const before = Date.now();
  server.child.stdin?.end();
  const { code, at } = await server.exited;
  expect(code).toBe(0);
  expect(at - before).toBeLessThan(5_000);
}

function logged(cwd: string): string {
  try {
    return readFileSync(join(cwd, "slow.log"), "utf8");
  } catch {
    return "";
  }
}

describe("end of input", () => {
  it.each([
    ["the built binary", () => builtServer],
    ["a server of other operations", () => testServer],
  ])("ends %s with exit code 0", async (_, args) => {
    const server = spawnPiped({ args: args(), cwd: emptyFolder() });
    server.send(...handshake);
    await server.answer(0);
    await endsSoon(server);
    expect(server.stderr()).toBe("");
  });

  it("ends a server that was never spoken to", async () => {
    const server = spawnPiped({ args: testServer, cwd: emptyFolder() });
    await endsSoon(server);
  });

  it.each(eras)("leaves no request unanswered that came before it (%s)", async (era) => {
    const server = spawnPiped({ args: testServer, cwd: emptyFolder() });
    const requests = [
      toolCall(1, "blue_test_slow", { steps: 3, ms: 200 }),
      toolCall(2, "blue_test_echo", { text: "x" }),
      toolCall(3, "blue_test_big", { size: 79_000 }),
      toolCall(4, "blue_test_nothing"),
    ];
    if (era === "2026-07-28") server.send(...requests.map(stateless));
    else server.send(...handshake, ...requests);
    server.child.stdin?.end();
    expect((await server.exited).code).toBe(0);
    expect((await server.answer(1)).result).toMatchObject({ structuredContent: { done: 3 } });
    expect((await server.answer(2)).result).toMatchObject({ structuredContent: { text: "x" } });
    expect((await server.answer(3)).result).toMatchObject({ structuredContent: { text: "x".repeat(79_000) } });
    expect((await server.answer(4)).error).toMatchObject({ code: -32602 });
  });

  it("counts a last line without its line feed", async () => {
    const server = await started();
    server.child.stdin?.end(JSON.stringify(toolCall(1, "blue_test_echo", { text: "last" })));
    await server.exited;
    expect((await server.answer(1)).result).toMatchObject({ structuredContent: { text: "last" } });
  });

  it("does not wait for a call that was cancelled", async () => {
    const server = await started(toolCall(1, "blue_test_slow", neverEnding));
    server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await endsSoon(server);
  });

  it("does not wait for a subscription", async () => {
    const server = spawnPiped({ args: testServer, cwd: emptyFolder() });
    const params = { notifications: { toolsListChanged: true } };
    server.send(stateless({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }));
    await eventually(() => server.lines().length > 0, "the acknowledgement");
    await endsSoon(server);
    expect(await server.answer(1)).toHaveProperty("result");
  });
});

describe("a signal", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "%s ends the server cleanly, also in the middle of a call",
    async (signal) => {
      const server = await started(toolCall(1, "blue_test_slow", neverEnding));
      server.child.kill(signal);
      expect((await server.exited).code).toBe(0);
      expect(server.child.signalCode).toBeNull();
    },
  );

  it("still lets a short call answer", async () => {
    const server = await started(toolCall(1, "blue_test_slow", { steps: 1, ms: 300 }));
    server.child.kill("SIGTERM");
    expect((await server.exited).code).toBe(0);
    expect((await server.answer(1)).result).toMatchObject({ structuredContent: { done: 1 } });
  });
});

describe("a client that is gone", () => {
  it("ends the server when nobody reads its answers", async () => {
    const server = await started();
    server.child.stdout?.destroy();
    const calls = setInterval(() => server.send(toolCall(1, "blue_test_echo", { text: "x" })), 50);
    const { code } = await server.exited.finally(() => clearInterval(calls));
    expect(code).toBe(0);
  });

  it.each([
    ["idle", () => testServer, undefined],
    ["in the middle of a call", () => testServer, toolCall(1, "blue_test_slow", neverEnding)],
    ["the built binary", () => builtServer, undefined],
  ])("ends the server within 5 s of its parent's death, input still open (%s)", async (_, args, call) => {
    const cwd = emptyFolder();
    const parent = spawnPiped({ args: ["-e", relay, ...args()], cwd });
    const input = parent.child.stdio[3] as Writable;
    const send = (...messages: object[]) => messages.map((message) => input.write(`${JSON.stringify(message)}\n`));
    send(...handshake);
    await parent.answer(0);
    const pid = Number(/^pid (\d+)$/m.exec(parent.stderr())?.[1]);
    try {
      if (call !== undefined) {
        send(call);
        await eventually(() => logged(cwd).includes("started"), "the start of the operation");
      }
      expect(isRunning(pid)).toBe(true);
      parent.child.kill("SIGKILL");
      await once(parent.child, "exit");
      expect(isRunning(pid)).toBe(true);
      expect(input.writable).toBe(true);
      await eventually(() => !isRunning(pid), "the server's end", 5_000);
    } finally {
      if (isRunning(pid)) process.kill(pid, "SIGKILL");
    }
  });
});

/** Starts a server as its own child, on an input that somebody else (the test) holds open. */
const relay = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: [3, "inherit", "inherit"] });
  process.stderr.write("pid " + child.pid + "\\n");
  setInterval(() => {}, 1000);`;

/** A zombie nobody has reaped yet is not running. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
