/** Every figure in turn, or those whose names contain a word that was asked for. */

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
import { page } from "./page.ts";
import { pageBrowser } from "./page-browser.ts";
import { play } from "./play.ts";
import { prompts } from "./prompts.ts";
import { publish } from "./publish.ts";
import { register } from "./register.ts";
import { scanner } from "./scanner.ts";
import { site } from "./site.ts";
import { startUp } from "./start-up.ts";

const groups: readonly Group[] = [
  startUp,
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

export interface Measured {
  results: Result[];
  table: string;
  /** Something was measured, nothing failed, no target is missed. */
  ok: boolean;
}

export async function measureAll(words: readonly string[]): Promise<Measured> {
  const wanted = (name: string) =>
    words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
  const results: Result[] = [];
  let failed = 0;
  for (const group of groups) {
    if (!group.figures.some(wanted)) continue;
    process.stderr.write(`${group.figures.filter(wanted).join("; ")} …\n`);
    try {
      for (const figure of await group.measure(wanted)) results.push({ ...figure, ok: isMet(figure) });
    } catch (thrown) {
      failed++;
      process.stderr.write(`${(thrown as Error).stack}\n`);
    }
  }
  return { results, table: tableOf(results), ok: failed === 0 && results.length > 0 && results.every(({ ok }) => ok) };
}

function isMet({ ratio, target }: Figure): boolean {
  return target === null || ratio <= target;
}

function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ name, value, unit, floor, ratio, target, ok }) => [
    name,
    shown(value),
    shown(floor),
    unit,
    `${ratio.toFixed(2)}×`,
    target === null ? "" : `≤ ${target}`,
    target === null ? "" : ok ? "✓" : "✗",
  ]);
  const all = [["", "value", "floor", "unit", "ratio", "target", ""], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const numbers = new Set([1, 2, 4]);
  return all
    .map((row) =>
      row
        .map((cell, column) => (numbers.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
