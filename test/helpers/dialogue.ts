/**
 * A dialogue in a project of its own, as a Judge lives it: experts write drafts, operations are called through the one executor with their
 * output checked, and a refused call proves that it left nothing behind. Durability is tested elsewhere, so nothing waits for the disk here.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect } from "vitest";
import { type Context, makeContext } from "../../src/context.ts";
import { BlueError, type ErrorCode, toWire, type WireError } from "../../src/errors.ts";
import type { OperationEntry } from "../../src/operations/operation.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import type { PanelMember, RoundRecord } from "../../src/rules/records.ts";
import { recount } from "../../src/rules/round/recount.ts";
import { type OpenRound, readAsks } from "../../src/store/asks.ts";
import { loadDialogue } from "../../src/store/dialogues.ts";
import { draftPath } from "../../src/store/drafts.ts";
import { type Files, nodeFiles } from "../../src/store/files.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { findProject, type Project } from "../../src/store/project.ts";
import type { FaceCall } from "./faces.ts";
import { initGit, makeFolder, type Tree } from "./project.ts";

export type Answer = Record<string, unknown>;
export type Input = Record<string, unknown>;

const writtenAt = new Date("2026-02-03T14:22:00Z");
const quickFiles: Files = { ...nodeFiles, fsync: () => {} };

/** A project whose clock and chance are the test's: every run is the same run. */
export interface Desk {
  root: string;
  project: Project;
  /** The time the next call sees; it moves on by a second with every look. */
  clock: { now: number };
  call<T = Answer>(name: string, input?: Input, player?: Player): Promise<T>;
  /** The refusal, as a face shows it; the tree is as it was, to the byte. */
  refused(code: ErrorCode, name: string, input?: Input): Promise<WireError>;
}

/** What only whoever plays a dialogue from the command line says. */
export type Player = Pick<Context, "play" | "ifTaken">;

export interface DeskOptions {
  tree?: Tree;
  git?: boolean;
  files?: Partial<Files>;
}

export function makeDesk({ tree = {}, git = false, files = {} }: DeskOptions = {}): Desk {
  const root = makeFolder(tree);
  if (git) initGit(root);
  return deskAt(root, files);
}

/** Another look at the same folder, as from a new process. */
export function deskAt(root: string, files: Partial<Files> = {}): Desk {
  const project = findProject({ flag: root, env: {}, files: { ...quickFiles, ...files } });
  const clock = { now: Date.parse("2026-02-03T14:23:00Z") };
  let drawn = 0;
  const overrides: Pick<Context, "now" | "random"> = {
    now: () => {
      clock.now += 1000;
      return new Date(clock.now);
    },
    random: (n) => createHash("sha256").update(`${root} ${drawn++}`).digest().subarray(0, n),
  };
  const call = async <T>(name: string, input: Input = {}, player: Player = {}): Promise<T> => {
    const entry = registry.find((one) => one.name === name);
    if (entry === undefined) throw new Error(`there is no operation ${name}`);
    const operation = await entry.load();
    const context = makeContext(project, { ...overrides, ...player });
    const answer = (await runOperation(operation, input, context, { checkOutput: true })) as T;
    if (name === "dialogue.round-register") expectRecounted(project, (answer as { dialogue_id: string }).dialogue_id);
    return answer;
  };
  const refused = async (code: ErrorCode, name: string, input: Input = {}): Promise<WireError> => {
    const before = treeOf(root);
    const error = await refusalOf(call(name, input));
    expect(error, `${name} should be refused with ${code}, not: ${error.message}`).toMatchObject({ error_code: code });
    expectUnchanged(root, before);
    refusedCalls.set(error, { root, name, input, entries: registry.map((entry) => onDisk(entry, project, overrides)) });
    return error;
  };
  return { root, project, clock, call, refused };
}

const refusedCalls = new WeakMap<WireError, FaceCall>();

/** The call that a desk refused with this error, to be made again through a face: on the same disk, by the same clock. */
export function refusedCall(error: WireError): FaceCall | undefined {
  return refusedCalls.get(error);
}

