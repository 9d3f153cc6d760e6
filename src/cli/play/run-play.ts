/** From a command line to a play and its exit code. */
import { basename, relative } from "node:path";
import * as z from "zod";
import { makeContext } from "../../context.ts";
import { asBlueError, BlueError, refuse } from "../../errors.ts";
import { expertPool } from "../../panel/pool-input.ts";
import type { PlayEvent } from "../../play/events.ts";
import { type PlayPlan, playPlan } from "../../play/plan.ts";
import { type Played, play } from "../../play/play.ts";
import type { Player } from "../../play/player.ts";
import { findRunners, preflight } from "../../play/preflight.ts";
import { startReaper } from "../../play/reaper.ts";
import { parseRunnerPlan } from "../../play/runners/index.ts";
import { Halted } from "../../play/runs.ts";
import { makeShelfRoom, planShelf, type ShelfPlan } from "../../play/shelf.ts";
import { rotations } from "../../rules/records.ts";
import { minuteStamp, slugOf } from "../../rules/slug.ts";
import { citeRfc } from "../../store/cited-documents.ts";
import { findDialogueId } from "../../store/find-dialogue.ts";
import { insideProject, readText } from "../../store/paths.ts";
import {
  findState,
  holdSession,
  listRuns,
  listStates,
  logEvent,
  openState,
  readPlan,
  writePlan,
} from "../../store/play-state.ts";
import { findProject, type Project } from "../../store/project.ts";
import { readUserConfig } from "../../store/user-config.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Started } from "../extra-commands.ts";
import { paintFor, writeText } from "../output.ts";
import { planText } from "./question.ts";
import { makeScreen } from "./screen.ts";

z.config({ jitless: true });

const text = z.string().trim().min(1);
const input = z.strictObject({
  topic: text.max(200).optional(),
  method: z.enum(["dialogue", "review"]).default("dialogue"),
  question: text.optional(),
  constraint: text.optional(),
  subject: text.optional(),
  rfc: z.coerce.string().optional(),
  source: z.array(text).default([]),
  include: z.array(text).default([]),
  template: z.enum(["infrastructure", "product", "ml", "governance", "general"]).optional(),
  pool: expertPool.optional(),
  experts: z.int().min(3).max(99).optional(),
  panel_size: z.int().min(2).max(99).optional(),
  rotation: z.enum(rotations).optional(),
  max_rounds: z.int().min(2).max(99).optional(),
  max_size: z.int().min(500).optional(),
  convergence: z.number().min(0).max(1).optional(),
  cross_check: z.boolean().optional(),
  allow_accept: z.boolean().optional(),
  allow_unconfined: z.boolean().optional(),
  force: z.boolean().optional(),
  runner: text.optional(),
  judge: text.optional(),
  author: text.optional(),
  budget_tokens: z.int().min(1).optional(),
  budget_usd: z.number().positive().optional(),
  concurrency: z.int().min(1).max(99).optional(),
  timeout: z
    .number()
    .positive()
    .max(24 * 60)
    .optional(),
  resume: text.optional(),
  dry_run: z.boolean().default(false),
  follow: text.optional(),
  yes: z.boolean().default(false),
});
type Input = z.output<typeof input>;

/** Beside those of every command: a decision that not everybody stands behind. */
const decidedOtherwise = 7;

