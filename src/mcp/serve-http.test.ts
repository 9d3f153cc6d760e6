import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { refusalOf } from "../../test/helpers/dialogue.ts";
import { connectByHttp, eras, handshake, stateless, stopAll, toolCall } from "../../test/helpers/mcp-client.ts";
import { type Asked, ask } from "../../test/helpers/page-client.ts";
import { initGit, makeFolder } from "../../test/helpers/project.ts";
import { defaultToolsets } from "../operations/operation.ts";
import { registry } from "../operations/registry.generated.ts";
import { listenMcp, type McpHttpServer } from "./serve-http.ts";
import { largestMessage } from "./stdio-transport.ts";
import { toolOf } from "./tools.ts";

let root: string;
let server: McpHttpServer;
/** Two projects by one server. */
let both: McpHttpServer;
let api: string;
let web: string;

beforeAll(async () => {
  root = makeFolder();
  server = await listenMcp({ projects: [root] });
  const folder = makeFolder({ "api/": "", "the web/.blue/config.yaml": "toolsets: [core]\n" });
  [api, web] = [join(folder, "api"), join(folder, "the web")];
  both = await listenMcp({ projects: [api, web] });
});
afterAll(() => Promise.all([server.close(), both.close()]));
afterEach(stopAll);

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const [initialize] = handshake;

/** One message, as it stands; the headers on top of those that a client sends. */
function post(message: unknown, { headers, path = "/mcp", at = server, ...asked }: Partial<Asked> & Where = {}) {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const { port, token } = at;
  return ask(path, { port, token, method: "POST", body, ...asked, headers: { ...json, ...headers } });
}
interface Where {
  path?: string;
  at?: McpHttpServer;
}

/** The header of a new session. */
async function openSession(path = "/mcp", at = server): Promise<{ "mcp-session-id": string }> {
  const { headers } = await post(initialize, { path, at });
  return { "mcp-session-id": String(headers["mcp-session-id"]) };
}

describe("a server that was given no project", () => {
  it("hands the root that it names to every call, also after a branch switch took .blue away", async () => {
    const outer = makeFolder({ ".blue/": "", "inner/.blue/config.yaml": "toolsets: [core, dialogue]\n" });
    const inner = join(outer, "inner");
    initGit(inner);
    vi.stubEnv("BLUE_PROJECT", "");
    vi.stubEnv("CLAUDE_PROJECT_DIR", "");
    vi.spyOn(process, "cwd").mockReturnValue(inner);
    const own = await listenMcp({ projects: [undefined] });
    try {
      const client = await connectByHttp(own.projects[0]!.url, own.token, "2026-07-28");
      const call = async (name: string, args = {}) =>
        (await client.callTool({ name, arguments: args })).structuredContent;
      expect(own.projects.map((one) => one.root)).toEqual([inner]);
      rmSync(join(inner, ".blue"), { recursive: true });
      expect(await call("blue_status")).toMatchObject({ root: inner });
      await call("blue_dialogue_create", { title: "Here" });
      expect(readdirSync(join(outer, ".blue"))).toEqual([]);
      expect(readdirSync(join(inner, ".blue"))).toContain("dialogues");
    } finally {
      await own.close();
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    }
  });
});

describe.each(eras)("a %s client", (era) => {
  it("is served in its own era, sees the tools and calls them", async () => {
    const client = await connectByHttp(server.projects[0]!.url, server.token, era);
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    const { tools } = await client.listTools();
    const offered = registry.filter(({ toolset }) => (defaultToolsets as readonly string[]).includes(toolset));
    expect(tools).toEqual(offered.map((entry) => JSON.parse(JSON.stringify(toolOf(entry)))));
    const { structuredContent, isError } = await client.callTool({ name: "blue_status", arguments: {} });
    expect([isError ?? false, structuredContent]).toEqual([false, expect.objectContaining({ root })]);
    const refused = await client.callTool({ name: "blue_dialogue_status", arguments: { dialogue_id: "none" } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error_code: "not_found" } });
  });

  it("of one project works beside one of another, with the toolsets of its own", async () => {
    const [one, two] = await Promise.all(both.projects.map(({ url }) => connectByHttp(url, both.token, era)));
    const created = await Promise.all([
      one!.callTool({ name: "blue_dialogue_create", arguments: { title: "Here" } }),
      two!.callTool({ name: "blue_status", arguments: {} }),
      one!.callTool({ name: "blue_status", arguments: {} }),
    ]);
    expect(created.map(({ isError }) => isError ?? false)).toEqual([false, false, false]);
    expect(created[1]).toMatchObject({ structuredContent: { root: web } });
    expect(created[2]).toMatchObject({ structuredContent: { root: api } });
    const found = await Promise.all(
      [one!, two!].map((client) => client.callTool({ name: "blue_search", arguments: { questions: ["Here"] } })),
    );
    expect(found.map(({ structuredContent }) => (structuredContent as { total: number }).total > 0)).toEqual([
      true,
      false,
    ]);
    const names = async (client: typeof one) => (await client!.listTools()).tools.map(({ name }) => name);
    expect([await names(one), await names(two)].map((list) => list.includes("blue_dialogue_create"))).toEqual([
      true,
      false,
    ]);
  });
});

