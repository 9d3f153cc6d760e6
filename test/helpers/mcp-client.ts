/** The real SDK client, and a bare pipe where a test needs to see the bytes, over a spawned server. Whatever is started here is stopped here. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";

export const repository = fileURLToPath(new URL("../..", import.meta.url));
export const builtServer = [join(repository, "dist/blue.js"), "mcp"];

export const eras = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof eras)[number];

const cleanups: (() => unknown)[] = [];

/** Call in `afterEach`. */
export async function stopAll(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "blue-mcp-")));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Bundles the server of test operations; answers with the arguments that start it. */
export async function buildTestServer(folder: string): Promise<string[]> {
  await build({
    absWorkingDir: repository,
    entryPoints: { server: "test/helpers/mcp-operations.ts" },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["node-sqlite3-wasm"],
    alias: { yaml: join(repository, "node_modules/yaml/browser/index.js") }, // its CommonJS form does not survive in a module
    logLevel: "warning",
  });
  return [join(folder, "server.mjs")];
}

export interface Spawned {
  /** This Node unless said. */
  command?: string;
  args: readonly string[];
  cwd: string;
  env?: Record<string, string>;
  /** What the client says it is. */
  name?: string;
}

/** A project is found by the folder a test gives, never by the environment the tests run in. */
function environment(env: Record<string, string> = {}): Record<string, string> {
  const { BLUE_PROJECT: _, CLAUDE_PROJECT_DIR: __, ...rest } = process.env;
  return { ...(rest as Record<string, string>), BLUE_CHECK_OUTPUT: "1", ...env };
}

export async function connectClient(
  { command = process.execPath, args, cwd, env, name = "blue-tests" }: Spawned,
  era: Era | "auto",
) {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    cwd,
    env: environment(env),
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const client = makeClient(era, name);
  await client.connect(transport);
  return { client, transport, stderr: () => stderr };
}

export async function connectByHttp(url: string, token: string, era: Era | "auto"): Promise<Client> {
  const headers = { Authorization: `Bearer ${token}` };
  const client = makeClient(era, "blue-tests");
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

function makeClient(era: Era | "auto", name: string): Client {
  const client = new Client(
    { name, version: "1.0.0" },
    { versionNegotiation: { mode: era === "auto" ? "auto" : era === "2026-07-28" ? { pin: era } : "legacy" } },
  );
  cleanups.push(() => client.close());
  return client;
}

/** A server over HTTP in a process of its own, once it says where it is. */
export async function spawnHttp(spawned: Spawned): Promise<Piped & { url: string; token: string }> {
  const server = spawnPiped(spawned);
  const line = await eventually(() => server.lines()[0], "the server's address");
  const { port, token } = JSON.parse(line) as { port: number; token: string };
  return { ...server, url: `http://127.0.0.1:${port}/mcp`, token };
}

type Message = Record<string, unknown> & { id?: number; result?: Record<string, unknown>; error?: { code: number } };

export interface Piped {
  child: ChildProcess;
  send(...messages: object[]): void;
  /** Every line of standard output so far. */
  lines(): string[];
  /** The answer to a request, once it is there. */
  answer(id: number): Promise<Message>;
  stderr(): string;
  /** Exit code, and when it came. */
  exited: Promise<{ code: number | null; at: number }>;
}

export function spawnPiped({ args, cwd, env }: Spawned): Piped {
  const child = spawn(process.execPath, args, { cwd, env: environment(env), stdio: ["pipe", "pipe", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => {}); // a server that left is what some tests are about
  const exited = once(child, "close").then(([code]) => ({ code: code as number | null, at: Date.now() }));
  cleanups.push(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const lines = () => stdout.split("\n").slice(0, -1);
  return {
    child,
    send: (...messages) => child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join("")),
    lines,
    answer: (id) =>
      eventually(
        () =>
          lines()
            .map(parsed)
            .find((message) => message.id === id && !("method" in message)),
        `an answer to request ${id}`,
      ),
    stderr: () => stderr,
    exited,
  };
}

function parsed(line: string): Message {
  return JSON.parse(line) as Message;
}

/** What `look` finds, as soon as it finds it. */
export async function eventually<T>(look: () => T | undefined | false, what: string, withinMs = 10_000): Promise<T> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what} did not come within ${withinMs} ms`);
}

/** The opening of a 2025-era client. */
export const handshake = [
  {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "blue-tests", version: "1.0.0" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

export function toolCall(id: number, name: string, input: object = {}) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}

/** The same request as a 2026-era client sends it: without a handshake, each carrying who asks. */
export function stateless<T extends object>(request: T & { params?: object }): T {
  const _meta = {
    ...(request.params as { _meta?: object } | undefined)?._meta,
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "blue-tests", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { ...request, params: { ...request.params, _meta } };
}
