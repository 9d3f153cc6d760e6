/**
 * `blue mcp --http`: many clients, over HTTP, until it is stopped. The projects are named when it starts, each at an address of
 * its own; nothing a client sends names a folder. Both protocol eras are served: the newer one without sessions, the older one with.
 */
import { basename } from "node:path";
import { createMcpHandler, isLegacyRequest, type Server } from "@modelcontextprotocol/server";
import { refuse } from "../errors.ts";
import { type Access, type Address, serveLocally } from "../local-http.ts";
import type { OperationEntry } from "../operations/operation.ts";
import { findOnce, findProject } from "../store/project.ts";
import { version } from "../version.ts";
import { surviveUncaughtErrors, tellFault } from "./call-tool.ts";
import { makeSessions, refused } from "./http-sessions.ts";
import { makeServer } from "./server.ts";
import { largestMessage } from "./stdio-transport.ts";
import { chooseToolsets } from "./toolsets.ts";

export interface ServeMcpHttpOptions extends Address {
  /** What `--project` says; undefined where it says nothing. */
  projects: readonly (string | undefined)[];
  /** Comma-separated names of toolsets, or `all`. */
  toolsets?: string | undefined;
  /** All of Blue's operations, unless a test mounts others. */
  registry?: readonly OperationEntry[];
}

export interface McpHttpServer {
  projects: readonly { root: string; url: string }[];
  port: number;
  token: string;
  close(): Promise<void>;
}

/** How long calls in flight may go on when the server is asked to end. */
const graceMs = 1_000;
const methods = ["GET", "POST", "DELETE"];

/** Until the process is asked to end; never because one call went wrong. */
export async function serveMcpHttp(options: ServeMcpHttpOptions): Promise<McpHttpServer> {
  const server = await listenMcp(options);
  surviveUncaughtErrors();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void server.close().finally(() => process.exit(0)));
  return server;
}

export async function listenMcp(options: ServeMcpHttpOptions): Promise<McpHttpServer> {
  const { projects, toolsets, registry: others, ...address } = options;
  const registry = others ?? (await import("../operations/registry.generated.ts")).registry;
  const mounts = await Promise.all(
    placesOf(projects).map(async (place) => {
      const find = findOnce({ flag: place.root });
      const make = { registry, toolsets: await chooseToolsets(toolsets, find), findProject: find, version };
      return makeMount(place, () => makeServer(make));
    }),
  );
  const server = await serveLocally(address, (access) => (request) => answer(request, access, mounts));
  return {
    projects: mounts.map(({ root, path }) => ({ root, url: server.origin + path })),
    port: server.port,
    token: server.token,
    async close() {
      await server.close(graceMs);
      await Promise.all(mounts.map((mount) => mount.close()));
    },
  };
}

/** The root is what people are told, so it is the project of every call. */
interface Place {
  root: string;
  path: string;
}

/** One project is at `/mcp`; several are told apart by the names of their folders. */
function placesOf(projects: readonly (string | undefined)[]): Place[] {
  const roots = [...new Set(projects.map((flag) => findProject({ flag }).root))];
  const names = roots.map((root) => basename(root));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    refuse("invalid_input", { project: twice }, "one_name_each", {
      message: `--project: two folders are called ${twice}, and a client tells them apart by that name`,
      suggestion: "Serve one of them by another `blue mcp --http`.",
    });
  return roots.map((root, at) => ({
    root,
    path: roots.length === 1 ? "/mcp" : `/mcp/${encodeURIComponent(names[at]!)}`,
  }));
}

type Mount = ReturnType<typeof makeMount>;

function makeMount({ root, path }: Place, make: () => Server) {
  const limit = { maxRequestBodySize: largestMessage };
  const newer = createMcpHandler(make, {
    ...limit,
    legacy: "reject",
    onerror: tellFault,
  });
  const older = makeSessions(make);
  return {
    root,
    path,
    fetch: async (request: Request) =>
      (await isLegacyRequest(request, undefined, limit)) ? older.fetch(request) : newer.fetch(request),
    async close() {
      await Promise.all([newer.close(), older.close()]);
    },
  };
}

/** Who may ask is decided before anything a request holds is read. */
async function answer(request: Request, access: Access, mounts: readonly Mount[]): Promise<Response> {
  const closed = access.closedTo(request.headers);
  if (closed === "host") return refused(403, "This server is not at the address that was asked for.");
  if (closed === "origin") return refused(403, "Web pages may not ask this server.");
  const { pathname } = new URL(request.url);
  // Without the token nobody learns which projects there are; that there is no login to be found here, everybody may.
  if (!/^\/mcp(?:\/|$)/.test(pathname)) return refused(404, "There is nothing here; MCP is at /mcp.");
  if (!access.hasToken(request.headers)) {
    const message = "Send the token that `blue mcp --http` printed: `Authorization: Bearer …`.";
    return refused(401, message, undefined, { "WWW-Authenticate": "Bearer" });
  }
  const mount = mounts.find(({ path }) => path === pathname);
  if (mount === undefined) {
    const paths = mounts.map(({ path }) => path).join(", ");
    return refused(404, `There is no project at this address; there is ${paths}.`);
  }
  if (!methods.includes(request.method))
    return refused(405, "Only GET, POST and DELETE.", undefined, { Allow: methods.join(", ") });
  return mount.fetch(request);
}
