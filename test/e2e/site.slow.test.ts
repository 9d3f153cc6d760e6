/** The folder that `blue site` writes, in a real browser: from the disk, and from a static server under a path of its own. */
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  findChromium,
  launchChromium,
  openWindow,
  overhang,
  phone,
  type Screen,
  type Watched,
} from "../helpers/browser.ts";
import { makeDecided, schemaPath } from "../helpers/decided.ts";
import { canary, makeHostileProject } from "../helpers/hostile-project.ts";
import { initGit, makeFolder } from "../helpers/project.ts";

const run = promisify(execFile);
const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const orders = "2026-11-15T2250Z-orders-pagination";
const views = ["decision", "rounds", "map", "tensions", "text"];
const executable = findChromium();

interface Written {
  path: string;
  dialogues: number;
  decisions: number;
  documents: number;
  bytes: number;
}

async function writeSite(root: string, ...flags: string[]): Promise<Written> {
  const output = join(makeFolder(), "site");
  const { stdout } = await run(process.execPath, [
    ...["dist/blue.js", "site", "--json", "--project", root, "--output", output],
    ...flags,
  ]);
  return JSON.parse(stdout) as Written;
}

/** This project's own records, and what they are about. */
function ownProject(): string {
  const root = makeFolder();
  for (const path of [".blue/dialogues", ".blue/docs", "docs", "examples", "src/rules"])
    cpSync(path, join(root, path), { recursive: true });
  initGit(root);
  return root;
}