/** An operation that a face runs on this disk, whatever the face found. */
export function onDisk(
  entry: OperationEntry,
  { files }: Pick<Project, "files">,
  overrides: Partial<Context> = {},
): OperationEntry {
  return {
    ...entry,
    async load() {
      const operation = await entry.load();
      const run: typeof operation.run = (input, context) =>
        operation.run(input, { ...context, ...overrides, project: { ...context.project, files } });
      return { ...operation, run };
    },
  };
}

/** Whatever Blue registers is what its texts say when they are read again. */
function expectRecounted(project: Project, id: string): void {
  const { opening, rounds } = loadDialogue(project, id);
  expect(recount(opening!, rounds), `the rounds of ${id}, counted again`).toEqual([]);
}

/** An answer as people read it. */
export async function show(name: string, answer: unknown): Promise<string> {
  const operation = await registry.find((one) => one.name === name)!.load();
  return operation.render(answer as never);
}

/** The refusal of a call that must not succeed. */
export async function refusalOf(call: Promise<unknown>): Promise<WireError> {
  const answer: unknown = await call.catch((thrown: unknown) => thrown);
  if (answer instanceof BlueError) return toWire(answer);
  if (answer instanceof Error) throw answer;
  throw new Error(`the call was not refused; it answered ${JSON.stringify(answer)}`);
}

/** Every code of a refusal, the first one first. */
export function codesOf(error: WireError): string[] {
  return error.errors?.map(({ error_code }) => error_code) ?? [error.error_code];
}

/** Every folder and every byte below `root`; git's own folder left out. */
export function treeOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      const name = relative(root, path);
      if (name === ".git") continue;
      found[entry.isDirectory() ? `${name}/` : name] = entry.isFile() ? readFileSync(path, "latin1") : "";
      if (entry.isDirectory()) walk(path);
    }
  };
  walk(root);
  return found;
}

export function expectUnchanged(root: string, before: Record<string, string>): void {
  const after = treeOf(root);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => before[name] !== after[name]);
  expect(changed, "a refused call must leave the tree as it was").toEqual([]);
}

/** What an expert writes: blocks of Markdown (the stance follows by itself), or a whole draft word for word. */
export type Draft = string | readonly string[];

export interface Dialogue extends Desk {
  id: string;
  /** The round that is being written. */
  open(): OpenRound;
  panel(): string[];
  record(round: number): RoundRecord;
  /** Writes an expert's draft of the open round. */
  write(expert: string, draft: Draft): string;
  /** As RFC 0057's protocol has it: a text in the open round's own folder, by its file's name. */
  writeInRoundFolder(name: string, text: string): string;
  /** Writes for everyone on the panel: who is not named agrees; null writes nothing. */
  writeAll(drafts?: Record<string, Draft | null>): void;
  /** The whole round: everyone writes, the Judge registers. */
  round(drafts?: Record<string, Draft | null>, judgement?: Input): Promise<Registered>;
  /** Registers what is written. */
  register(judgement?: Input): Promise<Registered>;
  registerRefused(code: ErrorCode, judgement?: Input): Promise<WireError>;
  verdict(input?: Input): Promise<Answer>;
  verdictRefused(code: ErrorCode, input?: Input): Promise<WireError>;
}

export interface Registered extends Answer {
  status: string;
  round: number;
  head: string;
  id_mapping: Record<string, string>;
  velocity: { open_tensions: number; new_perspectives: number; total: number };
  convergence: { signals: number; panel_size: number; percent: number; missing: string[] };
  can_converge: boolean;
  convergence_blockers: string[];
  differs: string[];
  warnings: string[];
}

export const fourPoints = { score_components: { W: 1, C: 1, T: 1, R: 1 } };

export interface DialogueOptions extends DeskOptions {
  /** Seats; Muffin, Cupcake, Scone and on. */
  experts?: number;
  /** Further input of `dialogue.create`. */
  create?: Input;
}

