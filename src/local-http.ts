/**
 * What every server of ours has in common: it listens on a loopback address unless told otherwise, knows who may ask, and speaks the web's requests
 * and answers. The page and MCP over HTTP are both served this way.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { refuse } from "./errors.ts";

export interface Address {
  /** 0: any that is free. */
  port?: number | undefined;
  host?: string | undefined;
  /** One of this run, unless given. */
  token?: string | undefined;
}

/** Who may ask. */
export interface Access {
  /** Why a request is turned away whatever it asks for: its address is not ours, or another site's script sends it. */
  closedTo(headers: Headers): "host" | "origin" | undefined;
  hasToken(headers: Headers): boolean;
}

export interface LocalServer {
  /** Without a path: `http://127.0.0.1:4000`. */
  origin: string;
  port: number;
  token: string;
  /** Requests other than GET may go on for so long. */
  close(graceMs?: number): Promise<void>;
}

type Fetch = (request: Request) => Response | Promise<Response>;

const loopback = ["127.0.0.1", "localhost", "::1"];
const everywhere = ["0.0.0.0", "::"];

/** The token of BLUE_TOKEN, which is on no command line and so is seen by nobody else. */
export function tokenOf(env: NodeJS.ProcessEnv): string | undefined {
  return env.BLUE_TOKEN || undefined;
}

export async function serveLocally(asked: Address, makeFetch: (access: Access) => Fetch): Promise<LocalServer> {
  const { host = "127.0.0.1", port = 0 } = asked;
  checkAddress({ host, port, token: asked.token });
  const token = asked.token ?? makeSecret();
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (thrown) {
    refuse("io_error", { port }, "free_address", {
      message: `Nothing can be served at ${host}, port ${port}: ${(thrown as Error).message}`,
      suggestion: "Leave `--port` out for any that is free.",
      cause: thrown,
    });
  }
  const actual = (server.address() as { port: number }).port;
  const fetch = makeFetch(makeAccess(host, actual, token));
  const inWork = new Set<Promise<void>>();
  server.on("request", (incoming, outgoing) => {
    const work = answer(fetch, incoming, outgoing);
    if (incoming.method === "GET") return;
    inWork.add(work);
    void work.then(() => inWork.delete(work));
  });
  const name = everywhere.includes(host) ? "127.0.0.1" : isIP(host) === 6 ? `[${host}]` : host;
  return {
    origin: `http://${name}:${actual}`,
    port: actual,
    token,
    async close(graceMs = 0) {
      const closed = once(server, "close");
      server.close();
      const timeout = AbortSignal.timeout(graceMs);
      await Promise.race([Promise.all(inWork), once(timeout, "abort")]);
      server.closeAllConnections();
      await closed;
    },
  };
}

function checkAddress({ host, port, token }: { host: string; port: number; token: string | undefined }): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    refuse("invalid_input", { port }, "port", {
      message: "--port takes a number, 0 to 65535",
      suggestion: "Leave it out for any that is free.",
    });
  if (token !== undefined && !/^[\w.~-]{16,}$/.test(token))
    refuse("invalid_input", "token", "token", {
      message: "--token and BLUE_TOKEN take 16 characters or more: letters, digits, - . _ ~",
      suggestion: "Leave it out for one of this run, or make one with `openssl rand -hex 16`.",
    });
  if (!loopback.includes(host) && token === undefined)
    refuse("invalid_input", { host }, "token_beyond_loopback", {
      message: `--host ${host} lets other machines ask for this project's records`,
      suggestion: "Give a token too, by --token or BLUE_TOKEN, and only to those who may; or leave --host out.",
    });
}

/** Says by its time how long the wanted text is, and no more. */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What nobody guesses. */
export function makeSecret(): string {
  return randomBytes(24).toString("base64url");
}

function makeAccess(host: string, port: number, token: string): Access {
  const wanted = `Bearer ${token}`;
  return {
    closedTo(headers) {
      const asked = headers.get("host") ?? "";
      const origin = headers.get("origin");
      if (!isOurHost(asked, host, port)) return "host";
      return origin === null || origin === `http://${asked}` ? undefined : "origin";
    },
    hasToken(headers) {
      return isSame(headers.get("authorization") ?? "", wanted);
    },
  };
}

/** A name can be made to point anywhere, an address cannot: so of names only our own count. */
function isOurHost(asked: string, host: string, port: number): boolean {
  const [, bracketed, plain, given = "80"] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(asked) ?? [];
  const name = (bracketed ?? plain ?? "").toLowerCase();
  if (Number(given) !== port) return false;
  if (loopback.includes(name) || name === host.toLowerCase()) return true;
  return everywhere.includes(host) && (isIP(name) !== 0 || name === hostname().toLowerCase());
}

/** From Node's request to the web's and back; settles when the answer is over. What is no request of the web (TRACE) is taken as OPTIONS. */
async function answer(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const body = incoming.iterator({ destroyOnReturn: false });
  let request: Request;
  try {
    request = requestOf(incoming, body, gone.signal);
  } catch {
    return void outgoing.writeHead(400).end();
  }
  try {
    const response = await fetch(request);
    // What nobody wanted of the body is read and forgotten: many clients read no answer before they have sent everything.
    while (!(await body.next()).done);
    outgoing.writeHead(response.status, [...response.headers].flat());
    if (response.body === null) return void outgoing.end();
    outgoing.flushHeaders();
    // Ends the answer's stream when the reader leaves, and with it what feeds it.
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
  } catch (thrown) {
    // Who left in the middle is no fault of ours.
    if (!outgoing.headersSent && !gone.signal.aborted) {
      console.error(thrown);
      outgoing.writeHead(500);
    }
    outgoing.end();
  }
}

function requestOf(incoming: IncomingMessage, pieces: AsyncIterator<Uint8Array>, signal: AbortSignal): Request {
  const { method = "GET", url = "/", headersDistinct } = incoming;
  const headers = Object.entries(headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  const options = { method: method === "TRACE" ? "OPTIONS" : method, headers, signal };
  const address = new URL(url, "http://local.invalid");
  if (method === "GET" || method === "HEAD") return new Request(address, options);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return new Request(address, { ...options, body, duplex: "half" });
}