describe("who may ask", () => {
  const call = stateless(toolCall(1, "blue_status"));

  it.each([
    ["a name that only points here", { host: "evil.example:PORT" }],
    ["another port", { host: "127.0.0.1:1" }],
    ["an address of another machine", { host: "192.168.0.7:PORT" }],
    ["a site that calls us", { origin: "https://evil.example" }],
    ["a page of another port", { origin: "http://127.0.0.1:1" }],
    ["a file", { origin: "null" }],
  ])("not %s, token or not", async (_, wrong) => {
    const headers = Object.fromEntries(
      Object.entries(wrong).map(([name, value]) => [name, value!.replace("PORT", String(server.port))]),
    );
    for (const path of ["/mcp", "/", "/.well-known/oauth-protected-resource"])
      expect((await post(call, { path, headers })).status).toBe(403);
  });

  it("not without the token, whatever is asked for", async () => {
    for (const authorization of ["", "Bearer ", `Bearer ${server.token}x`, server.token, `Basic ${server.token}`])
      for (const method of ["POST", "GET", "DELETE", "PUT"]) {
        const { status, headers, text } = await post("", { method, headers: { authorization } });
        expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
        expect(JSON.parse(text).error.message).toContain("blue mcp --http");
      }
    expect((await post(call, { path: `/mcp?token=${server.token}`, headers: { authorization: "" } })).status).toBe(401);
    const names = await ask("/mcp/nothing", { port: both.port });
    expect([names.status, names.text.includes("/mcp/api")]).toEqual([401, false]);
  });

  it("is told that there is nothing elsewhere, and which projects there are", async () => {
    for (const path of ["/", "/mcpx", "/.well-known/oauth-authorization-server"])
      expect((await ask(path, { port: server.port })).status).toBe(404);
    for (const path of ["/mcp", "/mcp/", "/mcp/none", "/mcp/api/", "/mcp/..%2fapi", "/mcp/%2e%2e", "/mcp?project=/"]) {
      const { status, text } = await post(call, { path, at: both });
      expect([status, JSON.parse(text).error.message]).toEqual([
        404,
        expect.stringMatching(/nothing here|\/mcp\/api, \/mcp\/the%20web/),
      ]);
    }
  });

  it.each(["HEAD", "PUT", "PATCH", "OPTIONS", "TRACE"])("nobody by %s", async (method) => {
    const { status, headers } = await ask("/mcp", { port: server.port, token: server.token, method });
    expect([status, headers.allow]).toEqual([405, "GET, POST, DELETE"]);
  });
});

describe("what is sent", () => {
  it.each([
    ["too much", "x".repeat(largestMessage + 1), {}, 413],
    ["too much, in pieces", "x".repeat(largestMessage + 1), { "transfer-encoding": "chunked" }, 413],
    ["nothing", "", {}, 400],
    ["no JSON", "{", {}, 400],
    ["no message", '{"jsonrpc":"2.0"}', {}, 400],
    ["bytes that are no text", "\u0000\ufffd", {}, 400],
    ["a form", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["an unknown era", JSON.stringify(initialize), { "mcp-protocol-version": "1999-01-01" }, 200],
    ["a session that never was", JSON.stringify(toolCall(1, "blue_status")), { "mcp-session-id": "x" }, 404],
    ["no session", JSON.stringify(toolCall(1, "blue_status")), {}, 400],
  ])("%s is answered, and the server goes on", async (_, body, headers, status) => {
    const quiet = console.error;
    console.error = () => {};
    try {
      expect((await post(body, { headers })).status).toBe(status);
    } finally {
      console.error = quiet;
    }
    const next = await post(stateless(toolCall(1, "blue_status")), {
      headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "blue_status" },
    });
    expect([next.status, JSON.parse(next.text).result.structuredContent.root]).toEqual([200, root]);
  });
});

describe("a session", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  it("is one client's, of one project, until it is deleted", async () => {
    const [headers, other] = await Promise.all([openSession("/mcp/api", both), openSession("/mcp/api", both)]);
    expect(headers).not.toEqual(other);
    const at = { path: "/mcp/api", at: both };
    expect((await post(list, { ...at, headers })).status).toBe(200);
    expect((await post(list, { ...at, path: "/mcp/the%20web", headers })).status).toBe(404);
    expect((await post("", { ...at, method: "DELETE", headers })).status).toBe(200);
    expect((await post(list, { ...at, headers })).status).toBe(404);
    expect((await post(list, { ...at, headers: other })).status).toBe(200);
  });

  it("that was never opened is asked for, with what to send", async () => {
    const { status, text } = await post(list);
    expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringContaining("Send `initialize` first")]);
  });

  it("names nobody who has no token", async () => {
    const headers = await openSession();
    expect((await post(list, { headers: { ...headers, authorization: "" } })).status).toBe(401);
  });
});

describe("where it is served", () => {
  const refused = (options: object) => refusalOf(listenMcp({ projects: [root], ...options }));

  it("not beyond this machine without a token, not at a port that is taken", async () => {
    expect(await refused({ host: "0.0.0.0" })).toMatchObject({ constraint: "token_beyond_loopback" });
    expect(await refused({ port: server.port })).toMatchObject({ error_code: "io_error", field: "port" });
    expect(await refused({ toolsets: "none" })).toMatchObject({ constraint: "toolset" });
  });

  it("two folders of one name are refused, one folder twice is one", async () => {
    const folder = makeFolder({ "a/web/": "", "b/web/": "" });
    const projects = [join(folder, "a/web"), join(folder, "b/web")];
    expect(await refused({ projects })).toMatchObject({ field: "project", constraint: "one_name_each" });
    const one = await listenMcp({ projects: [root, root] });
    expect(one.projects.map(({ url }) => new URL(url).pathname)).toEqual(["/mcp"]);
    await one.close();
  });
});
