import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { toolOf } from "../../src/mcp/tools.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import {
  buildTestServer,
  builtServer,
  connectClient,
  emptyFolder,
  eras,
  eventually,
  handshake,
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

/** What a model may be shown of a result: the data, or the text. */
function shown(result: CallToolResult): { data: unknown; text: unknown } {
  expect(result.content).toHaveLength(1);
  const [block] = result.content;
  if (block?.type !== "text") throw new Error("the answer has no text");
  return { data: result.structuredContent, text: JSON.parse(block.text) };
}

describe.each(eras)("a %s client", (era) => {
  const open = (cwd = emptyFolder(), ...args: string[]) => connectClient({ args: [...testServer, ...args], cwd }, era);

  it("is served in its own era and told how to begin", async () => {
    const { client } = await connectClient({ args: builtServer, cwd: emptyFolder() }, era);
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect(client.getServerVersion()).toMatchObject({ name: "blue" });
    const instructions = client.getInstructions() ?? "";
    expect(instructions).toContain("blue_status");
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2048);
  });

  it("sees the registry as tools and calls them through the built binary", async () => {
    const cwd = emptyFolder();
    const { client } = await connectClient({ args: [...builtServer, "--toolsets", "all"], cwd }, era);
    const { tools } = await client.listTools();
    expect(tools).toEqual(registry.map((entry) => JSON.parse(JSON.stringify(toolOf(entry)))));
    const result = await client.callTool({ name: "blue_status", arguments: {} });
    expect(result.isError).toBeFalsy();
    expect(shown(result).data).toMatchObject({ root: cwd });
  });

  it("gets all four annotations on every tool", async () => {
    const { client } = await open();
    const { tools } = await client.listTools();
    const annotated = Object.fromEntries(tools.map(({ name, annotations }) => [name, { annotations }]));
    const openWorldHint = false;
    expect(annotated.blue_test_echo?.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint,
    });
    expect(annotated.blue_test_refuse?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint,
    });
    expect(annotated.blue_test_slow?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint,
    });
  });

  it("gets the same object as data and as text", async () => {
    const { client } = await open();
    const result = await client.callTool({ name: "blue_test_echo", arguments: { text: "🧁 ", times: 2 } });
    const { data, text } = shown(result);
    expect(data).toEqual({ text: "🧁 🧁 ", nested: { times: 2, maybe: null } });
    expect(text).toEqual(data);
    expect(result.isError).toBeFalsy();
  });

  it("finds the prompts and gets one", async () => {
    const { client } = await connectClient({ args: builtServer, cwd: emptyFolder() }, era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["play-alignment", "alignment-status"]);
    const { messages } = await client.getPrompt({ name: "play-alignment", arguments: { topic: "cursors or offsets" } });
    expect(JSON.stringify(messages)).toContain("cursors or offsets");
  });

  it("gets its answers once when it is Claude Code", async () => {
    const { client } = await connectClient({ args: builtServer, cwd: emptyFolder(), name: "claude-code" }, era);
    const { content, structuredContent } = await client.callTool({ name: "blue_status", arguments: {} });
    expect(JSON.stringify(content).length).toBeLessThan(80);
    expect(structuredContent).toHaveProperty("next");
  });

  it("gets the whole error when it is refused, as text and as data", async () => {
    const { client } = await open();
    const result = await client.callTool({ name: "blue_test_refuse" });
    const { data, text } = shown(result);
    expect(result.isError).toBe(true);
    expect(text).toEqual({
      status: "error",
      error_code: "draft_missing",
      message: "no draft from Muffin",
      field: "muffin",
      value: "round-1",
      constraint: "every_member",
      suggestion: "Wait for it.",
      context: { round: 1 },
      errors: [
        { error_code: "draft_missing", message: "no draft from Muffin", field: "muffin" },
        { error_code: "draft_incomplete", message: "Scone stops early", value: 3 },
      ],
    });
    expect(data).toEqual(text);
  });

  it("is told every field that is wrong", async () => {
    const { client } = await open();
    const result = await client.callTool({ name: "blue_test_echo", arguments: { times: 0, tone: "loud" } });
    expect(result.isError).toBe(true);
    const { text } = shown(result) as { text: { error_code: string; errors: { field: string }[] } };
    expect(text.error_code).toBe("invalid_input");
    expect(text.errors.map(({ field }) => field).sort()).toEqual(["text", "times", "tone"]);
  });

  it("gets a protocol error for a tool that is not there", async () => {
    const { client } = await open();
    await expect(client.callTool({ name: "blue_test_nothing" })).rejects.toMatchObject({ code: -32602 });
  });

  it("hears of progress while the call runs", async () => {
    const { client } = await open();
    const heard: unknown[] = [];
    const result = await client.callTool(
      { name: "blue_test_slow", arguments: { steps: 2, ms: 150 } },
      { onprogress: (progress) => heard.push(progress) },
    );
    expect(result.structuredContent).toEqual({ done: 2 });
    expect(heard[0]).toEqual({ progress: 1, total: 2, message: "step 1" });
  });

  it("can cancel a call, and the operation hears of it", async () => {
    const cwd = emptyFolder();
    const { client } = await open(cwd);
    const log = () => (existsSync(join(cwd, "slow.log")) ? readFileSync(join(cwd, "slow.log"), "utf8") : "");
    const patience = new AbortController();
    const call = client.callTool(
      { name: "blue_test_slow", arguments: { steps: 1, ms: 60_000 } },
      { signal: patience.signal },
    );
    await eventually(() => log() === "started\n", "the start of the operation");
    patience.abort("no longer needed");
    await expect(call).rejects.toThrow();
    await eventually(() => log() === "started\naborted\n", "the abort");
    const next = await client.callTool({ name: "blue_test_echo", arguments: { text: "still here" } });
    expect(next.isError).toBeFalsy();
  });

  it.each(["throw", "timer", "rejection"])(
    "gets internal_error when a call fails by %s, and the server lives on",
    async (kind) => {
      const { client, stderr } = await open();
      const others = client.callTool({ name: "blue_test_slow", arguments: { steps: 1, ms: 100 } });
      const result = await client.callTool({ name: "blue_test_stray", arguments: { kind } });
      expect(result.isError).toBe(true);
      expect(shown(result).text).toMatchObject({ status: "error", error_code: "internal_error" });
      expect(await others).toMatchObject({ structuredContent: { done: 1 } });
      expect(stderr()).toMatch(/thrown in the open|timer|rejected in the dark/);
    },
  );

  it("gets internal_error when an operation cannot be loaded", async () => {
    const { client } = await open();
    const result = await client.callTool({ name: "blue_test_unloadable", arguments: { text: "x" } });
    expect(shown(result).text).toMatchObject({ error_code: "internal_error" });
  });

  it("is asked to ask for less when an answer is too large for any client", async () => {
    const { client } = await open();
    const fits = await client.callTool({ name: "blue_test_big", arguments: { size: 79_000 } });
    expect(fits.isError).toBeFalsy();
    const result = await client.callTool({ name: "blue_test_big", arguments: { size: 80_000 } });
    expect(result.isError).toBe(true);
    expect(shown(result).text).toMatchObject({
      error_code: "invalid_input",
      constraint: "answer_size",
      value: 80_011,
      message: expect.stringContaining("80011 characters"),
    });
  });

  it("causes no operation to be loaded by listing", async () => {
    const { client, stderr } = await open();
    await client.listTools();
    expect(stderr()).toBe("");
    await client.callTool({ name: "blue_test_echo", arguments: { text: "x" } });
    await eventually(() => stderr() === "loading test.echo\n", "the loading of one operation");
  });
});

