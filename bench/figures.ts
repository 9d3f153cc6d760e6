/** Every figure in turn, or those whose names have a word that was asked for. */
import { loadavg } from "node:os";

import { closeBrowser } from "./browser.ts";
import { decisionsInForce } from "./decisions.ts";
import { manyDocuments } from "./documents.ts";
import type { Figure, Group, Result } from "./figure.ts";
import { growth } from "./growth.ts";
import { judge } from "./judge.ts";
import { lateRound } from "./late-round.ts";
import { load } from "./load.ts";
import { manyDialogues } from "./many-dialogues.ts";
import { mcp } from "./mcp.ts";
import { org } from "./org.ts";
import { watchOthers } from "./others.ts";
import { page } from "./page.ts";
import { pageBrowser } from "./page-browser.ts";
import { long } from "./places.ts";
import { play } from "./play.ts";
import { prompts } from "./prompts.ts";
import { publish } from "./publish.ts";
import { register } from "./register.ts";
import { scanner } from "./scanner.ts";
import { site } from "./site.ts";
import { startUp } from "./start-up.ts";
import { thisRepository } from "./this-repository.ts";

const groups: readonly Group[] = [
  startUp,
  thisRepository,
  mcp,
  publish,
  register,
  lateRound,
  scanner,
  manyDialogues,
  load,
  growth,
  decisionsInForce,
  manyDocuments,
  org,
  judge,
  prompts,
  page,
  pageBrowser,
  site,
  play,
];

/** Groups that take more than a few minutes each are measured by themselves. */
const longGroups: readonly Group[] = [load, growth, org];

interface Options {
  /** Judge whatever else runs. */
  anyway: boolean;
  /** Told after each figure: all so far, and its line. */
  taken(results: readonly Result[], row: string): void;
}

/** Of the machine, while a figure is taken. */
const mostByOthers = 0.05;

/** Whether something was measured, nothing failed and no target is missed. */
export async function measureAll(words: readonly string[], { anyway, taken }: Options): Promise<boolean> {
  const asked = words.map((word) => new RegExp(`(?<![\\w-])${word.replace(/[^\w ]/g, "\\$&")}(?![\\w-])`, "i"));
  const wanted = (name: string) => asked.length === 0 || asked.some((word) => word.test(name));
  const results: Result[] = [];
  let failed = 0;
  for (const group of long ? longGroups : groups) {
    if (!group.figures.some(wanted)) continue;
    process.stderr.write(`${group.figures.filter(wanted).join("; ")} …\n`);
    const others = watchOthers(group.alongside);
    try {
      const figures = await group.measure(wanted);
      const share = others();
      for (const figure of figures) {
        const quiet = share === null || share <= mostByOthers || anyway;
        const at = { others: share, load: loadavg()[0]!, taken: new Date().toISOString().slice(0, 10) };
        results.push({ ...figure, ...at, ok: quiet && isMet(figure) });
        taken(results, rowOf(results.at(-1)!, quiet));
      }
    } catch (thrown) {
      failed++;
      process.stderr.write(`${(thrown as Error).stack}\n`);
    }
  }
  await closeBrowser();
  return failed === 0 && results.length > 0 && results.every(({ ok }) => ok);
}

function isMet({ ratio, target }: Figure): boolean {
  return target === null || ratio <= target.most;
}

function rowOf({ name, value, unit, floor, ratio, target, ok, others }: Result, quiet: boolean): string {
  const judged = target === null ? "" : `  ≤ ${target.most} ${ok ? "✓" : quiet ? "✗" : "not judged"}`;
  const beside = others === null ? "" : `  others ${Math.round(others * 100)} %`;
  return `${name}: ${shown(value)} ${unit}, floor ${shown(floor)}, ${ratio.toFixed(2)}×${judged}${beside}`;
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
