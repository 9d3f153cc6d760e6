/** Runs batches of inputs in a thread of its own, so that whoever started it can tell a hang from work. Reports after each batch. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import * as fc from "fast-check";
import { findProject } from "../../src/store/project.ts";
import { runGit, snapshot } from "../helpers/project.ts";
import { publishDialogue } from "../helpers/records.ts";
import { makeTargets } from "./targets.ts";

export interface Job {
  repository: string;
  /** A new folder: the project is made in it, and nothing else there may change. */
  outer: string;
  /** Which targets, in this order; all of them when empty. */
  names: readonly string[];
  seconds: number;
  seed: number;
  /** How long one input may take. */
  patience: number;
  /** Where the worker says how many inputs it has begun. */
  begun: Int32Array;
}

/** An input is found again by its target, its seed and its place. */
export interface Finding {
  name: string;
  seed: number;
  place: number;
  input: string;
  message: string;
}

const { repository, outer, names, seconds, seed, patience, begun }: Job = workerData;
const project = join(outer, "project");
const template = join(outer, "template");
makeTemplate();
const before = JSON.stringify(outside());
const targets = makeTargets(repository, project);
const unknown = names.find((name) => !Object.hasOwn(targets, name));
if (unknown !== undefined)
  throw new Error(`No target is called ${unknown}. There are ${Object.keys(targets).join(", ")}.`);
const chosen = names.length > 0 ? names : Object.keys(targets);
const used = new Map(chosen.map((name) => [name, { milliseconds: 0, inputs: 0, slowest: 0 }]));

for (let batch = 0; ; batch += 1) {
  const [name, state] = [...used].reduce((least, one) => (one[1].milliseconds < least[1].milliseconds ? one : least));
  if (state.milliseconds >= (seconds * 1_000) / chosen.length) break;
  const { inputs, run, batch: size } = targets[name]!;
  if (size < 50 || name === "config") freshProject();
  const start = performance.now();
  parentPort!.postMessage({ batch: { name, seed: seed + batch, began: Atomics.load(begun, 0) } });
  for (const [place, input] of fc.sample(inputs, { seed: seed + batch, numRuns: size }).entries()) {
    Atomics.add(begun, 0, 1);
    const since = performance.now();
    let message: string | undefined;
    try {
      await run(input);
    } catch (thrown) {
      message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    }
    const took = performance.now() - since;
    state.inputs += 1;
    state.slowest = Math.max(state.slowest, took);
    if (took > patience) message ??= `took ${Math.round(took)} ms`;
    if (size < 50 && JSON.stringify(outside()) !== before) message ??= "wrote outside the project";
    if (message !== undefined) {
      const finding: Finding = { name, seed: seed + batch, place, input: JSON.stringify(input), message };
      parentPort!.postMessage({ finding });
      if (message === "wrote outside the project") process.exit(1);
    }
  }
  state.milliseconds += performance.now() - start;
  parentPort!.postMessage({ counts: Object.fromEntries(used) });
}

/** Two dialogues, one decided and one open, a document and a file, in git. */
function makeTemplate(): void {
  mkdirSync(join(template, ".blue/docs/rfcs"), { recursive: true });
  writeFileSync(join(template, "notes.md"), "# Notes\n\nWhat is cited.\n");
  writeFileSync(
    join(template, ".blue/docs/rfcs/0001-x.draft.md"),
    "# RFC 0001: X\n\n| **Status** | Draft |\n|---|---|\n\n## Problem\n\nIt is slow.\n",
  );
  const rooted = findProject({ flag: template, env: {} });
  publishDialogue(rooted, { rounds: 1 });
  publishDialogue(rooted, { id: "2026-03-02T1200Z-still-open", rounds: 1, verdict: false });
  runGit(template, "init", "-q", "-b", "main");
  runGit(template, "add", "-A");
  runGit(template, "commit", "-q", "-m", "start");
}

function freshProject(): void {
  rmSync(project, { recursive: true, force: true });
  cpSync(template, project, { recursive: true });
}

function outside(): Record<string, string> {
  return snapshot(outer, "project");
}