it("a client that asks for either era gets the newer one", async () => {
  const { client } = await connectClient({ args: testServer, cwd: emptyFolder() }, "auto");
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  expect((await client.callTool({ name: "blue_test_echo", arguments: { text: "x" } })).isError).toBeFalsy();
});

it("a client that probes for the newer era and turns back is served in the older", async () => {
  const server = spawnPiped({ args: testServer, cwd: emptyFolder() });
  server.send(stateless({ jsonrpc: "2.0", id: 9, method: "server/discover" }), ...handshake);
  expect((await server.answer(9)).result).toMatchObject({ supportedVersions: ["2026-07-28"] });
  expect((await server.answer(0)).result).toMatchObject({ protocolVersion: "2025-06-18" });
  server.send(toolCall(1, "blue_test_echo", { text: "x" }));
  expect((await server.answer(1)).result).toMatchObject({ structuredContent: { text: "x" } });
});

describe("toolsets", () => {
  const toolsOf = async (cwd: string, ...args: string[]) => {
    const { client } = await connectClient({ args: [...testServer, ...args], cwd }, "2026-07-28");
    return { client, names: (await client.listTools()).tools.map(({ name }) => name) };
  };

  it("are the default ones unless asked for, and what is outside them answers with its command and toolset", async () => {
    const { client, names } = await toolsOf(emptyFolder());
    expect(names).toContain("blue_test_echo");
    expect(names).not.toContain("blue_test_where");
    expect(await client.callTool({ name: "blue_test_where" })).toMatchObject({
      isError: true,
      structuredContent: {
        message: expect.stringContaining("toolset documents"),
        context: { command: "blue test where" },
      },
    });
    await expect(client.callTool({ name: "blue_test_nothing" })).rejects.toMatchObject({ code: -32602 });
  });

  it("are chosen by name", async () => {
    const { client, names } = await toolsOf(emptyFolder(), "--toolsets", "documents, maintenance");
    expect(names).toEqual(["blue_test_where"]);
    expect(await client.callTool({ name: "blue_test_echo", arguments: { text: "x" } })).toMatchObject({
      isError: true,
    });
  });

  it("can all be had", async () => {
    const { names } = await toolsOf(emptyFolder(), "--toolsets", "all");
    expect(names).toHaveLength(8);
  });

  it("come from the project's config, and the flag wins", async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, ".blue"));
    writeFileSync(join(cwd, ".blue/config.yaml"), "toolsets: [documents]\n");
    expect((await toolsOf(cwd)).names).toEqual(["blue_test_where"]);
    expect((await toolsOf(cwd, "--toolsets", "core")).names).not.toContain("blue_test_where");
  });

  it("come from the project's config in the built binary too", async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, ".blue"));
    writeFileSync(join(cwd, ".blue/config.yaml"), "toolsets: [maintenance]\n");
    const { client } = await connectClient({ args: builtServer, cwd }, "2026-07-28");
    const maintenance = registry.filter(({ toolset }) => toolset === "maintenance");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(maintenance.map(({ tool }) => tool));
  });

  it("fall back to the default ones when the config cannot be understood", async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, ".blue"));
    writeFileSync(join(cwd, ".blue/config.yaml"), "toolsets: [documents]\nmax_rounds: 1\n");
    const { client, stderr } = await connectClient({ args: testServer, cwd }, "2025-11-25");
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("blue_test_echo");
    expect(stderr()).toContain(".blue/config.yaml:2");
  });

  it.each([["core,kitchen"], [""], [","]])("%j are refused with exit code 2 and the known names", async (flag) => {
    const server = spawnPiped({ args: [...builtServer, "--toolsets", flag], cwd: emptyFolder() });
    expect((await server.exited).code).toBe(2);
    expect(server.stderr()).toContain("core, dialogue, documents, maintenance");
    expect(server.lines()).toEqual([]);
  });
});

