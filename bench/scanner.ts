/** The marker scanner: how fast it reads what experts really wrote, and whether hostile text makes it slower than its length does. */

import { readFileSync } from "node:fs";
import { scanDraft } from "../src/drafts/scan-draft.ts";
import { toLines } from "../src/rules/lines.ts";
import { type Figure, figure, type Group, throughput } from "./figure.ts";
import { filesBelow } from "./folders.ts";
import { compare, median } from "./measure.ts";
import { examples } from "./places.ts";

const speed = "scanner, real drafts";
const growth = "scanner, hostile text, 10 MB, beside ten texts of 1 MB";
const megabyte = 1_000_000;

export const scanner: Group = {
  figures: [speed, growth],
  async measure(wanted) {
    return [...(wanted(speed) ? [await realDrafts()] : []), ...(wanted(growth) ? [hostileGrowth()] : [])];
  },
};

interface Draft {
  text: string;
  expert: string;
  round: number;
}

/** Beside splitting the same texts into lines and finding their brackets, the least that any scanner does. */
async function realDrafts(): Promise<Figure> {
  const drafts = [...filesBelow(examples)].flatMap(draftAt);
  const megabytes = drafts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / megabyte;
  let found = 0;
  const times = await compare(
    {
      run() {
        for (const { text } of drafts) for (const line of text.split("\n")) found += brackets(line);
      },
    },
    {
      run() {
        for (const { text, ...who } of drafts) found += scanDraft(toLines(text), who).items.length;
      },
    },
    { turns: 60, warmUp: 10 },
  );
  if (found === 0) throw new Error("no markers in the examples");
  const perSecond = (ms: number) => (megabytes / ms) * 1000;
  return throughput(speed, "MB/s", { value: perSecond(times.value), floor: perSecond(times.floor) });
}

function draftAt(path: string): Draft[] {
  const [, round, expert] = /round-(\d+)\/(?!inventory)([a-z]+)\.md$/.exec(path) ?? [];
  return expert === undefined ? [] : [{ text: readFileSync(path, "utf8"), expert, round: Number(round) }];
}

function brackets(line: string): number {
  let found = 0;
  for (let at = line.indexOf("["); at >= 0; at = line.indexOf("[", at + 1)) found++;
  return found;
}

const units = [
  "[",
  "[A-P0101: ",
  "[MUFFIN-P0101: \n",
  '[CITE a "[',
  "`",
  "` `` ``` ```` ",
  "a ` b\n\n",
  "> ",
  "> > [MOVE:CONVERGE]\n",
  "<!--",
  "a <!-- b\n\n",
  "- ",
  "```\n",
  "x [MOVE:CONVERGE] ",
  "[\u200b",
  "［MUFFIN ",
  "• [MUFFIN-P0101: \n",
  "[RE:SUPPORT P0001] ",
  "[RE:RESOLVE T0001] a\n\n\n",
  "[RESOLVED T01,",
  "MUFFIN-T0101: a\n",
  "**A:** ",
  " ",
];

/** The unit that grows worst. All are tried; the three worst are tried longer, for the worst of many is often only the unluckiest. */
function hostileGrowth(): Figure {
  const trials = units.map((unit) => ({ unit, small: [] as number[], large: [] as number[] }));
  for (const { unit } of trials) scanTime(unit, 0.2, 1);
  for (const [tried, turns] of [
    [trials.length, 3],
    [3, 6],
  ] as const) {
    for (const { unit, small, large } of trials.slice(0, tried)) {
      for (let turn = 0; turn < turns; turn++) {
        small.push(scanTime(unit, 1, 10));
        large.push(scanTime(unit, 10, 1));
      }
    }
    trials.sort((a, b) => median(b.large) / median(b.small) - median(a.large) / median(a.small));
  }
  const { small, large } = trials[0]!;
  return figure(
    growth,
    "ms",
    { value: median(large), floor: median(small) },
    {
      most: 1.2,
      why: "a scanner that is slower the longer a text is takes ten times as long for one text as for its parts",
    },
  );
}

/** Processor time, in milliseconds: text of this size takes long enough for the machine to do other things in between. */
function scanTime(unit: string, megabytes: number, times: number): number {
  const repeated = `[MUFFIN-P0101: a]\n\n${unit.repeat(Math.ceil((megabytes * megabyte) / unit.length))}`;
  const text = Buffer.from(repeated).toString(); // one piece, as a file that was read is
  const started = process.cpuUsage();
  for (let n = 0; n < times; n++) scanDraft(toLines(text), { expert: "Muffin", round: 1 });
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
