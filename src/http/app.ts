/**
 * The page's server as a function from request to answer. It only reads: what is answered is in project-data.ts and
 * org-data.ts, and nothing a request says reaches the disk as a path. Who may ask is decided before anything else: an address that is ours, no other site's script,
 * and for data the token of this run. A browser is started with a code in place of the token: command lines can be read by others.
 */
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { asBlueError, type ErrorCode, toWire } from "../errors.ts";
import type { Access } from "../local-http.ts";
import type { Failure, TokenAnswer } from "../web/data.ts";
import type { Changes } from "./changes.ts";
import type { PageFiles } from "./page-files.ts";

export interface AppOptions {
  /** What is answered below `/api`, beside events. */
  data: Hono;
  access: Access;
  files: PageFiles;
  changes: Changes;
  /** The token for a code that was handed to a browser; undefined for any other. */
  redeem(code: string): string | undefined;
}

const contentSecurity = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A comment now and then shows a page that the server is still there, and the server that the page is. */
const aliveMs = 15_000;

export function makeApp({ data, access, files, changes, redeem }: AppOptions): Hono {
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    c.header("Content-Security-Policy", contentSecurity);
    c.header("Cache-Control", "no-store");
    c.header("Cross-Origin-Opener-Policy", "same-origin");
    c.header("Cross-Origin-Resource-Policy", "same-origin");
    c.header("Referrer-Policy", "no-referrer");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.use(async (c, next) => {
    const closed = access.closedTo(c.req.raw.headers);
    if (closed === "host") return c.json(forbidden("This address is not the page's."), 403);
    if (closed === "origin") return c.json(forbidden("Only the page itself may ask."), 403);
    if (c.req.method !== "GET")
      return c.json(failure("invalid_input", "The page only reads: GET."), 405, { Allow: "GET" });
    return next();
  });
  app.use("/api/*", async (c, next) => {
    if (access.hasToken(c.req.raw.headers)) return next();
    return c.json(forbidden("The token of this run is missing. Open the address that `blue dashboard` printed."), 403);
  });

  app.get("/", (c) => c.html(files.html));
  app.get("/page.js", (c) => c.body(files.script, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.get("/page.css", (c) => c.body(files.style, 200, { "Content-Type": "text/css; charset=utf-8" }));

  app.get("/token", (c) => {
    const token = redeem(c.req.header("authorization") ?? "");
    return token === undefined
      ? c.json(
          forbidden("This code was used before, or is too old. Open the address that `blue dashboard` printed."),
          403,
        )
      : c.json({ token } satisfies TokenAnswer);
  });
  app.route("/api", data);
  app.get("/api/events", (c) =>
    streamSSE(c, (stream) => {
      const stop = changes.listen((event) => void stream.writeSSE({ data: JSON.stringify(event) }));
      const timer = setInterval(() => void stream.write(": alive\n\n"), aliveMs);
      void stream.write(": listening\n\n");
      return new Promise((resolve) => {
        stream.onAbort(() => {
          stop();
          clearInterval(timer);
          resolve();
        });
      });
    }),
  );

  app.notFound((c) => c.json(failure("not_found", "There is nothing at this address."), 404));
  app.onError((thrown, c) => {
    const error = asBlueError(thrown);
    if (error.code === "internal_error") console.error(error.cause ?? error);
    return c.json(toWire(error), error.code === "not_found" ? 404 : error.code === "internal_error" ? 500 : 400);
  });
  return app;
}

function failure(error_code: ErrorCode, message: string): Failure {
  return { error_code, message };
}

function forbidden(message: string): Failure {
  return { error_code: "forbidden", message };
}