describe("the project", () => {
  it("is looked for by every call until there is one, so one that appears later is found", async () => {
    const cwd = emptyFolder();
    const inner = join(cwd, "inner");
    mkdirSync(inner);
    const args = [...testServer, "--toolsets", "all"];
    const { client } = await connectClient({ args, cwd: inner }, "2026-07-28");
    const where = async () => (await client.callTool({ name: "blue_test_where" })).structuredContent;
    expect(await where()).toEqual({ root: inner, found_by: "cwd", face: "mcp" });
    mkdirSync(join(cwd, ".blue"));
    expect(await where()).toEqual({ root: cwd, found_by: ".blue", face: "mcp" });
  });

  it("once found stays the same: another branch without a .blue leads no call further up", async () => {
    const outer = emptyFolder();
    const inner = join(outer, "inner");
    for (const folder of [outer, inner]) mkdirSync(join(folder, ".blue"), { recursive: true });
    const args = [...testServer, "--toolsets", "all"];
    const { client } = await connectClient({ args, cwd: inner }, "2026-07-28");
    const where = async () => (await client.callTool({ name: "blue_test_where" })).structuredContent;
    expect(await where()).toEqual({ root: inner, found_by: ".blue", face: "mcp" });
    rmSync(join(inner, ".blue"), { recursive: true });
    expect(await where()).toEqual({ root: inner, found_by: ".blue", face: "mcp" });
  });

  it("is the one the server was started for; a missing one is an error of the call", async () => {
    const [cwd, other] = [emptyFolder(), emptyFolder()];
    const missing = join(other, "later");
    const args = [...testServer, "--toolsets", "all", "--project", missing];
    const { client } = await connectClient({ args, cwd }, "2025-11-25");
    const refused = await client.callTool({ name: "blue_test_where" });
    expect(refused.structuredContent).toMatchObject({ error_code: "not_found", field: "--project" });
    mkdirSync(missing);
    const found = await client.callTool({ name: "blue_test_where" });
    expect(found.structuredContent).toEqual({ root: missing, found_by: "--project", face: "mcp" });
  });
});