export async function runPlay(
  raw: Record<string, unknown>,
  { project: flag, mode, color, terminal }: Started,
): Promise<number> {
  const given = parse(raw);
  const { env } = terminal;
  const project = findProject({ flag, env, cwd: terminal.cwd() });
  const context = makeContext(project, { face: "cli" });
  const config = await readUserConfig(env);
  const before = given.resume === undefined ? undefined : resumed(project, given, env);
  const { plan, runners } = await findRunners(before ?? newPlan(project, given, context.now()), {
    host: { root: project.root, env },
    config,
    asked: { seats: given.runner, judge: given.judge, author: given.author },
  });
  const shelf = planShelf(project, namedFiles(plan));
  refuseMissing(shelf, plan);
  const screen = makeScreen({ terminal, mode, color });
  const words = planText(plan, runners, shelf, given.resume !== undefined);
  if (given.dry_run) {
    screen.say(words, { plan, shelf: { files: shelf.paths.length, left_out: shelf.left } });
    return exitCodes.ok;
  }
  if (!given.yes) await askFirst(terminal, mode, words);
  const state = openState(project, plan.id, env);
  const release = await holdSession(state, env, context.random);
  const halt = new AbortController();
  const abort = new AbortController();
  let seq = 0;
  const emit = (event: PlayEvent) => {
    const line = JSON.stringify({ v: 1, seq: seq++, t: new Date().toISOString(), ...event });
    if (event.event !== "run.progress" && event.event !== "run.text") logEvent(state, line);
    screen.show(event, line);
  };
  let ended = 0;
  const stop = (code: number) => {
    if (ended !== 0 || code !== 130) {
      ended = code;
      abort.abort();
      setTimeout(() => terminal.exit(code), 5_000).unref();
    } else {
      ended = code;
      screen.note("Stopping: what runs is finished and kept. Once more to stop at once.");
    }
    halt.abort();
  };
  terminal.onSignal("SIGINT", () => stop(130));
  terminal.onSignal("SIGTERM", () => stop(143));
  terminal.onSignal("SIGHUP", () => stop(129));
  const player: Player = {
    context,
    state,
    plan,
    env,
    runners,
    shelf,
    room: makeShelfRoom(project, env, context.random),
    reaper: startReaper(),
    since: listRuns(state).at(-1)?.n ?? 0,
    emit,
    follow: given.follow ?? null,
    halt: halt.signal,
    abort: abort.signal,
  };
  try {
    writePlan(state, plan, context.random);
    emit({ event: "plan", dialogue_id: plan.id, plan });
    await preflight(player);
    return screen.finish(await play(player), plan, codeOf);
  } catch (thrown) {
    const resume = `blue play --resume ${plan.id}`;
    if (thrown instanceof Halted) {
      emit({ event: "stopped", code: "stopped", message: "Stopped; everything so far is kept.", resume });
      return ended || 130;
    }
    const error = asBlueError(thrown);
    emit({ event: "stopped", code: error.code, message: error.message, resume });
    throw error;
  } finally {
    screen.close();
    release();
  }
}

function codeOf({ outcome, unsettled }: Played): number {
  if (outcome === "reviewed" || (outcome === "converged" && unsettled.length === 0)) return exitCodes.ok;
  return outcome === "converged" || outcome === "decided" ? decidedOtherwise : exitCodes.refused;
}

function parse(raw: Record<string, unknown>): Input {
  const parsed = input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue!.path.join(".");
  return refuse("invalid_input", field === "" ? {} : { [field]: raw[field] }, issue!.code!, {
    message: `\`${field.replaceAll("_", "-")}\`: ${issue!.message}`,
    suggestion: "See `blue play --help` for what it takes.",
  });
}

