/** `blue mcp --http` as a process: what ends it, what does not, and what becomes of a call whose client or server is gone. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  buildTestServer,
  builtServer,
  connectByHttp,
  emptyFolder,
  eras,
  eventually,
  spawnHttp,
  spawnPiped,
  stateless,
  stopAll,
  toolCall,
} from "../helpers/mcp-client.ts";

let bundle: string;
let testServer: string[];
beforeAll(async () => {
  bundle = mkdtempSync(join(tmpdir(), "blue-mcp-server-"));
  testServer = [...(await buildTestServer(bundle)), "--http"];
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));
afterEach(stopAll);

function logged(cwd: string): string {
  try {
    return readFileSync(join(cwd, "slow.log"), "utf8");
  } catch {
    return "";
  }
}

const slow = (ms: number) => ({ name: "blue_test_slow", arguments: { steps: 1, ms } });

describe.each(eras)("for a %s client", (era) => {
  async function started() {
    const cwd = emptyFolder();
    const server = await spawnHttp({ args: testServer, cwd });
    return { cwd, server, client: await connectByHttp(server.url, server.token, era) };
  }

  it.each(["SIGTERM", "SIGINT"] as const)("%s lets a short call answer, then ends the server", async (signal) => {
    const { cwd, server, client } = await started();
    const answer = client.callTool(slow(300));
    await eventually(() => logged(cwd).includes("started"), "the start of the operation");
    server.child.kill(signal);
    expect(await answer).toMatchObject({ structuredContent: { done: 1 } });
    expect((await server.exited).code).toBe(0);
  });

  it("a call that does not end does not keep the server", async () => {
    const { cwd, server, client } = await started();
    const answer = client.callTool(slow(120_000)).catch((thrown: Error) => thrown);
    await eventually(() => logged(cwd).includes("started"), "the start of the operation");
    const before = Date.now();
    server.child.kill("SIGTERM");
    const { code, at } = await server.exited;
    expect([code, at - before < 5_000]).toEqual([0, true]);
    await client.close();
    expect(await answer).toBeInstanceOf(Error);
  });

  it("what one call throws, prints or hangs on is no other call's problem", async () => {
    const { server, client } = await started();
    for (const kind of ["throw", "timer", "rejection"]) {
      const result = await client.callTool({ name: "blue_test_stray", arguments: { kind } });
      expect(result).toMatchObject({ isError: true, structuredContent: { error_code: "internal_error" } });
    }
    void client.callTool(slow(120_000)).catch(() => {});
    await client.callTool({ name: "blue_test_noisy" });
    const other = await connectByHttp(server.url, server.token, era);
    const result = await other.callTool({ name: "blue_test_echo", arguments: { text: "still here" } });
    expect(result.structuredContent).toMatchObject({ text: "still here" });
    expect(server.child.exitCode).toBeNull();
  });

  it("progress comes to who asked", async () => {
    const { client } = await started();
    const seen: unknown[] = [];
    await client.callTool(
      { name: "blue_test_slow", arguments: { steps: 2, ms: 5 } },
      { onprogress: (progress) => void seen.push(progress) },
    );
    expect(seen).toMatchObject([
      { progress: 1, total: 2, message: "step 1" },
      { progress: 2, total: 2, message: "step 2" },
    ]);
  });
});

/** Sends a call and hangs up as soon as it runs. */
async function hangUp(url: string, headers: Record<string, string>, message: object, cwd: string): Promise<void> {
  const accept = "application/json, text/event-stream";
  const sent = request(url, { method: "POST", headers: { "content-type": "application/json", accept, ...headers } });
  sent.on("error", () => {});
  sent.end(JSON.stringify(message));
  await eventually(() => logged(cwd).includes("started"), "the start of the operation");
  sent.destroy();
}

describe("a client that hangs up in the middle of a call", () => {
  it("has cancelled it in the newer era, as its protocol says", async () => {
    const cwd = emptyFolder();
    const { url, token } = await spawnHttp({ args: testServer, cwd });
    const headers = {
      authorization: `Bearer ${token}`,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "blue_test_slow",
    };
    await hangUp(url, headers, stateless(toolCall(1, "blue_test_slow", { steps: 1, ms: 60_000 })), cwd);
    await eventually(() => logged(cwd).includes("aborted"), "the end of the operation");
  });

  it("has not in the older one: the call goes on, and the session too", async () => {
    const cwd = emptyFolder();
    const { url, token } = await spawnHttp({ args: testServer, cwd });
    const client = await connectByHttp(url, token, "2025-11-25");
    const session = (client.transport as { sessionId?: string }).sessionId!;
    const headers = { authorization: `Bearer ${token}`, "mcp-session-id": session };
    await hangUp(url, headers, toolCall(77, "blue_test_slow", { steps: 1, ms: 300 }), cwd);
    const later = await client.callTool(slow(400));
    expect(later.structuredContent).toEqual({ done: 1 });
    expect(logged(cwd)).not.toContain("aborted");
  });
});

describe("the built program", () => {
  const args = [...builtServer, "--http", "--json"];

  it("takes its token from the environment and its projects from the command line", async () => {
    const [cwd, token] = [emptyFolder(), "0123456789abcdef0123"];
    const projects = [emptyFolder(), emptyFolder()];
    const flags = projects.flatMap((folder) => ["--project", folder]);
    const server = await spawnHttp({ args: [...args, ...flags], cwd, env: { BLUE_TOKEN: token } });
    const said = JSON.parse(server.lines()[0]!) as { projects: { root: string; url: string }[] };
    expect(server.lines().join()).not.toContain(token);
    expect(said.projects.map(({ root }) => root)).toEqual(projects);
    const clients = await Promise.all(said.projects.map(({ url }) => connectByHttp(url, token, "auto")));
    const roots = clients.map(async (client) => (await client.callTool({ name: "blue_status" })).structuredContent);
    expect(await Promise.all(roots)).toMatchObject(projects.map((root) => ({ root })));
  });

  it("killed in the middle of a call is started again, and the call is made again", async () => {
    const cwd = emptyFolder();
    const first = await spawnHttp({ args, cwd });
    const client = await connectByHttp(first.url, first.token, "auto");
    const call = { name: "blue_dialogue_create", arguments: { title: "Again" } };
    const lost = client.callTool(call).catch((thrown: Error) => thrown);
    first.child.kill("SIGKILL");
    await first.exited;
    expect(await lost).toBeInstanceOf(Error);
    const flags = ["--port", new URL(first.url).port];
    await spawnHttp({ args: [...args, ...flags], cwd, env: { BLUE_TOKEN: first.token } });
    const again = await client.callTool(call);
    expect([again.isError ?? false, again.structuredContent]).toEqual([
      false,
      expect.objectContaining({ dialogue_id: expect.stringContaining("again") }),
    ]);
  });

  it.each([
    [["--port", "1"], "--port needs --http"],
    [["--token", "0123456789abcdef"], "--token needs --http"],
    [["--project", ".", "--project", ".."], "More than one --project needs --http"],
  ])("without --http refuses %s", async (flags, words) => {
    const server = spawnPiped({ args: [...builtServer, ...flags], cwd: emptyFolder() });
    expect((await server.exited).code).toBe(2);
    expect(server.stderr()).toContain(words);
  });
});
