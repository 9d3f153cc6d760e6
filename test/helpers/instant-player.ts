/** A player in this process, whose runs answer at once. */
import type { Context } from "../../src/context.ts";
import type { Emit } from "../../src/play/events.ts";
import { type PlayPlan, playPlan } from "../../src/play/plan.ts";
import { type Player, sessionOf } from "../../src/play/player.ts";
import type { RunEnd, Runner, RunRequest } from "../../src/play/runners/runner.ts";
import { makeShelfRoom, planShelf } from "../../src/play/shelf.ts";
import { openState, readPlan, writePlan } from "../../src/store/play-state.ts";
// @ts-expect-error plain JavaScript, because the agent of other tests runs it as it is
import { answerTo } from "./scripted-answers.mjs";

const choice = { runner: "instant", model: null };

export function instantPlan(over: Partial<PlayPlan> = {}): PlayPlan {
  return {
    id: "2026-01-01T0000Z-cache-lifetimes",
    topic: "Cache lifetimes",
    question: null,
    constraint: null,
    rfc: null,
    subject: "design.md",
    sources: [],
    include: [],
    template: null,
    pool: null,
    pool_size: 6,
    panel_size: 3,
    rotation: "none",
    max_rounds: 10,
    convergence: 0.95,
    method: "dialogue",
    max_size: null,
    cross_check: false,
    until_stop: false,
    seats: [{ ...choice, count: null }],
    judge: choice,
    author: choice,
    budget: { tokens: 3_000_000, usd: null },
    concurrency: null,
    timeout_minutes: 1,
    force: true,
    allow_accept: false,
    allow_unconfined: false,
    ...over,
  };
}

const usage = { input: 100, cached: 0, output: 50, usd: null };
const facts = { model: "instant-1", usage, tools: {}, seconds: 0 };

export function answered(text: string): RunEnd {
  return { ...facts, kind: "answer", text, cut: false };
}

export function failed(kind: Exclude<RunEnd["kind"], "answer">): RunEnd {
  return { ...facts, kind, message: `it ended as ${kind}` };
}

export const usualAnswer = ({ prompt, schema }: RunRequest) => answerTo(prompt, schema !== null) as string;

export interface InstantOptions {
  context: Context;
  /** Holds the player's state and cache. */
  home: string;
  plan: PlayPlan;
  run?: (request: RunRequest) => Promise<RunEnd>;
  emit?: Emit;
  /** What a resume says otherwise. */
  flags?: Partial<PlayPlan>;
  /** Beside the home. */
  env?: Record<string, string>;
}

/** As the command line makes it, except that it holds no session; a plan that is kept counts, as on a resume. */
export function openPlayer({
  context,
  home,
  plan,
  run = async (request) => answered(usualAnswer(request)),
  emit = () => {},
  flags = {},
  env: more = {},
}: InstantOptions): Player {
  const env = { HOME: home, ...more };
  const { project } = context;
  const { signal } = new AbortController();
  const found = { version: "1", endpoint: null, confined: true, notes: [] };
  const runner: Runner = {
    name: "instant",
    kind: "api",
    structured: true,
    concurrency: 99,
    find: async () => found,
    run,
  };
  const state = openState(project, plan.id, env);
  const kept = { ...(readPlan(state, playPlan) ?? plan), ...flags };
  writePlan(state, kept, context.random);
  return {
    context,
    state,
    plan: kept,
    env,
    runners: new Map([["instant", { runner, found }]]),
    shelf: planShelf(project, []),
    room: makeShelfRoom(project, env, context.random),
    reaper: { watch: async () => {}, close: () => {} },
    ...sessionOf(state),
    emit,
    follow: null,
    halt: signal,
    abort: signal,
  };
}