function newPlan(project: Project, given: Input, now: Date): PlayPlan {
  const rfc = given.rfc === undefined ? undefined : citeRfc(project, given.rfc);
  const topic = given.topic ?? (rfc && basename(rfc.path, ".md").replaceAll("-", " "));
  if (topic === undefined)
    refuse("invalid_input", "topic", "required", {
      message: "What is the dialogue about? Give a topic",
      suggestion: 'For example: blue play "API versioning strategy".',
    });
  const inside = (path: string, field: string) => {
    readText(project, path, field);
    return relative(project.root, insideProject(project, path, field));
  };
  if (given.template !== undefined && given.pool !== undefined)
    refuse("invalid_input", "pool", "one_pool", {
      message: "`--pool` and `--template` exclude each other",
      suggestion: "Give one.",
    });
  const subject = given.subject === undefined ? (rfc?.path ?? null) : inside(given.subject, "subject");
  const review = given.method === "review";
  return {
    id: `${minuteStamp(now)}-${slugOf(topic) || "dialogue"}`,
    topic,
    question: given.question ?? (review ? `What is wrong with ${subject}?` : null),
    constraint: given.constraint ?? null,
    rfc: rfc?.path ?? null,
    subject,
    sources: given.source.map((path) => inside(path, "source")),
    include: given.include.map((path) => inside(path, "include")),
    template: given.template ?? null,
    pool: given.pool ?? null,
    pool_size: given.experts ?? 8,
    panel_size: given.panel_size ?? (review ? 3 : 4),
    rotation: given.rotation ?? "none",
    max_rounds: given.max_rounds ?? 10,
    convergence: given.convergence ?? 0.95,
    method: given.method,
    max_size: given.max_size ?? null,
    cross_check: given.cross_check ?? false,
    // Filled in once it is known what this machine has.
    seats: given.runner === undefined ? [] : parseRunnerPlan(given.runner),
    judge: { runner: "", model: null },
    author: { runner: "", model: null },
    budget: { tokens: given.budget_tokens ?? 3_000_000, usd: given.budget_usd ?? null },
    concurrency: given.concurrency ?? null,
    timeout_minutes: given.timeout ?? 20,
    force: given.force ?? true,
    allow_accept: given.allow_accept ?? false,
    allow_unconfined: given.allow_unconfined ?? false,
  };
}

/** The plan of an earlier play, with what this call says otherwise. */
function resumed(project: Project, given: Input, env: NodeJS.ProcessEnv): PlayPlan {
  const played = listStates(project, env);
  const id = played.find((one) => one === given.resume) ?? findDialogueId(project, { dialogue_id: given.resume! });
  const state = findState(project, id, env);
  const plan = state === undefined ? undefined : readPlan(state, playPlan);
  if (plan === undefined)
    return refuse("not_found", { resume: given.resume! }, "played_here", {
      message: `${given.resume} was not played on this machine`,
      suggestion:
        played.length === 0 ? "Begin one: `blue play <topic>`." : `Played here: ${played.slice(0, 5).join(", ")}.`,
    });
  return {
    ...plan,
    ...(given.runner === undefined ? {} : { seats: parseRunnerPlan(given.runner) }),
    budget: {
      tokens: given.budget_tokens ?? plan.budget.tokens,
      usd: given.budget_usd ?? plan.budget.usd,
    },
    concurrency: given.concurrency ?? plan.concurrency,
    timeout_minutes: given.timeout ?? plan.timeout_minutes,
    convergence: given.convergence ?? plan.convergence,
    force: given.force ?? plan.force,
    allow_accept: given.allow_accept ?? plan.allow_accept,
    allow_unconfined: given.allow_unconfined ?? plan.allow_unconfined,
  };
}

function namedFiles({ subject, sources, include }: PlayPlan): string[] {
  return [...new Set([...(subject === null ? [] : [subject]), ...sources, ...include])];
}

function refuseMissing({ left }: ShelfPlan, plan: PlayPlan): void {
  const missing = left.find(({ path }) => namedFiles(plan).includes(path));
  if (missing === undefined) return;
  refuse("invalid_input", { path: missing.path }, "readable_by_runs", {
    message: `${missing.path} cannot be given to runs: it ${missing.why}`,
    suggestion: "Name a plain file of the project, at most 1 MiB.",
  });
}

async function askFirst(terminal: Started["terminal"], mode: string, words: string): Promise<void> {
  const stdin = terminal.stdin();
  if (!stdin.isTTY || !terminal.stderr.isTTY || mode === "json")
    refuse("input_needed", "yes", "confirmation", {
      message: "Nobody can be asked whether this may be spent",
      suggestion: "Look at it with --dry-run, then give --yes.",
    });
  writeText(terminal.stderr, words, paintFor(terminal.stderr, terminal, true));
  const { createInterface } = await import("node:readline/promises");
  const asking = createInterface({ input: stdin, output: process.stderr });
  try {
    if (/^y(?:es)?$/i.test((await asking.question("Play it? [y/N] ")).trim())) return;
  } finally {
    asking.close();
  }
  throw new BlueError("input_needed", "Nothing was played");
}
