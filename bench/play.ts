/**
 * What a player adds to a round: its time less that of the same operations called by hand on a copy of the same project, with seats that answer at once. And
 * whether ten rounds leave anything behind in memory, and how long `blue play --dry-run` takes to say what it would do.
 */
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeContext } from "../src/context.ts";
import type { PlayEvent } from "../src/play/events.ts";
import { registerInput } from "../src/play/judge/judgement.ts";
import { play as playDialogue } from "../src/play/play.ts";
import type { RunRequest } from "../src/play/runners/runner.ts";
import { openDialogue } from "../src/store/find-dialogue.ts";
import { answered, instantPlan, openPlayer, usualAnswer } from "../test/helpers/instant-player.ts";
// @ts-expect-error plain JavaScript, because the agent of other tests runs it as it is
import { nameOf, roundOf } from "../test/helpers/scripted-answers.mjs";
import { type Figure, figure, type Group, promise } from "./figure.ts";
import { type Desk, deskAt, initGit, makeDesk, makeFolder } from "./folders.ts";
import { compare, median } from "./measure.ts";
import { writeTexts } from "./panel.ts";
import { blue } from "./places.ts";
import { environment, smallProject } from "./start-up.ts";

const unfelt = { most: 150, why: "a round of agents takes minutes" };
const flat = { most: 1.1, why: "a play may take a day; its memory must not grow with the rounds" };
const asStatus = { most: 2, why: "a plan that costs nothing is asked for often" };
const seats = 12;
const rounds = 10;
const first = `play, overhead in round 0, ${seats} instant seats`;
const last = `play, overhead in round ${rounds - 1}, ${seats} instant seats`;
const memory = `play, memory after ${rounds} rounds, beside after 2`;
const dryRun = "blue play --dry-run, beside blue status";

export const play: Group = {
  figures: [first, last, memory, dryRun],
  async measure(wanted) {
    const figures: Figure[] = [];
    if ([first, last, memory].some(wanted)) {
      const plays = [];
      for (let turn = 0; turn < 4; turn++) plays.push(await playOnce());
      const [, ...warm] = plays;
      const overhead = (round: number) => median(warm.map((one) => one.overheads[round]!));
      if (wanted(first)) figures.push(promise(first, overhead(0), unfelt));
      if (wanted(last)) figures.push(promise(last, overhead(rounds - 1), unfelt));
      const heap = (round: number) => median(warm.map((one) => one.heaps[round]!));
      if (wanted(memory)) figures.push(figure(memory, "MB", { value: heap(rounds - 1), floor: heap(1) }, flat));
    }
    if (wanted(dryRun)) figures.push(figure(dryRun, "ms", await startTimes(), asStatus));
    return figures;
  },
};

/** One holds out to the end, so that all rounds are played. */
async function run(request: RunRequest) {
  const { prompt } = request;
  if (nameOf(prompt) !== "MUFFIN" || roundOf(prompt) === "00") return answered(usualAnswer(request));
  return answered(`[MUFFIN-S${roundOf(prompt)}01: HOLD | 0.5]\nNot yet.\n`);
}

async function playOnce(): Promise<{ overheads: number[]; heaps: number[] }> {
  const desk = makeDesk();
  writeFileSync(join(desk.root, "design.md"), "# Cache\n\nWe cache everything for ever.\n");
  initGit(desk.root);
  const experts = Array.from({ length: seats }, (_, n) => ({
    ...{ role: `Engineer of part ${n + 1}`, tier: "Core" as const, relevance: 0.9 },
    ...{ focus: "its part", description: null, model: null },
  }));
  const pool = { domain: "Storage", experts };
  const plan = instantPlan({ pool, panel_size: seats, max_rounds: rounds, convergence: 1 });
  const copies: string[] = [];
  const played: number[] = [];
  const heaps: number[] = [];
  let began = 0;
  const emit = (event: PlayEvent) => {
    if (event.event === "stage" && event.stage === "prompt") {
      const copy = makeFolder();
      cpSync(desk.root, copy, { recursive: true });
      copies.push(copy);
      began = performance.now();
    }
    if (event.event !== "registered") return;
    played.push(performance.now() - began);
    collectGarbage();
    heaps.push(process.memoryUsage().heapUsed / 1024 / 1024);
  };
  const context = makeContext(desk.project);
  await playDialogue(openPlayer({ context, home: makeFolder(), plan, run, emit }));
  if (played.length !== rounds) throw new Error(`${played.length} rounds were played`);
  const { loaded } = openDialogue(desk.project, { dialogue_id: plan.id });
  const overheads: number[] = [];
  for (const [round, copy] of copies.entries())
    overheads.push(played[round]! - (await byHand(deskAt(copy), plan.id, loaded.rounds[round]!)));
  return { overheads, heaps };
}

interface Collected {
  head: string;
  digest: string;
  missing: string[];
  incomplete: string[];
  resolvers: { tension: string; by: string[]; now: boolean }[];
}

/** The same round, without a player: prompts, the same texts, everything collected, the same judgement. */
async function byHand(
  desk: Desk,
  id: string,
  { round, texts }: { round: number; texts: readonly { expert: string; lines: readonly string[] }[] },
): Promise<number> {
  const began = performance.now();
  await desk.call("dialogue.round-prompt", { dialogue_id: id });
  const written = texts.filter(({ lines }) => lines.length > 0);
  writeTexts(desk, id, new Map(written.map(({ expert, lines }) => [expert, `${lines.join("\n")}\n`])));
  const collected = await desk.call<Collected>("dialogue.round-collect", {
    dialogue_id: id,
    full: true,
    outside: true,
  });
  const close = collected.resolvers
    .filter(({ now, by }) => now && by.length > 0)
    .map(({ tension, by }) => ({ tension, via: by[0]!, note: "" }));
  const judged = {
    ...{ scores: { W: 3, C: 3, T: 3, R: 3 }, experts: [], merges: [], repeats: [], close, own: [], dismiss: [] },
    ...{ summary: "They wrote, and it was judged.", directives: [] },
  };
  const { head, digest, missing, incomplete } = collected;
  const facts = { dialogue_id: id, round, head, digest, missing, incomplete, problems: [] };
  await desk.call("dialogue.round-register", registerInput(judged, facts));
  return performance.now() - began;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

async function startTimes(): Promise<{ value: number; floor: number }> {
  const { root } = await smallProject();
  const env = { ...environment(), HOME: makeFolder(), ANTHROPIC_API_KEY: "none" };
  const start = (...args: string[]) => {
    const { status } = spawnSync(process.execPath, [blue, ...args], { cwd: root, env, stdio: "ignore" });
    if (status !== 0) throw new Error(`blue ${args.join(" ")} ended with ${status}`);
  };
  return compare(
    { run: () => start("status") },
    { run: () => start("play", "Cache lifetimes", "--runner", "anthropic", "--dry-run") },
    { turns: 25 },
  );
}
