/** Many at once, and much of it: twenty servers on one project, and the longest dialogue there can be. */
import { runCrowd } from "../test/helpers/crowd.ts";
import { type Figure, figure, type Group, promise } from "./figure.ts";
import { initGit, makeDesk, makeFolder } from "./folders.ts";
import { median, medianOf } from "./measure.ts";
import { openPanel, type Panel, playRound } from "./panel.ts";
import { blue, long } from "./places.ts";
import { environment } from "./start-up.ts";

/** 10,000 take a quarter of an hour. */
const calls = long ? 10_000 : 2_000;
const crowd = {
  half: `a call, half of ${calls} by 20 servers`,
  slowest: `a call, 99 of 100 of ${calls} by 20 servers`,
};
const mostForHalf = {
  most: 250,
  why: "a model thinks for seconds between two calls; a quarter of one is nothing beside that",
};
const mostForSlowest = { most: 1500, why: "one in a hundred may be noticed, but not taken for a server that hangs" };
const longest = {
  register: "register, round 98 of 24 experts, beside round 9",
  status: "status, after 99 rounds of 24 experts, beside 10",
  verify: "verify, after 99 rounds of 24 experts, beside 10",
};

export const load: Group = {
  figures: [...Object.values(crowd), ...(long ? Object.values(longest) : [])],
  async measure(wanted) {
    const figures: Figure[] = [];
    if (Object.values(crowd).some(wanted)) figures.push(...(await measureCrowd()));
    if (long && Object.values(longest).some(wanted)) figures.push(...(await measureLong()));
    return figures.filter(({ name }) => wanted(name));
  },
};

async function measureCrowd(): Promise<Figure[]> {
  const times = await timesOf(20, calls);
  return [promise(crowd.half, median(times), mostForHalf), promise(crowd.slowest, at99(times), mostForSlowest)];
}

/** Throws when one of them was lost or wrong. */
async function timesOf(servers: number, calls: number): Promise<number[]> {
  const cwd = makeFolder();
  initGit(cwd);
  const server = [blue, "mcp", "--toolsets", "all"];
  const { times, wrong } = await runCrowd({ server, cwd, env: environment(), servers, calls });
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return times;
}

function at99(sorted: readonly number[]): number {
  return sorted[Math.ceil(sorted.length * 0.99) - 1]!;
}

async function measureLong(): Promise<Figure[]> {
  const panel = await openPanel(makeDesk({ git: true }), { experts: 24, words: 30, maxRounds: 99 });
  const early = await playAndLook(panel, 0, 9);
  const late = await playAndLook(panel, 10, 98);
  return Object.entries(longest).map(([what, name]) =>
    figure(name, "ms", { value: late[what as keyof typeof longest], floor: early[what as keyof typeof longest] }),
  );
}

async function playAndLook(panel: Panel, from: number, to: number): Promise<Record<keyof typeof longest, number>> {
  for (let round = from; round < to; round++) await playRound(panel, round);
  const register = await medianOf({ run: () => playRound(panel, to) }, 1);
  const ask = (name: string) => medianOf({ run: () => panel.desk.call(name, { dialogue_id: panel.id }) }, 3);
  return { register, status: await ask("dialogue.status"), verify: await ask("dialogue.verify") };
}