describe("on the wire", () => {
  it("two lists are the same bytes, from one process and from two", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const texts: string[] = [];
    for (let i = 0; i < 2; i++) {
      const server = spawnPiped({ args: [...builtServer, "--toolsets", "all"], cwd: emptyFolder() });
      server.send(...handshake, list, { ...list, id: 2 });
      await server.answer(2);
      for (const line of server.lines().slice(1)) texts.push(JSON.stringify(JSON.parse(line).result));
    }
    expect(texts).toHaveLength(4);
    expect(new Set(texts).size).toBe(1);
  });

  it.each(eras)("progress comes before the answer, only for who asked, and never after (%s)", async (era) => {
    const server = spawnPiped({ args: testServer, cwd: emptyFolder() });
    const asked = toolCall(1, "blue_test_slow", { steps: 2, ms: 5 });
    Object.assign(asked.params, { _meta: { progressToken: "mine" } });
    const requests = [asked, toolCall(2, "blue_test_slow", { steps: 2, ms: 5 })];
    if (era === "2026-07-28") server.send(...requests.map(stateless));
    else server.send(...handshake.slice(1), ...requests);
    await Promise.all([server.answer(1), server.answer(2)]);
    await new Promise((resolve) => setTimeout(resolve, 60)); // the operation reports once more, too late
    const messages = server.lines().map((line) => JSON.parse(line));
    const progress = messages.filter(({ method }) => method === "notifications/progress");
    expect(progress.map(({ params }) => params)).toEqual([
      { progressToken: "mine", progress: 1, total: 2, message: "step 1" },
      { progressToken: "mine", progress: 2, total: 2, message: "step 2" },
    ]);
    expect(messages.indexOf(progress[1])).toBeLessThan(messages.findIndex(({ id }) => id === 1));
  });

  it.each(eras)("standard output carries nothing but protocol, whatever an operation prints (%s)", async (era) => {
    const server = spawnPiped({ args: testServer, cwd: emptyFolder() });
    const requests = [toolCall(1, "blue_test_noisy"), toolCall(2, "blue_test_stray", { kind: "timer" })];
    if (era === "2026-07-28") server.send(...requests.map(stateless));
    else server.send(...handshake, ...requests);
    expect((await server.answer(1)).result).toMatchObject({ structuredContent: { printed: true } });
    await server.answer(2);
    server.child.stdin?.end();
    await server.exited;
    for (const line of server.lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(server.stderr()).toContain("a stray line");
    expect(server.stderr()).toContain("raw bytes");
  });

  it("a line that is no message is told on standard error, without what could steer a terminal", async () => {
    const server = spawnPiped({ args: testServer, cwd: emptyFolder() });
    server.send(...handshake, { jsonrpc: "2.0", "\u202eevil": 1 });
    await eventually(() => server.stderr().includes("evil"), "a word about it");
    expect(server.stderr()).not.toContain("\u202e");
    expect(server.stderr().trim().split("\n")).toHaveLength(1);
  });

  it("malformed parameters are a protocol error and a line that is no message is passed over", async () => {
    const server = spawnPiped({ args: testServer, cwd: emptyFolder() });
    server.send(...handshake);
    server.child.stdin?.write('not json\n{"jsonrpc":"2.0"}\n');
    server.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { arguments: {} } });
    expect((await server.answer(1)).error?.code).toBe(-32602);
    server.send({ jsonrpc: "2.0", id: 2, method: "resources/list" });
    expect((await server.answer(2)).error?.code).toBe(-32601);
  });
});
