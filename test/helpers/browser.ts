/** The page in a real Chromium, and everything about it that must not happen: errors, questions, windows, words to other hosts. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** Installed when it is missing and that is allowed; undefined where it cannot be had, and stderr says so. */
export function findChromium(): string | undefined {
  const script = fileURLToPath(new URL("../../scripts/test-downloads.mjs", import.meta.url));
  const binary = execFileSync(process.execPath, [script, "chromium"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
  return binary === "" ? undefined : binary;
}

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];

/** With a profile of its own that goes with it. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags });
}

export const wide = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface Screen {
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  hasTouch?: boolean;
}

export interface Watched {
  context: BrowserContext;
  page: Page;
  /** What must not happen and did, in words. */
  wrong: string[];
  /** Every address that was asked for, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** A window of its own: no cookie, no key, no choice of an earlier one. */
export async function openWindow(browser: Browser, screen: Screen = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: wide, ...screen });
  context.setDefaultTimeout(10_000);
  const wrong: string[] = [];
  const requests: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error") wrong.push(`console: ${message.text()}`);
  });
  context.on("weberror", (thrown) => wrong.push(`error: ${thrown.error().stack}`));
  context.on("dialog", (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    requests.push(request.url());
    if (!isLocal(request.url())) wrong.push(`request: ${request.url()}`);
  });
  const page = await context.newPage();
  context.on("page", (other) => wrong.push(`window: ${other.url()}`));
  return { context, page, wrong, requests, close: () => context.close() };
}

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "data:" || protocol === "file:" || hostname === "127.0.0.1";
}

/** How far the page reaches beyond the right edge of the window, in pixels: 0 when one need not scroll sideways. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate<number>(
    "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - document.documentElement.clientWidth",
  );
}