/** An open dialogue with a panel of `experts`, nothing written yet. */
export async function makeDialogue({ experts = 3, create = {}, ...options }: DialogueOptions = {}): Promise<Dialogue> {
  const desk = makeDesk(options);
  const { dialogue_id } = await desk.call<{ dialogue_id: string }>("dialogue.create", {
    title: "API design",
    question: "REST or RPC?",
    expert_pool: poolOf(Math.max(experts, 3)),
    panel_size: experts,
    ...create,
  });
  return dialogueAt(desk, dialogue_id);
}

export function poolOf(size: number): { experts: { role: string; tier: string; relevance: number }[] } {
  const tiers = ["Core", "Adjacent", "Wildcard"];
  const experts = Array.from({ length: size }, (_, i) => ({
    role: `Expert ${i + 1}`,
    tier: tiers[i % 3]!,
    relevance: Number((0.95 - i / 100).toFixed(2)),
  }));
  return { experts };
}

export function dialogueAt(desk: Desk, id: string): Dialogue {
  const { project, root } = desk;
  const open = () => openDialogue(project, { dialogue_id: id }).next;
  const panel = () => seated(project, id).map(({ name }) => name);
  const write = (expert: string, draft: Draft) => {
    const path = draftPath(open(), expert);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), draftOf(expert, open().round, draft));
    // The record says when a draft was written; two runs of a test are the same run.
    utimesSync(join(root, path), writtenAt, writtenAt);
    return path;
  };
  const writeInRoundFolder = (name: string, text: string) => {
    const { dialogue, round } = open();
    const path = `.blue/dialogues/${dialogue}/round-${round}/${name}.md`;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    return path;
  };
  const writeAll = (drafts: Record<string, Draft | null> = {}) => {
    for (const name of panel()) {
      const draft = drafts[name] === undefined ? ["[MOVE:CONVERGE]"] : drafts[name];
      if (draft !== null) write(name, draft);
    }
  };
  const registration = (judgement: Input = {}) => ({
    dialogue_id: id,
    round: open().round,
    ...fourPoints,
    ...judgement,
  });
  const register = (judgement?: Input) => desk.call<Registered>("dialogue.round-register", registration(judgement));
  const decision = (input: Input = {}) => ({ dialogue_id: id, recommendation: "Use REST.", ...input });
  return {
    ...desk,
    id,
    open,
    panel,
    record: (round) => openDialogue(project, { dialogue_id: id }).loaded.rounds[round]!,
    write,
    writeInRoundFolder,
    writeAll,
    register,
    registerRefused: (code, judgement) => desk.refused(code, "dialogue.round-register", registration(judgement)),
    round(drafts, judgement) {
      writeAll(drafts);
      return register(judgement);
    },
    verdict: (input) => desk.call("dialogue.verdict-register", decision(input)),
    verdictRefused: (code, input) => desk.refused(code, "dialogue.verdict-register", decision(input)),
  };
}

function seated(project: Project, id: string): readonly PanelMember[] {
  const { next, loaded } = openDialogue(project, { dialogue_id: id });
  return readAsks(project, next).panel ?? loaded.rounds.at(-1)?.panel ?? [];
}

/** The blocks, and the stance a draft ends with unless a block brings its own. */
export function draftOf(expert: string, round: number, draft: Draft): string {
  if (typeof draft === "string") return draft;
  const stance = `[${expert.toUpperCase()}-S${String(round).padStart(2, "0")}01: APPROVE | 0.9]\n${expert} agrees.`;
  const brought = draft.some((block) => /^\[[A-Z0-9-]+-S\d{4}:/m.test(block));
  return `${[...draft, ...(brought ? [] : [stance])].join("\n\n")}\n`;
}

/** Round 0 raises T0001 and a perspective; nothing else is open. */
export const raisesTension = [
  "[MUFFIN-T0001: cost against speed]\nWe cannot have both.",
  "[MUFFIN-P0001: cost]\nDear.",
];

/** Edits a file of the project: a careless hand, a formatter, a merge. */
export function edit(root: string, path: string, change: (text: string) => string): void {
  writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8")));
}
