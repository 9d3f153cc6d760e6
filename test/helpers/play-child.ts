/**
 * A process that plays a dialogue with runs that answer at once, bundled once and killed by tests before any of its file calls. It reads its job as JSON
 * from standard input, and ends with a line of JSON.
 */
import { createHash } from "node:crypto";
import { constants, readFileSync, writeSync } from "node:fs";
import { makeContext } from "../../src/context.ts";
import { BlueError, toWire } from "../../src/errors.ts";
import type { PlayPlan } from "../../src/play/plan.ts";
import { play } from "../../src/play/play.ts";
import type { Files } from "../../src/store/files.ts";
import { holdSession, openState } from "../../src/store/play-state.ts";
import { findProject } from "../../src/store/project.ts";
import { type Fault, type FileCall, traceFiles } from "./faults.ts";
import { openPlayer } from "./instant-player.ts";

export interface PlayJob {
  root: string;
  /** Holds the player's state and cache. */
  home: string;
  plan: PlayPlan;
  fault?: Fault;
}

const changing: readonly (keyof Files)[] = [
  "write",
  "link",
  "rename",
  "append",
  "copy",
  "setTime",
  "unlink",
  "mkdir",
  "rmdir",
];

const job = JSON.parse(readFileSync(0, "utf8")) as PlayJob;
const files = traceFiles(job.fault);
const project = findProject({ flag: job.root, env: {}, files });
const start = Date.parse("2026-01-01T00:00:00Z");
let ticks = 0;
let drawn = 0;
const context = makeContext(project, {
  now: () => new Date(start + 1000 * ticks++),
  // The seed of the dialogue must be the same in every run; names of temporary files must not.
  random: (n) =>
    n === 16
      ? new Uint8Array(n).fill(7)
      : createHash("sha256").update(`${process.pid} ${drawn++}`).digest().subarray(0, n),
});

try {
  const env = { HOME: job.home };
  const release = await holdSession(openState(project, job.plan.id, env), env, context.random);
  const played = await play(openPlayer({ context, home: job.home, plan: job.plan }));
  release();
  writeSync(
    1,
    `${JSON.stringify({ played, calls: files.calls.length, changes: files.calls.filter(isChange).map(({ n }) => n) })}\n`,
  );
} catch (thrown) {
  if (!(thrown instanceof BlueError)) throw thrown;
  writeSync(1, `${JSON.stringify({ refused: toWire(thrown), calls: files.calls.length })}\n`);
}

/** Whether the disk may be another one afterwards. */
function isChange({ name, args }: FileCall): boolean {
  return changing.includes(name) || (name === "open" && ((args[1] as number) & constants.O_CREAT) !== 0);
}
