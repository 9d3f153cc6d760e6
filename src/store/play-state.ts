/**
 * What a player keeps while it plays a dialogue: the plan, every run, the Judge's answers. It lies outside the work tree, so that nothing a branch
 * delivers can choose a program, spend money or answer for a run. Every file is staged, fsynced and linked, so it is whole or absent.
 */
import { createHash } from "node:crypto";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";
import { refuse } from "../errors.ts";
import { ensureFolders, stageFile, syncFolder, discard as unstage } from "./blue-folder.ts";
import { errno, type Files, findStatus, listFolder } from "./files.ts";
import { parseAs } from "./json.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";
import { stateFolder } from "./user-config.ts";

/** Of one dialogue; `root` is its folder. */
export interface PlayState extends Rooted {
  id: string;
}

const usage = z.strictObject({
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  usd: z.number().nullable(),
});

const startedRun = z.strictObject({
  purpose: z.string(),
  seat: z.string(),
  round: z.int(),
  head: z.string(),
  attempt: z.int(),
  runner: z.string(),
  model: z.string().nullable(),
  version: z.string().nullable(),
  endpoint: z.string().nullable(),
  confined: z.boolean(),
  prompt_sha256: z.string(),
  /** Of the prompt. */
  characters: z.int(),
  shelf_sha256: z.string().nullable(),
  /** Of the process group, with the time its leader started; null for a run that is no process. */
  process: z.strictObject({ pid: z.int(), start_time: z.string() }).nullable(),
  started_at: z.string(),
});

const endedRun = z.strictObject({
  /** `answer`, or why there is none. */
  kind: z.string(),
  message: z.string().nullable(),
  model: z.string().nullable(),
  usage: usage.nullable(),
  tools: z.record(z.string(), z.int()),
  seconds: z.number(),
  /** Of the answer. */
  characters: z.int(),
  cut: z.boolean(),
  /** In the same file as what is known of the run: a kill leaves both or neither. */
  answer: z.string().nullable(),
  /** Of the answer as it came. */
  answer_sha256: z.string().nullable(),
  unwrapped: z.boolean(),
  masked: z.int(),
});

const filed = z.strictObject({ outcome: z.string() });

export type StartedRun = z.output<typeof startedRun>;
export type EndedRun = z.output<typeof endedRun>;

export interface StoredRun {
  n: number;
  started: StartedRun;
  /** Undefined: it was cut off with the player. */
  ended: EndedRun | undefined;
  /** What became of its answer in the project; null: nothing yet. */
  filed: string | null;
}

function projectFolder(home: string, root: string): string {
  return join(home, "play", createHash("sha256").update(root).digest("hex").slice(0, 16));
}

/** The folder of a dialogue that is played; made when it is not there. */
export function openState({ root, files }: Rooted, id: string, env: NodeJS.ProcessEnv): PlayState {
  const state = { root: join(projectFolder(stateFolder(env), root), id), files, id };
  makePrivate(files, state.root);
  for (const folder of ["tmp", "runs", "judge"]) ensureFolders(state, folder);
  syncFolder(state, state.root);
  return { ...state, root: files.realpath(state.root) };
}

/** Undefined when this machine never played it. */
export function findState({ root, files }: Rooted, id: string, env: NodeJS.ProcessEnv): PlayState | undefined {
  const folder = join(projectFolder(stateFolder(env), root), id);
  return findStatus(files, folder) === undefined ? undefined : openState({ root, files }, id, env);
}

/** What this machine played of the project, the last first. */
export function listStates({ root, files }: Rooted, env: NodeJS.ProcessEnv): string[] {
  return listFolder(files, projectFolder(stateFolder(env), root))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .reverse();
}

export function makePrivate(files: Files, folder: string): void {
  if (findStatus(files, folder)?.isDirectory()) return;
  makePrivate(files, dirname(folder));
  try {
    files.mkdir(folder, 0o700);
  } catch (thrown) {
    if (errno(thrown) !== "EEXIST") throw thrown;
  }
}

type Random = (n: number) => Uint8Array;

/**
 * False when the name is taken. The bytes are on disk before they get their name. `outlives` says whether the name must survive a power cut too; a run's start
 * need not, since no process does, nor what a resume finds out again.
 */
function linkNew(state: PlayState, path: string, bytes: Uint8Array, random: Random, outlives = true): boolean {
  const staged = stageFile(state, bytes, random, true, join(state.root, "tmp"));
  try {
    state.files.link(staged, insideProject(state, path));
    return true;
  } catch (thrown) {
    if (errno(thrown) !== "EEXIST") throw thrown;
    return false;
  } finally {
    if (outlives) syncFolder(state, join(state.root, dirname(path)));
    unstage(state.files, staged);
  }
}

function linkJson(state: PlayState, path: string, value: unknown, random: Random, outlives = true): boolean {
  return linkNew(state, path, Buffer.from(`${JSON.stringify(value)}\n`), random, outlives);
}

function readJson<T>(state: PlayState, path: string, schema: z.ZodType<T>): T | undefined {
  const bytes = findFile(state, path);
  if (bytes === undefined) return undefined;
  const value = parseAs(schema, bytes);
  if (value !== undefined) return value;
  return refuse("record_damaged", { state: path }, "readable_state", {
    message: `${join(state.root, path)} cannot be read`,
    suggestion: "It was changed by hand, or by another version of Blue. Move it away, and play on.",
  });
}

