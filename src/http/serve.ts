/** Serves the page on a loopback address, for as long as whoever started it wants. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { refuse } from "../errors.ts";
import { makeApp } from "./app.ts";
import { watchChanges } from "./changes.ts";
import { type PageFiles, readPageFiles } from "./page-files.ts";

export interface ServeOptions {
  root: string;
  /** 0: any that is free. */
  port?: number | undefined;
  host?: string | undefined;
  token?: string | undefined;
  /** As built, unless a test brings its own. */
  files?: PageFiles;
}

export interface PageServer {
  /** With the token, for the browser. */
  url: string;
  port: number;
  token: string;
  /** Settles once a page listens. */
  visited: Promise<void>;
  close(): Promise<void>;
}

const loopback = ["127.0.0.1", "localhost", "::1"];
const everywhere = ["0.0.0.0", "::"];

export async function servePage(options: ServeOptions): Promise<PageServer> {
  const { root, host = "127.0.0.1", port = 0 } = options;
  checkOptions({ ...options, host, port });
  const token = options.token ?? randomBytes(24).toString("base64url");
  const files = options.files ?? readPageFiles();
  const changes = watchChanges(root);
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (thrown) {
    changes.close();
    refuse("io_error", { port }, "free_address", {
      message: `The page cannot be served at ${host}, port ${port}: ${(thrown as Error).message}`,
      suggestion: "Leave `--port` out for any that is free.",
      cause: thrown,
    });
  }
  const actual = (server.address() as { port: number }).port;
  const app = makeApp({ root, token, files, changes, isOurHost: (asked) => isOurHost(asked, host, actual) });
  server.on("request", (incoming, outgoing) => void answer(app.fetch, incoming, outgoing));
  const name = everywhere.includes(host) ? "127.0.0.1" : isIP(host) === 6 ? `[${host}]` : host;
  return {
    url: `http://${name}:${actual}/#token=${token}`,
    port: actual,
    token,
    visited: changes.heard,
    async close() {
      changes.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function checkOptions({ host, port, token }: Required<Pick<ServeOptions, "host" | "port">> & ServeOptions): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    refuse("invalid_input", { port }, "port", {
      message: "--port takes a number, 0 to 65535",
      suggestion: "Leave it out for any that is free.",
    });
  if (token !== undefined && !/^[\w.~-]{16,}$/.test(token))
    refuse("invalid_input", "token", "token", {
      message: "--token takes 16 characters or more: letters, digits, - . _ ~",
      suggestion: "Leave it out for one of this run, or make one with `openssl rand -hex 16`.",
    });
  if (!loopback.includes(host) && token === undefined)
    refuse("invalid_input", { host }, "token_beyond_loopback", {
      message: `--host ${host} lets other machines ask for this project's records`,
      suggestion: "Give --token too, and only to those who may read them; or leave --host out.",
    });
}

/** A name can be made to point anywhere, an address cannot: so of names only our own count. */
function isOurHost(asked: string, host: string, port: number): boolean {
  const [, bracketed, plain, given = "80"] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(asked) ?? [];
  const name = (bracketed ?? plain ?? "").toLowerCase();
  if (Number(given) !== port) return false;
  if (loopback.includes(name) || name === host.toLowerCase()) return true;
  return everywhere.includes(host) && (isIP(name) !== 0 || name === hostname().toLowerCase());
}

type Fetch = (request: Request) => Response | Promise<Response>;

/** From Node's request to the web's and back. What is no request of the web (TRACE) is refused as any other method. */
async function answer(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const response = await fetch(requestOf(incoming));
    outgoing.writeHead(response.status, [...response.headers].flat());
    if (response.body === null) return void outgoing.end();
    outgoing.flushHeaders();
    // Ends the answer's stream when the reader leaves, and with it what feeds it.
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
  } catch {
    if (!outgoing.headersSent) outgoing.writeHead(400);
    outgoing.end();
  }
}

function requestOf({ method = "GET", url = "/", headersDistinct }: IncomingMessage): Request {
  const headers = Object.entries(headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  return new Request(new URL(url, "http://page.invalid"), { method: method === "TRACE" ? "OPTIONS" : method, headers });
}
