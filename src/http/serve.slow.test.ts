import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Dialogue, makeDialogue, raisesTension, refusalOf } from "../../test/helpers/dialogue.ts";
import { type Asked, ask, askJson, listen } from "../../test/helpers/page-client.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { serveLocally } from "../local-http.ts";
import type { DialogueList, DialogueView, DocumentList, DocumentView, SearchAnswer } from "../web/data.ts";
import { type PageServer, servePage } from "./serve.ts";

const files = { html: "<!doctype html><title>Blue</title>", script: "1;", style: "p{}" };

let dialogue: Dialogue;
let server: PageServer;
let page: Asked;

beforeAll(async () => {
  dialogue = await makeDialogue({
    git: true,
    tree: {
      ".blue/docs/rfcs/0007-pages.draft.md": "---\ntitle: Deep pages\nstatus: draft\n---\n\n# Deep pages\n\nCursors.\n",
    },
  });
  await dialogue.round({ Muffin: raisesTension });
  server = await servePage({ root: dialogue.root, files });
  page = { port: server.port, token: server.token };
});
afterAll(() => server.close());

describe("who may ask", () => {
  it("the page itself, at its own address", async () => {
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`, `[::1]:${server.port}`])
      expect((await ask("/api/dialogues", { ...page, headers: { host, origin: `http://${host}` } })).status).toBe(200);
  });

  it.each([
    ["a name that only points here", { host: "evil.example:PORT" }],
    ["another port", { host: "127.0.0.1:1" }],
    ["no port", { host: "127.0.0.1" }],
    ["an address of another machine", { host: "192.168.0.7:PORT" }],
    ["a name that begins like ours", { host: "localhost.evil.example:PORT" }],
    ["a site that calls us", { origin: "https://evil.example" }],
    ["a page of another port", { origin: "http://127.0.0.1:1" }],
    ["a file", { origin: "null" }],
  ])("not %s", async (_, wrong) => {
    const headers = Object.fromEntries(
      Object.entries(wrong).map(([name, value]) => [name, value!.replace("PORT", String(server.port))]),
    );
    for (const path of ["/", "/page.js", "/api/dialogues"])
      expect((await ask(path, { ...page, headers })).status).toBe(403);
  });

  it.each(["/api/dialogues", "/api/dialogues/x", "/api/search?q=x", "/api/documents", "/api/events", "/api/nothing"])(
    "not without the token: %s",
    async (path) => {
      for (const authorization of [
        undefined,
        "",
        "Bearer ",
        `Bearer ${server.token}x`,
        server.token,
        `Basic ${server.token}`,
      ]) {
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        expect((await ask(path, { port: server.port, headers })).status).toBe(403);
      }
      expect(
        (await ask(`${path}${path.includes("?") ? "&" : "?"}token=${server.token}`, { port: server.port })).status,
      ).toBe(403);
    },
  );

  it.each(["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])("nobody by %s", async (method) => {
    for (const path of ["/", "/api/dialogues"]) {
      const { status, headers } = await ask(path, { ...page, method });
      expect([status, headers.allow]).toEqual([405, "GET"]);
    }
  });

  it("and no other site's script is let in or told anything", async () => {
    for (const path of ["/", "/page.js", "/page.css", "/api/dialogues", "/nothing"]) {
      const { headers } = await ask(path, page);
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });
});

describe("what is answered", () => {
  it("the page, without the token", async () => {
    const answers = await Promise.all(["/", "/page.js", "/page.css"].map((path) => ask(path, { port: server.port })));
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, files.html],
      [200, files.script],
      [200, files.style],
    ]);
    expect(answers.map(({ headers }) => headers["content-type"]?.split(";")[0])).toEqual([
      "text/html",
      "text/javascript",
      "text/css",
    ]);
  });

  it("dialogues, one dialogue, what was searched for, and documents", async () => {
    const { initialised, dialogues } = await askJson<DialogueList>("/api/dialogues", page);
    expect([initialised, dialogues.map(({ id }) => id)]).toEqual([true, [dialogue.id]]);
    const view = await askJson<DialogueView>(`/api/dialogues/${dialogue.id}`, page);
    expect(view.export.tensions.map(({ id }) => id)).toEqual(["T0001"]);
    const found = await askJson<SearchAnswer>("/api/search?q=cost%20speed", page);
    expect(found.hits[0]).toMatchObject({ type: "dialogue", id: `${dialogue.id} T0001` });
    expect(found.decisions).toEqual([]);
    const { documents } = await askJson<DocumentList>("/api/documents", page);
    expect(documents).toMatchObject([{ id: "RFC 0007", type: "rfc", key: "7" }]);
    const document = await askJson<DocumentView>("/api/documents/rfc/7", page);
    expect(document).toMatchObject({ title: "Deep pages", key: "7" });
    expect(document.text).toContain("Cursors.");
  });

  it.each([
    "/api/dialogues/nothing",
    "/api/dialogues/..%2f..%2fetc",
    "/api/dialogues/%2e%2e",
    "/api/documents/rfc/99",
    "/api/documents/rfc/..%2f..%2f..%2fpackage.json",
    "/api/documents/..%2f..%2f/7",
    "/api/nothing",
    "/page.js/../../../package.json",
    "/..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/etc/passwd",
    "//etc/passwd",
  ])("nothing at %s", async (path) => {
    const { status, text } = await ask(path, page);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain("blue-align");
    if (path.startsWith("/api"))
      expect(JSON.parse(text)).toMatchObject({ error_code: expect.any(String), message: expect.any(String) });
  });

  it("a search without words is refused in words", async () => {
    const { status, text } = await ask("/api/search?q=", page);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error_code: "invalid_input", field: "questions.0" });
  });
});