/** The plan of a play; each time it is resumed with other flags, a further one. The last counts. */
export function writePlan(state: PlayState, plan: unknown, random: Random): void {
  for (let n = 1; !linkJson(state, `plan-${n}.json`, plan, random); n++);
}

export function readPlan<T>(state: PlayState, schema: z.ZodType<T>): T | undefined {
  const numbers = numbered(state, ".", /^plan-(\d+)\.json$/);
  return numbers.length === 0 ? undefined : readJson(state, `plan-${numbers.at(-1)}.json`, schema);
}

function numbered(state: PlayState, folder: string, name: RegExp): number[] {
  return listFolder(state.files, join(state.root, folder))
    .flatMap((entry) => name.exec(entry.name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

export function listRuns(state: PlayState): StoredRun[] {
  const names = new Set(listFolder(state.files, join(state.root, "runs")).map(({ name }) => name));
  return [...names]
    .flatMap((name) => /^(\d+)\.started$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .map((n) => ({
      n,
      started: readOnce(state, `runs/${n}.started`, startedRun),
      ended: names.has(`${n}.ended`) ? readOnce(state, `runs/${n}.ended`, endedRun) : undefined,
      filed: names.has(`${n}.filed`) ? readOnce(state, `runs/${n}.filed`, filed).outcome : null,
    }));
}

const alreadyRead = new WeakMap<PlayState, Map<string, unknown>>();

/** A file that is there: once linked it never changes. */
function readOnce<T>(state: PlayState, path: string, schema: z.ZodType<T>): T {
  const known = alreadyRead.get(state) ?? new Map<string, unknown>();
  alreadyRead.set(state, known);
  if (!known.has(path)) known.set(path, readJson(state, path, schema)!);
  return known.get(path) as T;
}

export function startRun(state: PlayState, n: number, run: StartedRun, random: Random): void {
  linkJson(state, `runs/${n}.started`, run, random, false);
}

export function endRun(state: PlayState, n: number, end: EndedRun, random: Random): void {
  linkJson(state, `runs/${n}.ended`, end, random, end.answer !== null);
}

export function markFiled(state: PlayState, n: number, outcome: string, random: Random): void {
  linkJson(state, `runs/${n}.filed`, { outcome }, random, false);
}

/** Written before it is printed: what a person could see is recorded. */
export function keepShown(state: PlayState, n: number, delta: string): void {
  state.files.append(join(state.root, `runs/${n}.shown`), delta);
}

export function readShown(state: PlayState, n: number): string | null {
  return findFile(state, `runs/${n}.shown`)?.toString("utf8") ?? null;
}

/** An answer of the Judge's that parsed, by what it was asked about; the first stays. */
export function keepJudgement(state: PlayState, key: string, value: unknown, random: Random): void {
  linkJson(state, `judge/${key}.json`, value, random);
}

export function findJudgement<T>(state: PlayState, key: string, schema: z.ZodType<T>): T | undefined {
  return readJson(state, `judge/${key}.json`, schema);
}

export function writeStateFile(state: PlayState, name: string, text: string, random: Random): string {
  const path = join(state.root, name);
  state.files.rename(stageFile(state, Buffer.from(text), random, true, join(state.root, "tmp")), path);
  return path;
}

export function logEvent(state: PlayState, line: string): void {
  state.files.append(join(state.root, "events.jsonl"), `${line}\n`);
}

const session = z.strictObject({ socket: z.string(), host: z.string() });

/** Longest path of a socket that every system takes. */
const longestSocket = 100;

/**
 * One player at a time. A session listens on a socket that the kernel closes with the process; the next one is begun only when that refuses. Answers with
 * how to end it.
 */
export async function holdSession(state: PlayState, env: NodeJS.ProcessEnv, random: Random): Promise<() => void> {
  const { createServer } = await import("node:net");
  const numbers = numbered(state, ".", /^session-(\d+)\.json$/);
  const last = numbers.at(-1) ?? 0;
  const before = last === 0 ? undefined : readJson(state, `session-${last}.json`, session);
  if (before !== undefined && (before.host !== hostname() || (await answers(before.socket))))
    refuseSecond(state, before);
  const name = Buffer.from(random(4)).toString("hex");
  const home = join(stateFolder(env), "s");
  const folder = Buffer.byteLength(join(home, name)) <= longestSocket ? home : join(tmpdir(), "blue-s");
  makePrivate(state.files, folder);
  const socket = join(folder, name);
  const server = createServer((peer) => peer.destroy());
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socket, resolve));
  server.unref();
  if (!linkJson(state, `session-${last + 1}.json`, { socket, host: hostname() }, random)) {
    server.close();
    refuseSecond(state, readJson(state, `session-${last + 1}.json`, session)!);
  }
  return () => void server.close();
}

async function answers(socket: string): Promise<boolean> {
  const { connect } = await import("node:net");
  return new Promise((resolve) => {
    const peer = connect(socket, () => {
      peer.destroy();
      resolve(true);
    });
    peer.once("error", () => resolve(false));
  });
}

function refuseSecond({ id, root }: PlayState, { host }: z.output<typeof session>): never {
  const elsewhere = host !== hostname();
  refuse("play_running", { id }, "one_player", {
    message: `${id} is being played already${elsewhere ? ` on ${host}` : ""}`,
    suggestion: elsewhere
      ? `Wait for it; or, if that machine is gone, delete the last session file in ${root}.`
      : "Wait until it ends, or end it first; then resume.",
  });
}
