/** From a command line to a play and its exit code. */
import * as z from "zod";
import { makeContext } from "../../context.ts";
import { asBlueError, BlueError, refuse, toWire } from "../../errors.ts";
import { spentBy } from "../../play/budget.ts";
import type { PlayEvent } from "../../play/events.ts";
import { namedFiles, newPlan, parsePlayInput, resumedPlan } from "../../play/make-plan.ts";
import type { PlayPlan } from "../../play/plan.ts";
import { type Played, play } from "../../play/play.ts";
import { type Player, sessionOf } from "../../play/player.ts";
import { costsNothing, findRunners, preflight } from "../../play/preflight.ts";
import { startReaper } from "../../play/reaper.ts";
import { chargedRuns, Halted } from "../../play/runs.ts";
import { makeShelfRoom, planShelf, type ShelfPlan } from "../../play/shelf.ts";
import { readConfig } from "../../store/config.ts";
import { findState, holdSession, logEvent, openState, writePlan } from "../../store/play-state.ts";
import { findProject, type Project } from "../../store/project.ts";
import { refuseTrackedDrafts } from "../../store/tracked-files.ts";
import { readUserConfig } from "../../store/user-config.ts";
import { exitCodeOf, exitCodes } from "../exit-codes.ts";
import type { Started } from "../extra-commands.ts";
import { errorText, paintFor, writeText } from "../output.ts";
import { planText } from "./question.ts";
import { makeScreen } from "./screen.ts";

z.config({ jitless: true });

/** Beside those of every command: a decision that not everybody agrees with. */
const decidedOtherwise = 7;

export async function runPlay(
  raw: Record<string, unknown>,
  { project: flag, mode, color, terminal }: Started,
  { wholePool = false }: { wholePool?: boolean } = {},
): Promise<number> {
  const given = parsePlayInput(raw);
  const { env } = terminal;
  const project = findProject({ flag, env, cwd: terminal.cwd() });
  const context = makeContext(project, { face: "cli" });
  await readConfig(project); // what a project may not say is refused before anything is paid
  const config = await readUserConfig(env);
  const before = given.resume === undefined ? undefined : resumedPlan(project, given, env);
  const planned = before ?? newPlan(project, given, context.now(), wholePool);
  const found = await attempted(() =>
    findRunners(planned, {
      host: { root: project.root, env },
      config,
      asked: { seats: given.runner, judge: given.judge, author: given.author },
    }),
  );
  // What would be played can be shown without anybody to play it.
  if (found instanceof BlueError && !given.dry_run) throw found;
  const { plan, runners } = found instanceof BlueError ? { plan: planned, runners: new Map() } : found;
  refuseTrackedDrafts(project, plan.id);
  const shelf = planShelf(project, namedFiles(plan));
  refuseMissing(shelf, plan);
  const screen = makeScreen({ terminal, mode, color });
  const words = planText(plan, runners, shelf, spentBefore(project, plan, given.resume, env));
  if (given.dry_run) {
    const missing = found instanceof BlueError ? found : undefined;
    screen.say([words, ...(missing === undefined ? [] : [errorText(missing)])].join("\n"), {
      plan,
      shelf: { files: shelf.paths.length, left_out: shelf.left },
      ...(missing === undefined ? {} : { unavailable: toWire(missing) }),
    });
    return missing === undefined ? exitCodes.ok : exitCodeOf(missing.code);
  }
  if (!given.yes) await askFirst(terminal, mode, words, costsNothing(plan, runners, config));
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
    ...sessionOf(state),
    emit,
    follow: given.follow ?? null,
    halt: halt.signal,
    abort: abort.signal,
  };
  try {
    writePlan(state, plan, context.random);
    emit({ event: "plan", dialogue_id: plan.id, resumed: given.resume !== undefined, plan });
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

/** Only that nobody can play it; what is wrong with the call is thrown. */
async function attempted<T>(work: () => Promise<T>): Promise<T | BlueError> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof BlueError && thrown.code === "runner_unavailable") return thrown;
    throw thrown;
  }
}

/** Null for a play that begins. */
function spentBefore(
  project: Project,
  { id }: PlayPlan,
  resume: string | undefined,
  env: NodeJS.ProcessEnv,
): number | null {
  const state = resume === undefined ? undefined : findState(project, id, env);
  return state === undefined ? null : spentBy(chargedRuns({ state })).tokens;
}

function codeOf({ outcome, unsettled }: Played): number {
  if (outcome === "reviewed" || (outcome === "converged" && unsettled.length === 0)) return exitCodes.ok;
  return outcome === "converged" || outcome === "decided" ? decidedOtherwise : exitCodes.refused;
}

function refuseMissing({ left }: ShelfPlan, plan: PlayPlan): void {
  const missing = left.find(({ path }) => namedFiles(plan).includes(path));
  if (missing === undefined) return;
  refuse("invalid_input", { path: missing.path }, "readable_by_runs", {
    message: `${missing.path} cannot be given to runs: it ${missing.why}`,
    suggestion: "Name a plain file of the project, at most 1 MiB.",
  });
}

async function askFirst(terminal: Started["terminal"], mode: string, words: string, free: boolean): Promise<void> {
  const stdin = terminal.stdin();
  const show = () => writeText(terminal.stderr, words, paintFor(terminal.stderr, terminal, true));
  if (free) return mode === "json" ? undefined : show();
  if (!stdin.isTTY || !terminal.stderr.isTTY || mode === "json")
    refuse("input_needed", "yes", "confirmation", {
      message: "No terminal to confirm the cost",
      suggestion: "Look at it with --dry-run, then give --yes.",
    });
  show();
  const { createInterface } = await import("node:readline/promises");
  const asking = createInterface({ input: stdin, output: process.stderr });
  try {
    if (/^y(?:es)?$/i.test((await asking.question("Play it? [y/N] ")).trim())) return;
  } finally {
    asking.close();
  }
  throw new BlueError("input_needed", "Nothing was played");
}