describe("while the project changes under it", () => {
  it("`.blue` may go, come back, and be another", async () => {
    const there = await listen(page);
    const states = async () => (await askJson<DialogueList>("/api/dialogues", page)).initialised;
    renameSync(join(dialogue.root, ".blue"), join(dialogue.root, "aside"));
    expect(await there.next()).toEqual({ type: "changed" });
    expect(await states()).toBe(false);
    expect((await ask(`/api/dialogues/${dialogue.id}`, page)).status).toBe(404);
    renameSync(join(dialogue.root, "aside"), join(dialogue.root, ".blue"));
    expect(await there.next()).toEqual({ type: "changed" });
    expect(await states()).toBe(true);
    // The folder that came back is watched again, below too.
    mkdirSync(join(dialogue.root, ".blue/dialogues", dialogue.id, "round-1"));
    expect(await there.next()).toEqual({ type: "changed", dialogue: dialogue.id });
    writeFileSync(join(dialogue.root, ".blue/dialogues", dialogue.id, "round-1/notes.txt"), "x");
    expect(await there.next()).toEqual({ type: "changed", dialogue: dialogue.id });
    there.close();
  });

  it("every page is told of a draft, and of nothing when somebody only reads", async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => listen(page)));
    dialogue.write("Muffin", ["[MUFFIN-P0101: late]\nLate."]);
    const told = await Promise.all(pages.map((one) => one.next()));
    expect(told).toEqual(pages.map(() => ({ type: "changed", dialogue: dialogue.id })));
    await askJson<DialogueList>("/api/dialogues", page);
    await askJson<DialogueView>(`/api/dialogues/${dialogue.id}`, page);
    expect(await pages[0]!.next(400)).toBeUndefined();
    for (const one of pages) one.close();
  });
});

it("a fault of ours is ours: it is logged and answered with 500, and what is no request with 400", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const faulty = await serveLocally({}, () => async (request) => {
    await request.text();
    throw new Error("our fault");
  });
  const posted = { port: faulty.port, method: "POST", headers: { "content-length": "4" } };
  try {
    expect((await ask("/", { ...posted, body: "text" })).status).toBe(500);
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ message: "our fault" }));
    logged.mockClear();
    expect((await ask("//", faulty)).status).toBe(400);
    const leaving = request(posted).on("error", () => {});
    leaving.write("t");
    setTimeout(() => leaving.destroy(), 50);
    await new Promise((done) => leaving.on("close", done));
  } finally {
    await faulty.close(500);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  }
});

describe("where it is served", () => {
  const refused = (options: object) => refusalOf(servePage({ root: makeFolder(), files, ...options }));

  it("not beyond this machine without a token", async () => {
    for (const host of ["0.0.0.0", "192.168.0.7", "example.org"])
      expect(await refused({ host })).toMatchObject({ field: "host", constraint: "token_beyond_loopback" });
  });

  it("with a token on every address, asked for by an address and not by a name", async () => {
    const token = "0123456789abcdef";
    const open = await servePage({ root: makeFolder(), files, host: "0.0.0.0", token });
    const asked = { port: open.port, token };
    const status = async (host: string) =>
      (await ask("/api/dialogues", { ...asked, headers: { host: `${host}:${open.port}` } })).status;
    expect([await status("192.168.0.7"), await status("evil.example")]).toEqual([200, 403]);
    await open.close();
  });

  it("not at a port that is taken or none, not with a token one could guess", async () => {
    expect(await refused({ port: server.port })).toMatchObject({ error_code: "io_error", field: "port" });
    for (const port of [-1, 70_000, 1.5]) expect(await refused({ port })).toMatchObject({ field: "port" });
    for (const token of ["", "short", "with space in the middle"])
      expect(await refused({ token })).toMatchObject({ field: "token" });
  });
});
