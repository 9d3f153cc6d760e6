/** One Chromium for all figures. It ends with the run and not before: what a program used is known only while it runs. */
import type { Browser } from "playwright-core";
import { findChromium, launchChromium } from "../test/helpers/browser.ts";

/** As the system names its processes, which are nobody's children. */
export const browsers = ["chromium", "chrome", "chrome-headless", "headless_shell"];

let opened: Promise<Browser> | undefined;

/** Undefined where there is no Chromium. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executable = findChromium();
  if (executable === undefined) return undefined;
  opened ??= launchChromium(executable);
  return opened;
}

export async function closeBrowser(): Promise<void> {
  await (await opened)?.close();
}
