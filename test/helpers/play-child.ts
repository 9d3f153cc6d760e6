/**
 * A process that plays a dialogue with runs that answer at once, bundled once and killed by tests before any of its file calls. It reads its job as JSON
 * from standard input, and ends with a line of JSON.
 */
import { readFileSync, writeSync } from "node:fs";
import { makeContext } from "../../src/context.ts";
import { BlueError, toWire } from "../../src/errors.ts";
import { type PlayPlan, playPlan } from "../../src/play/plan.ts";
import { play } from "../../src/play/play.ts";
import type { Player } from "../../src/play/player.ts";
import type { Runner } from "../../src/play/runners/runner.ts";
import { makeShelfRoom, planShelf } from "../../src/play/shelf.ts";
import { holdSession, listRuns, openState, readPlan, writePlan } from "../../src/store/play-state.ts";
import { findProject } from "../../src/store/project.ts";
import { type Fault, traceFiles } from "./faults.ts";
// @ts-expect-error plain JavaScript, because the agent of other tests runs it as it is
import { answerTo } from "./scripted-answers.mjs";

export interface PlayJob {
  root: string;
  /** Holds the player's state and cache. */
  home: string;
  plan: PlayPlan;
  fault?: Fault;
}

const job = JSON.parse(readFileSync(0, "utf8")) as PlayJob;
const files = traceFiles(job.fault);
const env = { HOME: job.home };
const project = findProject({ flag: job.root, env: {}, files });
const start = Date.parse("2026-01-01T00:00:00Z");
let ticks = 0;
let drawn = 0;
const context = makeContext(project, {
  now: () => new Date(start + 1000 * ticks++),
  // The seed of the dialogue must be the same in every run; names of temporary files must not.
  random: (n) => Uint8Array.from({ length: n }, () => (n === 16 ? 7 : (drawn++ * 31 + process.pid) & 255)),
});
const usage = { input: 100, cached: 0, output: 50, usd: null };
const runner: Runner = {
  name: "instant",
  kind: "api",
  structured: true,
  concurrency: 8,
  find: async () => ({ version: "1", endpoint: null, confined: true, notes: [] }),
  async run({ prompt, schema }) {
    return {
      kind: "answer",
      text: answerTo(prompt, schema !== null),
      cut: false,
      model: "instant-1",
      usage,
      tools: {},
      seconds: 0,
    };
  },
};

try {
  const state = openState(project, job.plan.id, env);
  const release = await holdSession(state, env, context.random);
  const plan = readPlan(state, playPlan) ?? job.plan;
  const player: Player = {
    context,
    state,
    plan,
    env,
    runners: new Map([["instant", { runner, found: { version: "1", endpoint: null, confined: true, notes: [] } }]]),
    shelf: planShelf(project, []),
    room: makeShelfRoom(project, env, context.random),
    reaper: { watch: async () => {}, close: () => {} },
    since: listRuns(state).at(-1)?.n ?? 0,
    emit: () => {},
    follow: null,
    halt: new AbortController().signal,
    abort: new AbortController().signal,
  };
  writePlan(state, plan, context.random);
  const played = await play(player);
  release();
  writeSync(1, `${JSON.stringify({ played, calls: files.calls.length })}\n`);
} catch (thrown) {
  if (!(thrown instanceof BlueError)) throw thrown;
  writeSync(1, `${JSON.stringify({ refused: toWire(thrown), calls: files.calls.length })}\n`);
}
