/** The page in a real Chromium: how soon one can read it and use it. Nothing is measured where there is no Chromium. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { wide } from "../test/helpers/browser.ts";
import { browsers, openBrowser } from "./browser.ts";
import { type Figure, figure, type Group, promise } from "./figure.ts";
import { makeDesk } from "./folders.ts";
import { median } from "./measure.ts";
import { manyDialoguesDesk, type Served, second, serve } from "./page.ts";
import { openPanel, playRound } from "./panel.ts";

const paint = "first row of 1,000 dialogues, CPU 4× slower, beside one dialogue";
const use = "list of 1,000 dialogues interactive, CPU 4× slower, beside one dialogue";
const map = "map of 500 items interactive, from the address on";
const chain = "map's first chain, of 500 items, interactive, from the address on";
const pan = "longest frame while the map of 500 items is panned";

export const pageBrowser: Group = {
  alongside: browsers,
  figures: [paint, use, chain, map, pan],
  async measure(wanted) {
    const browser = await openBrowser();
    if (browser === undefined) return [];
    const figures: Figure[] = [];
    if (wanted(paint) || wanted(use)) figures.push(...(await measureList(browser)));
    if ([chain, map, pan].some(wanted)) figures.push(...(await measureMap(browser)));
    return figures.filter(({ name }) => wanted(name));
  },
};

/** Milliseconds since the browser was sent there. */
interface Seen {
  /** What was asked for is on the screen. */
  painted: number;
  /** And nothing keeps the page from answering any more: the last task of more than 50 ms is over. */
  interactive: number;
}

async function measureList(browser: Browser): Promise<Figure[]> {
  const seen: Seen[][] = [];
  for (const count of [1000, 1]) {
    const { root } = await manyDialoguesDesk(count);
    seen.push(await visits(browser, root, "#/", "a[data-row]", 4));
  }
  const [many, one] = seen.map((turns) => ({
    painted: median(turns.map(({ painted }) => painted)),
    interactive: median(turns.map(({ interactive }) => interactive)),
  }));
  return [
    figure(paint, "ms", { value: many!.painted, floor: one!.painted }),
    figure(use, "ms", { value: many!.interactive, floor: one!.interactive }),
  ];
}

async function measureMap(browser: Browser): Promise<Figure[]> {
  const panel = await openPanel(makeDesk(), { experts: 12, words: 40 });
  for (let round = 0; round < 6; round++) await playRound(panel, round);
  const at = `#/d/${panel.id}/map`;
  const first = await visits(browser, panel.desk.root, at, ".forest-c [data-id]", 1);
  let longest = 0;
  const turns = await visits(browser, panel.desk.root, `${at}?q=all`, "svg.map [data-id]", 1, async (page) => {
    const drawn = await page.locator("svg.map .node").count();
    if (drawn < 500) throw new Error(`the map has ${drawn} items`);
    longest = Math.max(longest, await longestFrame(page));
  });
  const usable = (seen: readonly Seen[]) => median(seen.map(({ interactive }) => interactive));
  const smooth = { most: 100, why: "a frame of a tenth of a second is seen as a jerk" };
  return [promise(chain, usable(first), second), promise(map, usable(turns), second), promise(pan, longest, smooth)];
}

/** Five visits with a new window each, the first not counted: it also waits for a server that has read nothing yet. */
export async function visits(
  browser: Browser,
  root: string,
  hash: string,
  selector: string,
  slowDown: number,
  then: (page: Page) => Promise<void> = async () => {},
): Promise<Seen[]> {
  const served: Served = await serve(root);
  try {
    return await visitsAt(browser, `${served.at.url}&${hash.slice(1)}`, selector, slowDown, then);
  } finally {
    served.child.kill();
  }
}

export async function visitsAt(
  browser: Browser,
  url: string,
  selector: string,
  slowDown: number,
  then: (page: Page) => Promise<void> = async () => {},
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const context = await browser.newContext({ viewport: wide });
    await context.addInitScript(watch(selector));
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
    await page.goto(url);
    const now = await page.evaluate<Seen>("window.seen");
    if (turn > 0) {
      seen.push(now);
      await then(page);
    }
    await context.close();
  }
  return seen;
}

/** Runs in the page before its own script; what it promises comes a second after the page has become quiet. */
function watch(selector: string): string {
  return `
    let busyUntil = 0;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) busyUntil = Math.max(busyUntil, startTime + duration);
    }).observe({ type: "longtask", buffered: true });
    window.seen = new Promise((resolve, reject) => {
      let painted = null;
      const look = () => {
        const now = performance.now();
        if (painted === null && document.querySelector(${JSON.stringify(selector)}) !== null) painted = now;
        const interactive = Math.max(busyUntil, painted);
        if (painted !== null && now - interactive > 1000) resolve({ painted, interactive });
        else if (now > 60_000) reject(new Error(${JSON.stringify(`the page shows no ${selector}`)}));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  `;
}

/** The map is dragged across the window and back, a step for each frame. */
async function longestFrame(page: Page): Promise<number> {
  const { x, y, width, height } = (await page.locator("svg.map").boundingBox())!;
  const middle = { x: x + Math.min(width, wide.width) / 2, y: y + Math.min(height, wide.height) / 2 };
  await page.evaluate(`
    window.longest = 0;
    let before = performance.now();
    const next = (now) => {
      window.longest = Math.max(window.longest, now - before);
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame((now) => { before = now; requestAnimationFrame(next); });
  `);
  const before = await page.evaluate<string>("document.querySelector('svg.map').style.transform");
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  for (let step = 1; step <= 60; step++) {
    const far = 200 * Math.sin((step / 60) * 2 * Math.PI);
    await page.mouse.move(middle.x + far, middle.y + far / 2);
    if (step === 15 && (await page.evaluate<string>("document.querySelector('svg.map').style.transform")) === before)
      throw new Error("the map did not move");
    await sleep(16);
  }
  const longest = await page.evaluate<number>("window.longest");
  await page.mouse.up();
  return longest;
}
