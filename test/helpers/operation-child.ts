/**
 * A process that calls operations, bundled once and spawned by the tests that kill and race it. It reads its jobs as JSON from standard
 * input and answers each with one line of JSON, written before anything else happens.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { BlueError, toWire, type WireError } from "../../src/errors.ts";
import { type Fault, traceFiles } from "./faults.ts";
import { callOperation, type OperationCall } from "./operation-call.ts";

export interface OperationJob {
  call: OperationCall;
  /** Stops the call before one of its file calls; `at: 0` stops the process right after its answer. */
  fault?: Fault;
  /** Waits until `of` processes stand at this barrier: a folder, and the name of this process in it. */
  barrier?: { folder: string; name: string; of: number };
  /** Files to write once the barrier is passed, before the call: path from the root → text. */
  write?: Record<string, string>;
}

export type OperationReply = { answer: Record<string, unknown> } | { refused: WireError };

async function run({ call, fault, barrier, write }: OperationJob): Promise<void> {
  if (barrier !== undefined) waitAt(barrier);
  for (const [path, text] of Object.entries(write ?? {})) {
    mkdirSync(dirname(join(call.root, path)), { recursive: true });
    writeFileSync(join(call.root, path), text);
  }
  let reply: OperationReply;
  try {
    reply = { answer: await callOperation(call, traceFiles(fault)) };
  } catch (thrown) {
    if (!(thrown instanceof BlueError)) throw thrown;
    reply = { refused: toWire(thrown) };
  }
  writeSync(1, `${JSON.stringify(reply)}\n`);
  if (fault?.at === 0) process.kill(process.pid, "SIGKILL");
}

function waitAt({ folder, name, of }: { folder: string; name: string; of: number }): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), "");
  while (readdirSync(folder).length < of) Atomics.wait(clock, 0, 0, 1);
}

for (const job of JSON.parse(readFileSync(0, "utf8")) as OperationJob[]) await run(job);