/** Files below `/some/place/` and nothing else, as any static host gives them. */
async function serveBelow(folder: string): Promise<{ server: Server; at: string; asked: string[] }> {
  const asked: string[] = [];
  const types: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, "http://host").pathname);
    asked.push(path);
    const below = path.startsWith("/some/place/") ? normalize(path.slice("/some/place/".length)) : null;
    const file = below === null ? "" : join(folder, below === "." || below === "" ? "index.html" : below);
    try {
      if (below === null || !statSync(file).isFile()) throw new Error("none");
      response.writeHead(200, { "Content-Type": types[file.split(".").at(-1)!] ?? "text/plain" });
      response.end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/place/`, asked };
}

describe.skipIf(executable === undefined)("in Chromium", () => {
  let browser: Browser;
  let written: Written;
  let hosted: Awaited<ReturnType<typeof serveBelow>>;
  const windows: Watched[] = [];
  const look = async (screen?: Screen) => {
    const one = await openWindow(browser, screen);
    windows.push(one);
    return one;
  };
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const fromDisk = (site: Written) => pathToFileURL(join(site.path, "index.html")).href;

  beforeAll(async () => {
    [browser, written] = await Promise.all([launchChromium(executable!), writeSite(ownProject())]);
    hosted = await serveBelow(written.path);
  });
  afterEach(async () => {
    const closed = windows.splice(0);
    for (const { close } of closed) await close();
    expect(closed.flatMap(({ wrong }) => wrong)).toEqual([]);
  });
  afterAll(async () => {
    hosted?.server.close();
    await browser?.close();
  });

  it.each(["disk", "host"] as const)(
    "from the %s: the front page, every view of a dialogue, a document and the search, each by its own address",
    async (from) => {
      const base = from === "disk" ? fromDisk(written) : hosted.at;
      const { page, requests } = await look();
      await page.goto(base);
      await heading(page, /^\d+ dialogues? open, \d+ decisions in force: \d+ sound, \d+ with nothing to check$/);
      expect(await page.locator("a.site-r").count()).toBeGreaterThanOrEqual(written.dialogues);
      await page.locator("a.site-r", { hasText: "keyset cursors" }).click();
      await heading(page, /keyset cursors/);
      for (const view of views) {
        const other = await look();
        await other.page.goto(`${base}#/d/${orders}/${view}`);
        await other.page.locator(`body[data-view=${view}] main h1`).first().waitFor();
      }
      await page.goto(`${base}#/documents/rfc/1`);
      await heading(page, /Acknowledged acceptance/);
      await page.goto(`${base}#/?q=keyset+cursor+snapshot`);
      await page.locator(".said a[data-row]").first().click();
      await page.waitForURL(new RegExp(`#/d/${orders}`));
      await page.goto(`${base}#/d/${encodeURIComponent("../../../elsewhere")}`);
      await page.getByText("There is no such dialogue in this site.").waitFor();
      // Nothing but files of the folder was asked for.
      const root = from === "disk" ? pathToFileURL(written.path).href : hosted.at;
      expect(requests.filter((url) => !url.startsWith(root) && !url.startsWith("data:"))).toEqual([]);
      expect(requests.filter((url) => url.includes("elsewhere.js"))).toEqual([]);
    },
  );

  it("search on the front page narrows the rows, and the filters do", async () => {
    const { page } = await look();
    await page.goto(fromDisk(written));
    const rows = page.locator("a.site-r");
    await rows.first().waitFor();
    const all = await rows.count();
    await page.keyboard.press("/");
    await page.keyboard.type("webhook");
    await page.waitForURL(/q=webhook/);
    expect(await rows.count()).toBeLessThan(all);
    const decided = page.locator(".site-s", { has: page.getByRole("heading", { name: "Decided" }) }).locator(".site-r");
    await page.getByRole("button", { name: `all ${await decided.count()}`, exact: true }).waitFor();
    await page
      .locator(".hits mark", { hasText: /^webhook$/i })
      .first()
      .waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: /^no longer in force/ }).click();
    await page.waitForURL(/health=/);
    await page.getByText("overruled", { exact: true }).first().waitFor();
    await page.reload();
    await page.locator("button[aria-pressed=true]", { hasText: "no longer in force" }).waitFor();
  });

  it("a rotted decision says so, with what is gone", async () => {
    const decided = await makeDecided();
    decided.change(schemaPath, ["-- nothing is left"]);
    const { page } = await look();
    await page.goto(fromDisk(await writeSite(decided.root)));
    await heading(page, "1 decision in force: 1 rotted");
    await page.locator(".site-f summary").click();
    await page.locator(".site-f").getByText(`${schemaPath}:3`).waitFor();
  });

  it("a public site has every view too, says what is not there, and its files hold no draft", async () => {
    const open = await writeSite(ownProject(), "--public");
    const { page } = await look();
    await page.goto(fromDisk(open));
    await page.getByRole("heading", { name: "What is not here" }).waitFor();
    for (const view of views) {
      await page.goto(`${fromDisk(open)}#/d/${orders}/${view}`);
      await page.locator(`body[data-view=${view}] main h1`).first().waitFor();
    }
    await page.goto(`${fromDisk(open)}#/d/${orders}/decision`);
    await page.getByText("the export only reads it, so nothing can refuse a checkout").first().waitFor();
    await page.goto(`${fromDisk(open)}#/d/${orders}/text?doc=cupcake-1`);
    await page.getByRole("heading", { name: "Drafts are left out of this site" }).waitFor();
    await page.goto(`${fromDisk(open)}#/d/${orders}/rounds`);
    await page.locator(".seat").first().waitFor();
    expect(await page.locator("a[href*='doc=']").count()).toBe(0);
    expect(open.bytes).toBeLessThan(written.bytes);
    const data = readFileSync(join(open.path, `blue-data/dialogues/${orders}.js`), "utf8");
    expect(data).not.toContain("The source list of my prompt");
    expect(readFileSync(join(written.path, `blue-data/dialogues/${orders}.js`), "utf8")).toContain(
      "The source list of my prompt",
    );
  });

  it("nothing that anybody wrote runs, is loaded, or leaves the page", async () => {
    const hostile = await makeHostileProject();
    const site = await writeSite(hostile.root);
    const { page } = await look();
    for (const hash of [
      "/",
      "/?q=words",
      "/documents/rfc/7",
      ...views.map((view) => `/d/${hostile.decided}/${view}`),
    ]) {
      await page.goto(`${fromDisk(site)}#${hash}`);
      await page.locator("main h1").first().waitFor();
      expect([hash, await page.evaluate(`window.${canary} === undefined`)]).toEqual([hash, true]);
      if (!hash.startsWith("/d/")) expect([hash, await overhang(page)]).toEqual([hash, 0]);
    }
    expect(readdirSync(join(site.path, "blue-data/dialogues")).sort()).toEqual(
      [`${hostile.decided}.js`, `${hostile.open}.js`].sort(),
    );
  });

  it.each([
    { viewport: { width: 1440, height: 900 }, colorScheme: "light" as const },
    { viewport: phone, colorScheme: "dark" as const, hasTouch: true },
  ])("the front page has no serious fault for those who cannot see or point, $colorScheme", async (screen) => {
    const { page } = await look(screen);
    await page.goto(fromDisk(written));
    await page.locator("a.site-r").first().waitFor();
    expect(await overhang(page)).toBe(0);
    // The last dots stand below each other, however long a name is.
    const ends =
      "[...document.querySelectorAll('.tree li:not(.folder)')].map((one) => one.lastElementChild.getBoundingClientRect().right)";
    expect(new Set(await page.evaluate<number[]>(ends)).size).toBe(1);
    await page.evaluate(axeSource);
    const found = await page.evaluate<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>(
      "axe.run({ preload: false })",
    );
    const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
